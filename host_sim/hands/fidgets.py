"""What hands do besides moving: straighten men, swap them, bump into them, knock them over.

Every fidget leaves the position as it was. Men are moved for good or ill while the own clock runs
and before the press, so nothing of it may count as played, and none of it is an offence.
"""

from dataclasses import dataclass
from typing import assert_never

from firmware.rules import Game, Move
from host_sim.hands.plan import Plan
from host_sim.hands.ranges import Tempo
from host_sim.hands.spots import Spots
from host_sim.hands.styles import Fidget
from host_sim.script import commands as c

SWEPT_MIN, SWEPT_MAX = 3, 6
"""How many men a sleeve knocks over."""
SWEEP_MS = 25
"""From one man knocked over to the next."""


@dataclass(frozen=True, slots=True)
class Room:
    """The board around a fidget: the game before the move, and the move to come."""

    game: Game
    move: Move
    spots: Spots
    tempo: Tempo

    @property
    def men(self) -> list[str]:
        """Where men stand."""
        return self.spots.men(self.game.position)

    def free_around(self, spot: str) -> list[str]:
        """Free squares next to this one, light and dark."""
        return [near for near in self.spots.around(spot) if near not in self.men]

    def wrong_square(self) -> str | None:
        """Near the target, free, and no square to which this man may go or on which it may rest."""
        names = self.spots.names
        right = {
            names[square]
            for move in self.game.moves
            if move.origin == self.move.origin
            for square in move.path
        }
        around = self.free_around(names[self.move.target])
        wrong = [spot for spot in around if spot not in right]
        return self.tempo.pick(wrong) if wrong else None

    def equals(self) -> list[tuple[str, str]]:
        """Pairs of men of one colour and rank."""
        position, names = self.game.position, self.spots.names
        kinds: dict[tuple[object, bool], list[str]] = {}
        for square, name in enumerate(names):
            if (owner := position.owner(square)) is not None:
                kinds.setdefault((owner, position.is_king(square)), []).append(name)
        return [(men[0], men[-1]) for men in kinds.values() if len(men) > 1]


def fidget(plan: Plan, kind: Fidget, room: Room, at_ms: int) -> int:
    """Add a fidget's acts from `at_ms` on; when the hand is free again."""
    match kind:
        case Fidget.ADJUST:
            return _adjust(plan, room, [room.tempo.pick(room.men)], at_ms)
        case Fidget.ADJUST_TWO:
            return _adjust(plan, room, room.tempo.shuffled(room.men)[:2], at_ms)
        case Fidget.SWAP:
            return _swap(plan, room, at_ms)
        case Fidget.BUMP:
            return _bump(plan, room, at_ms)
        case Fidget.SWEEP:
            return _sweep(plan, room, at_ms)
        case Fidget.ASTRAY:
            return at_ms
        case _:
            assert_never(kind)


def _adjust(plan: Plan, room: Room, spots: list[str], at_ms: int) -> int:
    """Lift these men together, and put them back one after the other."""
    for spot in spots:
        plan.add(at_ms, c.Lift(spot))
        at_ms += room.tempo.draw("blink") // 2
    for spot in spots:
        at_ms += room.tempo.draw("adjust")
        plan.add(at_ms, c.Drop(spot, spot))
    return at_ms + room.tempo.draw("carry")


def _swap(plan: Plan, room: Room, at_ms: int) -> int:
    pairs = room.equals()
    if not pairs:
        return at_ms
    one, other = room.tempo.pick(pairs)
    plan.add(at_ms, c.Lift(one))
    plan.add(at_ms + room.tempo.draw("blink"), c.Lift(other))
    at_ms = plan.over_ms + room.tempo.draw("carry")
    plan.add(at_ms, c.Drop(other, one))
    at_ms += room.tempo.draw("carry")
    plan.add(at_ms, c.Drop(one, other))
    return at_ms + room.tempo.draw("carry")


def _bump(plan: Plan, room: Room, at_ms: int) -> int:
    """A man is pushed to the next free square, stands there for a while, and is put back."""
    bumped = [spot for spot in room.men if room.free_around(spot)]
    if not bumped:
        return at_ms
    spot = room.tempo.pick(bumped)
    near = room.tempo.pick(room.free_around(spot))
    plan.add(at_ms, c.Slide((spot, near), room.tempo.draw("leg")))
    at_ms = plan.over_ms + room.tempo.draw("stands")
    plan.add(at_ms, c.Lift(near))
    at_ms += room.tempo.draw("carry")
    plan.add(at_ms, c.Drop(spot, near))
    return at_ms + room.tempo.draw("carry")


def _sweep(plan: Plan, room: Room, at_ms: int) -> int:
    """Men that stand near each other fall over; then each is put back where it stood."""
    centre = room.tempo.pick(room.men)
    near = sorted(room.men, key=lambda spot: _distance(centre, spot))
    swept = near[: SWEPT_MIN + room.tempo.below(SWEPT_MAX - SWEPT_MIN + 1)]
    for spot in swept:
        plan.add(at_ms, c.Lift(spot))
        at_ms += SWEEP_MS
    at_ms += room.tempo.draw("fallen")
    for spot in room.tempo.shuffled(swept):
        plan.add(at_ms, c.Drop(spot, spot))
        at_ms += room.tempo.draw("restore")
    return at_ms


def _distance(one: str, other: str) -> tuple[int, str]:
    files = abs(ord(one[0]) - ord(other[0]))
    return max(files, abs(int(one[1:]) - int(other[1:]))), other
