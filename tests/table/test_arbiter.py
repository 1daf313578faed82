"""An arbiter's orders: what each does, and that what cannot be done changes nothing."""

from firmware.notation.fen import write_fen
from firmware.notation.pdn import read_pdn, replay, write_pdn
from firmware.rules import Color, Game, Put
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.recorder import record
from firmware.table.session import Phase
from tests.table.board import Board

WHITE, BLACK = Color.WHITE, Color.BLACK


def refusals(board: Board) -> list[str]:
    return [event.reason for event in board.take(ev.Refused)]


def begun(control: str = "300", **setup: object) -> Board:
    """A game of two plies, c3-d4 and f6-g5, with 1 s of thought before each press."""
    board = Board(control=control, policy="tournament", **setup)
    board.wait(1000).move("c3", "d4").press(WHITE).wait(1000).move("f6", "g5").press(BLACK)
    assert board.moves() == ["c3-d4", "f6-g5"]
    return board


def read_back(board: Board) -> Game:
    """The game as it stands in the PDN file."""
    (game,) = read_pdn(write_pdn(record(board.session)))
    return replay(game)


def pdn(board: Board) -> str:
    return " ".join(write_pdn(record(board.session)).split())


def test_a_corrected_position_is_a_ply_and_the_game_goes_on_from_it() -> None:
    board = begun().wait(500)
    fen = "B:Wa1,c1,e1:Bb8,d8,f8"
    board.do(o.SetPosition, fen=fen, by="Petrova")
    (settled,) = board.take(ev.Settled)
    assert (settled.how, settled.ply, settled.fen) == ("arbiter", 3, fen)
    assert board.state["phase"] == "paused"
    board.set_up()
    board.do(inp.Resume)
    assert refusals(board) == []
    assert board.state["clock"]["running"] == "black"
    board.move("b8", "a7").press(BLACK)
    assert board.moves() == ["b8-a7"]
    assert "position set to B:Wa1,c1,e1:Bb8,d8,f8 (by Petrova)." in pdn(board)
    assert read_back(board).plies == board.session.recorded.plies


def test_men_are_led_to_the_corrected_position_before_play_goes_on() -> None:
    board = begun().do(o.SetPosition, fen="W:Wc1,d4:Bg5,h8").do(inp.Resume)
    assert refusals(board) == ["board_not_restored"]
    assert board.state["phase"] == "paused"


def test_a_position_that_is_no_diagram_is_refused() -> None:
    board = begun().do(o.SetPosition, fen="W:Wa1:Ba1")
    assert refusals(board) == ["not_possible"]
    assert board.state["phase"] == "playing"


def test_times_after_a_take_back_are_kept_restored_or_set() -> None:
    kept = begun().wait(3000).do(inp.TakeBack, plies=1).state["clock"]
    restored = begun().wait(3000).do(inp.TakeBack, plies=1, times="restore").state["clock"]
    at_start = begun().do(inp.TakeBack, plies=2, times="restore").state["clock"]
    given = {"times": "set", "white_ms": 9000, "black_ms": 8000}
    board = begun().do(inp.TakeBack, plies=1, **given)
    assert (kept["white_ms"], kept["black_ms"]) == (300_000 - 1060 - 3000, 300_000 - 1060)
    assert (restored["white_ms"], restored["black_ms"]) == (300_000 - 1060, 300_000)
    assert (at_start["white_ms"], at_start["black_ms"]) == (300_000, 300_000)
    assert (board.state["clock"]["white_ms"], board.state["clock"]["black_ms"]) == (9000, 8000)


def test_a_take_back_says_in_the_record_what_was_there() -> None:
    board = begun().do(inp.TakeBack, plies=1)
    assert "1. c3-d4 {taken back f6-g5 (by arbiter)." in pdn(board)


def test_a_player_does_not_take_back_past_a_position_that_was_set_up() -> None:
    """A position set up is the arbiter's word, or both sides' consent."""
    board = begun().do(o.SetPosition, fen="B:Wa1,c1,e1:Bb8,d8,f8")
    board.do(inp.TakeBack, plies=1, by="white")
    assert refusals(board) == ["arbiter_only"]
    board.do(inp.TakeBack, plies=1, by="Petrova")
    assert refusals(board) == []
    assert board.state["plies"] == 2


