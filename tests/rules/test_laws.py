"""Laws that hold in every position of every variant."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules import Game, Position, Ruleset, legal_moves, possible, results
from tests.rules.plain import plain_moves
from tests.rules.strategies import (
    diagrams,
    played,
    positions,
    rulesets,
    turned,
    turned_mask,
)

law = settings(deadline=None)
"""Time limits are for benchmarks: the first example of a variant compiles its generator."""


@settings(max_examples=400, deadline=None)
@given(diagrams())
def test_a_second_generator_finds_the_same_moves(position: Position) -> None:
    found = [
        ((move.origin, move.target, move.captured), move.crowned) for move in legal_moves(position)
    ]
    assert len(set(found)) == len(found)
    assert set(found) == plain_moves(position)


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
        assert after == Position.setup(
            position.ruleset, after.white, after.black, after.kings, position.turn.other
        )
        assert after.foe.bit_count() == position.own.bit_count()
        assert after.own == position.foe & ~move.captured
        assert after.is_king(move.target) == (move.crowned or position.is_king(move.origin))


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
    board = position.ruleset.board
    for move in legal_moves(position):
        assert (move.path[0], move.path[-1]) == (move.origin, move.target)
        assert sum(1 << square for square in move.order) == move.captured
        on_board = position.occupied & ~(1 << move.origin)
        assert len(move.order) == (len(move.path) - 1 if move.captured else 0)
        for index, (origin, landing) in enumerate(pairwise(move.path)):
            passed = 1 << move.order[index] if move.captured else 0
            assert board.between(origin, landing) & on_board == passed
            assert not on_board >> landing & 1


@law
@given(positions)
def test_legal_moves_are_possible_ones(position: Position) -> None:
    for picture, moves in results(position).items():
        assert set(moves) <= set(possible(position, picture))


@law
@given(positions)
def test_without_compulsion_a_side_that_has_a_capture_may_also_step(position: Position) -> None:
    for move in legal_moves(position):
        for stop in range(1, len(move.order)):
            taken = sum(1 << square for square in move.order[:stop])
            picture = position.occupied & ~(1 << move.origin | taken) | 1 << move.path[stop]
            assert any(
                (stopped.target, stopped.captured) == (move.path[stop], taken)
                for stopped in possible(position, picture)
            )


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
@given(played())
def test_a_game_that_was_played_is_taken_back_to_its_start(position: Position) -> None:
    game = Game.start(position.ruleset, position)
    for move in game.moves:
        later = game.play(move)
        assert later.take_back() == game
        assert later.position == position.after(move)


@settings(max_examples=30, deadline=None)
@given(rulesets, st.randoms(use_true_random=False))
def test_a_game_of_random_moves_ends_with_a_reason(ruleset: Ruleset, random: Random) -> None:
    game = Game.start(ruleset)
    while game.outcome is None:
        assert len(game.plies) < 5_000
        game = game.play(random.choice(game.moves))
    assert (game.outcome.winner is None) is game.outcome.is_draw_rule
    assert bool(game.moves) is game.outcome.is_draw_rule
