"""A recorded game, or a diagram, carried out by hands that the lights lead."""

import json

import pytest

from firmware.errors import ReedboardError
from firmware.rules import squares
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.displays import texts
from firmware.table.lights import Meaning, lamps
from firmware.table.orders import MaskSquare
from firmware.table.phase import Phase
from firmware.table.session import Session
from firmware.table.snapshot import snapshot
from firmware.table.wire import input_from_json, to_json
from tests.table.board import SQUARES

CAPTURES = """[GameType "25"]
[FEN "W:Wc3,e1,Ka1:Bd4,f6,b8"]

1. c3:g7 b8-a7 2. g7-h8 *
"""
"""A man takes two men, is replied to, and becomes a king."""


class Shown:
    """A session that leads through a game, and hands on its board. Keeps all that it was fed."""

    def __init__(self, pdn: str, ply: int = 0, turned: bool = False) -> None:
        self.session = Session(SQUARES)
        self.now_ms = 0
        self.picture = 0
        self.events: list[ev.Event] = []
        self.fed: list[inp.Input] = []
        self.feed(inp.LeadThrough(pdn, 0, ply=ply, turned=turned))

    def feed(self, value: inp.Input) -> None:
        self.fed.append(value)
        self.events += self.session.feed(value)

    def hands(self, acts: str) -> None:
        """`-c3 +d4`: lift from c3, put down on d4; squares as the board has them."""
        for act in acts.split():
            self.picture ^= 1 << SQUARES.index(act[1:])
            self.now_ms += 300
            self.feed(inp.PictureSeen(self.picture, self.now_ms - 30, self.now_ms))

    def tap(self, *buttons: inp.Button) -> None:
        """Buttons together, down for 0.4 s."""
        for button in buttons:
            self.feed(inp.Pressed(button, True, self.now_ms))
        self.now_ms += 400
        self.events += self.session.advance(self.now_ms)
        for button in buttons:
            self.feed(inp.Released(button, self.now_ms))

    def lights(self) -> dict[Meaning, str]:
        """What is said of which squares, by their coordinates on the board."""
        to_physical = self.session.layout.to_physical
        return {
            meaning: " ".join(sorted(SQUARES[bit] for bit in squares(to_physical(picture))))
            for meaning, picture in lamps(self.session)
        }

    @property
    def goal(self) -> int:
        assert self.session.leading is not None
        return self.session.leading.goal


SET_UP = "+c3 +e1 +a1 +d4 +f6 +b8"


def test_first_the_start_of_the_game_is_set_up() -> None:
    shown = Shown(CAPTURES)
    assert shown.lights() == {Meaning.FILL: "a1 b8 c3 d4 e1 f6"}
    shown.hands("+h8 +c3 +e1 +a1 +d4 +f6")
    assert shown.lights() == {Meaning.FILL: "b8", Meaning.LIFT: "h8"}
    shown.hands("+b8 -h8")
    assert shown.goal == 1


def test_each_ply_is_shown_from_where_to_where_with_the_men_it_takes() -> None:
    shown = Shown(CAPTURES)
    shown.hands(SET_UP)
    assert shown.lights() == {
        Meaning.TAKE_OFF: "d4 f6",
        Meaning.LIFT: "c3",
        Meaning.FILL: "g7",
    }
    shown.hands("-d4 -c3 +g7")
    assert shown.lights() == {Meaning.TAKE_OFF: "f6"}
    shown.hands("-f6")
    assert shown.lights() == {Meaning.LIFT: "b8", Meaning.FILL: "a7"}


def test_at_the_end_nothing_is_lit_but_the_crown() -> None:
    shown = Shown(CAPTURES)
    shown.hands(f"{SET_UP} -c3 +g7 -d4 -f6 -b8 +a7 -g7 +h8")
    assert shown.lights() == {Meaning.CROWN: "h8"}
    last = shown.events[-1]
    assert last == ev.LedTo(3, 3, "g7-h8", True, shown.now_ms)


def test_a_man_put_down_wrongly_is_led_to_its_square_and_others_back_first() -> None:
    shown = Shown(CAPTURES, ply=1)
    shown.hands("+g7 +e1 +a1 +b8")
    assert shown.lights() == {Meaning.LIFT: "b8", Meaning.FILL: "a7"}
    shown.hands("-b8 +c7")
    assert shown.lights() == {Meaning.LIFT: "c7", Meaning.FILL: "a7"}
    shown.hands("-e1 +e2")
    assert shown.lights() == {Meaning.LIFT: "e2", Meaning.FILL: "e1"}
    shown.hands("-e2 +e1 -c7 +a7")
    assert shown.goal == 3


def test_the_left_button_leads_back_and_captured_men_come_on_after_the_man_is_back() -> None:
    shown = Shown(CAPTURES)
    shown.hands(f"{SET_UP} -c3 +g7 -d4 -f6")
    shown.tap(inp.Button.LEFT)
    assert shown.goal == 0
    assert shown.lights() == {Meaning.LIFT: "g7", Meaning.FILL: "c3"}
    shown.hands("-g7 +c3")
    assert shown.lights() == {Meaning.FILL: "d4 f6"}
    shown.hands("+f6 +d4")
    assert shown.events[-1] == ev.LedTo(0, 3, "", True, shown.now_ms)
    shown.tap(inp.Button.RIGHT)
    assert shown.goal == 1


