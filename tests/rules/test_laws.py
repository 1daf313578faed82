"""Laws that hold in every position of every variant."""

from itertools import pairwise
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.rules import (
    Game,
    Landing,
    Move,
    Position,
    Ruleset,
    legal_moves,
    possible,
    results,
    unforced_moves,
)
from firmware.rules.ruleset import Stuck
from tests.rules.optional import EVERY_GAME
from tests.rules.plain import plain_moves
from tests.rules.playing import at
from tests.rules.strategies import (
    diagrams,
    played,
    positions,
    rulesets,
    turned,
    turned_mask,
)

law = settings(max_examples=200)
"""Time limits are for benchmarks: the first example of a variant compiles its generator."""

every_game = st.sampled_from(EVERY_GAME)


@settings(max_examples=1000)
@given(diagrams(among=every_game))
@example(at("stavropol+free_capture", "B:Wg5,Kb8,Kd8,Kf8:Bh6"))
def test_a_second_generator_finds_the_same_moves(position: Position) -> None:
    found = [move.identity for move in legal_moves(position)]
    assert len(set(found)) == len(found)
    assert set(found) == plain_moves(position)


@settings(max_examples=300)
@given(played(among=every_game))
def test_a_second_generator_finds_the_same_moves_in_play(position: Position) -> None:
    assert {move.identity for move in legal_moves(position)} == plain_moves(position)


@law
@given(positions)
def test_both_sides_play_by_the_same_rules(position: Position) -> None:
    last, ruleset = position.ruleset.board.size - 1, position.ruleset
    mirrored = {
        (last - move.origin, last - move.target, turned_mask(ruleset, move.captured), move.crowned)
        for move in legal_moves(position)
    }
    assert mirrored == {move.identity for move in legal_moves(turned(position))}


@law
@given(positions)
def test_a_legal_move_leads_to_a_possible_position(position: Position) -> None:
    for move in legal_moves(position):
        after = position.after(move)
        diagram = Position.setup(
            position.ruleset, after.white, after.black, after.kings, after.turn, after.side.ply
        )
        assert after[:3] == diagram[:3]


@law
@given(positions)
def test_a_move_does_what_it_says_and_nothing_else(position: Position) -> None:
    for move in legal_moves(position):
        after = position.after(move)
        owner = position.owner(move.origin)
        assert owner is (position.turn.other if move.foreign else position.turn)
        was_king = position.is_king(move.origin)
        assert move.king is was_king
        if not move.leaves:
            assert after.owner(move.target) is owner
            assert after.is_king(move.target) is (move.crowned or was_king)
        for square in range(position.ruleset.board.size):
            bit = 1 << square
            if move.kept & bit:
                assert (position.is_king(square), after.is_king(square)) == (True, False)
                assert after.owner(square) is position.owner(square)
            elif move.clears & bit:
                assert after.owner(square) is None
            elif not move.fills & bit:
                assert after.owner(square) is position.owner(square)
                assert after.is_king(square) is position.is_king(square)


@law
@given(positions)
def test_what_is_captured_is_the_foes_unless_the_game_says_otherwise(position: Position) -> None:
    for move in legal_moves(position):
        mover = position.owner(move.origin)
        assert mover is not None
        assert move.friends == move.captured & position.pieces(mover)
        assert not move.friends or position.ruleset.captures_own
        assert not move.kept or position.ruleset.kings_demoted
        assert not move.foreign or position.ruleset.moves_foes
        assert move.captured & ~position.occupied == 0


@law
@given(positions)
def test_a_move_says_what_the_board_will_look_like(position: Position) -> None:
    for move in legal_moves(position):
        after = position.after(move)
        assert not after.occupied & move.clears
        assert move.fills & ~after.occupied == 0
        assert after.occupied == position.occupied & ~move.clears | move.fills
        assert move in results(position)[after.occupied]


@law
@given(positions)
def test_every_result_belongs_to_a_legal_move_and_no_move_is_lost(position: Position) -> None:
    found = [move for moves in results(position).values() for move in moves]
    assert sorted(move.identity for move in found) == sorted(
        move.identity for move in legal_moves(position)
    )


