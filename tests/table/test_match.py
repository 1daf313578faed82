"""Games in a row: colours changed, points added, times carried, the next game by a press."""

import pytest

from firmware.errors import InputError
from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.inputs import GameSetup
from firmware.table.match import Standing, next_game, parse_match, standing
from tests.table.board import Board

WHITE, BLACK = Color.WHITE, Color.BLACK
BREAK_MS = 300_000
TAGS = (("White", "Ann"), ("Black", "Bob"), ("WhiteRating", "2100"), ("Event", "Cup"))


def setup(**fields: object) -> GameSetup:
    return GameSetup(**({"match": "micro-match", "control": "300"} | fields))  # type: ignore[arg-type]  # fields by name


def test_b149_colours_change_and_points_are_added() -> None:
    """Armenian rule book, draughts-64: two games or more, colours changed, sum of points."""
    second = next_game(setup(tags=TAGS), "2-0", None, turned=False)
    assert (second.game, second.points, second.turned) == (2, (0, 2), True)
    assert dict(second.tags) == {
        "Black": "Ann",
        "White": "Bob",
        "BlackRating": "2100",
        "Event": "Cup",
    }
    assert standing(second, "1-1") == Standing((1, 3), decided=True)
    assert standing(second, "1-1").winner is BLACK


def test_equal_points_are_a_drawn_match() -> None:
    second = next_game(setup(), "2-0", None, turned=False)
    assert standing(second, "2-0") == Standing((2, 2), decided=True)
    assert standing(second, "2-0").winner is None


def test_a_micro_match_may_have_more_games() -> None:
    third = setup(match="micro-match:4", game=3, points=(3, 1))
    assert not standing(third, "1-1").decided
    assert standing(setup(match="micro-match:4", game=4), "1-1").decided


def test_a_game_without_a_result_is_played_again_with_the_same_colours() -> None:
    """An annulled game does not count (FMJD rules for 64 squares 5.1)."""
    again = next_game(setup(points=(2, 0), game=2), "*", None, turned=True)
    assert (again.game, again.points, again.turned) == (2, (2, 0), True)


def test_both_lost_brings_nobody_a_point() -> None:
    assert standing(setup(), "0-0").points == (0, 0)


@pytest.mark.parametrize("text", ["micro", "micro-match:1", "until-win:3", "micro-match:x"])
def test_other_matches_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="match"):
        parse_match(text)


def test_a_lehmann_georgiev_goes_on_with_the_time_that_is_left_until_one_wins() -> None:
    board = Board(control="lehmann-georgiev").wait(40_000)
    board.do(inp.SetResult, result="1-1", reason="agreement")
    clock = board.session.clock
    assert clock is not None and clock.left_ms == (260_000, 300_000)
    after = next_game(board.session.setup, "1-1", clock, turned=False)
    assert after.times == (300_000, 260_000)
    assert not standing(after, "1-1").decided
    assert standing(after, "0-2").decided
    assert after.match == "until-win"


# At the board


def drawn(**fields: object) -> Board:
    """A game of a match that has just ended in a draw, no man moved."""
    board = Board(**({"control": "300", "match": "micro-match", "tags": dict(TAGS)} | fields))
    board.wait(1000).do(inp.SetResult, result="1-1", reason="agreement")
    return board


def tap(board: Board, color: Color) -> Board:
    """A short press."""
    board.press(color).wait(100)
    left = board.session.layout.side(left=True) is color
    board.do(lambda at_ms: inp.Released(inp.Button.LEFT if left else inp.Button.RIGHT, at_ms))
    return board.wait(1000)


def begun(board: Board) -> list[ev.GameWanted]:
    return board.take(ev.GameWanted)


def test_the_next_game_begins_by_a_press_after_the_break_only() -> None:
    board = drawn()
    tap(board.off("c3").wait(BREAK_MS - 1000), WHITE)
    assert begun(board) == []
    board.wait(2000)
    assert begun(board) == []
    (opened,) = begun(tap(board, WHITE))
    assert opened.setup.game == 2 and opened.setup.turned


def test_both_may_begin_earlier_when_the_men_stand_ready() -> None:
    board = tap(drawn().wait(10_000), BLACK).wait(5000)
    assert begun(board) == []
    assert len(begun(tap(board, WHITE))) == 1


def test_one_player_alone_does_not_shorten_the_break() -> None:
    board = drawn().wait(10_000)
    for _ in range(4):
        tap(board, BLACK).wait(1000)
    assert begun(board) == []


def test_presses_out_of_habit_open_nothing() -> None:
    board = tap(tap(drawn(), BLACK).wait(200), WHITE)
    assert begun(board) == []
    assert board.session.ready == frozenset()


def test_the_next_game_is_opened_once() -> None:
    board = tap(tap(drawn().wait(BREAK_MS), WHITE).wait(300), BLACK)
    assert len(begun(board)) == 1


def test_after_the_last_game_nothing_follows() -> None:
    board = tap(tap(drawn(game=2, points=(1, 1)).wait(2 * BREAK_MS), WHITE).wait(300), BLACK)
    assert [event.decided for event in board.take(ev.MatchStanding)] == [True]
    assert begun(board) == []


def test_the_next_game_is_on_a_turned_board_with_the_men_of_the_other_colour() -> None:
    (opened,) = begun(tap(drawn().wait(BREAK_MS), WHITE))
    board = Board(**{name: getattr(opened.setup, name) for name in ("turned", "control", "times")})
    assert board.session.layout.side(left=True) is BLACK


def test_times_that_no_clock_can_have_are_refused() -> None:
    with pytest.raises(InputError):
        Board(control="300", times=[0, 5])


def test_the_press_that_opens_the_game_starts_the_clock_of_the_side_that_begins() -> None:
    """White's player has Black now: he presses, and his opponent's time runs."""
    (opened,) = begun(tap(drawn().wait(BREAK_MS), WHITE))
    assert opened.setup.immediate
    (opened,) = begun(tap(drawn().wait(BREAK_MS), BLACK))
    assert not opened.setup.immediate, "he has White now, and White's clock is not his to start"
    (opened,) = begun(tap(drawn().off("c3").wait(BREAK_MS), WHITE))
    assert not opened.setup.immediate, "the men are not there yet"


def test_a_match_ends_when_players_choose_another_game_from_the_menu() -> None:
    """Then nothing of its points is left."""
    board = drawn(game=2, points=(2, 0), match="micro-match:4").wait(5000)
    board.do(inp.Shelf, setup=board.session.setup, games=("russian",))
    board.session._set_up("next", "", board.now_ms)
    (wanted,) = begun(board.wait(1))
    assert (wanted.setup.game, wanted.setup.points) == (1, (0, 0))
