"""Diagrams as text (PDN 3.0, FEN)."""

import pytest

from firmware.errors import InvalidFen
from firmware.notation.fen import parse_fen, write_fen
from firmware.rules import Color, Position, Ruleset
from tests.notation.places import BY_KEY, ENGLISH, INTERNATIONAL, RUSSIAN

STARTS = {
    "russian": ("W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"),
    "international": "W:W31-50:B1-20",
    "english": "B:W21-32:B1-12",
}


@pytest.mark.parametrize("key", STARTS)
def test_start_positions_are_written_as_rulebooks_list_them(key: str) -> None:
    """Codex 1.6.2: the squares of both sides in their order; PDN 3.0: numbers as ranges."""
    assert write_fen(Position.start(BY_KEY[key])) == STARTS[key]
    assert parse_fen(STARTS[key], BY_KEY[key]) == Position.start(BY_KEY[key])


@pytest.mark.parametrize(
    ("ruleset", "text", "canonical"),
    [
        (RUSSIAN, "W:Wc3:Bh8", "W:Wc3:Bh8"),
        (RUSSIAN, "b:bh8:wc3.", "B:Wc3:Bh8"),
        (RUSSIAN, " W : W C3 , kd8 : B ", "W:Wc3,Kd8:B"),
        (RUSSIAN, "W:W22:B4", "W:Wc3:Bh8"),
        (RUSSIAN, "W:Wc3", "W:Wc3:B"),
        (RUSSIAN, "?:Wc3:Bh8", "W:Wc3:Bh8"),
        (ENGLISH, "?:W29:B1", "B:W29:B1"),
        (INTERNATIONAL, "W:W31,29,K15:B14,13,12,9", "W:W29,31,K15:B9,12-14"),
        (INTERNATIONAL, "B:BK1-4:W46,47", "B:W46,47:BK1,K2,K3,K4"),
        (INTERNATIONAL, "B:BK1-K4:W46", "B:W46:BK1,K2,K3,K4"),
        (INTERNATIONAL, "W:W06:B01", "W:W6:B1"),
        (INTERNATIONAL, "W:W33:B11:H0:F1", "W:W33:B11"),
        (INTERNATIONAL, "W:W33:B11:H2:F17:+1+0", "W:W33:B11"),
    ],
)
def test_what_files_hold_is_read_and_written_in_one_form(
    ruleset: Ruleset, text: str, canonical: str
) -> None:
    position = parse_fen(text, ruleset)
    assert write_fen(position) == canonical
    assert parse_fen(canonical, ruleset) == position


def test_a_russian_fen_in_numbers_counts_from_b8_as_files_do() -> None:
    """Lidraughts and published files: White on 21-32, although A0 read literally has a1 = 1."""
    assert parse_fen("W:W21-32:B1-12", RUSSIAN) == Position.start(RUSSIAN)


@pytest.mark.parametrize(
    ("ruleset", "text", "sentence"),
    [
        (RUSSIAN, "", "must begin with the side to move, W, B or ?, not ''"),
        (RUSSIAN, "X:Wc3:Bd6", "must begin with the side to move, W, B or ?, not 'X'"),
        (RUSSIAN, "W", "must name the white and the black men"),
        (RUSSIAN, "W:Wc3:Bd6:We3", "must name the white and the black men"),
        (RUSSIAN, "W:Zc3:Bd6", "'Zc3' must begin with the colour of its men, W or B"),
        (RUSSIAN, "W:Wc3:Wd6", "names the white men twice"),
        (RUSSIAN, "W:Wc3,i9:Bd6", "'i9' is no square of Russian draughts"),
        (RUSSIAN, "W:Wc3,c4:Bd6", "'c4' is no square of Russian draughts"),
        (RUSSIAN, "W:Wc3:Bd6,c3", "names square c3 twice"),
        (RUSSIAN, "W:Wc3,K:Bd6", "'K' is no square of Russian draughts"),
        (RUSSIAN, "W:Wa1-c3:Bd6", "'a1-c3' is no range of squares"),
        (INTERNATIONAL, "W:W31-51:B1", "'31-51' leaves the board of International draughts"),
        (INTERNATIONAL, "W:W40-31:B1", "'40-31' is no range of squares"),
        (
            RUSSIAN,
            "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2,b4:Bd6",
            "describes an impossible position: White has 13 pieces, at most 12 are possible",
        ),
        (
            RUSSIAN,
            "W:Wb8:Bd6",
            "a white man cannot stand on b8, where it is crowned; a king there is written Kb8",
        ),
        (
            INTERNATIONAL,
            "W:W31:B47",
            "a black man cannot stand on 47, where it is crowned; a king there is written K47",
        ),
    ],
)
def test_each_mistake_has_its_sentence(ruleset: Ruleset, text: str, sentence: str) -> None:
    with pytest.raises(InvalidFen) as caught:
        parse_fen(text, ruleset)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_text_without_end_is_refused_by_its_length() -> None:
    with pytest.raises(InvalidFen, match="a FEN of 200004 characters"):
        parse_fen("W:W" + "1" * 200_001, INTERNATIONAL)


def test_a_king_of_each_colour_may_stand_on_every_row() -> None:
    position = parse_fen("B:WKb8,Ka1:BKh8,Kg1", RUSSIAN)
    assert position.turn is Color.BLACK
    assert position.kings == position.occupied
