"""What the rulebooks say about notation, case by case.

The four texts: the codex of Russian draughts (000, 003, 004) and FMJD's rules of draughts on 64
squares (001). Cases B115 to B128 and B183, the signs of 001 section 9, are in ``test_signs``.

Not of this layer: B095, a claim with a move written but not made, and B101, a claim on an unclear
record, are the arbiter's procedure; B147, that a move record is obligatory with a set number of
moves, is no question here, for every game is recorded.
"""

import pytest

from firmware.errors import AmbiguousMove
from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.movetext import long_text, move_text, parse_move
from firmware.notation.pdn import Record, read_pdn, read_record, score_sheet, write_pdn
from firmware.notation.squares import parse_square, square_name
from firmware.rules import Color, Game, Position, legal_moves
from tests.notation.places import INTERNATIONAL, RUSSIAN, position

IVANOV_PETROV = "ed4 dc5 fe3 fg5 cb4 gh4 b:d6 h:f2 e:g3 c:h4"


def played(texts: str) -> Game:
    game = Game.start(RUSSIAN)
    for text in texts.split():
        game = game.play(parse_move(game.position, text))
    return game


def test_b007_squares_keep_their_names_whoever_looks() -> None:
    """000 1.6.1, 001 2.6: rows from White's side, columns from White's left, for Black too."""
    for turn in Color:
        here = Position.setup(RUSSIAN, 1 << 28, 1 << 3, 0, turn)
        assert write_fen(here) == f"{turn.name[0]}:Wa1:Bh8"
    assert square_name(RUSSIAN, parse_square(RUSSIAN, "a1")) == "a1"
    assert RUSSIAN.board.coords[parse_square(RUSSIAN, "c5")] == (2, 4)


@pytest.mark.parametrize("text", ["e3:c5:e7", "e3:e7"])
def test_b109_a_capture_is_written_by_its_ends_or_its_squares(text: str) -> None:
    """000 1.6.2."""
    here = position("russian", "W:We3:Bd4,d6")
    assert long_text(RUSSIAN, parse_move(here, text)) == "e3:c5:e7"
    assert move_text(here, legal_moves(here)[0]) == "e3:e7"
    start = Position.start(RUSSIAN)
    assert move_text(start, parse_move(start, "a3-b4")) == "a3-b4"


def test_b110_the_files_alone_are_enough() -> None:
    """000 section 4: ``cd4``, ``e:e7``; the positions of A057 and A058."""
    start = Position.start(RUSSIAN)
    assert parse_move(start, "cd4") == parse_move(start, "c3-d4")
    here = position("russian", "W:We3:Bd4,d6")
    assert parse_move(here, "e:e7") == parse_move(here, "e3:c5:e7")


def test_b110_a_file_that_fits_two_men_is_asked_about() -> None:
    """A060: kings on c3 and c5, ``cd4``."""
    with pytest.raises(AmbiguousMove, match="'cd4' fits 2 moves, c3-d4 and c5-d4"):
        parse_move(position("russian", "W:WKc3,Kc5:Bh2"), "cd4")


@pytest.mark.parametrize("text", ["e3xe7", "e3:e7"])
def test_b111_a_series_is_its_start_and_end_with_either_sign(text: str) -> None:
    """003, rules 24 to 26."""
    here = position("russian", "W:We3:Bd4,d6")
    assert parse_move(here, text) in legal_moves(here)


def test_b112_a_dash_moves_and_a_cross_captures() -> None:
    """001 8.2.1 to 8.2.3."""
    start = Position.start(RUSSIAN)
    assert not parse_move(start, "c3-d4").captured
    here = position("russian", "W:We3:Bd4,d6")
    assert parse_move(here, "e3xe7").captured


def test_b113_international_squares_run_from_1_to_50() -> None:
    """000, 003: left to right, top to bottom."""
    names = [square_name(INTERNATIONAL, square) for square in range(50)]
    assert names == [str(number) for number in range(1, 51)]
    start = Position.start(INTERNATIONAL)
    assert move_text(start, parse_move(start, "31-26")) == "31-26"


