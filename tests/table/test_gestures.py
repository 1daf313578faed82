"""What two buttons can say beside stopping a clock, and that nothing else is taken for it."""

from random import Random
from typing import Any, Self

import pytest

from firmware.notation.fen import write_fen
from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.displays import texts
from firmware.table.gestures import Gesture, Hands
from tests.table.board import Board

WHITE, BLACK = Color.WHITE, Color.BLACK


class Table(Board):
    """A board with fingers that also come up again."""

    def finger(self, color: Color, for_ms: int = 80) -> Self:
        """One press of so long."""
        return self.press(color).wait(for_ms).up(color).wait(150)

    def up(self, color: Color) -> Self:
        """A finger comes up."""
        left = self.session.layout.side(left=True) is color
        button = inp.Button.LEFT if left else inp.Button.RIGHT
        self._feed(inp.Released(button, self.now_ms))
        return self

    def choose(self, color: Color, key: str) -> Self:
        """Open the menu, or go on in it, tap to the line and take it."""
        if self.session.menu is None:
            self.finger(color, 2500)
        menu = self.session.menu
        assert menu is not None, "no menu has opened"
        keys = [line.key for line in menu.lines]
        for _ in range(keys.index(key)):
            self.finger(color)
        return self.finger(color, 2500)

    @property
    def shown(self) -> tuple[str, str]:
        """What both displays show."""
        return texts(self.session, self.now_ms)

    def gestures(self) -> list[tuple[str, Color]]:
        """The gestures since last asked."""
        return [(event.gesture, event.color) for event in self.take(ev.Gestured)]


def playing(**setup: object) -> Table:
    return Table(**{"control": "300", "policy": "tournament"} | setup).wait(200)


def ending(table: Table) -> tuple[Any, Any]:
    """Result and reason."""
    return table.state["result"], table.state["reason"]


def refused(table: Table) -> list[str]:
    return [event.reason for event in table.take(ev.Refused)]


# ------------------------------------------------------------------------------- the alphabet


def test_a_press_that_makes_a_move_is_no_gesture_however_long_it_lasts() -> None:
    table = playing()
    table.move("c3", "d4").press(WHITE)
    assert table.state["clock"]["running"] == "black"
    table.wait(3000).up(WHITE).wait(200)
    assert table.gestures() == []
    assert table.session.menu is None


@pytest.mark.parametrize("color", list(Color))
@pytest.mark.parametrize(
    ("for_ms", "opens"), [(1900, False), (2000, True), (5000, True), (5100, False)]
)
def test_a_button_held_for_two_to_five_seconds_opens_its_sides_menu(
    color: Color, for_ms: int, opens: bool
) -> None:
    table = playing().finger(color, for_ms)
    assert (table.session.menu is not None) is opens
    assert table.gestures() == ([("hold", color)] if opens else [])
    if opens:
        assert table.shown[color] == "----"


def test_a_bag_on_a_button_says_nothing() -> None:
    table = playing()
    table.press(BLACK).wait(120_000).up(BLACK).wait(200)
    assert table.gestures() == []


def test_a_man_that_moves_makes_a_hold_no_hold() -> None:
    table = playing()
    table.press(BLACK).wait(1500)
    table.move("c3", "d4").wait(1500)
    table.up(BLACK).wait(200)
    assert table.gestures() == []


def test_the_other_button_makes_a_hold_no_hold() -> None:
    table = playing()
    table.press(BLACK).wait(1000).press(WHITE).wait(80).up(WHITE).wait(1500)
    table.up(BLACK).wait(200)
    assert table.gestures() == []


def test_a_tap_says_nothing_while_no_menu_is_open() -> None:
    table = playing().finger(BLACK).finger(WHITE)
    assert table.gestures() == []


def test_a_menu_does_not_stop_the_clock_from_being_pressed() -> None:
    """The press that makes a move is that, and nothing else, whoever's menu is open."""
    table = playing().finger(BLACK, 2500)
    assert table.session.menu is not None
    table.move("c3", "d4").press(WHITE)
    assert table.moves() == ["c3-d4"]
    assert table.state["clock"]["running"] == "black"
    assert table.session.menu is None


def test_a_menu_left_alone_closes() -> None:
    table = playing().finger(WHITE, 2500)
    table.wait(10_000)
    assert table.session.menu is None
    assert [event.text for event in table.take(ev.MenuShown)] == ["----", ""]


def test_the_neutral_line_does_nothing() -> None:
    table = playing().choose(WHITE, "back")
    assert table.session.menu is None
    assert table.take(ev.Chosen) == []


@pytest.mark.parametrize("seed", range(20))
def test_presses_forty_ms_apart_say_nothing(seed: int) -> None:
    """Three hundred presses of both hands, none longer than a scramble's."""
    random, table = Random(seed), playing()
    for _ in range(300):
        color = Color(random.getrandbits(1))
        table.press(color).wait(10 + random.getrandbits(5)).up(color)
        table.wait(random.getrandbits(5))
    assert table.gestures() == []
    assert table.state["clock"]["running"] == "white"


