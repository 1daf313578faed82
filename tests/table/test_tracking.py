"""What is known of men followed from lift to put, and of hands followed in time."""

from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.squares import parse_square
from firmware.rules import Color, find_variant, legal_moves
from firmware.table.touches import Stroke, Touches
from firmware.table.tracker import MOST, Tracker

RUSSIAN = find_variant("russian")


def bit(name: str) -> int:
    return 1 << parse_square(RUSSIAN, name)


class Hands:
    """A tracker under a hand."""

    def __init__(self, fen: str) -> None:
        self.position = parse_fen(fen, RUSSIAN)
        self.tracker = Tracker.of(self.position)

    def show(self, picture: int) -> None:
        self.tracker = self.tracker.saw(picture)

    def off(self, *names: str) -> "Hands":
        for name in names:
            self.show(self.tracker.picture & ~bit(name))
        return self

    def on(self, *names: str) -> "Hands":
        for name in names:
            self.show(self.tracker.picture | bit(name))
        return self

    @property
    def fens(self) -> set[str]:
        found = self.tracker.positions(self.position, Color.BLACK)
        return {write_fen(position) for position in found}


def test_one_man_in_the_air_at_a_time_is_known_for_sure() -> None:
    hands = Hands("W:WKa1,c3:Bh8").off("a1").on("b4").off("c3").on("d4")
    assert hands.fens == {"B:Wd4,Kb4:Bh8"}


def test_two_alike_men_in_the_air_make_no_difference() -> None:
    assert Hands("W:Wa1,c3:Bh8").off("a1", "c3").on("b4", "d4").fens == {"B:Wb4,d4:Bh8"}


def test_a_king_and_a_man_in_the_air_leave_two_accounts() -> None:
    hands = Hands("W:WKa1,c3:Bh8").off("a1", "c3").on("b4", "d4")
    assert hands.fens == {"B:Wd4,Kb4:Bh8", "B:Wb4,Kd4:Bh8"}


def test_men_of_both_sides_in_the_air_leave_two_accounts() -> None:
    assert len(Hands("W:Wc3,a1:Bf6,h8").off("c3", "f6").on("d4", "e5").fens) == 2


def test_a_man_on_its_far_row_is_a_king() -> None:
    assert Hands("W:Wc3:Bh6").off("c3").on("d8").fens == {"B:WKd8:Bh6"}


def test_a_swept_board_is_not_guessed_at() -> None:
    hands = Hands("W:Wa1,c1,e1,Kg1,Kb2,Kd2:Bb8,d8,f8,Kh8,Ka7,Kc7")
    hands.show(0)
    hands.show(bit("c3") | bit("e3") | bit("g3") | bit("d4") | bit("f4") | bit("h4"))
    assert len(hands.tracker.worlds) <= MOST
    assert hands.fens == set()


REST = parse_fen("W:Wa1,c3,e3:Bd6,f6,h8", RUSSIAN).occupied


def test_only_a_man_away_for_a_while_was_touched() -> None:
    touches = Touches().saw(REST & ~bit("e3"), REST, 1000, 250).saw(REST, REST, 1100, 250)
    assert touches.first(REST) is None
    touches = touches.saw(REST & ~bit("e3"), REST, 2000, 250).saw(REST, REST, 2300, 250)
    assert touches.first(REST) == parse_square(RUSSIAN, "e3")
    assert list(touches.returned(2300)) == [parse_square(RUSSIAN, "e3")]


def test_a_man_still_away_was_touched_however_shortly() -> None:
    touches = Touches().saw(REST & ~bit("c3"), REST, 1000, 250)
    assert touches.first(REST) == parse_square(RUSSIAN, "c3")


def test_the_replying_hand_is_carried_over_into_its_turn() -> None:
    touches = Touches().saw(REST & ~bit("c3") & ~bit("f6"), REST, 1000, 250)
    left = touches.of_next_turn(bit("d6") | bit("f6"))
    assert [lift.square for lift in left.lifts] == [parse_square(RUSSIAN, "f6")]


def test_captured_men_come_off_in_order_from_either_end() -> None:
    """001 4.5, 4.11."""
    position = parse_fen("B:Wc3,d4,e3,f2,f4:Bb6,d6,e7,Ka5", RUSSIAN)
    (move,) = legal_moves(position)
    first, second, third = move.order
    for times, wrong in (
        ((1, 2, 3), False),
        ((3, 2, 1), False),
        ((1, 3, 2), True),
        ((1, 1, 1), False),
    ):
        gone = tuple(zip((first, second, third), times, strict=True))
        assert Stroke(move, 0, gone).out_of_order is wrong
    assert Stroke(move, 2, ((first, 1),)).early
    assert not Stroke(move, 1, ((first, 1),)).early
