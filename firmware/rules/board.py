"""Geometry: which squares a board has, and what is met when one walks away from a square.

A *ray* holds the playable squares met when walking in one direction, nearest first. This one
definition serves diagonal games, games that go along files and ranks, and games that do both on
dark squares only (there, walking east simply meets every second file). Nothing here is typed in;
all follows from the coordinates of the playable squares.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from firmware.rules.bitboard import Bitboard, Square, mask


class Color(enum.IntEnum):
    """A side of the game."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Color":
        """The side that plays against this one."""
        return Color(1 - self)


Direction: TypeAlias = tuple[int, int]
"""A walk of (files to the right, ranks up), as White sees the board."""

NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = (1, 1), (1, -1), (-1, -1), (-1, 1)

FORWARD_DIAGONALS: tuple[Direction, ...] = (NORTH_WEST, NORTH_EAST)
DIAGONALS: tuple[Direction, ...] = (*FORWARD_DIAGONALS, SOUTH_WEST, SOUTH_EAST)
ORTHOGONALS: tuple[Direction, ...] = (NORTH, WEST, EAST, SOUTH)


def facing(direction: Direction, color: Color) -> Direction:
    """A direction given as White sees it, turned to the same one as ``color`` sees it."""
    files, ranks = direction
    return (files, ranks) if color is Color.WHITE else (files, -ranks)


@dataclass(frozen=True)
class Board:
    """The playable squares of a board.

    ``coords[square]`` is ``(file, rank)``, both from 0: file 0 is White's left, rank 0 White's
    bottom row. Squares are in index order: row by row from the top left.
    """

    width: int
    height: int
    coords: tuple[tuple[int, int], ...]

    @classmethod
    def checkered(cls, width: int, height: int, *, dark_corner_left: bool = True) -> "Board":
        """A board played on its dark squares, with a dark corner at each player's left or right."""
        parity = 0 if dark_corner_left else (width - 1) % 2
        return cls(
            width,
            height,
            tuple(
                (file, rank)
                for rank in reversed(range(height))
                for file in range(width)
                if (file + rank) % 2 == parity
            ),
        )

    @classmethod
    def whole(cls, width: int, height: int) -> "Board":
        """A board played on all its squares."""
        return cls(
            width,
            height,
            tuple((file, rank) for rank in reversed(range(height)) for file in range(width)),
        )

    @property
    def size(self) -> int:
        """The number of playable squares."""
        return len(self.coords)

    @property
    def full(self) -> Bitboard:
        """All playable squares."""
        return (1 << len(self.coords)) - 1

    @cached_property
    def index(self) -> Mapping[tuple[int, int], Square]:
        """The square at each playable ``(file, rank)``."""
        return {place: square for square, place in enumerate(self.coords)}

    @cached_property
    def rays(self) -> Mapping[Direction, tuple[tuple[Square, ...], ...]]:
        """``rays[direction][square]``: the playable squares met walking away, nearest first."""
        return {
            direction: tuple(self._walk(square, direction) for square in range(self.size))
            for direction in (*DIAGONALS, *ORTHOGONALS)
        }

    def _walk(self, square: Square, direction: Direction) -> tuple[Square, ...]:
        file, rank = self.coords[square]
        files, ranks = direction
        met = []
        while (
            0 <= (file := file + files) < self.width and 0 <= (rank := rank + ranks) < self.height
        ):
            if (file, rank) in self.index:
                met.append(self.index[file, rank])
        return tuple(met)

    def rows(self, *ranks: int) -> Bitboard:
        """The playable squares of these ranks (0 is White's bottom row)."""
        return mask(square for square, (_, rank) in enumerate(self.coords) if rank in ranks)

    def named(self, names: str) -> Bitboard:
        """The squares with these coordinates, as in ``"a1 c3 j10"``, as White sees the board."""
        return mask(
            self.index[ord(name[0]) - ord("a"), int(name[1:]) - 1] for name in names.split()
        )

    def far_row(self, color: Color) -> Bitboard:
        """The last row a man of this colour walks to."""
        return self.rows(self.height - 1 if color is Color.WHITE else 0)

    def line(self, one: tuple[int, int], other: tuple[int, int]) -> Bitboard:
        """The squares at two ``(file, rank)`` and all between them."""
        start, end = self.index[one], self.index[other]
        return 1 << start | self.between(start, end) | 1 << end

    def between(self, one: Square, other: Square) -> Bitboard:
        """The playable squares strictly between two; none if no line joins them."""
        for rays in self.rays.values():
            ray = rays[one]
            if other in ray:
                return mask(ray[: ray.index(other)])
        return 0
