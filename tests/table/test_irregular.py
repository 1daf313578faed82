"""The naming table, line by line. Numbers are clauses of the FMJD rules for 64 squares."""

import pytest

from firmware.notation.fen import parse_fen
from firmware.notation.squares import parse_square
from firmware.rules import find_variant, legal_moves, mask
from firmware.table.irregular import (
    IRREGULARITIES,
    MAN_MISSING,
    NUMBERS,
    Facts,
    name_of_move,
    name_of_picture,
    number_of,
)

START = "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
CHAIN = "W:We3,h4:Bd4,d6,h8"
"""e3:c5:e7 takes two."""
TURKISH = "B:Wc3,d4,e3,f2,f4:Bb6,d6,e7,Ka5"


def named(
    fen: str, off: str, on: str, through: str = "", variant: str = "russian", outside: int = 0
) -> str | None:
    """The name after men left the squares `off` and others stand on `on`."""
    ruleset = find_variant(variant)
    position = parse_fen(fen, ruleset)

    def of(names: str) -> int:
        return mask(parse_square(ruleset, name) for name in names.split())

    rest = position.occupied
    picture = rest & ~of(off) | of(on)
    landed = of(on) | of(through)
    facts = Facts(
        position, legal_moves(position), rest, picture, outside, of(off) | of(on) & rest, landed
    )
    return name_of_picture(facts)


def clause(name: str | None) -> str | None:
    return None if name is None else f"5.4.{IRREGULARITIES.index(name) + 1}"


@pytest.mark.parametrize(
    ("number", "fen", "off", "on", "through"),
    [
        ("5.4.1", START, "c3 b2", "d4 c3", ""),
        ("5.4.1", START, "c3 e3", "d4 f4", ""),
        ("5.4.1", START, "c3", "e5", "d4"),
        ("5.4.2", START, "c3", "e5", ""),
        ("5.4.2", START, "c3", "c5", ""),
        ("5.4.5", START, "b6", "a5", ""),
        ("5.4.6", "W:Wa1,d4,g3:Bc5,h8", "g3", "h4", ""),
        ("5.4.7", START, "d6 c3", "d4", ""),
        ("5.4.7", START, "d6", "", ""),
        ("5.4.7", START, "d2 c3", "d4", ""),
        ("5.4.7", "W:Wc3,g1:Bd4,h8", "d4", "", ""),
        ("5.4.8", CHAIN, "e3 d4", "c5", ""),
        ("5.4.9", CHAIN, "e3", "c5", ""),
        ("5.4.10", CHAIN, "e3 d4 d6", "c5", ""),
        ("5.4.10", CHAIN, "e3 d6", "c5", ""),
        ("5.4.12", TURKISH, "a5 c3 f2 f4 d4", "e5", ""),
        ("5.4.12", "W:Wc3,g1:Bd4,h8,a7", "c3 a7", "e5", ""),
        ("5.4.14", "W:Wc3,g1:Bd4,h8", "c3 d4 g1", "e5", ""),
        ("5.4.8", TURKISH, "a5 c3 f2 f4 d4", "b2", ""),
    ],
)
def test_each_line_of_the_table_names_its_picture(
    number: str, fen: str, off: str, on: str, through: str
) -> None:
    assert clause(named(fen, off, on, through)) == number


def test_a_capture_of_fewer_men_than_the_majority_rule_demands_is_5_4_8() -> None:
    """001 4.13; here in the international game."""
    name = named("W:W28,47:B22,33,42,1", "28 22", "17", variant="international")
    assert clause(name) == "5.4.8"


def test_a_man_in_the_hand_is_missing_and_has_no_number() -> None:
    assert named(START, "c3", "") == MAN_MISSING


def test_a_man_on_a_square_the_game_does_not_use_has_made_an_irregular_step() -> None:
    assert clause(named(START, "e3", "", outside=1)) == "5.4.2"


def test_a_foe_man_on_such_a_square_is_missing() -> None:
    """001 5.3: inactive."""
    assert clause(named(START, "b6 c3", "d4", outside=1)) == "5.4.7"


@pytest.mark.parametrize(
    ("off", "on"), [("", "d4"), ("c3 e3 d6", "d4 f4 e5"), ("b6 f6", "a5 g5"), ("c3 b6", "d4 a5")]
)
def test_what_fits_no_line_is_a_disturbed_board(off: str, on: str) -> None:
    assert named(START, off, on) is None


def test_a_picture_has_no_name_where_the_captures_cannot_be_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware.rules.captures.STOPS_MAX", 0)
    assert named(CHAIN, "h4", "g5") is None


def test_a_legal_move_is_irregular_by_what_was_touched_or_undone_before() -> None:
    moves = legal_moves(parse_fen(START, find_variant("russian")))
    here = moves[0]
    other = next(move for move in moves if move.origin != here.origin)
    assert name_of_move(here, None, None) is None
    assert name_of_move(here, here.origin, here) is None
    assert name_of_move(here, other.origin, None) == "other_man_touched"
    assert name_of_move(here, other.origin, other) == "move_taken_back"


def test_numbers_belong_to_the_texts_that_number() -> None:
    """The Russian codex lists no irregularities; the FMJD rules for 64 squares number them."""
    (numbered,) = NUMBERS
    assert number_of("quiet_when_capture_due", numbered) == "5.4.6"
    assert number_of("quiet_when_capture_due", find_variant("russian").text) is None
    assert number_of(MAN_MISSING, numbered) is None
