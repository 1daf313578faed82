"""Defective squares: what a game is like when some contacts are not believed."""

import pytest

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.lights import frame
from tests.table.board import SQUARES, Board
from tests.table.test_arbiter import pdn, refusals

WHITE, BLACK = Color.WHITE, Color.BLACK


def masked(*squares: str, **setup: object) -> Board:
    board = Board(**{"control": "300", "policy": "tournament"} | setup)
    for square in squares:
        board.do(o.MaskSquare, square=square, masked=True)
    return board


def stuck(board: Board, square: str) -> None:
    """The contact reads as filled, whatever stands there: every picture from now on has it."""
    shows = board.show
    bit = 1 << SQUARES.index(square)
    board.show = lambda physical: shows(physical | bit)  # type: ignore[method-assign] # a bad reed


@pytest.mark.parametrize("square", ["c3", "d4"])
@pytest.mark.parametrize("policy", ["casual", "tournament"])
def test_a_move_from_or_to_a_masked_square_is_recorded(square: str, policy: str) -> None:
    board = masked(square, policy=policy)
    stuck(board, square)
    board.show(board.picture)
    board.move("c3", "d4").wait(5000).press(WHITE).wait(300)
    assert board.moves() == ["c3-d4"]
    board.move("f6", "g5").press(BLACK)
    assert board.moves() == ["f6-g5"]
    board.move("d4", "e5").press(WHITE).wait(300)
    assert board.moves() == ["d4-e5"]
    assert not board.take(ev.Irregular)
    assert not board.take(ev.Astray)


def test_a_capture_of_a_man_on_a_masked_square_needs_no_look_at_it() -> None:
    board = masked("d6", fen="W:Wc5,a1:Bd6,h8")
    board.move("c5", "e7").press(WHITE)
    assert board.moves() == ["c5:e7"]
    assert board.state["pending"] == []


def test_moves_that_differ_on_masked_squares_alone_are_asked_about() -> None:
    board = masked("b4", "d4")
    board.off("c3").wait(2000).press(WHITE).wait(300)
    (asked,) = board.take(ev.Asked)
    assert (asked.question, set(asked.choices)) == ("which", {"c3-b4", "c3-d4"})
    assert board.moves() == []
    board.do(inp.Answer, yes=True, choice=asked.choices.index("c3-d4"))
    assert board.moves() == ["c3-d4"]


def test_a_press_after_a_move_between_masked_squares_is_that_move() -> None:
    board = masked("c3", "d4", fen="W:Wc3,a1:Bh8,g7")
    board.press(WHITE).wait(300)
    assert board.moves() == ["c3-d4"]


def test_without_a_clock_the_reply_settles_a_move_to_a_masked_square() -> None:
    board = masked("d4", control="none")
    board.off("c3").wait(20_000)
    assert board.moves() == []
    board.move("f6", "g5").wait(6000)
    assert board.moves() == ["c3-d4", "f6-g5"]


def test_a_game_is_started_with_a_square_that_reads_empty() -> None:
    board = Board(control="300", immediate=False)
    board.off("c3")
    assert board.state["phase"] == "setup"
    board.do(o.StartClock).do(o.MaskSquare, square="c3", masked=True).do(o.StartClock)
    assert refusals(board) == ["setup_incomplete"]
    assert board.state["phase"] == "playing"


def test_a_square_beside_the_game_is_masked_by_its_coordinate() -> None:
    board = masked("e4")
    stuck(board, "e4")
    board.show(board.picture)
    board.move("c3", "d4").press(WHITE)
    assert board.moves() == ["c3-d4"]
    assert board.state["masked"] == ["e4"]


def test_a_masked_square_shows_its_fault_and_is_in_the_record() -> None:
    board = masked("e5")
    whole = frame(board.session)
    assert whole.red & whole.green == 1 << SQUARES.index("e5")
    assert "e5 is masked (by arbiter)." in pdn(board)
    board.do(o.MaskSquare, square="e5", masked=False).do(o.MaskSquare, square="e5", masked=False)
    assert refusals(board) == ["so_already"]
    assert frame(board.session).red == 0


def test_more_squares_than_that_are_mended_not_masked() -> None:
    board = masked("a1", "c1", "e1", "g1", "b2", "d2", "f2")
    assert refusals(board) == ["too_many"]
    board.do(o.MaskSquare, square="z9", masked=True)
    assert refusals(board) == ["not_possible"]


def test_trying_the_board_walks_every_square_and_lamp() -> None:
    board = Board(control="300")
    board.do(o.TryBoard, on=True)
    assert refusals(board) == ["not_paused"]
    board.do(inp.Pause).do(o.TryBoard, on=True)
    full = (1 << 64) - 1
    assert frame(board.session).red == full
    for name in SQUARES:
        bit = 1 << SQUARES.index(name)
        board.show(board.picture ^ bit)
        if name != "h1":
            board.show(board.picture ^ bit)
    assert frame(board.session).green == full
    assert board.state["testing"] == []
    board.do(inp.Resume)
    assert refusals(board) == ["board_tried"]
    board.do(o.TryBoard, on=False).off("h1").do(inp.Resume)
    assert board.state["phase"] == "playing"


def test_a_contact_that_was_not_felt_is_named() -> None:
    board = Board(control="300").do(inp.Pause).do(o.TryBoard, on=True)
    for name in SQUARES[1:]:
        board.show(board.picture ^ 1 << SQUARES.index(name))
    board.do(o.TryBoard, on=False)
    assert board.state["interventions"][-1]["text"] == "the board was tried; not felt: a8"
