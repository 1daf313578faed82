"""Moves as text.

Sources: the codex of Russian draughts and the rules of Draughts-64, by their sections on notation;
PDN 3.0 by its "Restrictions" 5 to 9 and its reading grammar.
"""

import pytest

from firmware.errors import AmbiguousMove, IllegalMove, InvalidMove
from firmware.notation.movetext import long_text, move_text, parse_move
from firmware.rules import Game, legal_moves
from tests.notation.places import RUSSIAN, position

IVANOV_PETROV = ["ed4", "dc5", "fe3", "fg5", "cb4", "gh4", "b:d6", "h:f2", "e:g3", "c:h4"]
TWO_WAYS = "W:WK47:B14,19,27,29,42"
"""Made after the diagram of PDN 3.0, restriction 8: 47x36 takes 19 or 14."""
TWO_WAYS_RUSSIAN = "W:WKd2:Bb6,d6,f4,f6,g7"
"""Made after the codex, example 12: d2:a7 takes f6 or g7."""


def test_a_printed_game_in_the_shortest_forms_is_played() -> None:
    """The codex's example of a record, Ivanov - Petrov; the last stroke is c7:e5:c3:e1:h4."""
    game = Game.start(RUSSIAN)
    for text in IVANOV_PETROV:
        move = parse_move(game.position, text)
        game = game.play(move)
    assert long_text(RUSSIAN, move) == "c7:e5:c3:e1:h4"
    assert move.crowned


@pytest.mark.parametrize(
    ("fen", "texts", "full"),
    [
        ("W:Wc3:Bh8", ["c3-d4", "cd4", "c3d4", "C3-D4", "22-18", "2218"], "c3-d4"),
        ("W:We3:Bd4,d6", ["e3:c5:e7", "e3:e7", "e:e7", "e3xe7", "e3e7"], "e3:c5:e7"),
        ("W:We3:Bd4,d6", ["e3xc5xe7", "e:c5:e7", " e3 : c5 : e7 "], "e3:c5:e7"),
        # The squares where it turns, as the codex 1.6.2 writes it, and every landing.
        (
            "W:Wh4:Bb2,b4,b6,e7,g5",
            ["h4:d8:a5:c3:a1", "h4:f6:d8:a5:c3:a1", "h4:d8:a5:a1", "h4:a1", "h:a1"],
            "h4:f6:d8:a5:c3:a1",
        ),
        (
            "W:Wb6,Ka5:Bb2,b4,d4,f2,g5",
            ["a5:e1:h4:f6:a1", "a5:e1:h4:f6:c3:a1"],
            "a5:e1:h4:f6:c3:a1",
        ),
        ("W:WKa1:Bc3,e5", ["a1:g7", "a1:d4:g7", "a:g7"], "a1:d4:g7"),
    ],
)
def test_every_printed_form_of_a_move_is_read(fen: str, texts: list[str], full: str) -> None:
    """Codex 1.6.2 and section 4 (all squares, ends, file only), Draughts-64 8.2 (dash and x)."""
    here = position("russian", fen)
    for text in texts:
        assert long_text(RUSSIAN, parse_move(here, text)) == full


@pytest.mark.parametrize(
    ("fen", "texts", "full"),
    [
        ("W:W32:B20", ["32-28", "32x28", "3228", "32 - 28", "32- 28"], "32-28"),
        ("W:W6:B20", ["06-01", "6-1"], "6-1"),
        ("W:W36,K10:B33,41,42", ["36x47x38x29", "36x47x29", "36x29", "36:29"], "36x47x38x29"),
        ("W:W12:B8,9", ["12x3x14", "12x14"], "12x3x14"),
    ],
)
def test_numbers_are_read_with_any_sign_and_leading_zeros(
    fen: str, texts: list[str], full: str
) -> None:
    here = position("international", fen)
    for text in texts:
        assert long_text(here.ruleset, parse_move(here, text)) == full


def test_a_sign_of_capture_on_a_step_is_no_hindrance() -> None:
    """Published English collections write 10x14 for 10-14."""
    here = position("english", "B:W21-32:B1-12")
    assert move_text(here, parse_move(here, "10x14")) == "10-14"


def test_a_capture_is_written_by_its_ends() -> None:
    """PDN 3.0, restriction 8: regular notation, begin and end only."""
    here = position("russian", "W:Wh4:Bb2,b4,b6,e7,g5")
    assert [move_text(here, move) for move in legal_moves(here)] == ["h4:a1"]


def test_an_ambiguous_capture_is_written_in_full() -> None:
    """PDN 3.0, restriction 9: turning squares, on straight runs the square behind the man taken."""
    here = position("international", TWO_WAYS)
    texts = {move_text(here, move) for move in legal_moves(here)}
    assert texts == {"47x38x24x13x31", "47x38x24x13x36", "47x38x20x9x31", "47x38x20x9x36"}


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("47x38x24x13x36", "47x38x24x13x36"),
        ("47x38x20x9x36", "47x38x20x9x36"),
        ("47x33x24x13x36", "47x38x24x13x36"),  # 33 is a landing too, though not the standard's
        ("47x24x13x36", "47x38x24x13x36"),
        ("47x9x36", "47x38x20x9x36"),
    ],
)
def test_any_squares_that_settle_an_ambiguous_capture_are_enough(text: str, full: str) -> None:
    here = position("international", TWO_WAYS)
    assert long_text(here.ruleset, parse_move(here, text)) == full


