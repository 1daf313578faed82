"""Positions to measure on: the start, midgames of random play, endings full of kings by lot."""

from random import Random

from firmware.rules import Color, Crowning, Position, Ruleset, legal_moves, mask, perft

POSITIONS = 5
"""How many there are of a kind, but for the start."""
MIDGAME_PLIES = {32: 20, 50: 36}
"""After how many plies there is a midgame, by the squares of the board."""
KINGS_EACH = 4


def kinds_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of positions that this game has: kings only where they do not end it."""
    return ("start", "midgame", "kings") if ruleset.decided is None else ("start", "midgame")


def positions(ruleset: Ruleset, kind: str) -> list[Position]:
    """The same ones each time."""
    if kind == "start":
        return [Position.start(ruleset)]
    random, found = Random(7), list[Position]()
    while len(found) < POSITIONS:
        position = midgame(ruleset, random) if kind == "midgame" else kings(ruleset, random)
        if len(legal_moves(position)) > 1:
            found.append(position)
    return found


def midgame(ruleset: Ruleset, random: Random) -> Position:
    """A position of a game of random play."""
    position = Position.start(ruleset)
    for _ in range(MIDGAME_PLIES.get(ruleset.board.size, 30)):
        moves = legal_moves(position)
        if not moves:
            break
        position = position.after(moves[int(random.random() * len(moves))])
    return Position.setup(ruleset, position.white, position.black, position.kings, position.turn)


def kings(ruleset: Ruleset, random: Random) -> Position:
    """Some kings and a man each on squares drawn by lot."""
    assert ruleset.crowning is not Crowning.LEAVES
    order = sorted(range(ruleset.board.size), key=lambda _: random.random())
    each = KINGS_EACH + 1
    white, black = mask(order[:each]), mask(order[each : 2 * each])
    men = mask((order[0], order[each])) & ~ruleset.board.rows(0, ruleset.board.height - 1)
    return Position.setup(ruleset, white, black, (white | black) & ~men, Color.WHITE)


def depth_for(trees: list[Position], leaves_min: int) -> int:
    """The least depth at which these trees have so many leaves together."""
    depth = 1
    while sum(perft(position, depth) for position in trees) < leaves_min:
        depth += 1
    return depth