def test_a_missed_move_is_entered_and_the_clock_passes() -> None:
    board = begun("300+5").wait(1000).do(o.EnterMove, move="g3-h4")
    assert board.moves() == ["g3-h4"]
    assert board.state["clock"]["running"] == "black"
    assert board.state["missing"] == ["h4"]
    board.move("g3", "h4")
    assert board.state["missing"] == []
    board.move("g5", "f4", "e3").press(BLACK)
    assert board.moves() == []


def test_a_move_that_stands_on_the_board_is_entered_without_a_word_to_the_players() -> None:
    board = begun().move("g3", "h4").do(o.EnterMove, move="g3-h4")
    assert board.moves() == ["g3-h4"]
    assert board.state["missing"] == []
    board.move("e7", "f6").press(BLACK)
    assert board.moves() == ["e7-f6"]


def test_a_move_of_the_record_is_replaced_and_no_clock_is_touched() -> None:
    board = begun().wait(700)
    before = board.state["clock"]
    board.do(o.ReplaceMove, ply=2, move="f6-e5", by="Petrova")
    assert board.state["clock"] == before
    assert [event.plies for event in board.take(ev.TakenBack)] == [1]
    assert board.moves() == ["f6-e5"]
    assert "ply 2 was f6-g5, is f6-e5 (by Petrova)." in pdn(board)
    assert read_back(board).plies == board.session.recorded.plies


def test_what_cannot_follow_a_replaced_move_is_named() -> None:
    board = begun().move("d4", "e5").press(WHITE).do(o.ReplaceMove, ply=1, move="g3-h4")
    (refused,) = board.take(ev.Refused)
    assert refused.reason == "cannot_follow"
    assert refused.detail == "ply 3, d4-e5, is not legal after that move"


def test_a_crown_is_set_and_lifted_where_the_board_cannot_see_it() -> None:
    """FMJD rules for 64 squares 3.5: a second man on top, which closes no contact."""
    fen = "W:Wc3,Kd2:Bh8,a5"
    board = Board(fen=fen, control="300", policy="tournament").do(
        o.SetCrown, square="d2", king=False
    )
    assert board.state["fen"] == "W:Wc3,d2:Ba5,h8"
    assert board.state["clock"]["running"] == "white"
    board.do(o.SetCrown, square="d2", king=True).do(o.SetCrown, square="d2", king=True)
    assert refusals(board) == ["so_already"]
    board.do(o.SetCrown, square="b6", king=True)
    assert refusals(board) == ["no_man_there"]
    assert all(isinstance(ply, Put) for ply in board.session.recorded.plies)
    assert write_fen(read_back(board).position) == board.state["fen"]


def test_a_result_is_undone_and_the_game_goes_on_where_it_was() -> None:
    board = begun().wait(500).do(inp.SetResult, result="1-0", reason="forfeit")
    assert board.session.phase is Phase.OVER
    assert board.state["result"] == "1-0"
    left = board.state["clock"]["white_ms"]
    board.wait(60_000).do(o.UndoResult)
    assert [event.result for event in board.take(ev.ResultUndone)] == ["1-0"]
    assert (board.state["phase"], board.state["result"]) == ("paused", None)
    board.do(inp.Resume).wait(1000)
    assert board.state["clock"]["white_ms"] == left - 1000
    board.move("g3", "h4").press(WHITE)
    assert board.moves() == ["g3-h4"]


def test_who_orders_is_named_in_the_list_of_interventions() -> None:
    board = begun().do(o.UndoResult, by="Petrova")
    assert refusals(board) == ["not_over"]
    assert board.state["interventions"] == []
    board.do(inp.TakeBack, plies=1, by="Petrova")
    (one,) = board.state["interventions"]
    assert (one["ply"], one["by"], one["at_ms"]) == (1, "Petrova", board.now_ms)
