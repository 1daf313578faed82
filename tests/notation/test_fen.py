"""Diagrams as text (PDN 3.0, FEN)."""

import pytest

from firmware.errors import InvalidFen
from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.movetext import parse_move
from firmware.rules import Color, Game, Position, Ruleset, find_variant, legal_moves
from tests.notation.places import BY_KEY, ENGLISH, INTERNATIONAL, RUSSIAN, position

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


@pytest.mark.parametrize(
    ("key", "fen"),
    [
        ("italian", "W:W21-32:B1-12"),
        ("spanish", "W:W1-12:B21-32"),
        ("portuguese", "W:W1-12:B21-32"),
        ("pool", "B:W21-32:B1-12"),
        ("canadian", "W:W43-72:B1-30"),
        ("frysk", "W:W46-50:B1-5"),
        ("thai", "B:W1-8:B25-32"),
        (
            "spantsiretti",
            "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2,i1,i3,j2:"
            "Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8,i7,j6,j8",
        ),
        (
            "senegalese",
            "W:Wa1,a2,b1,b2,c1,c2,d1,d2,e1,e2,e3,f1,f2,f3:"
            "Ba3,a4,a5,b3,b4,b5,c4,c5,d4,d5,e4,e5,f4,f5",
        ),
    ],
)
def test_games_begin_as_their_texts_say(key: str, fen: str) -> None:
    """PDN 3.0, GameType, for the numbering; the rule texts for the men."""
    assert write_fen(Position.start(find_variant(key))) == fen


def test_a_board_with_the_dark_corner_at_the_right_has_its_real_letters() -> None:
    here = position("italian", "W:Wb1,d1:Ba8,Kc8")
    assert write_fen(here) == "W:W29,30:B1,K2"


@pytest.mark.parametrize(
    ("key", "fen", "ply", "runs"),
    [
        ("twomove", "W:Wc3:Bh8:P2", 1, (None, None)),
        ("wiegman", "B:Wc3:Bg8:P2", 1, (None, None)),
        ("frisian", "W:W36,K28:B6,K5:+2@28+1@5", 0, ((27, 2), (4, 1))),
        ("frisian", "B:W36,K28:B6,K5:+0+3@5", 0, (None, (4, 3))),
        ("frisian", "B:W36,K28:B6,K5:+1@28+2@5", 0, ((27, 1), (4, 2))),
    ],
)
def test_what_a_diagram_does_not_show_is_appended(
    key: str, fen: str, ply: int, runs: tuple[object, object]
) -> None:
    """Which ply of a turn comes now; how often a king has moved (Frisian rules, article 17)."""
    here = position(key, fen)
    assert (here.side.ply, here.side.runs) == (ply, runs)
    assert write_fen(here) == fen
    assert parse_fen(fen.lower(), here.ruleset) == here


def test_the_counters_of_a_game_are_white_s_and_black_s_whoever_moves() -> None:
    """Frisian rules, article 17: a king that has gone three times waits for another piece."""
    game = Game.start(find_variant("frisian"), position("frisian", "W:W26,K46:BK1,25"))
    for text in ("46-41", "1-7", "41-46", "7-1", "46-41", "1-7"):
        game = game.play(parse_move(game.position, text))
        assert parse_fen(write_fen(game.position), game.ruleset) == game.position
    assert write_fen(game.position).endswith(":+3@41+3@7")
    banned = parse_fen("B:W26,K46:BK1,25:+0+3@1", game.ruleset)
    assert {move.origin for move in legal_moves(banned)} == {24}


@pytest.mark.parametrize(
    ("key", "fen", "bare"),
    [
        ("frisian", "W:W36,K28:B6,K5:H4:F12:+2+0", "W:W36,K28:B6,K5:+2@28+0"),  # lidraughts
        ("frisian", "W:W36,K28,K27:B6,K5:+2+0", "W:W36,K27,K28:B6,K5"),  # which king it was?
        ("frisian", "W:WK28:B6,K5:+2+0", "W:WK28:B6,K5"),  # no man left, no limit
        ("international", "W:WK28:B6:+2+1", "W:WK28:B6"),
    ],
)
def test_the_counters_of_other_programs_are_taken_for_what_they_tell(
    key: str, fen: str, bare: str
) -> None:
    assert write_fen(position(key, fen)) == bare


@pytest.mark.parametrize(
    ("key", "fen", "reason"),
    [
        ("russian", "W:Wc3:Bh8:P2", "a turn of Russian draughts has one ply, not 2"),
        ("twomove", "W:Wc3:Bh8:P3", "a turn of Two-move draughts has 2 plies, not 3"),
        ("frisian", "W:W36,K28:B5:+4@28+0", "no white king on 28 can have moved so often as 4"),
        ("frisian", "W:W36,K28:B5:+1@27+0", "no white king on 27 can have moved so often as 1"),
        ("senegalese", "W:Wc5:Ba5", "a white man cannot stand on c5, where it leaves the board"),
    ],
)
def test_what_is_appended_must_be_possible(key: str, fen: str, reason: str) -> None:
    with pytest.raises(InvalidFen, match=reason):
        position(key, fen)
