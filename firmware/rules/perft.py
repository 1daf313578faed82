"""Counting the leaves of the tree of legal moves: the check every move generator is held to."""

from firmware.rules.movegen import legal_moves
from firmware.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of ways to play ``depth`` plies from here, moves of one effect counting once.

    Draw rules play no part, and lines that end sooner count nothing.
    """
    moves = legal_moves(position)
    if depth <= 1:
        return len(moves) if depth else 1
    leaves = 0
    for move in moves:
        leaves += perft(position.after(move), depth - 1)
    return leaves