# ---------------------------------------------------------------------------------- adjusting


def together(table: Table, first: Color, apart_ms: int = 60, for_ms: int = 300) -> Table:
    table.press(first).wait(apart_ms).press(first.other).wait(for_ms)
    table.up(first).up(first.other).wait(200)
    return table


def test_both_buttons_together_announce_adjusting_and_end_it() -> None:
    table = together(playing(), WHITE)
    assert table.gestures() == [("both", WHITE)]
    assert table.state["adjusting"] == "white"
    together(table, WHITE)
    assert table.state["adjusting"] is None


def test_the_side_not_on_move_may_not_adjust() -> None:
    table = together(playing(), BLACK)
    assert refused(table)[-1] == "adjust_not_on_move"
    assert table.state["adjusting"] is None


@pytest.mark.parametrize(("apart_ms", "for_ms"), [(0, 100), (60, 200), (600, 1000)])
def test_hands_that_hit_at_the_same_time_announce_nothing(apart_ms: int, for_ms: int) -> None:
    table = together(playing(), WHITE, apart_ms, for_ms)
    assert table.gestures() == []


def test_said_knows_no_gesture_of_a_press_that_is_not_judged() -> None:
    hands = Hands().pressed(WHITE, 0).released(WHITE, 80)
    assert hands.said is None
    assert hands.judged(WHITE, 0, idle=True).said == (Gesture.TAP, WHITE)
    assert hands.judged(WHITE, 0, idle=False).said is None
    assert hands.moved().judged(WHITE, 0, idle=True).said is None


# -------------------------------------------------------------------------------------- draws


def test_a_draw_is_offered_with_the_next_move() -> None:
    """1.9.3: chosen in whoever's time, it goes over with the own press, in every rule text."""
    table = playing(variant="russian+armenian_text").choose(WHITE, "draw")
    assert table.state["offer"] is None
    table.move("c3", "d4").press(WHITE).wait(80).up(WHITE).wait(100)
    (offer,) = table.take(ev.DrawOffered)
    assert (offer.color, offer.when) == (WHITE, "offer")
    table.choose(BLACK, "yes")
    assert ending(table) == ("1/2-1/2", "agreement")


def test_an_offer_chosen_twice_is_none() -> None:
    table = playing().choose(WHITE, "draw").choose(WHITE, "draw")
    table.move("c3", "d4").press(WHITE)
    assert table.take(ev.DrawOffered) == []


def test_an_offer_is_declined_by_the_menu() -> None:
    table = playing().choose(WHITE, "draw")
    table.move("c3", "d4").press(WHITE).wait(80).up(WHITE).wait(100)
    table.choose(BLACK, "no")
    assert table.take(ev.OfferClosed)[0].how == "declined"


def test_a_draw_is_claimed_by_the_menu_with_a_move_that_is_not_played() -> None:
    table = playing(fen="W:WKa3:BKh6")
    way = ("a3", "c1"), ("h6", "f8"), ("c1", "a3"), ("f8", "h6")
    for ply in range(7):
        color = Color(ply % 2)
        table.move(*way[ply % 4]).press(color).wait(80).up(color).wait(100)
    table.choose(BLACK, "claim")
    assert table.session.menu is not None
    assert [line.word for line in table.session.menu.lines] == ["----", "f8h6"]
    table.choose(BLACK, "claim f8-h6")
    assert ending(table) == ("1/2-1/2", "claim")


def test_the_draw_counters_are_shown_on_request() -> None:
    table = playing(fen="W:WKa3:BKh6")
    for ply, way in enumerate((("a3", "c1"), ("h6", "f8"), ("c1", "a3"), ("f8", "h6"))):
        table.move(*way).press(Color(ply % 2)).wait(80).up(Color(ply % 2)).wait(100)
    table.choose(WHITE, "count")
    table.finger(WHITE)
    assert table.shown == ("C  2", "   3")


def test_an_offer_does_not_hide_the_last_seconds() -> None:
    table = playing(control="25").choose(WHITE, "draw")
    table.move("c3", "d4").press(WHITE).wait(80).up(WHITE)
    shown = set()
    for _ in range(100):
        shown.add(table.wait(250).shown[BLACK])
    assert "drAU" in shown
    late = {text for text in shown if "." in text}
    assert len(late) > 50


# -------------------------------------------------------------------------------- the end


def test_to_resign_takes_two_taps_after_the_hold() -> None:
    """A button held, and confirmed by a second, different press."""
    table = playing().choose(BLACK, "lose")
    assert table.shown[BLACK] == "SurE"
    assert table.state["result"] is None
    table.finger(BLACK).finger(BLACK)
    assert ending(table) == ("1-0", "resignation")


