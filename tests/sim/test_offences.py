"""Hands that break the rules do what they say, undo it, and a wrong answer to it is found."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from firmware.rules import Game, find_variant, squares
from firmware.table.irregular import IRREGULARITIES
from firmware.table.layout import coord_name
from host_sim.hands import STYLES, Hand, Offence, Plan
from host_sim.machine import Machine
from host_sim.match import Terms, board_of
from host_sim.script import commands as c
from host_sim.soak.drawing import Draw
from host_sim.soak.sitting import Sitting, sit

GAMES = ("russian", "international", "italian", "turkish", "frisian")


def committed() -> Iterator[tuple[Hand, Game, Offence]]:
    """Offences of many kinds in a few random games of each kind."""
    random = Random(5)
    for key in GAMES:
        ruleset = find_variant(key)
        hand = Hand(ruleset, random)
        for _ in range(4):
            game = Game.start(ruleset)
            while game.outcome is None and len(game.plies) < 60:
                one = hand.offence(game)
                if one is not None:
                    yield hand, game, one
                game = game.play(game.moves[int(random.random() * len(game.moves))])


def stand(men: set[str], plan: Plan) -> set[str]:
    """Where men stand after the acts; asserts that every hand finds its man."""
    now = set(men)
    for timed in plan.in_order():
        match timed.act:
            case c.Lift(square) | c.Take(square):
                assert square in now
                now.remove(square)
            case c.Drop(square, _):
                assert square not in now
                now.add(square)
            case _:
                pass
    return now


def names(game: Game, picture: int) -> set[str]:
    return {coord_name(game.ruleset.board.coords[square]) for square in squares(picture)}


def test_an_offence_ends_as_it_says_and_is_undone_without_a_trace() -> None:
    for hand, game, one in committed():
        before = names(game, game.position.occupied)
        after = stand(before, hand.offend(game, one, 1000, presses=True))
        assert after == names(game, one.picture), one
        assert stand(after, hand.undo(game, one, 1000)) == before, one


def test_an_offence_is_no_legal_move_unless_only_touching_was_irregular() -> None:
    for _, game, one in committed():
        legal = {game.position.after(move) for move in game.moves}
        assert (one.after in legal) is (one.legal is not None), one
        assert one.after.turn is game.turn.other


def test_every_irregularity_of_the_list_is_committed() -> None:
    """5.4.11 and 5.4.13 need a pause, 5.4.10 and the like a stroke of several jumps."""
    assert {one.name for _, _, one in committed()} == set(IRREGULARITIES)


def test_the_man_that_must_move_is_the_first_touched_that_can() -> None:
    for _, game, one in committed():
        square = one.first_touched(game)
        lifted = [*(way[0] for way in one.ways), *one.off]
        movable = {move.origin for move in game.moves}
        assert (square is None) is (not movable & set(lifted))
        assert square is None or square == next(sq for sq in lifted if sq in movable)


def test_the_same_dice_commit_the_same_offence() -> None:
    game = Game.start(find_variant("russian"))
    one, other = (Hand(game.ruleset, Random(9)).offence(game) for _ in range(2))
    assert one == other


# ------------------------------------------------------------------------ and the board's answer


def drawn(policy: str, control: str = "7200", variant: str = "russian", seed: int = 1) -> Draw:
    ruleset = find_variant(variant)
    styles = (STYLES["tidy"], STYLES["tidy"])
    terms = Terms(control, policy=policy)
    return Draw(ruleset, seed, 0, "bcm2835", terms, styles, None, False, Random(seed))


@pytest.mark.parametrize("control", ["3600+5", "none"])
@pytest.mark.parametrize("policy", ["training", "tournament"])
@pytest.mark.parametrize("variant", GAMES)
def test_every_irregular_turn_is_answered_as_the_policy_says(
    policy: str, control: str, variant: str
) -> None:
    sitting = sit(drawn(policy, control, variant))
    assert sitting.violations == []


def offences_of(sitting: Sitting) -> int:
    return sum(row.plies for (group, _), row in sitting.tally.rows.items() if group == "irregular")


def test_irregular_turns_are_counted_by_their_names() -> None:
    assert sum(offences_of(sit(drawn("tournament", seed=seed))) for seed in range(4)) >= 4


class Liar(Hand):
    """A hand that calls what it does by another name."""

    def offence(self, game: Game) -> Offence | None:
        one = super().offence(game)
        while one is not None and one.legal is not None:
            one = super().offence(game)
        if one is None:
            return None
        other = "own_man_removed" if one.name == "two_moves" else "two_moves"
        return replace(one, name=other)


@pytest.mark.parametrize("policy", ["training", "tournament"])
def test_an_answer_by_another_name_is_found(policy: str) -> None:
    draw = drawn(policy)
    with Machine(board_of(draw.ruleset), seed=1) as machine:
        sitting = Sitting(draw, machine)
        sitting.match.set_up()
        sitting.match.start(draw.terms)
        sitting.match.hands = (Liar(draw.ruleset, Random(2)), Liar(draw.ruleset, Random(3)))
        sitting.offending.attempt(sitting.match.now_ms + 500)
        assert {violation.kind for violation in sitting.violations} == {"verdicts"}


def test_offers_and_claims_are_answered_as_the_rules_say() -> None:
    said = 0
    for seed in range(6):
        sitting = sit(drawn("tournament", seed=seed))
        assert sitting.violations == []
        said += sum(row.plies for (group, _), row in sitting.tally.rows.items() if group == "word")
    assert said >= 3