@law
@given(positions)
def test_a_path_leads_over_the_captured_men_one_by_one(position: Position) -> None:
    board, at_once = position.ruleset.board, position.ruleset.removed_at_once
    for move in legal_moves(position):
        assert (move.path[0], move.path[-1]) == (move.origin, move.target)
        assert sum(1 << square for square in move.order) == move.captured
        standing = position.occupied & ~(1 << move.origin)
        assert len(move.order) == (len(move.path) - 1 if move.captured else 0)
        for index, (origin, landing) in enumerate(pairwise(move.path)):
            passed = 1 << move.order[index] if move.captured else 0
            assert board.between(origin, landing) & standing == passed
            assert not standing >> landing & 1
            standing &= ~passed if at_once else -1


@law
@given(positions)
def test_capturing_is_compulsory_and_precedence_is_obeyed(position: Position) -> None:
    moves = legal_moves(position)
    assert len({bool(move.captured) for move in moves}) <= 1
    precedence = position.ruleset.precedence
    if precedence and moves and moves[0].captured:
        assert len({precedence(position, move) for move in moves}) == 1


@law
@given(positions)
def test_legal_moves_are_possible_ones(position: Position) -> None:
    for picture, moves in results(position).items():
        assert set(moves) <= set(possible(position, picture))


@law
@given(positions)
def test_a_capture_might_be_stopped_after_each_jump(position: Position) -> None:
    stops = {(move.origin, move.target, move.captured) for move in unforced_moves(position)}
    for move in legal_moves(position):
        for jumps in range(1, len(move.order)):
            taken = sum(1 << square for square in move.order[:jumps])
            assert (move.origin, move.path[jumps], taken) in stops or _near(position, move, jumps)


def _near(position: Position, move: Move, jumps: int) -> bool:
    """A king that goes on may land farther from the king it takes than one that stops."""
    near = position.ruleset.landing is Landing.BEHIND_KINGS
    return near and position.is_king(move.order[jumps - 1])


@law
@given(positions)
def test_the_same_position_gives_the_same_moves_by_the_same_paths(position: Position) -> None:
    first, again = legal_moves(position), legal_moves(position)
    assert [move.path for move in first] == [move.path for move in again]


@law
@given(positions)
def test_applying_a_move_leaves_the_position_as_it_was(position: Position) -> None:
    before = tuple(position)
    for move in legal_moves(position):
        position.after(move)
    assert tuple(position) == before


@law
@given(positions)
def test_a_turn_has_as_many_plies_as_the_game_says(position: Position) -> None:
    for move in legal_moves(position):
        after = position.after(move)
        last = position.side.ply == position.ruleset.turn_plies - 1
        assert after.turn is (position.turn.other if last else position.turn)
        assert after.side.ply == (0 if last else position.side.ply + 1)


@law
@given(played())
def test_a_game_that_was_played_is_taken_back_to_its_start(position: Position) -> None:
    game = Game.start(position.ruleset, position)
    for move in game.moves:
        later = game.play(move)
        assert later.take_back() == game
        assert later.position == position.after(move)


@law
@given(played())
def test_a_position_can_be_looked_at_in_its_own_game(position: Position) -> None:
    assert position.under(position.ruleset) == position


@settings(max_examples=80)
@given(rulesets, st.randoms(use_true_random=False))
def test_a_game_of_random_moves_ends_with_a_reason(ruleset: Ruleset, random: Random) -> None:
    game = Game.start(ruleset)
    while game.outcome is None:
        assert len(game.plies) < 5_000
        game = game.play(random.choice(game.moves))
    if ruleset.stuck is not Stuck.COUNTED:
        assert (game.outcome.winner is None) is game.outcome.is_draw_rule
    assert bool(game.moves) is game.outcome.is_draw_rule
    taken = [0, 0]
    for before, ply in zip(game.positions, game.plies, strict=False):
        assert isinstance(ply, Move)
        taken[before.turn] += ply.captured.bit_count()
    assert game.taken == tuple(taken)
