"""A tournament's table: signalled, passed on, decided."""

from firmware.notation.pdn import read_pdn, replay, write_pdn
from firmware.rules import Color, Put
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.recorder import record
from firmware.table.sounds import beeps
from tests.table.board import Board

WHITE, BLACK = Color.WHITE, Color.BLACK
DUE = "W:Wa1,b2,d4,g3:Bc5,h8"
"""d4:b6 is due."""


def tournament(fen: str | None = None, control: str = "300", **options: object) -> Board:
    return Board(fen=fen, control=control, policy="tournament", **options)


def press(board: Board, color: Color, held_ms: int = 80) -> Board:
    """A press as a finger makes it: the button comes up again."""
    board.press(color).wait(held_ms)
    left = board.session.layout.side(left=True) is color
    board.do(inp.Released, button=inp.Button.LEFT if left else inp.Button.RIGHT)
    return board.wait(200)


def irregular(board: Board) -> list[str]:
    return [event.name for event in board.take(ev.Irregular)]


def test_the_clock_passes_at_the_stamp_however_long_the_verdict_takes() -> None:
    board = tournament(DUE, "300+5").wait(1000).move("g3", "h4")
    pressed_ms = board.now_ms
    press(board, WHITE)
    assert irregular(board) == ["quiet_when_capture_due"]
    assert board.moves() == []
    clock = board.state["clock"]
    assert clock["running"] == "black"
    assert clock["white_ms"] == 300_000 - pressed_ms + 30
    assert clock["black_ms"] == 300_000 - (board.now_ms - pressed_ms)


def test_an_accepted_irregular_move_is_in_a_file_that_is_read_back() -> None:
    """PDN 3.0: a position set up in the moves stands for the ply."""
    board = tournament(DUE)
    press(board.move("g3", "h4"), WHITE)
    press(board.move("c5", "d4", "e3"), BLACK)
    settled = board.take(ev.Settled)
    assert [(event.how, event.ply, event.color) for event in settled] == [("accepted", 1, WHITE)]
    assert board.moves() == ["c5:e3"]
    text = write_pdn(record(board.session))
    assert '/FEN "B:Wa1,b2,d4,h4:Bc5,h8"/ {quiet_when_capture_due g3-h4 accepted' in " ".join(
        text.split()
    )
    (game,) = read_pdn(text)
    assert replay(game).plies == board.session.belief.game.plies
    assert isinstance(replay(game).plies[0], Put)


def test_a_rejection_takes_the_increment_of_a_touched_man_back() -> None:
    board = tournament(control="300+10").off("e3").wait(400).on("e3").move("c3", "d4")
    press(board, WHITE)
    assert irregular(board) == ["other_man_touched"]
    assert board.state["clock"]["white_ms"] > 305_000
    press(board, BLACK)
    assert board.state["clock"]["white_ms"] < 300_000
    assert board.state["clock"]["running"] == "white"
    assert [event.text for event in board.take(ev.MoveWithdrawn)] == ["c3-d4"]


def test_a_man_touched_first_is_signalled_without_a_sound_and_others_with_one() -> None:
    board = tournament().off("e3").wait(400).on("e3").move("c3", "d4")
    press(board, WHITE)
    (touched,) = board.take(ev.Irregular)
    assert touched.touched == "e3"
    assert beeps(touched) == ()
    board = tournament().move("e3", "e5")
    press(board, WHITE)
    (step,) = board.take(ev.Irregular)
    assert beeps(step)


def test_an_option_tells_the_arbiter_alone() -> None:
    board = tournament(announce="arbiter").move("e3", "e5")
    press(board, WHITE)
    (event,) = board.take(ev.Irregular)
    assert beeps(event) == ()
    assert board.state["irregular"]["name"] == "irregular_step"


def test_the_press_of_an_irregular_reply_accepts_what_it_replies_to() -> None:
    board = tournament().move("e3", "e5")
    press(board, WHITE)
    press(board.move("h6", "h4"), BLACK)
    assert irregular(board) == ["irregular_step", "irregular_step"]
    assert [event.ply for event in board.take(ev.Settled)] == [1]
    press(board, WHITE)
    assert [event.color for event in board.take(ev.Rejected)] == [BLACK]
    assert board.state["plies"] == 1


def test_a_long_hold_accepts() -> None:
    board = tournament("W:Wc3,g1:Bh8").off("h8").move("c3", "d4")
    press(board, WHITE)
    assert board.state["result"] is None
    press(board, BLACK, held_ms=2100)
    assert board.state["result"] == "1-0"


def test_a_doubtful_diagram_is_asked_about_only_when_the_reply_does_not_settle_it() -> None:
    """A king and a man were in the air together: which stands where?"""
    board = tournament("W:WKa1,c3:Bb8,h8").off("a1", "c3").on("b2", "d4")
    press(board, WHITE)
    assert board.take(ev.Asked) == []
    press(board.move("b8", "c7"), BLACK)
    (asked,) = board.take(ev.Asked)
    assert asked.question == "position"
    assert len(asked.choices) == 2
    assert board.state["clock"]["running"] is None
    board.do(inp.Answer, yes=True, choice=1)
    assert board.moves() == ["b8-c7"]
    assert board.state["clock"]["running"] == "white"


def test_after_a_rejection_nothing_of_the_irregular_move_is_left() -> None:
    board = tournament(DUE, "300+5")
    press(board.move("g3", "h4"), WHITE)
    press(board, BLACK)
    board.move("h4", "g3").move("d4", "c5", "b6")
    press(board, WHITE)
    assert board.moves() == ["d4:b6"]
    assert board.state["turn"] == "black"
    assert len(board.session.stamps) == 1


def test_both_buttons_together_announce_adjusting() -> None:
    board = tournament().wait(1000)
    board.press(WHITE).wait(60).press(BLACK).wait(300)
    assert board.state["adjusting"] == "white"
    assert board.state["clock"]["running"] == "white"
    for button in inp.Button:
        board.do(inp.Released, button=button)
    board.off("c3", "d2").wait(2000).on("d2", "c3").wait(15_100)
    assert board.state["adjusting"] is None
    press(board.move("e3", "f4"), WHITE)
    assert irregular(board) == []
    assert board.moves() == ["e3-f4"]
