"""What a piece sees along one line, for every way the line can be occupied.

All that a piece can meet on a line depends on ``line & occupied`` alone: the squares it can slide
to, the first piece in its way on either side, the squares behind that one on which it could land.
So each line has a table from that integer to what is seen, filled as it is asked for. A line is one
ray or two opposite ones. A piece that doesn't fly is one whose rays are cut to two squares, so men,
short kings and flying kings need no code of their own.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from firmware.rules.bitboard import Bitboard, Square, mask
from firmware.rules.move import Move

Place: TypeAlias = int
"""Where a piece stands, and as what: of ``n`` squares, a man on ``s``, a king on ``n + s``.

Where it matters which way it has come, those are for a piece that has not jumped yet; one that came
by the ``d``-th direction is a man on ``2 (d + 1) n + s``, a king on ``2 (d + 1) n + n + s``.
"""

Hit: TypeAlias = tuple[Bitboard, tuple[Place, ...]]
"""A piece that could be jumped, and the places behind it."""

Sight: TypeAlias = tuple[Bitboard, tuple[Hit, ...], tuple[Move, ...]]
"""All that could be jumped, each with its places, and the quiet moves."""


class Ray(NamedTuple):
    """How a piece looks along one ray."""

    squares: tuple[Square, ...]
    """What it meets, nearest first; no more than it can make use of."""
    flies: bool
    lands_behind: bool
    """It lands just behind what it takes, though it flies."""
    jumps: bool
    """It may capture along this ray."""
    steps: bool
    """It may move along this ray."""
    place: Callable[[Square], Place]
    """Where it stands after landing on a square."""
    move: Callable[[Square], Move]
    """Its quiet move to a square."""

    def seen(self, occupied: Bitboard) -> tuple[tuple[Hit, ...], tuple[Move, ...]]:
        """What is seen along this ray alone."""
        filled = [bool(occupied >> square & 1) for square in self.squares]
        first = filled.index(True) if True in filled else len(filled)
        behind = first + 1
        farthest = min(behind + 1, len(filled)) if self.lands_behind else len(filled)
        while behind < farthest and not filled[behind]:
            behind += 1
        reach = first if self.flies else min(first, 1)
        slides = self.squares[:reach] if self.steps else ()
        within_reach = self.flies or first == 0
        landings = self.squares[first + 1 : behind] if self.jumps and within_reach else ()
        hit = (1 << self.squares[first], tuple(map(self.place, landings))) if landings else None
        return (hit,) if hit else (), tuple(map(self.move, slides))


class Look(dict[Bitboard, Sight]):
    """``look[look.mask & occupied]``: what is seen along one line."""

    __slots__ = ("_rays", "mask", "victims")

    def __init__(self, rays: Sequence[Ray]) -> None:
        self._rays = tuple(
            ray if ray.flies else ray._replace(squares=ray.squares[:2]) for ray in rays
        )
        self.mask = mask(square for ray in self._rays for square in ray.squares)
        self.victims = mask(
            square for ray in self._rays if ray.jumps for square in ray.squares[:-1]
        )
        """Where a piece can be jumped at all."""

    def __missing__(self, occupied: Bitboard) -> Sight:
        hits: tuple[Hit, ...] = ()
        slides: tuple[Move, ...] = ()
        for ray in self._rays:
            hit, slide = ray.seen(occupied)
            hits, slides = hits + hit, slides + slide
        seen = self[occupied] = mask_of(hits), hits, slides
        return seen


def mask_of(hits: Sequence[Hit]) -> Bitboard:
    """All the pieces that could be jumped."""
    return sum(victim for victim, _ in hits)
