"""What really stands on the board, kept beside the firmware and without asking it.

The men's own places say which squares are filled; after every act that picture is noted with its
time. Whether a picture can be explained by legal play is decided here by brute force, from the
rules alone: a check that used the firmware's own inference would find it right by definition.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from firmware.rules import Game, Move, Ruleset, mask
from firmware.table.layout import coord_name
from host_sim.hands import Timed, lasts_ms
from host_sim.machine import Machine
from host_sim.script import commands as c
from host_sim.world import OnBoard

OUTSIDE: Final = 1 << 200
"""Stands for any man on a square that has a reed and is not the game's."""


@dataclass(frozen=True, slots=True)
class Stood:
    """A picture of the men at rest."""

    since_ms: int
    began_ms: int
    """When the motion began that led to it."""
    picture: int
    """Game squares, and `OUTSIDE`."""
    moving: bool = False
    """Men are sliding: no square can be told yet."""
    ply: int = 0
    """The latest turn that had begun, counted from 1."""


class Truth:
    """The pictures that really stood, one after another."""

    def __init__(self, machine: Machine, ruleset: Ruleset) -> None:
        self._machine = machine
        self._bits: Mapping[str, int] = dict.fromkeys(machine.wiring.squares, OUTSIDE) | {
            coord_name(coord): 1 << square for square, coord in enumerate(ruleset.board.coords)
        }
        self.stood: list[Stood] = []

    def note(self, timed: Timed) -> None:
        """An act has begun."""
        now_ms = self._machine.clock.now_ms
        if not isinstance(timed.act, c.Lift | c.Drop | c.Take | c.Slide):
            return
        picture = self.picture()
        if self.stood and picture == self.stood[-1].picture:
            return
        ply = max(timed.ply, self.stood[-1].ply) if self.stood else timed.ply
        if ends_ms := lasts_ms(timed.act):
            self.stood.append(Stood(now_ms, now_ms, picture, moving=True, ply=ply))
        self.stood.append(Stood(now_ms + ends_ms, now_ms, picture, ply=ply))

    def picture(self) -> int:
        """The squares that are filled, by where the men are."""
        picture = 0
        for man in self._machine.world.men:
            if isinstance(place := man.place, OnBoard):
                name = coord_name((round(place.x), round(place.y)))
                picture |= self._bits.get(name, 0)
        return picture

    def at(self, ms: int) -> Stood | None:
        """What stood at this time; None before the first act."""
        times = [stood.since_ms for stood in self.stood]
        index = bisect_right(times, ms)
        return self.stood[index - 1] if index else None


def explained(game: Game, picture: int, loosely: bool = False) -> bool:
    """Whether legal play from here passes through this picture, up to two plies.

    Only if that is looked for `loosely`, captured men of some plies before may still stand, and
    the second ply's man where the first one's came from.
    """
    ghosts = 0
    for ply in game.plies[-4:] if loosely else ():
        ghosts |= ply.captured if isinstance(ply, Move) else 0
    return _passes(game, ghosts & ~game.position.occupied, picture, 2, loosely)


def _passes(game: Game, ghosts: int, picture: int, plies: int, loosely: bool) -> bool:
    """`ghosts` are captured men that may still stand."""
    rest = game.position.occupied
    missing, extra = rest & ~picture, picture & ~(rest | ghosts)
    if not missing and not extra:
        return True
    for move in game.moves:
        way = 0 if extra and not missing >> move.origin & 1 else mask(move.path)
        if not missing & ~(move.captured & ~move.kept | 1 << move.origin) and not extra & ~way:
            return True
        left = loosely or move.origin == move.target or not picture >> move.origin & 1
        if plies > 1 and left and picture >> move.target & 1:
            after = game.play(move)
            if _passes(after, ghosts | move.captured, picture, plies - 1, loosely):
                return True
    return False
