"""Where the game's squares lie on the physical board, either way round.

The physical picture has one bit a wired square; the game's has the game's own squares first and
then, in wiring order, every wired square the game does not use (light squares, files beyond a
small board). A man standing there is an extra bit that no legal move explains, so nothing above
needs to know that such squares exist.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from firmware.errors import InputError
from firmware.rules import Board, Color, Ruleset

Coord = tuple[int, int]
"""(file, rank), both from 0; a1 is (0, 0)."""


@dataclass(frozen=True)
class Layout:
    """One game's board on one wired board. No slots: the tables are cached."""

    wired: tuple[Coord, ...]
    """Coordinate of each physical bit."""
    board: Board
    turned: bool = False
    """The whole board stands the other way round: White's a1 is the physical far right corner."""
    swapped: bool = False
    """The clock stands the other way round than the board."""

    def __post_init__(self) -> None:
        missing = [coord for coord in self.board.coords if coord not in set(self.wired)]
        if missing:
            raise InputError(
                f"this game needs the square {coord_name(missing[0])}, which the board's wiring "
                f"does not have; choose a wiring file of at least {self.board.width}x"
                f"{self.board.height} squares"
            )

    @cached_property
    def _place(self) -> tuple[int, ...]:
        """Physical bit -> game bit."""
        width = 1 + max(file for file, _ in self.wired)
        height = 1 + max(rank for _, rank in self.wired)
        index = {coord: square for square, coord in enumerate(self.board.coords)}
        places = []
        outside = len(self.board.coords)
        for file, rank in self.wired:
            seen = (width - 1 - file, height - 1 - rank) if self.turned else (file, rank)
            square = index.get(seen)
            if square is None:
                square, outside = outside, outside + 1
            places.append(square)
        return tuple(places)

    @cached_property
    def _back(self) -> dict[int, int]:
        return {square: bit for bit, square in enumerate(self._place)}

    @cached_property
    def _to_game(self) -> tuple[tuple[int, ...], ...]:
        return _tables(self._place)

    @cached_property
    def _to_physical(self) -> tuple[tuple[int, ...], ...]:
        return _tables([bit for _, bit in sorted(self._back.items())])

    def to_game(self, physical: int) -> int:
        """The game picture of a physical one."""
        return _moved(physical, self._to_game)

    def to_physical(self, picture: int) -> int:
        """The physical picture of a game one."""
        return _moved(picture, self._to_physical)

    def coord(self, square: int) -> Coord:
        """The coordinate, as White sees it, of any square of a game picture."""
        if square < len(self.board.coords):
            return self.board.coords[square]
        file, rank = self.wired[self._back[square]]
        if self.turned:
            file = max(f for f, _ in self.wired) - file
            rank = max(r for _, r in self.wired) - rank
        return file, rank

    @property
    def has_blind_squares(self) -> bool:
        """A man may stand on the board where there is no reed."""
        files, ranks = {file for file, _ in self.wired}, {rank for _, rank in self.wired}
        return len(self.wired) < len(files) * len(ranks)

    def turn(self) -> "Layout":
        """The same game with the board the other way round."""
        return replace(self, turned=not self.turned)

    def swap(self) -> "Layout":
        """The same game with the clock the other way round."""
        return replace(self, swapped=not self.swapped)

    def side(self, left: bool) -> Color:
        """Whose button is at the left (as the board's own White sees it)."""
        return Color.WHITE if left ^ self.turned ^ self.swapped else Color.BLACK


def layout_of(ruleset: Ruleset, names: Sequence[str]) -> Layout:
    """The layout of a game on a board whose wired squares have these coordinate names."""
    return Layout(tuple(parse_coord(name) for name in names), ruleset.board)


def parse_coord(name: str) -> Coord:
    """(file, rank) of a coordinate name such as `a1` or `j10`."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def coord_name(coord: Coord) -> str:
    """`a1` for (0, 0)."""
    return f"{chr(ord('a') + coord[0])}{coord[1] + 1}"


def _tables(places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each byte of a picture, where its bits go by the byte's value."""
    tables = []
    for first in range(0, len(places), 8):
        moved = [0] * 256
        for value in range(1, 256):
            bit = (value & -value).bit_length() - 1
            if first + bit < len(places):
                moved[value] = moved[value & value - 1] | 1 << places[first + bit]
        tables.append(tuple(moved))
    return tuple(tables)


def _moved(bits: int, tables: tuple[tuple[int, ...], ...]) -> int:
    moved = 0
    for table in tables:
        moved |= table[bits & 255]
        bits >>= 8
    return moved
