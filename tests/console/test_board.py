"""What of a board is published, and when."""

from typing import Any

from firmware.console.board import Board
from tests.console.states import state_after


class Time:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def board(time: Time, delay_s: float = 0, confirming: bool = False) -> tuple[Board, list[int]]:
    rung: list[int] = []
    one = Board("1", lambda board: rung.append(1), delay_s, confirming, time)
    return one, rung


def test_a_view_has_the_recorded_moves_the_men_and_the_clock() -> None:
    one, rung = board(Time())
    one.heard({"state": state_after("c3-d4 f6-g5")})
    view = one.published
    assert view["moves"] == "1. c3-d4 f6-g5"
    assert view["men"]["d4"] == "w"
    assert "c3" not in view["men"]
    assert view["clock"]["running"] == "white"
    assert view["tags"]["White"] == "Ann"
    assert rung


def test_the_same_state_twice_is_one_view() -> None:
    one, rung = board(Time())
    state = state_after("c3-d4")
    one.heard({"state": state})
    number = one.published["number"]
    one.heard({"state": dict(state)})
    assert one.published["number"] == number
    assert len(rung) == 1


def test_a_move_that_is_not_final_is_not_published() -> None:
    one, _ = board(Time())
    secret: dict[str, Any] = {
        "provisional": "c3-b4",
        "pending": ["e5"],
        "hint": ["a3"],
        "ask": "which",
    }
    one.heard({"state": state_after(**secret)})
    assert not secret.keys() & one.published.keys()
    assert one.whole["provisional"] == "c3-b4"


def test_with_a_delay_spectators_see_what_was_minutes_ago() -> None:
    time = Time()
    one, _ = board(time, delay_s=300)
    one.heard({"state": state_after("c3-d4")})
    assert one.published["phase"] == "away"
    time.now_s += 200
    one.heard({"state": state_after("c3-d4 f6-g5")})
    assert one.next_due_s == 1300
    time.now_s = 1300
    assert one.published["moves"] == "1. c3-d4"
    assert one.published["age_ms"] == 0
    assert one.next_due_s == 1500
    time.now_s = 1500
    assert one.published["moves"] == "1. c3-d4 f6-g5"
    assert one.next_due_s is None


def test_a_result_waits_until_both_players_have_confirmed_it() -> None:
    one, _ = board(Time(), confirming=True)
    one.heard({"state": state_after("c3-d4", "1/2-1/2")})
    assert one.published["result"] is None
    assert one.published["unconfirmed"] == []
    one.confirm("white")
    assert one.published["result"] is None
    assert one.published["unconfirmed"] == ["white"]
    one.confirm("black")
    assert one.published["result"] == "1/2-1/2"


def test_the_arbiter_confirms_for_both_and_another_game_begins_anew() -> None:
    one, _ = board(Time(), confirming=True)
    one.heard({"state": state_after("c3-d4", "1/2-1/2")})
    one.confirm("arbiter")
    assert one.published["result"] == "1/2-1/2"
    one.heard({"state": state_after("c3-d4", "1/2-1/2", game=2)})
    assert one.published["result"] is None


def test_a_station_that_goes_is_told_and_its_last_state_stays() -> None:
    one, _ = board(Time())
    one.heard({"state": state_after("c3-d4")})
    one.lost()
    assert one.published["online"] is False
    assert one.published["moves"] == "1. c3-d4"


def test_events_that_need_an_arbiter_wait_in_a_queue_until_they_are_seen() -> None:
    one, _ = board(Time())
    one.heard({"state": state_after()})
    one.heard({"event": {"kind": "move_made", "text": "c3-d4"}})
    irregular = {"kind": "irregular", "name": "other_man_touched", "number": "5.4.3"}
    one.heard({"event": irregular | {"color": "white", "detail": "e3 was lifted first"}})
    (call,) = one.alerts.open
    assert call.text == "irregular move 5.4.3: other man touched by white (e3 was lifted first)"
    assert one.alerts.seen(call.number)
    assert one.alerts.open == ()
    assert not one.alerts.seen(call.number)


def test_a_board_of_another_console_shows_what_that_one_publishes() -> None:
    time = Time()
    there, _ = board(time)
    there.heard({"state": state_after("c3-d4")})
    here, rung = board(time)
    here.name = "9"
    here.told(there.published)
    assert here.published["moves"] == "1. c3-d4"
    assert here.published["name"] == "9"
    here.lost()
    assert here.published["online"] is False
    assert len(rung) == 2
