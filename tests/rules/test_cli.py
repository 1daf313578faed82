"""``python -m firmware rules``, as other programs call it."""

import json
import subprocess
import sys

import pytest

from firmware.__main__ import COMMANDS, main
from firmware.rules import VARIANTS


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_list_names_every_variant(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "list")
    assert [line.split()[0] for line in printed] == list(VARIANTS)
    assert printed[0] == "russian         Russian draughts"


def test_a_variant_is_shown_with_its_options_and_times(capsys: pytest.CaptureFixture[str]) -> None:
    printed = "\n".join(lines(capsys, "show", "pool"))
    for words in ("Pool checkers", "APCA rules", "three kings, 13", "white_first", "time control"):
        assert words in printed


def test_an_option_is_part_of_a_variants_name(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "moves", "russian+free_capture", "--fen", "W:Wc3:Bd4")
    assert printed == ["c3-b4", "c3:e5"]


def test_the_openings_that_come_along_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = lines(capsys, "openings")
    assert first.split()[:3] == ["I-16", "a3-b4", "b6-c5"]
    assert second.split()[:3] == ["VI-24", "a1-b4", "a7-a5"]


def test_moves_are_printed_one_a_line_and_sorted(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "moves", "russian") == [
        "a3-b4",
        "c3-b4",
        "c3-d4",
        "e3-d4",
        "e3-f4",
        "g3-f4",
        "g3-h4",
    ]


def test_moves_by_number_are_sorted_as_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "moves", "international", "--fen", "W:W7,31,8:B45")
    assert printed == ["7-1", "7-2", "8-2", "8-3", "31-26", "31-27"]


@pytest.mark.parametrize("depth", ["0", "x", "²"])
def test_a_depth_that_is_none_is_refused_in_a_sentence(
    depth: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["rules", "perft", "russian", depth])
    assert f"{depth!r} is no number of plies; 1 is the least" in capsys.readouterr().err


def test_moves_as_json_name_squares_as_the_variant_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = lines(capsys, "moves", "international", "--fen", "W:W36,K10:B33,41,42", "--json")
    assert [json.loads(line) for line in printed] == [
        {
            "from": "36",
            "to": "29",
            "captured": ["41", "42", "33"],
            "path": ["36", "47", "38", "29"],
            "text": "36x29",
        }
    ]


def test_moves_that_share_their_ends_have_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    printed = lines(capsys, "moves", "russian", "--fen", "W:WKe1:Bb4,d2,d4,f2,f4")
    assert len(printed) == len(set(printed)) == 4


def test_no_legal_move_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "moves", "russian", "--fen", "B:Wf2,g3:Bh4") == []


def test_perft_prints_every_depth_zeros_too(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "B:Wa1,a3,b2,b4,d2,e3,f2,f4,d4:Ba5,c5,c7,e7,g7"
    assert lines(capsys, "perft", "russian", "4", "--fen", fen) == ["1 1", "2 1", "3 0", "4 0"]


def test_perft_takes_squares_by_number_or_letter(capsys: pytest.CaptureFixture[str]) -> None:
    by_letter = lines(capsys, "perft", "russian", "3", "--fen", "W:WKe1:Bd2,f2,f4,d4,b4")
    by_number = lines(capsys, "perft", "russian", "3", "--fen", "W:WK31:B26,27,19,18,17")
    assert by_letter == by_number == ["1 4", "2 14", "3 89"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["moves", "chess"], "no variant is called 'chess'"),
        (["moves", "russian", "--fen", "W:Wz9:Ba1"], "z9"),
        (["perft", "russian", "2", "--fen", "nonsense"], "nonsense"),
    ],
)
def test_what_is_not_understood_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["rules", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["perft", "russian", "0"], ["perft", "russian", "x"], []])
def test_a_wrong_use_exits_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["rules", *arguments])
    assert caught.value.code == 2


@pytest.mark.parametrize("arguments", [[], ["fly"]])
def test_an_unknown_command_exits_with_2_and_names_those_there_are(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    message = capsys.readouterr().err
    assert not arguments or all(command in message for command in COMMANDS)


def test_looking_up_rules_imports_neither_station_nor_devices() -> None:
    program = (
        "import sys; from firmware.__main__ import main; main(['rules', 'list']);"
        "print([name for name in sys.modules if name.startswith(('firmware.s', 'firmware.d'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
