"""Moves as text in the form of PDN 3.0.

Origin and target, and only where these fit two captures the whole way: each square where the
capture turns, and on straight runs the square just behind each man taken; never one behind the
last.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.notation.squares import square_names
from firmware.rules import Board, Direction, Move, Position, Ruleset, legal_moves


def move_text(position: Position, move: Move, moves: Sequence[Move] | None = None) -> str:
    """The standard text of a legal move: short, or the whole way where another capture shares its
    ends.

    ``moves`` are the legal moves of the position, where the caller has them already.
    """
    names = square_names(position.ruleset).names
    if not move.captured:
        return f"{names[move.origin]}-{names[move.target]}"
    rivals = legal_moves(position) if moves is None else moves
    ends = (move.origin, move.target)
    if any((rival.origin, rival.target) == ends and rival != move for rival in rivals):
        return long_text(position.ruleset, move)
    return position.ruleset.notation.capture.join(names[square] for square in ends)


def long_text(ruleset: Ruleset, move: Move) -> str:
    """The whole way of a move, as it is written where the short form is ambiguous."""
    names = square_names(ruleset).names
    sign = ruleset.notation.capture if move.captured else "-"
    return sign.join(names[square] for square in written_way(ruleset.board, move))


def heading(board: Board, here: int, there: int) -> Direction:
    """The direction of a straight walk between two squares."""
    (file, rank), (to_file, to_rank) = board.coords[here], board.coords[there]
    return _sign(to_file - file), _sign(to_rank - rank)


def written_way(board: Board, move: Move) -> tuple[int, ...]:
    """The squares of a move's whole way as PDN 3.0 names them, origin and target included."""
    way = [move.origin]
    for jump, victim in enumerate(move.order[:-1]):
        here, landing, there = move.path[jump : jump + 3]
        direction = heading(board, here, landing)
        straight_on = heading(board, landing, there) == direction
        way.append(board.rays[direction][victim][0] if straight_on else landing)
    return (*way, move.target)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
