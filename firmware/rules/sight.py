"""What a piece sees along one ray, for every way the ray can be occupied.

All that a piece can meet on a ray depends on ``ray & occupied`` alone: the squares it can slide to,
the first piece in its way, the squares behind that one on which it could land. So each ray has a
table from that integer to what is seen, filled as it is asked for. A piece that doesn't fly is one
whose ray is cut to two squares, so men, short kings and flying kings need no code of their own.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from firmware.rules.bitboard import Bitboard, Square, mask
from firmware.rules.move import Move

Place: TypeAlias = int
"""Where a piece stands, and as what: of ``n`` squares, a man on ``s``, a king on ``n + s``."""

Sight: TypeAlias = tuple[Bitboard, tuple[Place, ...], tuple[Move, ...]]
"""The piece that could be jumped (0 if none), the places behind it, the quiet moves before it."""


class Ray(NamedTuple):
    """How a piece looks along one ray."""

    squares: tuple[Square, ...]
    """What it meets, nearest first."""
    flies: bool
    jumps: bool
    """It may capture along this ray."""
    steps: bool
    """It may move along this ray."""
    place: Callable[[Square], Place]
    """Where it stands after landing on a square."""
    move: Callable[[Square], Move]
    """Its quiet move to a square."""


class Look(dict[Bitboard, Sight]):
    """``look[look.mask & occupied]``: what is seen along one ray."""

    __slots__ = ("_ray", "mask", "victims")

    def __init__(self, ray: Ray) -> None:
        squares = ray.squares if ray.flies else ray.squares[:2]
        self._ray = ray._replace(squares=squares)
        self.mask = mask(squares)
        self.victims = mask(squares[:-1]) if ray.jumps else 0
        """Where a piece can be jumped at all."""

    def __missing__(self, occupied: Bitboard) -> Sight:
        ray = self._ray
        filled = [bool(occupied >> square & 1) for square in ray.squares]
        first = filled.index(True) if True in filled else len(filled)
        behind = first + 1
        while behind < len(filled) and not filled[behind]:
            behind += 1
        reach = first if ray.flies else min(first, 1)
        slides = ray.squares[:reach] if ray.steps else ()
        within_reach = ray.flies or first == 0
        landings = ray.squares[first + 1 : behind] if ray.jumps and within_reach else ()
        seen = self[occupied] = (
            1 << ray.squares[first] if landings else 0,
            tuple(ray.place(square) for square in landings),
            tuple(ray.move(square) for square in slides),
        )
        return seen
