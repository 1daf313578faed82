"""Games as they are printed: the codex's example of a record, and what it does not foresee."""

import pytest

from firmware.notation.pdn import read_pdn, read_record, score_sheet


def sheet(text: str) -> list[str]:
    return score_sheet(read_record(read_pdn(text)[0])).splitlines()


def test_the_heading_says_what_the_tags_know() -> None:
    assert sheet(
        '[Event "Cup"][Site "?"][Date "2024.??.??"][White "A"][GameType "20"][Result "1-1"] 1-1'
    ) == ["A - ?", "Cup, 2024", "International draughts", "", "1-1"]


def test_the_side_that_begins_is_on_the_left() -> None:
    assert sheet('[GameType "21"] 1. 11-15 23-18 2. 8-11 *')[2:-2] == [
        "  1. 11-15  23-18",
        "  2. 8-11",
    ]


def test_a_game_that_begins_with_the_second_column_leaves_the_first_open() -> None:
    assert sheet('[GameType "25"][FEN "B:Wc3:Bh8"] 1... h8-g7 2. c3-d4 *')[1:-2] == [
        "B:Wc3:Bh8",
        "",
        "  1. ...    h8-g7",
        "  2. c3-d4",
    ]


def test_signs_stand_behind_their_moves_and_comments_do_not() -> None:
    moves = "1. c3-d4!? $14 {a comment} (1. c3-b4) f6-g5 $7"
    assert sheet(f'[GameType "25"] {moves} *')[2:-2] == ["  1. c3-d4!? $14  f6-g5 $7"]


def test_the_plies_of_a_turn_share_a_cell() -> None:
    assert sheet('[GameType "54"] 1. a3-b4 c3-d4 f6-g5 g7-f6 *')[2:-2] == [
        "  1. a3-b4 c3-d4  f6-g5 g7-f6"
    ]


@pytest.mark.parametrize(
    ("result", "end"),
    [("1-0", "1-0, Black resigned"), ("0-2", "0-2, White resigned"), ("1-1", "1-1"), ("*", "*")],
)
def test_who_has_resigned_is_said(result: str, end: str) -> None:
    tags = '[GameType "25"][Termination "resignation"]'
    assert sheet(f"{tags} 1. c3-d4 {result}")[-1] == end
