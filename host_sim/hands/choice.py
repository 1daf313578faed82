"""Which move a hand plays, where nobody has told it."""

from random import Random

from firmware.rules import Game, Move, legal_moves


def prudent(game: Game, choices: Random) -> Move:
    """A legal move after which the best reply gains least, drawn among equals.

    It does not give men away for nothing, so the game looks like one; it is no more than that.
    """
    moves = game.moves
    gains = [len(move.order) - _best_reply(game, move) for move in moves]
    best = [move for move, gain in zip(moves, gains, strict=True) if gain == max(gains)]
    return sorted(best, key=lambda move: move.path)[int(choices.random() * len(best))]


def _best_reply(game: Game, move: Move) -> int:
    replies = legal_moves(game.position.after(move))
    return max((len(reply.order) for reply in replies), default=-1)
