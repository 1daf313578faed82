"""Drawn openings, flying checkers, odds: ways to begin other than from the ruleset's start."""

from pathlib import Path

import pytest

from firmware.errors import InvalidOpening
from firmware.notation.fen import parse_fen
from firmware.openings import drawn_openings
from firmware.rules import Position, perft
from firmware.rules.games.russian import BRAZILIAN, RUSSIAN
from firmware.rules.openings import Opening, odds, read_openings
from tests.rules.data import squares_named

OPENINGS = {opening.label: opening for opening in drawn_openings()}


def test_b129_a_drawn_opening_is_a_line_from_the_start() -> None:
    """Armenian rule book, example 1: column I, row 16: 1.ab4 bc5 2.ba5 cb4."""
    game = OPENINGS["I-16"].game(RUSSIAN)
    assert len(game.plies) == 4
    assert game.position == parse_fen(
        "W:Wa1,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2,a5:Ba7,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8,b4", RUSSIAN
    )


def test_b129_flying_checkers_stand_elsewhere() -> None:
    """Armenian rule book, example 2: column VI, row 24: a1 to b4, a7 to a5."""
    game = OPENINGS["VI-24"].game(RUSSIAN)
    assert game.plies == ()
    assert game.position == parse_fen(
        "W:Wb4,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba5,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8", RUSSIAN
    )
    assert [perft(game.position, depth) for depth in (1, 2, 3)] == [6, 32, 139]


def test_b178_a_table_is_data_and_its_labels_are_its_own() -> None:
    """000, 003, 004: the list is approved anew every other year."""
    text = (
        '[[opening]]\ntable = "2031"\nlabel = "Z-1"\nline = "c3-d4 b6-c5 d4-b6"\n'
        '[[opening]]\nlabel = "Z-2"\nblack = "h6-h4"\n'
    )
    first, second = read_openings(text)
    assert (first.table, first.label, second.table) == ("2031", "Z-1", "2031")
    assert first.game(RUSSIAN).position.white & squares_named(RUSSIAN, "b6")
    assert second.game(BRAZILIAN).position.black & squares_named(RUSSIAN, "h4", "h6") == (
        squares_named(RUSSIAN, "h4")
    )


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        (Opening("T", "1", ("c3-c4",)), "opening 1 of T: 'c4' in 'c3-c4' is no square"),
        (Opening("T", "1", ("c3-e5",)), "c3-e5 is not a legal move there in Russian draughts"),
        (Opening("T", "1", ("c3",)), "'c3' is not one square, a hyphen and another"),
        (Opening("", "1", ("--",)), "opening 1 of no table: '--' is not one square"),
        (Opening("T", "1", (), ("e5-f4", "")), "e5-f4 does not take a man of White elsewhere"),
        (Opening("T", "1", (), ("", "a7-b6")), "a7-b6 does not take a man of Black elsewhere"),
        (Opening("T", "1", (), ("a1-d4", "f6-e5")), "it begins with a capture"),
        (Opening("T", "1", (), ("a1-d4", "a7-d4")), "two men come to stand on one square"),
        (Opening("T", "1", (), ("", "a7-a1")), "a7-a1 puts a man where men are crowned"),
    ],
)
def test_an_opening_that_cannot_be_says_why(opening: Opening, message: str) -> None:
    with pytest.raises(InvalidOpening, match=message):
        opening.game(RUSSIAN)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[opening", "table of openings: Expected"),
        ('[[opening]]\nlabel = "1"\nmoves = "c3-d4"\n', "opening 1: moves; expected texts named"),
        ("[[opening]]\nlabel = 4\n", "opening 1: label; expected"),
        ('[[opening]]\nline = "c3-d4"\n', "opening 1: no label; expected"),
    ],
)
def test_a_table_that_is_none_says_where(text: str, message: str) -> None:
    with pytest.raises(InvalidOpening, match=message):
        read_openings(text)


def test_odds_are_men_given_by_one_side() -> None:
    """FMJD rules for 64 squares, 11.1.7: the stronger side has fewer men."""
    position = odds(RUSSIAN, squares_named(RUSSIAN, "c1", "e1"))
    assert position.white.bit_count() == 10 and position.black == RUSSIAN.start[1]
    for given in (0, squares_named(RUSSIAN, "c1", "h8"), RUSSIAN.start[0]):
        with pytest.raises(InvalidOpening, match="some of the men of one side"):
            odds(RUSSIAN, given)


def test_a_table_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[[opening]]\nlabel = "A"\nline = "c3-d4"\n', encoding="utf-8")
    (opening,) = drawn_openings(file)
    assert opening.label == "A"
    with pytest.raises(InvalidOpening, match="cannot be read"):
        drawn_openings(tmp_path / "none.toml")


def test_a_start_of_any_kind_is_a_position() -> None:
    assert Opening("T", "start").game(RUSSIAN).first == Position.start(RUSSIAN)
