"""The clock as presses at the board drive it. Numbers are rows of the decisions."""

import pytest

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.clock import Account
from tests.table.board import Board
from tests.table.test_tournament import DUE, press, tournament

WHITE, BLACK = Color.WHITE, Color.BLACK
CONTROLS = ("60", "60+5", "1/60+3:20", "60d5", "60b5", "60+1,30d2", "*60")


def accounts(board: Board) -> tuple[Account, Account]:
    assert board.session.clock is not None
    return board.session.clock.at(board.now_ms).accounts


# Presses


def test_three_hundred_presses_forty_ms_apart_are_six_seconds_a_side() -> None:
    """lichess-org/mobile#932, where fast taps cost no time. Passing is agreed here."""
    board = Board(control="60", pass_allowed=True)
    started_ms = board.now_ms
    for number in range(300):
        board.wait(40).press(BLACK if number % 2 else WHITE)
    board.wait(200)
    white, black = accounts(board)
    assert (white.moves, black.moves) == (150, 150)
    assert black.used_ms == 6000
    assert white.used_ms == board.now_ms - started_ms - 6000


@pytest.mark.parametrize("first", [WHITE, BLACK])
def test_of_two_presses_at_the_same_moment_the_mover_s_counts(first: Color) -> None:
    board = Board(control="60").move("c3", "d4").wait(1000)
    pressed_ms = board.now_ms
    board.press(first).press(first.other).wait(500)
    assert board.moves() == ["c3-d4"]
    white, black = accounts(board)
    assert black.used_ms == board.now_ms - pressed_ms
    assert white.moves == 1 and black.moves == 0


def test_row_13_a_press_while_not_on_move_changes_nothing_but_the_log() -> None:
    """jromang/picochess#28: an accidental push of the lever changed the state."""
    board = Board(control="60+5").wait(1000)
    before = board.session.clock
    board.press(BLACK).wait(500)
    assert board.session.clock == before
    assert [event.note for event in board.take(ev.Noted)][-1] == "press_not_on_move"


def test_a_button_that_is_held_presses_once() -> None:
    board = Board(control="60+5").move("c3", "d4").wait(1000).press(WHITE).wait(4000)
    assert accounts(board)[WHITE].moves == 1
    assert board.state["clock"]["running"] == "black"


def test_a_press_at_the_millisecond_of_the_flag_is_too_late() -> None:
    board = Board(control="5").move("c3", "d4")
    assert board.session.clock is not None
    flag_ms = board.session.clock.flag_at_ms
    assert flag_ms is not None
    board.wait(flag_ms - board.now_ms).press(WHITE).wait(500)
    assert [event.color for event in board.take(ev.Flag)] == [WHITE]


def test_a_press_before_the_flag_counts_though_the_board_could_not_be_read() -> None:
    """The earlier stamp wins, however late the press can be judged."""
    board = Board(control="5").move("c3", "d4")
    assert board.session.clock is not None and board.session.clock.flag_at_ms is not None
    board.wait(board.session.clock.flag_at_ms - board.now_ms - 300)
    board.do(inp.ScanLost).wait(200).press(WHITE).wait(800)
    assert board.take(ev.Flag) == []
    board.do(inp.ScanBack).show(board.picture)
    board.wait(500)
    assert board.moves() == ["c3-d4"]
    assert accounts(board)[WHITE].left_ms == 100


def test_row_14_a_reply_to_an_unpressed_move_counts_both_and_rewards_the_pressed_one() -> None:
    board = Board(control="1/60+5:30").move("c3", "d4").wait(800).move("f6", "g5").wait(400)
    used_ms = board.now_ms - 30
    board.press(BLACK)
    white, black = accounts(board)
    assert (white.moves, white.left_ms) == (1, 60_000 - used_ms + 30_000)
    assert (black.moves, black.left_ms) == (1, 60_000 + 5000 + 30_000)


# Irregular moves


@pytest.mark.parametrize("control", CONTROLS)
def test_row_51_a_rejected_move_leaves_the_clock_as_if_it_had_not_been_pressed(
    control: str,
) -> None:
    """No increment, nothing given back, no stage, no count, and the rest of the delay."""
    board = tournament(DUE, control).wait(2000).move("g3", "h4")
    thought = accounts(board)[WHITE]
    press(board, WHITE)
    foe_ms = board.now_ms
    board.wait(3000)
    press(board, BLACK)
    assert [event.name for event in board.take(ev.Rejected)] == ["quiet_when_capture_due"]
    after = accounts(board)[WHITE]
    assert (after.moves, after.stage) == (0, 0)
    assert board.state["clock"]["running"] == "white"
    # The offender's time runs again from the press that rejected the move on.
    again_ms = after.used_ms - thought.used_ms
    assert 0 < again_ms <= board.now_ms - foe_ms - 3000
    expected = thought.charged(board.session.clock.control.white, 0, again_ms)  # type: ignore[union-attr]  # a game with a clock
    gained = accounts(board)[BLACK].used_ms if control.startswith("*") else 0
    assert (after.left_ms, after.free_ms) == (expected.left_ms + gained, expected.free_ms)


@pytest.mark.parametrize("control", CONTROLS)
def test_row_49_an_accepted_move_earns_what_a_legal_one_would_have(control: str) -> None:
    board = tournament(DUE, control).wait(2000).move("g3", "h4")
    thought = accounts(board)[WHITE]
    press(board, WHITE)
    press(board.wait(2000).move("c5", "d4", "e3"), BLACK)
    assert board.moves() == ["c5:e3"]
    assert board.session.clock is not None
    settled = thought.completed(board.session.clock.control.white, pressed=True)
    after = board.session.stamps[1].clock
    assert after is not None
    white = after.accounts[WHITE]
    gained = after.accounts[BLACK].used_ms if control.startswith("*") else 0
    assert (white.moves, white.stage) == (settled.moves, settled.stage)
    assert white.left_ms == settled.left_ms + gained
    assert [account.moves for account in accounts(board)] == [1, 1]


# Flags


def test_row_81_of_two_flags_the_first_is_known_where_a_flag_only_signs() -> None:
    board = Board(control="3,4", flag="signs").wait(3500)
    assert [event.color for event in board.take(ev.Flag)] == [WHITE]
    assert board.state["phase"] == "playing"
    board.move("c3", "d4").wait(500).press(WHITE).wait(5000)
    assert [event.color for event in board.take(ev.Flag)] == [BLACK]
    clock = board.state["clock"]
    assert clock["flags"] == ["white", "black"]
    assert clock["first_flag"] == "white"
    assert clock["running"] == "black"


def test_a_move_after_a_flag_that_signs_earns_nothing() -> None:
    board = Board(control="3+9", flag="signs").wait(3500).move("c3", "d4").wait(300).press(WHITE)
    assert accounts(board)[WHITE].left_ms == 0


# The record


def test_b147_b148_the_game_says_at_its_start_whether_it_must_be_recorded_and_by_whom() -> None:
    """FMJD rules for 64 squares 10.1 to 10.4."""
    said = [
        [(note.note, note.detail) for note in Board(**setup).take(ev.Noted)]
        for setup in ({"control": "20/2700:900"}, {"control": "2700", "sheet": True})
    ]
    assert said == [
        [("record_compulsory", "kept by the board")],
        [("record_optional", "kept by the players, beside the board")],
    ]


def test_b150_a_control_of_one_s_own_is_accepted() -> None:
    board = Board(control="3/90+2:2/40:10d1,75")
    assert board.state["clock"]["control"] == "3/90+2:2/40:10d1,75"
    assert [account.left_ms for account in accounts(board)] == [90_000, 75_000]
