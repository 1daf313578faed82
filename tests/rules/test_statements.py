"""What the rulebooks say about the rules of play, case by case.

The texts: rules of Russian draughts (000, 004), FMJD's rules for 64 squares (001), the Armenian
rule book (003). Cases that show a position are data (``tests/data/cases``), those about one game
are in ``test_games``, draw counters in ``test_draws``, openings in ``test_openings``, time controls
in ``test_presets``, notation in ``tests/notation``.

Not of this layer, for nothing on a diagram tells them, but the table's: how boards and men are
made, laid and set up (B001, B003, B008 to B010, B012, B013); how a man is handled, touched,
released and taken off (B017 to B027, B030, B031, B037 to B043); what is irregular and what
follows (B050 to B071); offers, claims and what only an arbiter can decide (B074, B076, B077,
B088, B089, B094 to B107, B188); clocks (B075, B078, B147, B148, B150). Of no concern to a board:
how tournaments are held (B173 to B177). Not built, for the games are not: B159 towers, B164
hexagons, B165 four players, B166 placements, B167 corners with position A133, B171 chess pieces,
B172 stars. A135 shows no position.
"""

import pytest

from firmware.notation.fen import parse_fen
from firmware.notation.squares import parse_square, square_name
from firmware.rules import VARIANTS, Color, Game, Position, Reason, find_variant, legal_moves
from firmware.rules.board import DIAGONALS, NORTH_EAST, NORTH_WEST
from firmware.rules.games.russian import BRAZILIAN, RUSSIAN
from tests.rules.data import named_move, squares_named


def diagonals() -> list[frozenset[int]]:
    """Every whole diagonal of dark squares, those of one square left out."""
    board, found = RUSSIAN.board, set()
    for square in range(board.size):
        for way in (NORTH_EAST, NORTH_WEST):
            back = -way[0], -way[1]
            found.add(frozenset({square, *board.rays[way][square], *board.rays[back][square]}))
    return [line for line in found if len(line) > 1]


def test_b004_there_are_13_diagonals() -> None:
    """001 2.3."""
    lengths = sorted(map(len, diagonals()), reverse=True)
    assert lengths == [8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2]


def test_b005_the_diagonals_have_their_named_ends() -> None:
    """000 1.2: road, double, triple, posts, each with its shorter ones."""
    ends = {
        frozenset(square_name(RUSSIAN, square) for square in line if _is_end(line, square))
        for line in diagonals()
    }
    road, doubles = {("a1", "h8")}, {("a7", "g1"), ("b8", "h2"), ("a7", "b8"), ("g1", "h2")}
    trebles = {("c1", "h6"), ("a3", "f8"), ("a3", "c1"), ("f8", "h6")}
    posts = {("e1", "h4"), ("a5", "d8"), ("a5", "e1"), ("d8", "h4")}
    assert ends == {frozenset(pair) for pair in road | doubles | trebles | posts}


def _is_end(line: frozenset[int], square: int) -> bool:
    rays = RUSSIAN.board.rays
    neighbours = {rays[way][square][0] for way in DIAGONALS if rays[way][square]}
    return len(line & neighbours) == 1


def test_b006_rows_and_corners() -> None:
    """001 2.5, 2.6; its print of the base row is corrupt, and speaks of five where four are."""
    board = RUSSIAN.board
    assert board.far_row(Color.BLACK) == squares_named(RUSSIAN, "a1", "c1", "e1", "g1")
    assert board.far_row(Color.WHITE) == squares_named(RUSSIAN, "b8", "d8", "f8", "h8")
    assert all(board.rows(rank).bit_count() == 4 for rank in range(8))
    corners = {(0, 0), (7, 0), (0, 7), (7, 7)} & set(board.coords)
    assert corners == {(0, 0), (7, 7)}


def test_b011_white_begins_but_where_the_dark_side_does() -> None:
    """000, 003; 000 has Italian begin with Black, which FID 3.4 does not."""
    begins = {key for key, ruleset in VARIANTS.items() if ruleset.first is Color.BLACK}
    assert begins == {"english", "pool", "thai"}


def test_b015_a_new_king_moves_as_one_from_its_next_turn() -> None:
    """001 3.7, 3.8."""
    game = Game.start(BRAZILIAN, parse_fen("W:We7:Ba7,c5", BRAZILIAN))
    game = game.play(named_move(game.position, "e7-f8"))
    assert game.turn is Color.BLACK
    game = game.play(named_move(game.position, "a7-b6"))
    assert {move.target for move in game.moves} == {
        parse_square(BRAZILIAN, name) for name in ("b4", "a3")
    }


def test_b016_a_side_may_have_twelve_kings() -> None:
    """000 1.4.4."""
    white = RUSSIAN.start[0]
    position = Position.setup(RUSSIAN, white, 1, white | 1, Color.WHITE)
    assert (position.kings & position.white).bit_count() == 12
    assert legal_moves(position)


@pytest.mark.parametrize("key", ["russian", "brazilian"])
def test_b028_a_capture_is_compulsory_forward_and_backward(key: str) -> None:
    """000 1.5.3, 001 4.1, 004 4.3."""
    ruleset = find_variant(key)
    for fen in ("W:Wc3,h2:Bd4", "W:We5,h2:Bd4"):
        assert all(move.captured for move in legal_moves(parse_fen(fen, ruleset)))


def test_b035_own_pieces_are_never_jumped() -> None:
    """000 1.5.8."""
    assert not any(move.captured for move in legal_moves(parse_fen("W:WKc1,e3:Bh8", RUSSIAN)))
    goes = {move.target for move in legal_moves(parse_fen("W:WKc1,e3:Bh8", RUSSIAN))}
    assert parse_square(RUSSIAN, "f4") in goes  # the man's own step
    assert parse_square(RUSSIAN, "g5") not in goes


