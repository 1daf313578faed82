"""Hands that play legal moves as people do: lift, touch down on each landing, take off, let go.

A hand knows the move it wants to make and the board it plays on; the firmware is told nothing.
Everything it does is planned ahead on the world's own time, so that a whole move costs the
simulation only the moments at which a reed or a button moves.
"""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from firmware.rules import Move
from host_sim.clock import MS
from host_sim.world import World, point_of

Span = tuple[int, int]
"""Shortest and longest time in milliseconds; drawn evenly."""


class Removal(enum.Enum):
    """When captured men are taken off."""

    AFTER = enum.auto()
    """When the capturing man has come to rest, as the rules want."""
    DURING = enum.auto()
    """Each as soon as it has been jumped, by the other hand."""
    BEFORE = enum.auto()
    """All of them first."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a hand moves. Times in milliseconds, distances in squares."""

    carry: Span
    """From a lift to the next touch-down."""
    touch: Span
    """How long the man stands on a landing before it is lifted again."""
    remove: Span
    """For taking off one captured man."""
    press: Span
    """From the last touch to the press."""
    off_centre: float
    """Farthest from a square's centre that a man is put down, along each axis."""
    removals: tuple[Removal, ...]
    """What it does with captured men, drawn evenly."""


TIDY: Final = Style(
    carry=(250, 600),
    touch=(60, 250),
    remove=(150, 350),
    press=(150, 400),
    off_centre=0.12,
    removals=(Removal.AFTER, Removal.AFTER, Removal.DURING, Removal.BEFORE),
)
"""A careful player. Speeds after what players of time scrambles and of quiet games need to pick up,
carry and let go (0.25-1.0 s a move, 0.15-0.4 s from letting go to the press); no measured data on
draughts hands was found, so the ranges are wide."""


@dataclass(frozen=True, slots=True)
class Motions:
    """When a move's motions happen, in nanoseconds."""

    landed_ns: int
    """The moving man is put down for the last time."""
    done_ns: int
    """The hand is free: the button may be pressed."""


class Hand:
    """One hand over one world. `square` gives the physical square's name of a game's square."""

    def __init__(
        self, world: World, square: Callable[[int], str], random: Random, style: Style = TIDY
    ) -> None:
        self._world = world
        self._square = square
        self._random = random
        self._style = style

    def make(self, move: Move, at_ns: int) -> Motions:
        """Make a move's motions from `at_ns` on."""
        style = self._style
        captured = self._shuffled(move.order)
        removal = style.removals[int(self._random.random() * len(style.removals))]
        if removal is Removal.BEFORE:
            at_ns = self._take_off(captured, at_ns)
        man = self._world.lift(self._square(move.origin), at_ns)
        landed_ns = at_ns
        for step, landing in enumerate(move.path[1:]):
            at_ns += self._draw(style.carry)
            self._world.place(man, self._near(landing), at_ns)
            landed_ns = at_ns
            if removal is Removal.DURING and step < len(captured):
                at_ns = self._take_off([move.order[step]], at_ns)
            if step < len(move.path) - 2:
                at_ns += self._draw(style.touch)
                self._world.lift(man, at_ns)
        if removal is Removal.DURING:
            at_ns = self._take_off(move.order[len(move.path) - 1 :], at_ns)
        elif removal is Removal.AFTER:
            at_ns = self._take_off(captured, at_ns)
        man.king = man.king or move.crowned
        return Motions(landed_ns, at_ns + self._draw(style.press))

    def _take_off(self, squares: Sequence[int], at_ns: int) -> int:
        for square in squares:
            at_ns += self._draw(self._style.remove)
            self._world.put_aside(self._square(square), at_ns)
        return at_ns

    def _near(self, square: int) -> tuple[float, float]:
        x, y = point_of(self._square(square))
        return x + self._slip(), y + self._slip()

    def _slip(self) -> float:
        return (2 * self._random.random() - 1) * self._style.off_centre

    def _draw(self, span: Span) -> int:
        low, high = span
        return int((low + (high - low) * self._random.random()) * MS)

    def _shuffled(self, squares: Sequence[int]) -> list[int]:
        left, order = list(squares), []
        while left:
            order.append(left.pop(int(self._random.random() * len(left))))
        return order
