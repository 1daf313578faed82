"""``python -m firmware pdn``."""

from pathlib import Path

import pytest

from firmware.__main__ import main
from tests.notation.places import DATA


def test_a_file_in_order_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(DATA / "record.pdn")
    assert main(["pdn", "check", path]) == 0
    assert capsys.readouterr() == (f"{path}: 3 games, 3 ok\n", "")


def test_a_guess_is_said_beside_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(DATA / "real_world.pdn")
    assert main(["pdn", "check", path]) == 0
    out, err = capsys.readouterr()
    assert out == f"{path}: 11 games, 11 ok\n"
    assert err == f"{path}: no tag names a known game; read as Russian draughts, which fits best\n"


def test_each_failure_is_one_line_and_the_exit_code_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(DATA / "faults.pdn")
    assert main(["pdn", "check", path]) == 1
    first, *failures = capsys.readouterr().out.splitlines()
    assert first == f"{path}: 8 games, 1 ok"
    assert [failure.split(":")[1].split(",")[0] for failure in failures] == [
        f" game {number}" for number in (1, 2, 3, 5, 6, 7, 8)
    ]
    assert failures[1] == (
        f"{path}: game 2, line 7, column 4: 'b2-c3' is not legal: a capture is compulsory, d4:b6"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "% only a remark\n"])
def test_a_file_without_a_game_is_no_file_in_order(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.pdn"
    path.write_text(text)
    assert main(["pdn", "check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{path}: there is no game in this file"
    assert main(["pdn", "convert", "--to", "text", str(path)]) == 1
    assert capsys.readouterr() == ("", f"{path}: there is no game in this file\n")


def test_several_files_are_checked_one_after_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = str(DATA / "record.pdn"), tmp_path / "bad.pdn"
    bad.write_text('[GameType "25"]\n1. c3-d5 *\n')
    assert main(["pdn", "check", str(bad), good]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{bad}: 1 games, 0 ok"
    assert lines[-1] == f"{good}: 3 games, 3 ok"


def test_the_variant_can_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "numbers.pdn"
    path.write_text('[FEN "W:W26:B4"]\n1. 26-22 *\n')
    for variant, code in (("russian", 0), ("english", 0), ("international", 1)):
        assert main(["pdn", "check", "--variant", variant, str(path)]) == code
    assert capsys.readouterr().err == ""


def test_an_unknown_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pdn", "check", "--variant", "rusian", str(DATA / "record.pdn")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "'rusian'" in err
    assert "russian" in err


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing, good = str(tmp_path / "missing.pdn"), str(DATA / "record.pdn")
    assert main(["pdn", "check", missing, str(tmp_path), good]) == 2
    out, err = capsys.readouterr()
    assert out == f"{good}: 3 games, 3 ok\n"
    assert err.splitlines() == [
        f"{missing}: the file cannot be read (No such file or directory)",
        f"{tmp_path}: the file cannot be read (Is a directory)",
    ]


@pytest.mark.parametrize("form", ["pdn", "fen", "text"])
def test_what_cannot_be_converted_is_told_and_left_out(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(DATA / "faults.pdn")
    assert main(["pdn", "convert", path, "--to", form]) == 1
    out, err = capsys.readouterr()
    assert out
    assert [line.split(",")[0] for line in err.splitlines()] == [
        f"{path}: game {number}" for number in (1, 2, 3, 5, 6, 7, 8)
    ]


def test_canonical_files_are_converted_to_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    path = DATA / "record.pdn"
    assert main(["pdn", "convert", str(path), "--to", "pdn"]) == 0
    assert capsys.readouterr() == (path.read_text(), "")


def test_files_are_converted_one_behind_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for number, moves in enumerate(("1. cd4 fg5", "1. 11-15 23-18")):
        paths.append(str(tmp_path / f"{number}.pdn"))
        Path(paths[-1]).write_text(f"{moves} *")
    assert main(["pdn", "convert", *paths, "--to", "fen"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "W:Wa1,a3,b2,c1,d2,d4,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f8,g5,g7,h6,h8",
        "B:W18,21,22,24-32:B1-10,12,15",
    ]
    assert err.splitlines() == [
        f"{paths[0]}: no tag names a known game; read as Russian draughts, which fits best",
        f"{paths[1]}: no tag names a known game; read as English draughts, which fits best",
    ]
    assert main(["pdn", "convert", *paths, "--to", "text"]) == 0
    assert capsys.readouterr().out == (
        "Russian draughts\n\n  1. c3-d4  f6-g5\n\n*\n\nEnglish draughts\n\n  1. 11-15  23-18\n\n*\n"
    )


def test_signs_are_converted_where_their_source_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "signs.pdn"
    path.write_text('[GameType "25"] 1. c3-d4!? f6-g5* *')
    for more, moves in (([], "c3-d4!? f6-g5 $7"), (["--signs", "draughts64"], "c3-d4 $6 f6-g5 $7")):
        assert main(["pdn", "convert", str(path), "--to", "pdn", *more]) == 0
        assert capsys.readouterr().out.endswith(f"\n1. {moves} *\n")


def test_the_variant_can_be_told_to_the_converter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "numbers.pdn"
    path.write_text('[FEN "W:W26:B4"] 1. 26-22 *')
    assert main(["pdn", "convert", "--to", "fen", "--variant", "brazilian", str(path)]) == 0
    assert capsys.readouterr().out == "B:Wc3:Bh8\n"
    assert main(["pdn", "convert", "--to", "fen", str(tmp_path / "missing.pdn")]) == 2