@pytest.mark.parametrize(
    ("key", "fen", "text", "fits"),
    [
        ("russian", "W:WKc3,Kc5:Bh2", "cd4", ["c3-d4", "c5-d4"]),
        ("russian", TWO_WAYS_RUSSIAN, "d2:a7", ["d2:g5:e7:c5:a7", "d2:h6:f8:c5:a7"]),
        ("international", TWO_WAYS, "47x36", ["47x38x24x13x36", "47x38x20x9x36"]),
    ],
)
def test_what_fits_several_moves_is_asked_for_in_full(
    key: str, fen: str, text: str, fits: list[str]
) -> None:
    """Codex, example 12; and where the shortest form ends: kings on c3 and c5."""
    with pytest.raises(AmbiguousMove) as caught:
        parse_move(position(key, fen), text)
    assert str(caught.value).startswith(f"{text!r} fits 2 moves, ")
    for full in fits:
        assert full in str(caught.value)
        assert parse_move(position(key, fen), full) in legal_moves(position(key, fen))


def test_strokes_back_to_the_start_are_told_apart_by_their_way() -> None:
    """Codex, "a piece may not be taken twice": a man on e1 with four strokes."""
    here = position("russian", "W:We1:Bb4,d2,d4,f2,f4")
    written = {move_text(here, move) for move in legal_moves(here)}
    assert {"e1:c3:a5", "e1:g3:e5:c3:a5"} <= written
    there = parse_move(here, "e1:c3:e5:g3:e1")
    back = parse_move(here, "e1:g3:e5:c3:e1")
    assert there == back


@pytest.mark.parametrize(
    "text", ["", "c", "c3", "c3-", "-d4", "hello", "c3-d", "c3-d4-", "c3--d4", "c3 d4", "1-100"]
)
def test_what_is_no_move_at_all_is_said_to_be_none(text: str) -> None:
    with pytest.raises(InvalidMove, match="is no move: expected a text like c3-d4"):
        parse_move(position("russian", "W:Wc3:Bh8"), text)


@pytest.mark.parametrize(
    ("text", "square"), [("c3-i5", "i5 is no"), ("k3-d4", "k3 is no"), ("kd4", "has no file k")]
)
def test_a_square_beside_the_board_is_named(text: str, square: str) -> None:
    with pytest.raises(InvalidMove, match=square):
        parse_move(position("russian", "W:Wc3:Bh8"), text)


@pytest.mark.parametrize(
    ("key", "fen", "text", "reason"),
    [
        ("russian", "W:Wc3:Bh8", "e3-d4", "e3 is empty"),
        ("russian", "W:Wc3:Bh8", "h8-g7", "on h8 stands a black piece, and it is White's turn"),
        ("russian", "W:Wc3,d4:Bh8", "c3-d4", "d4 is not free"),
        ("russian", "W:Wa1:Bb2,c3", "a1-d4", "White has no legal move left"),
        ("russian", "W:Wc3,g3:Bd4,h8", "g3-h4", "a capture is compulsory, c3:e5"),
        ("russian", "W:We3:Bd4,d6", "e3:c5", "the capture must go on, e3:c5:e7"),
        ("russian", "W:WKa1:Bc3,e5", "a1:d4", "the capture must go on, a1:d4:"),
        ("russian", "W:Wc3:Bh8", "c3-b2", "a man may not go backward"),
        ("russian", "W:Wc3:Bh8", "c3-e5", "the man on c3 has c3-b4 or c3-d4"),
        ("russian", "W:Wa3,e1:Bb4,c5", "a3-c5", "c5 is not free"),
        (
            "international",
            "W:W36,K10:B33,41,42",
            "10x46",
            "it takes 1 and 3 must be taken, 36x29",
        ),
        (
            "russian",
            "W:Wc3,h4:Bb4,e7,g5",
            "c3:b2:a5",
            "the capture that ends there is c3:a5",
        ),
        ("english", "W:W15:B18,2", "15x22", "a man may not capture backward"),
        ("english", "B:W18:B15,2", "15x24", "the man on 15 has 15x22"),
    ],
)
def test_an_illegal_move_is_told_which_rule_forbids_it(
    key: str, fen: str, text: str, reason: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(position(key, fen), text)
    assert reason in str(caught.value)
    assert str(caught.value).startswith(repr(text))
    assert "\n" not in str(caught.value)


SINGLE_OR_LONG = "B:Wb4,e5,g5,g7,Kb8,Kh8:BKd6"


def test_the_ends_of_a_single_jump_mean_that_jump() -> None:
    """PDN 3.0, restriction 9: its whole way has no squares between, so this is it in full."""
    here = position("russian", SINGLE_OR_LONG)
    texts = {move_text(here, move): move for move in legal_moves(here)}
    assert set(texts) == {"d6:a3", "d6:f4:h6:f8:a3"}
    for text, move in texts.items():
        assert parse_move(here, text) == move