def test_a_ply_that_was_begun_is_undone_first() -> None:
    """So in front of people never two plies are to be undone at once, and no colour is mixed up."""
    shown = Shown(CAPTURES)
    shown.hands(f"{SET_UP} -c3 +g7 -d4 -f6 -b8")
    shown.tap(inp.Button.LEFT)
    assert shown.goal == 1
    assert shown.lights() == {Meaning.FILL: "b8"}
    shown.hands("+b8")
    assert shown.goal == 0


def test_orders_lead_as_buttons_do_and_end_it() -> None:
    shown = Shown(CAPTURES)
    shown.hands(f"{SET_UP} -c3 +g7 -d4 -f6")
    shown.feed(inp.LeadStep(shown.now_ms, back=True))
    assert shown.goal == 0
    shown.feed(inp.LeadStep(shown.now_ms))
    assert shown.goal == 2
    shown.feed(inp.LeadNoMore(shown.now_ms))
    assert shown.session.leading is None
    assert shown.lights() == {}
    shown.feed(inp.LeadStep(shown.now_ms))
    assert isinstance(shown.events[-1], ev.Refused)


def test_both_buttons_together_end_it() -> None:
    shown = Shown(CAPTURES)
    shown.tap(inp.Button.LEFT, inp.Button.RIGHT)
    assert shown.session.leading is None


def test_on_a_turned_board_squares_and_buttons_turn() -> None:
    shown = Shown(CAPTURES, turned=True)
    assert shown.lights() == {Meaning.FILL: "c3 d8 e5 f6 g1 h8"}
    shown.hands("+c3 +d8 +e5 +f6 +g1 +h8")
    assert shown.goal == 1
    shown.tap(inp.Button.LEFT)
    assert shown.goal == 0


def test_a_diagram_is_a_game_without_moves() -> None:
    shown = Shown('[GameType "25"]\n[FEN "B:WKa1:Bh8"]\n\n*\n')
    shown.hands("+h8 +b2")
    assert shown.lights() == {Meaning.LIFT: "b2", Meaning.FILL: "a1"}
    shown.hands("-b2 +a1")
    assert shown.lights() == {}
    assert shown.session.phase is Phase.IDLE
    assert shown.events[-1] == ev.LedTo(0, 0, "", True, shown.now_ms)


def test_an_irregular_move_that_was_accepted_is_led_through() -> None:
    fen = "W:Wc3,e1:Bb8"
    shown = Shown(f'[GameType "25"]\n[FEN "{fen}"]\n\n1. /FEN "B:Wc5,e1:Bb8"/ b8-a7 *\n')
    shown.hands("+c3 +e1 +b8")
    assert shown.lights() == {Meaning.LIFT: "c3", Meaning.FILL: "c5"}
    shown.hands("-c3 +c5")
    assert shown.goal == 2


def test_a_masked_square_is_as_it_should_be() -> None:
    shown = Shown(CAPTURES)
    shown.hands("+c3 +e1 +a1 +d4 +f6")
    shown.feed(MaskSquare("b8", True, shown.now_ms))
    assert shown.goal == 1
    assert Meaning.MASKED in shown.lights()


def test_the_displays_count_the_plies_and_the_state_tells_all() -> None:
    shown = Shown(CAPTURES)
    shown.hands(SET_UP)
    assert texts(shown.session, shown.now_ms) == ("   1", "   3")
    led = snapshot(shown.session, shown.now_ms)["leading"]
    assert (led["ply"], led["plies"], led["text"]) == (1, 3, "c3:g7")
    assert led["moves"] == "1. c3:g7 b8-a7 2. g7-h8"
    assert (led["setting_up"], led["back"], led["done"]) == (False, False, False)


@pytest.mark.parametrize(
    ("pdn", "ply"),
    [
        ("", 0),
        ('[GameType "25"]\n\n1. c3-c5 *', 0),
        (CAPTURES, 4),
        ('[GameType "20"]\n\n1. 32-28 *', 0),
        (f'[GameType "25"]\n\n{"1. c3-d4 " * 1001}*', 0),
        ('[GameType "25"]\n[FEN "W:Wz9:B"]\n\n*', 0),
    ],
)
def test_a_game_that_cannot_be_shown_changes_nothing(pdn: str, ply: int) -> None:
    """None, an illegal move, fewer plies, a board too small, too long, no position."""
    session = Session(SQUARES)
    with pytest.raises(ReedboardError):
        session.feed(inp.LeadThrough(pdn, 0, ply=ply))
    assert session.leading is None
    assert session.ruleset.key == "russian"


def test_of_many_games_the_first_is_shown_whatever_follows() -> None:
    shown = Shown(CAPTURES + '\n[Event "damaged"]\n\n1. c3-d4 ( ) ) ?? /\n')
    shown.hands(SET_UP)
    assert shown.goal == 1


def test_a_session_with_a_game_shows_no_other() -> None:
    session = Session(SQUARES)
    session.feed(inp.NewGame(inp.GameSetup(), 0))
    (refused,) = session.feed(inp.LeadThrough(CAPTURES, 0))
    assert isinstance(refused, ev.Refused)
    assert session.leading is None


def test_the_same_inputs_read_back_from_json_lead_the_same_way() -> None:
    shown = Shown(CAPTURES)
    shown.hands(f"{SET_UP} -c3 +g7 -d4")
    shown.tap(inp.Button.LEFT)
    shown.hands("+d4 -g7 +c3 -c3 +g7")
    shown.feed(inp.LeadStep(shown.now_ms, back=False))
    again = Session(SQUARES)
    events: list[ev.Event] = []
    for value in shown.fed:
        events += again.feed(input_from_json(json.loads(json.dumps(to_json(value)))))
    assert events == shown.events
    assert again.leading == shown.session.leading
