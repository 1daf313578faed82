"""Sets of squares as plain integers: bit ``s`` stands for square index ``s``.

A reed picture, the occupied squares of a position and a mask of captured men are all this type, so
comparing what is seen with what is believed is one ``^``.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Square: TypeAlias = int
"""Index of a playable square, counted row by row from the top left, White sitting at the bottom."""

Bitboard: TypeAlias = int
"""A set of squares, bit = square index."""


def mask(squares: Iterable[Square]) -> Bitboard:
    """The set of these squares."""
    board = 0
    for square in squares:
        board |= 1 << square
    return board


def squares(board: Bitboard) -> Iterator[Square]:
    """The squares of a set, ascending."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest
