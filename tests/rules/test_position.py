"""What a diagram is, which diagrams are possible, and when two positions are the same."""

import pytest

from firmware.errors import InvalidPosition
from firmware.notation.fen import parse_fen
from firmware.rules import VARIANTS, Color, Move, Position, Ruleset, find_variant
from firmware.rules.games.international import INTERNATIONAL
from firmware.rules.games.russian import RUSSIAN
from tests.rules.data import named_move, squares_named

VARIANT = pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)


@VARIANT
def test_the_start_has_all_men_and_the_first_player_on_move(ruleset: Ruleset) -> None:
    position = Position.start(ruleset)
    assert (position.white, position.black) == ruleset.start
    assert position.kings == 0
    assert position.turn is ruleset.first
    assert position.men == position.occupied == position.white | position.black


def test_each_square_says_whose_piece_stands_there() -> None:
    position = parse_fen("B:Wc3,Kd4:Bh8", RUSSIAN)
    index = RUSSIAN.board.index
    assert position.owner(index[2, 2]) is Color.WHITE
    assert position.owner(index[7, 7]) is Color.BLACK
    assert position.owner(index[0, 0]) is None
    assert position.is_king(index[3, 3]) and not position.is_king(index[2, 2])


def test_a_diagram_with_several_faults_names_them_all() -> None:
    a3, c3, d8 = (squares_named(RUSSIAN, name) for name in ("a3", "c3", "d8"))
    with pytest.raises(InvalidPosition) as caught:
        Position.setup(RUSSIAN, a3 | d8, a3, c3 | 1 << 32, Color.WHITE)
    message = str(caught.value)
    assert "outside the 32 squares" in message
    assert "a white and a black piece at once" in message
    assert "king is named on an empty square" in message
    assert "White has 1 man (men) on the row where men are crowned" in message


@VARIANT
def test_more_pieces_than_at_the_start_are_too_many(ruleset: Ruleset) -> None:
    white, black = ruleset.start
    more = white | 1 << (white & -white).bit_length() - 2
    with pytest.raises(InvalidPosition, match=f"White has {more.bit_count()} pieces, at most"):
        Position.setup(ruleset, more, black, 0, Color.WHITE)


def test_a_king_may_stand_where_a_man_may_not() -> None:
    d8 = squares_named(RUSSIAN, "d8")
    assert Position.setup(RUSSIAN, d8, 0, d8, Color.WHITE).kings == d8


def test_positions_are_the_same_if_pieces_and_side_to_move_are() -> None:
    position = parse_fen("W:WKa1:BKh8", RUSSIAN)
    there = position.after(named_move(position, "a1-b2"))
    assert there == parse_fen("B:WKb2:BKh8", RUSSIAN)
    assert there != parse_fen("W:WKb2:BKh8", RUSSIAN)
    assert there != parse_fen("B:Wb2:BKh8", RUSSIAN)
    assert hash(there) == hash(parse_fen("B:WKb2:BKh8", RUSSIAN))


def test_positions_of_different_games_differ() -> None:
    white = RUSSIAN.start[0]
    assert Position.setup(RUSSIAN, 1 << 20, 1, 0, Color.WHITE) != Position.setup(
        VARIANTS["english"], 1 << 20, 1, 0, Color.WHITE
    )
    assert white == VARIANTS["english"].start[0]


def test_a_capture_takes_a_king_off_the_kings() -> None:
    position = parse_fen("W:Wc3:BKd4,Kh8", RUSSIAN)
    after = position.after(named_move(position, "c3:e5"))
    assert after == parse_fen("B:We5:BKh8", RUSSIAN)


def test_a_position_of_one_game_can_be_looked_at_in_another() -> None:
    position = parse_fen("W:Wc3:Bd4", RUSSIAN)
    assert position.under(VARIANTS["english"]).ruleset is VARIANTS["english"]
    with pytest.raises(InvalidPosition):
        parse_fen("W:W50:B1", INTERNATIONAL).under(RUSSIAN)


def test_a_position_can_be_built_again_from_how_it_shows() -> None:
    position = parse_fen("B:Wc3,Kd4:Bh8", RUSSIAN)
    setup = {"Position": Position, "find_variant": find_variant, "Color": Color}
    assert eval(repr(position), setup) == position


def test_moves_are_equal_if_they_do_the_same() -> None:
    there, back = Move((0, 4, 9), (5, 6), king=True), Move((0, 3, 9), (6, 5), king=True)
    assert there == back and hash(there) == hash(back)
    assert there != Move((0, 4, 9), (5, 7), king=True)
    assert there != Move((0, 4, 9), (5, 6), crowned=True)
    assert there != 5


def test_a_move_can_be_built_again_from_how_it_shows() -> None:
    move = Move((20, 13, 6), (16, 9), crowned=True)
    again: Move = eval(repr(move))
    assert (again, again.path, again.order) == (move, move.path, move.order)


def test_a_move_that_ends_where_it_began_clears_only_what_it_takes() -> None:
    move = Move((0, 4, 9, 5, 0), (2, 7, 8, 3), king=True)
    assert move.clears == move.captured
    assert move.fills == 1
    assert move.flips == 0
