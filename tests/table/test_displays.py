"""What players read on the displays."""

import pytest

from firmware.rules import Color
from firmware.table import inputs as inp
from firmware.table.clockface import time_text
from firmware.table.displays import next_change_ms, texts
from tests.table.board import Board

WHITE, BLACK = Color.WHITE, Color.BLACK


def shown(board: Board) -> tuple[str, str]:
    return texts(board.session, board.now_ms)


@pytest.mark.parametrize(
    ("left_ms", "text"),
    [
        (0, "0.0"),
        (1, "0.1"),
        (19_900, "19.9"),
        (19_901, "0:20"),
        (59_001, "1:00"),
        (3_599_000, "59:59"),
        (3_599_001, "1:00"),
        (7_200_000, "2:00"),
        (7_199_000, "1:59"),
    ],
)
def test_hours_minutes_seconds_and_tenths(left_ms: int, text: str) -> None:
    assert time_text(left_ms) == text


def test_a_point_says_whose_time_runs() -> None:
    board = Board(control="300")
    assert shown(board) == ("5:00.", "5:00")
    board.move("c3", "d4").wait(500).press(WHITE)
    assert [text.endswith(".") for text in shown(board)] == [False, True]


def test_the_word_stands_where_the_flag_fell_first() -> None:
    """FIDE standards of equipment: it must be clear which player passed his limit first."""
    board = Board(control="60,30", flag="signs").wait(70_000)
    assert shown(board) == ("FLAG.", "0:30")
    board.move("c3", "d4").wait(500).press(WHITE).wait(40_000)
    assert shown(board) == ("FLAG", "0.0.")


def test_stages_and_moves_are_shown_when_asked_for() -> None:
    board = Board(control="1/300:60").move("c3", "d4").wait(500).press(WHITE)
    board.do(inp.ShowMoves)
    assert shown(board) == ("2.  1", "1.  0")
    assert next_change_ms(board.session, board.now_ms) is not None
    board.wait(5000)
    assert ":" in shown(board)[0]


def test_in_an_hourglass_both_displays_change() -> None:
    board = Board(control="*60").wait(10_500)
    assert shown(board) == ("0:50.", "1:11")


@pytest.mark.parametrize("control", ["60", "25+3", "40d7", "25b5", "*30", "3/30:20"])
def test_displays_change_only_when_it_was_said(control: str) -> None:
    """The station sleeps until then."""
    board = Board(control=control)
    due_ms = 0
    for step in range(4000):
        before = shown(board)
        due = next_change_ms(board.session, board.now_ms)
        board.wait(7)
        if board.session.clock is None or board.session.result:
            break
        if shown(board) != before:
            assert due is not None and due <= board.now_ms, (step, before, shown(board))
        due_ms += due is not None
    assert due_ms


def test_the_break_runs_on_both_displays_and_then_the_points_stand_there() -> None:
    board = Board(control="300", match="micro-match", points=[3, 1], game=1).wait(1000)
    board.do(inp.SetResult, result="2-0", reason="agreement")
    assert shown(board) == ("4:59", "5:00")
    board.wait(60_000)
    assert shown(board) == ("4:00", "4:00")
    board.press(BLACK).wait(100).do(inp.Released, button=inp.Button.RIGHT).wait(900)
    assert shown(board) == ("3:59", " rdY")
    board.wait(240_000)
    assert shown(board) == ("P  5", "P  1")
