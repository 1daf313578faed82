"""``python -m firmware pdn check``."""

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
    assert err == f"{path}: no GameType; read as Russian draughts, which fits best\n"


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


def test_a_file_without_games_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.pdn"
    path.write_bytes(b"")
    assert main(["pdn", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 0 games, 0 ok\n"
