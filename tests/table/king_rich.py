"""Positions with many kings and hands that play in them: where reading a picture costs most."""

from collections.abc import Iterator
from random import Random

from firmware.errors import TooManyCaptures
from firmware.rules import Color, Game, Move, Position, find_variant, mask
from firmware.table.belief import Belief

VARIANTS = ("russian", "international", "canadian", "frisian", "turkish")
KINGS = 5
"""Of a side, at most; at least three."""


def games(variant: str, count: int, seed: int = 5) -> Iterator[Game]:
    """Games from positions of kings alone, anywhere on the board."""
    random, ruleset = Random(seed), find_variant(variant)
    while count:
        kings = [3 + int(random.random() * (KINGS - 2)) for _ in Color]
        places = sorted(range(ruleset.board.size), key=lambda _: random.random())
        white, black = mask(places[: kings[0]]), mask(places[kings[0] : sum(kings)])
        turn = Color(int(random.random() * 2))
        game = Game.start(ruleset, Position.setup(ruleset, white, black, white | black, turn))
        try:
            movable = bool(game.moves)
        except TooManyCaptures:
            continue
        if movable:
            count -= 1
            yield game


def pictures(game: Game, move: Move) -> Iterator[int]:
    """A hand makes the move, touches each landing, and takes the captured men off one by one."""
    picture = game.position.occupied & ~(1 << move.origin)
    yield picture
    for square in move.path[1:-1]:
        yield picture | 1 << square
        yield picture
    picture |= 1 << move.target
    yield picture
    for square in move.order:
        picture &= ~(1 << square)
        yield picture


def evenly(moves: tuple[Move, ...], count: int) -> tuple[Move, ...]:
    """So many of them, spread over the list."""
    return moves[:: max(1, len(moves) // count)][:count]


def events(game: Game) -> Iterator[tuple[Belief, int]]:
    """(belief, next picture) of some moves, each with some replies made before the press."""
    start = Belief.of(game, game.position.occupied)
    for move in evenly(game.moves, 2):
        belief = start
        for picture in pictures(game, move):
            yield belief, picture
            belief = belief.saw(picture)
        after = game.play(move)
        for reply in evenly(after.moves, 2):
            begun = belief
            for picture in pictures(after, reply):
                yield begun, picture
                begun = begun.saw(picture)


def three_plies_on(game: Game) -> int:
    """The picture after three plies, or as many as there are."""
    for _ in range(3):
        if game.moves:
            game = game.play(game.moves[len(game.moves) // 2])
    return game.position.occupied