def test_b114_a_record_has_white_on_the_left_and_black_on_the_right() -> None:
    """003: Ivanov - Petrov, the game of A053, at whose end White resigned."""
    game = played(IVANOV_PETROV)
    tags = (("White", "Ivanov"), ("Black", "Petrov"), ("Termination", "resignation"))
    record = Record(tags, game, ("",) * len(game.plies), "0-1")
    assert score_sheet(record).splitlines() == [
        "Ivanov - Petrov",
        "Russian draughts",
        "",
        "  1. e3-d4  d6-c5",
        "  2. f2-e3  f6-g5",
        "  3. c3-b4  g5-h4",
        "  4. b4:d6  h4:f2",
        "  5. e1:g3  c7:h4",
        "",
        "0-1, White resigned",
    ]


def test_b129_a_drawn_opening_is_moves_or_a_start() -> None:
    """003, examples 1 and 2: column I, row 16 (A061); column VI, row 24, flying checkers."""
    assert write_fen(played("ab4 bc5 ba5 cb4").position) == write_fen(
        played("a3-b4 b6-c5 b4-a5 c5-b4").position
    )
    flying = "W:Wa3,b2,b4,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba5,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
    assert write_fen(parse_fen(flying, RUSSIAN)) == flying


def test_b182_squares_have_letters_and_need_no_numbers() -> None:
    """001 2.6 and 8: what it calls the number of a square is a letter and a digit."""
    game = played("c3-d4")
    assert "1. c3-d4 *" in write_pdn(Record((), game, ("",), "*"))


def test_b184_from_the_record_a_game_can_be_played_again() -> None:
    """001 8.1, by the game of A053."""
    game = played(IVANOV_PETROV)
    (read,) = read_pdn(write_pdn(Record((), game, ("",) * len(game.plies), "0-1")))
    assert read_record(read).game.position == game.position


def test_b185_equal_ends_that_take_other_men_need_the_whole_way() -> None:
    """000, 003, 004, example 12: d2:a7."""
    here = position("russian", "W:WKd2:Bb6,d6,f4,f6,g7")
    with pytest.raises(AmbiguousMove, match="d2:g5:e7:c5:a7 and d2:h6:f8:c5:a7"):
        parse_move(here, "d2:a7")
    by_f6, by_g7 = (parse_move(here, text) for text in ("d2:g5:e7:c5:a7", "d2:h6:f8:c5:a7"))
    f6, g7 = (1 << parse_square(RUSSIAN, name) for name in ("f6", "g7"))
    assert by_f6.captured ^ by_g7.captured == f6 | g7


@pytest.mark.parametrize("text", ["c:h4", "c7:h4"])
def test_b187_the_last_stroke_of_that_game_needs_its_ends_only(text: str) -> None:
    """003, rule 26; A055: it is c7:e5:c3:e1:h4, a king from e1 on."""
    before = played(IVANOV_PETROV.rsplit(" ", 1)[0]).position
    move = parse_move(before, text)
    assert long_text(RUSSIAN, move) == "c7:e5:c3:e1:h4"
    assert move.crowned


@pytest.mark.parametrize(
    ("case", "key", "fen", "texts"),
    [
        ("A031", "russian", "W:Wd4,e3:Bd6,e7,Ke5", ["d4:d8"]),
        ("A032", "russian", "W:We1:Bb4,d2,d4,f2,f4", ["e1:c3:a5", "e1:c3:e5:g3:e1"]),
        ("A032", "russian", "W:We1:Bb4,d2,d4,f2,f4", ["e1:g3:e5:c3:e1"]),
        ("A049", "russian", "W:Wh4:Bb2,b4,b6,e7,g5", ["h4:d8:a5:c3:a1"]),
        ("A058", "russian", "W:We3:Bd4,d6", ["e3:c5:e7", "e3:e7", "e:e7"]),
    ],
)
def test_what_the_texts_print_is_read(case: str, key: str, fen: str, texts: list[str]) -> None:
    here = position(key, fen)
    for text in texts:
        assert parse_move(here, text) in legal_moves(here), case


def test_what_a_text_misprints_is_no_legal_move() -> None:
    """A032: e1:g3:e5:c3:b4 ends on a man just taken; a5 must be read."""
    here = position("russian", "W:We1:Bb4,d2,d4,f2,f4")
    with pytest.raises(ValueError, match="'e1:g3:e5:c3:b4' is not legal: b4 is not free"):
        parse_move(here, "e1:g3:e5:c3:b4")
