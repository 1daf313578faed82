"""Beliefs as tests write them down: a position, and what hands do on it."""

from firmware.notation.fen import parse_fen
from firmware.notation.squares import parse_square
from firmware.rules import Game, find_variant
from firmware.table.belief import Belief


def shown(variant: str, fen: str, acts: str) -> Belief:
    """The belief after `-a -b +c`: men lifted from a and b, one put on c."""
    ruleset = find_variant(variant)
    game = Game.start(ruleset, parse_fen(fen, ruleset))
    picture = game.position.occupied
    belief = Belief.of(game, picture)
    for act in acts.split():
        bit = 1 << parse_square(ruleset, act[1:])
        picture = picture | bit if act[0] == "+" else picture & ~bit
        belief = belief.saw(picture)
    return belief