def test_b036_a_square_may_be_crossed_twice_and_a_man_jumped_once() -> None:
    """000 1.5.9: round the four men and back, each taken once."""
    position = parse_fen("W:WKe1:Bd2,d4,f2,f4", RUSSIAN)
    (round_trip,) = (move for move in legal_moves(position) if move.target == move.origin)
    assert len(round_trip.order) == len(set(round_trip.order)) == 4


def test_b044_the_larger_number_comes_first_and_a_king_counts_as_one() -> None:
    """001 4.13: two men before one king; the texts of Russian draughts leave the choice."""
    position = parse_fen("W:Wc3,f2:BKd4,g3,g5,b8", BRAZILIAN)
    (move,) = legal_moves(position)
    assert (square_name(BRAZILIAN, move.origin), len(move.order)) == ("f2", 2)
    assert len(legal_moves(position.under(RUSSIAN))) == 2


def test_b045_any_capture_may_be_chosen_and_b046_b047_what_becomes_of_a_man_on_the_last_row() -> (
    None
):
    """000 1.5.14, 1.5.15; 001 4.13, 4.15."""
    free = parse_fen("W:We3:Bd4,d6,f4", RUSSIAN)
    assert len(legal_moves(free)) == 2
    assert len(legal_moves(free.under(BRAZILIAN))) == 1
    passing = parse_fen("W:Wb6:Bc7,e7", RUSSIAN)
    assert all(move.crowned for move in legal_moves(passing))
    assert not any(move.crowned for move in legal_moves(passing.under(BRAZILIAN)))


def test_b048_a_man_that_steps_to_the_last_row_has_ended_its_move() -> None:
    """000 1.5.16: a capture from there waits for its next turn."""
    position = parse_fen("W:We7:Bc5,h4", RUSSIAN)
    assert all(not move.captured and move.crowned for move in legal_moves(position))


def test_b049_captured_pieces_block_until_the_move_ends() -> None:
    """000, 001: a5 takes five, comes by e1, and stops on c3 before the man it took first."""
    position = parse_fen("B:Wa1,a3,b2,b4,d2,e3,f2,f4,d4:Ba5,c5,c7,e7,g7", RUSSIAN)
    (move,) = legal_moves(position)
    assert (square_name(RUSSIAN, move.target), len(move.order)) == ("c3", 5)
    after = position.after(move)
    (reply,) = legal_moves(after)
    assert square_name(RUSSIAN, reply.origin) == "b2"
    assert after.after(reply).own == 0


@pytest.mark.parametrize(
    ("fen", "reason"), [("W:W:Bc3", Reason.NO_PIECES), ("B:Wf2,g3:Bh4", Reason.NO_MOVES)]
)
def test_b073_who_has_no_piece_or_no_move_has_lost(fen: str, reason: Reason) -> None:
    """000 1.8, 001 7.2."""
    game = Game.start(RUSSIAN, parse_fen(fen, RUSSIAN))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (game.turn.other, reason)


@pytest.mark.parametrize(
    ("key", "square", "men", "fly", "back"),
    [
        ("brazilian", 32, 12, True, True),
        ("pool", 32, 12, True, True),
        ("italian", 32, 12, False, False),
        ("english", 32, 12, False, False),
        ("czech", 32, 12, True, False),
        ("spantsiretti", 40, 15, True, True),
        ("canadian", 72, 30, True, True),
        ("spanish", 32, 12, True, False),
        ("portuguese", 32, 12, True, False),
        ("frisian", 50, 20, True, True),
        ("international", 50, 20, True, True),
        ("turkish", 64, 16, True, False),
        ("wiegman", 64, 24, True, True),
    ],
)
def test_b151_to_b158_b179_b180_the_table_of_kinds(
    key: str, square: int, men: int, fly: bool, back: bool
) -> None:
    """000, 003, 004: squares, men, flying kings, men that capture backward.

    000 says of pool that a man takes only forward; 004 and APCA say backward too. The "German" game
    on 10x10 of 003 and 004 is the Frisian one.
    """
    ruleset = find_variant(key)
    assert (ruleset.board.size, ruleset.men, ruleset.flying_kings) == (square, (men, men), fly)
    assert any(ranks < 0 for _, ranks in ruleset.man_jumps) is back


def test_b158_b153_the_board_is_turned_where_the_texts_say_so() -> None:
    """003: the Spanish board turned; FID: the dark corner at each player's right."""
    mirrored = {key for key, ruleset in VARIANTS.items() if (0, 0) not in ruleset.board.index}
    assert mirrored == {"italian", "spanish", "portuguese"}


def test_b181_a_king_made_by_a_capture_strikes_as_one_on_its_next_move() -> None:
    """003, of the international game."""
    ruleset = find_variant("international")
    (move,) = legal_moves(parse_fen("W:W12:B8,9", ruleset))
    assert not move.crowned and len(move.order) == 2


def test_b097_repetitions_need_not_follow_one_another_but_the_same_side_must_be_to_move() -> None:
    """000 1.9.2, 003."""
    game = Game.start(RUSSIAN, parse_fen("W:WKa1,Kg1:BKb8", RUSSIAN))
    for text in ["a1-b2", "b8-a7", "b2-a1", "a7-b8", "g1-h2", "b8-a7", "h2-g1", "a7-b8"]:
        game = game.play(named_move(game.position, text))
    (counter,) = (found for found in game.counters if found.reason is Reason.REPETITION)
    assert counter.count == 3