@pytest.mark.parametrize("answer", ["one tap", "a hold", "nothing"])
def test_everything_else_is_no_resignation(answer: str) -> None:
    table = playing().choose(BLACK, "lose")
    match answer:
        case "one tap":
            table.finger(BLACK).wait(1000)
        case "a hold":
            table.finger(BLACK, 2500)
        case _:
            table.wait(10_000)
    assert table.session.menu is None
    assert table.state["result"] is None


def test_a_result_stands_when_both_sides_agree() -> None:
    table = playing().choose(WHITE, "end").choose(WHITE, "end 0-1")
    assert table.state["result"] is None
    table.choose(BLACK, "yes")
    assert ending(table) == ("0-1", "agreement")


def test_a_result_that_is_declined_is_none() -> None:
    table = playing().choose(WHITE, "end").choose(WHITE, "end 1-0").choose(BLACK, "no")
    assert table.take(ev.ProposalClosed)[0].agreed is False
    assert table.state["result"] is None


# ------------------------------------------------------------------------------------- pauses


def test_in_casual_play_either_side_pauses_and_goes_on() -> None:
    table = playing(policy="casual").choose(BLACK, "pause")
    assert table.state["phase"] == "paused"
    table.choose(WHITE, "go")
    assert table.state["phase"] == "playing"
    assert table.state["clock"]["running"] == "white"


def test_in_a_tournament_both_sides_have_to_agree() -> None:
    table = playing().choose(BLACK, "pause")
    assert table.state["phase"] == "playing"
    table.choose(WHITE, "yes")
    assert table.state["phase"] == "paused"
    table.choose(WHITE, "go").choose(BLACK, "go")
    assert table.state["phase"] == "playing"


def test_a_disturbed_board_lets_the_clocks_be_stopped_at_once() -> None:
    table = playing()
    table.off("a3", "b2", "c3", "f6").on("a5", "e5").wait(2000)
    table.choose(BLACK, "pause")
    assert table.state["phase"] == "paused"


# ---------------------------------------------------------------------------------- next game


def over(**setup: object) -> Table:
    table = playing(**setup).do(inp.Resign, color="black")
    default = inp.GameSetup(control="300", policy="casual")
    table.do(inp.Shelf, setup=default, games=("international", "russian", "english"))
    return table


def wanted(table: Table) -> inp.GameSetup:
    (event,) = table.take(ev.GameWanted)
    return event.setup


def test_the_next_game_is_like_the_last() -> None:
    setup = wanted(over(tags=[["White", "Anna"]]).choose(WHITE, "next"))
    assert (setup.variant, setup.control, setup.policy) == ("russian", "300", "tournament")
    assert setup.tags == (("White", "Anna"),)
    assert not setup.immediate


def test_game_and_time_are_chosen_by_their_numbers() -> None:
    table = over().choose(BLACK, "game")
    assert table.session.menu is not None
    assert [line.word for line in table.session.menu.lines[1:]] == ["G  1", "G  2", "G  3"]
    table.finger(BLACK)
    assert table.shown == ("  20", "G  1")
    table.finger(BLACK, 2500)
    table.choose(BLACK, "time").choose(BLACK, "time 10").choose(BLACK, "next")
    setup = wanted(table)
    assert (setup.variant, setup.control) == ("international", "300+3")


def test_a_turned_board_changes_the_players_colours() -> None:
    table = over(tags=[["White", "Anna"], ["BlackElo", "2000"]])
    setup = wanted(table.choose(WHITE, "turn").choose(WHITE, "next"))
    assert setup.turned
    assert setup.tags == (("Black", "Anna"), ("WhiteElo", "2000"))


def test_the_board_is_turned_while_it_is_set_up() -> None:
    table = Table(control="300", immediate=False).wait(200).choose(WHITE, "turn")
    assert table.state["turned"]
    assert table.state["phase"] == "setup"
    assert write_fen(table.session.belief.game.position) == table.state["fen"]


def test_without_a_shelf_there_is_nothing_to_choose() -> None:
    table = playing()
    table.do(inp.Resign, color="black")
    table.finger(WHITE, 2500)
    assert table.session.menu is not None
    assert len(table.session.menu.lines) == 1


# ---------------------------------------------------------------------------------- questions


def test_whether_the_board_is_turned_is_answered_by_the_menu() -> None:
    table = playing(policy="casual")
    table.off("f6").wait(500)
    assert table.state["ask"] == "turn"
    table.on("f6").choose(WHITE, "yes")
    assert table.state["turned"]
    assert table.state["ask"] is None


def test_a_tournaments_arbiter_answers_what_was_played_meanwhile() -> None:
    table = playing()
    table.do(inp.Outage).off("c3").on("d4").off("f6").on("g5").off("b2").on("c3").wait(5000)
    assert table.state["ask"] == "story"
    table.finger(BLACK, 2500)
    assert table.session.menu is not None
    assert "yes" not in [line.key for line in table.session.menu.lines]
