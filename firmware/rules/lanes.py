"""Asking all men at once.

A man can step if a certain square is empty, and that square is a fixed distance away in square
indices, the same for every man of the row. So one direction has one or two distances. A **lane** is
a copy of the board made for one distance (for a jump: one pair of distances, to the victim and to
the landing). The lanes lie side by side in one integer. Multiplying a board by the sum of some
powers of two puts a copy of it into every lane, shifted so that the square a man asks about lies
under that man; then one ``&`` answers for every man and every direction.

*No copy touches another, so the sum is their union and the product never carries.* A copy in the
next lane lies one board's length higher, less its shift and plus the shift of this one. The lanes
are sorted by falling shift, so that difference is a board's length or more. What a shift carries
out of its own lane, or around the edge of the board, is dropped by the mask of the moves there
really are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from firmware.rules.bitboard import Bitboard, Square
from firmware.rules.board import Direction


class Hop(NamedTuple):
    """A man's jump as three squares; a step is written with the same square twice."""

    origin: Square
    over: Square
    to: Square
    direction: Direction
    """The way it goes, as its own side sees it."""


@dataclass(frozen=True)
class Lanes:
    """The lanes for some hops.

    With boards of men, foes and empty squares, the hops that can be made are
    ``men * copies & foes * over & empty * to & mask``; of a step, without the foes.
    """

    copies: int
    over: int
    to: int
    mask: Bitboard
    at: Mapping[int, Hop]
    """The hop that a bit found stands for, by the bit's ``bit_length()``."""

    @classmethod
    def build(cls, size: int, base: int, hops: Iterable[Hop]) -> "Lanes":
        """Lanes of ``size`` squares from bit ``base`` on, which is the longest way up or more."""
        hops = tuple(hops)
        shifts = sorted({(hop.over - hop.origin, hop.to - hop.origin) for hop in hops})[::-1]
        assert all(shift[1] <= higher[1] for higher, shift in pairwise(shifts))
        start = {shift: base + lane * size for lane, shift in enumerate(shifts)}
        at = {
            start[hop.over - hop.origin, hop.to - hop.origin] + hop.origin + 1: hop for hop in hops
        }
        return cls(
            copies=sum(1 << bit for bit in start.values()),
            over=sum(1 << bit - over for (over, _), bit in start.items()),
            to=sum(1 << bit - to for (_, to), bit in start.items()),
            mask=sum(1 << length - 1 for length in at),
            at=at,
        )
