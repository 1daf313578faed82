"""What this project writes, other programs read, and see the same game.

py-draughts and pydraughts, in the games they know. Random play, and play from random
diagrams full of kings, where captures need their whole way.
"""

from collections import Counter
from random import Random

import pytest

from firmware.notation.fen import parse_fen
from firmware.notation.pdn import UNFINISHED, Record, write_pdn
from firmware.rules import Color, Game, Position, Ruleset, find_variant
from tests.notation.peers import diagrams_seen_by
from tests.peers import PY_DRAUGHTS, PYDRAUGHTS, Peer

pytestmark = pytest.mark.slow

READERS = [(peer, key) for peer in (PY_DRAUGHTS, PYDRAUGHTS) for key in peer.kinds]
GAMES, DIAGRAMS = 10, 20


def played(game: Game, random: Random, plies: int) -> Game:
    """A game with random plies more, as far as it goes.

    Left out is a single jump with whose ends a longer capture is made too. Its whole way is these
    ends (PDN 3.0, restriction 9); py-draughts asks for a longer text, which there is none of, and
    pydraughts takes the other.
    """
    for _ in range(plies):
        ends = Counter((move.origin, move.target) for move in game.moves)
        moves = [
            move
            for move in game.moves
            if len(move.order) != 1 or ends[move.origin, move.target] == 1
        ]
        if game.outcome or not moves:
            break
        game = game.play(moves[int(random.random() * len(moves))])
    return game


def full_of_kings(ruleset: Ruleset, random: Random) -> Position:
    """A diagram of three to five pieces a side, most of them kings."""
    size = ruleset.board.size
    order = sorted(range(size), key=lambda _: random.random())
    few, many = 3 + int(random.random() * 3), 3 + int(random.random() * 3)
    white = sum(1 << square for square in order[:few])
    black = sum(1 << square for square in order[few : few + many])
    men = sum(1 << square for square in range(size) if random.random() < 0.3)
    ends = ruleset.board.rows(0, ruleset.board.height - 1)
    kings = (white | black) & (~men | ends)
    return Position.setup(ruleset, white, black, kings, ruleset.first)


def diagram(position: Position) -> tuple[int, int, int, Color]:
    """What a FEN of any program shows; how often a king has run, it does not."""
    return position.white, position.black, position.kings, position.turn


def written(game: Game) -> str:
    """As PDN without a result, for where that is 1-1, py-draughts takes 1-12 for the end."""
    return write_pdn(Record((), game, ("",) * len(game.plies), UNFINISHED))


@pytest.mark.parametrize(
    ("peer", "key"), READERS, ids=lambda value: getattr(value, "package", value)
)
def test_a_peer_sees_the_game_that_was_written(peer: Peer, key: str) -> None:
    ruleset, random = find_variant(key), Random(7)
    games = [played(Game.start(ruleset), random, 120) for _ in range(GAMES)]
    # From a FEN, pydraughts takes White for the side that begins each number, in every game.
    for _ in range(DIAGRAMS if ruleset.first is Color.WHITE else 0):
        games.append(played(Game.start(ruleset, full_of_kings(ruleset, random)), random, 20))
    seen = diagrams_seen_by(peer, [(peer.kinds[key], written(game)) for game in games])
    for game, fens in zip(games, seen, strict=True):
        assert len(fens) == len(game.positions), (fens[-1], written(game))
        for position, fen in zip(game.positions, fens, strict=True):
            assert diagram(parse_fen(fen, ruleset)) == diagram(position), written(game)
