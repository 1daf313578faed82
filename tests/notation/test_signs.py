"""Signs behind moves.

Sources: PDN 3.0, grammar, restrictions 2 and 3, numeric annotation glyphs; FMJD's rules of draughts
on 64 squares, section 9.1, each sign of which is a case B115 to B128 of the rulebooks.
"""

import pytest

from firmware.notation.movetext import parse_move
from firmware.notation.pdn import (
    SOURCES,
    Record,
    numbered_moves,
    read_pdn,
    read_record,
    write_pdn,
)
from firmware.notation.signs import DRAUGHTS_64, read_signs, sign_of
from firmware.rules import Color, Game, Position
from tests.notation.places import RUSSIAN

WHITE, BLACK = Color.WHITE, Color.BLACK


@pytest.mark.parametrize(
    ("case", "sign", "white", "black"),
    [
        ("B116", "x", 18, 19),
        ("B117", "!", 1, 1),
        ("B118", "!!", 3, 3),
        ("B119", "?", 2, 2),
        ("B120", "??", 4, 4),
        ("B121", "?!", 5, 5),
        ("B122", "!?", 6, 6),
        ("B123", "*", 7, 7),
        ("B124", "+", 20, 21),
        ("B125", "=", 10, 10),
    ],
)
def test_a_sign_of_the_rules_of_draughts_64_is_a_glyph_and_back(
    case: str, sign: str, white: int, black: int
) -> None:
    for mover, nag in ((WHITE, white), (BLACK, black)):
        assert read_signs(sign, (), mover, DRAUGHTS_64) == ("", (nag,), ""), case
        assert sign_of(nag, DRAUGHTS_64) == sign


@pytest.mark.parametrize(
    ("case", "sign"),
    [("B126", "+1"), ("B126", "+2"), ("B127", "-1"), ("B127", "-2"), ("B128", "a.l.")],
)
def test_a_sign_that_no_glyph_says_is_kept_as_text(case: str, sign: str) -> None:
    (game,) = read_pdn(f'[GameType "25"] 1. c3-d4{sign} b6-c5 {sign} 2. d4:b6')
    for source in (None, DRAUGHTS_64):
        record = read_record(game, source=source)
        assert record.comments == (sign, sign, ""), case
        assert record.signs == ("", "", "")


def test_b115_the_dash_is_the_sign_of_a_move() -> None:
    """9.1.1; between squares, as 8.2.2 has it."""
    assert read_signs("-1", (), WHITE, DRAUGHTS_64).text == "-1"
    assert parse_move(Position.start(RUSSIAN), "c3-d4").captured == 0


def test_b121_b122_bold_and_doubtful_are_the_reverse_of_chess_use_if_the_source_is_declared() -> (
    None
):
    """9.1.7 and 9.1.8. In PDN ``!?`` is $5, the bold move, and ``?!`` $6."""
    (game,) = read_pdn('[GameType "25"] 1. c3-d4!? b6-c5?!')
    assert read_record(game).signs == ("!?", "?!")
    assert read_record(game, source=SOURCES["draughts64"]).signs == ("$6", "$5")


def test_b183_a_cross_between_squares_captures_and_behind_them_judges() -> None:
    """8.2.3 against 9.1.2."""
    (game,) = read_pdn('[GameType "25"][FEN "W:Wc3:Bc5,d4"] 1. c3xe5 c5-b4x')
    record = read_record(game, source=DRAUGHTS_64)
    assert numbered_moves(record.game) == "1. c3:e5 c5-b4"
    assert record.signs == ("", "$19")
    assert read_record(game).comments == ("", "x")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("c3-d4 !", "c3-d4!"),
        ("c3-d4 !? $14", "c3-d4!? $14"),
        ("c3-d4$1 $14 $1", "c3-d4 $1 $14"),
        ("c3-d4*", "c3-d4 $7"),
        ("c3-d4!*", "c3-d4! $7"),
        ("c3-d4(*)", "c3-d4 $7"),
        ("c3-d4(?)", "c3-d4(?)"),
        ("c3-d4=", "c3-d4 {=}"),
        ("c3-d4! {best} +", "c3-d4! {+ best}"),
    ],
)
def test_signs_are_written_as_the_standard_has_them(written: str, canonical: str) -> None:
    """Restrictions 2 and 3: no blank before a sign, $7 for a star; an unknown sign is a comment."""
    text = write_pdn(read_record(read_pdn(f'[GameType "25"] 1. {written} b6-c5')[0]))
    assert text.endswith(f"\n\n1. {canonical} b6-c5 *\n")
    assert write_pdn(read_record(read_pdn(text)[0])) == text


def test_a_record_without_signs_needs_not_say_so() -> None:
    game = Game.start(RUSSIAN)
    game = game.play(parse_move(game.position, "c3-d4"))
    assert write_pdn(Record((), game, ("",), "*")).endswith("\n\n1. c3-d4 *\n")
