"""Reed switches under the squares: when they feel a magnet, and how their contacts move.

A reed closes when a magnet comes nearer than the *operate* radius and opens again only when every
magnet is beyond the larger *release* radius. A magnet between the two changes nothing: that is the
hysteresis which keeps a man standing at the edge from chattering. Both radii are those of the
magnetic field (``hardware/physics.py``); they differ with the height of the magnet, so that a man
on top of others and a man upside down have rings of their own. Each magnet is taken by itself; men
all around a square would shift its rings by 2 or 3 mm.

For each reed it is therefore enough to know which men stand inside its release radius, and to be
told when one of them crosses either circle. A reed is *pulled* from the moment one of them comes
within the operate radius until none is left.

Pulling happens at an exact time; the contact then bounces, and its edges are drawn from the
world's stream of random numbers.
"""

import enum
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from hardware import physics
from host_sim.clock import MS, US

Point = tuple[float, float]
"""(x, y) in squares; (2.0, 0.0) is the centre of c1."""


@dataclass(frozen=True, slots=True)
class Ring:
    """How far off a magnet closes a reed, and how far off it keeps it closed, in squares."""

    operate: float
    release: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What decides how a reed behaves. Lengths in squares, times in nanoseconds."""

    flat: tuple[Ring, ...]
    """The rings of a man with no, one, two, ... men under it; none of those higher up."""
    turned: tuple[Ring, ...]
    """The same for a man upside down, whose magnet is farther from the reed."""
    bounce_min_ns: int = 300 * US
    """Operate time including bounce, typical for a small reed (Coto RI-02 data sheet: 0.3 ms)."""
    bounce_max_ns: int = 1 * MS
    """What other makers state as the longest bounce."""
    release_max_ns: int = 70 * US
    """Release time (Coto RI-02 data sheet: 70 us at most); a contact does not bounce open."""
    lift_min_ns: int = 2 * MS
    lift_max_ns: int = 6 * MS
    """From the first movement of a man being lifted until its magnet is out of reach. Quicker than
    any hand, so that the firmware is never given time it could come to rely on."""

    def ring(self, level: int, turned: bool) -> Ring:
        """The ring of a man with `level` men under it."""
        rings = self.turned if turned else self.flat
        return rings[level] if level < len(rings) else OUT_OF_REACH


OUT_OF_REACH: Final = Ring(0.0, 0.0)
_HIGHEST: Final = 3


def _rings(turned: bool) -> tuple[Ring, ...]:
    """From the field, in squares; rounded, so that no last bit of a float decides a simulation."""
    site = physics.SITE
    rings = (
        physics.ring(physics.MAGNET, physics.REED, site, level, turned)
        for level in range(_HIGHEST + 1)
    )
    return tuple(
        Ring(round(ring.operate / site.square, 3), round(ring.release / site.square, 3))
        for ring in rings
    )


FIGURES: Final = Figures(flat=_rings(turned=False), turned=_rings(turned=True))


class Zone(enum.IntEnum):
    """Where a man's magnet is, seen from one reed."""

    OUT = 0
    """Beyond the release radius: not felt."""
    MID = 1
    """Between the two radii: keeps a closed reed closed, does not close an open one."""
    IN = 2
    """Within the operate radius: closes the reed."""


def zone_at(distance_squared: float, ring: Ring) -> Zone:
    """The zone of a magnet at this squared distance, in squared squares, from the reed's centre."""
    if distance_squared < ring.operate * ring.operate:
        return Zone.IN
    if distance_squared <= ring.release * ring.release:
        return Zone.MID
    return Zone.OUT


class Reed:
    """One reed: the men it feels, and whether it is pulled."""

    __slots__ = ("generation", "pulled", "x", "y", "zones")

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y
        self.zones: dict[int, Zone] = {}
        """Man's number -> its zone, for men not OUT."""
        self.pulled = False
        self.generation = 0
        """Counts pulls and releases: edges drawn for an earlier one no longer hold."""

    def feel(self, man: int, zone: Zone) -> bool:
        """Note that a man's magnet is now in `zone`; say whether the reed was pulled or let go."""
        if zone is Zone.OUT:
            self.zones.pop(man, None)
        else:
            self.zones[man] = zone
        turns = not self.zones if self.pulled else zone is Zone.IN
        if turns:
            self.pulled = not self.pulled
            self.generation += 1
        return turns


def crossings(reed: Reed, origin: Point, goal: Point, ring: Ring) -> list[tuple[float, Zone]]:
    """Where on a straight leg, from 0 to 1, a magnet changes its zone, and to which; in order."""
    reach = ring.release
    if not (
        min(origin[0], goal[0]) - reach <= reed.x <= max(origin[0], goal[0]) + reach
        and min(origin[1], goal[1]) - reach <= reed.y <= max(origin[1], goal[1]) + reach
    ):
        return []
    run, rise = goal[0] - origin[0], goal[1] - origin[1]
    aside, along = origin[0] - reed.x, origin[1] - reed.y
    # |origin + t * (run, rise) - reed|^2 = radius^2 is a*t^2 + 2*b*t + c = 0.
    a = run * run + rise * rise
    b = aside * run + along * rise
    found = []
    for radius, inside, outside in (
        (ring.release, Zone.MID, Zone.OUT),
        (ring.operate, Zone.IN, Zone.MID),
    ):
        c = aside * aside + along * along - radius * radius
        square = b * b - a * c
        if a == 0 or square <= 0:
            continue
        root = sqrt(square)
        for fraction, zone in (((-b - root) / a, inside), ((-b + root) / a, outside)):
            if 0 <= fraction <= 1:
                found.append((fraction, zone))
    return sorted(found, key=lambda crossing: crossing[0])


def operate_edges(random: Random, figures: Figures) -> list[int]:
    """Delays in nanoseconds of the contact's edges after a pull: close, open, close, ... close."""
    bounce_ns = _between(random, figures.bounce_min_ns, figures.bounce_max_ns)
    bounces = random.getrandbits(2)
    inside = sorted(int(random.random() * bounce_ns) for _ in range(2 * bounces - 1))
    return [0, *inside, bounce_ns] if bounces else [0]


def release_delay(random: Random, figures: Figures) -> int:
    """Nanoseconds from letting go until the contact opens."""
    return _between(random, 0, figures.release_max_ns)


def lift_delay(random: Random, figures: Figures) -> int:
    """Nanoseconds from the start of a lift until the man is no longer felt."""
    return _between(random, figures.lift_min_ns, figures.lift_max_ns)


def _between(random: Random, low: int, high: int) -> int:
    return low + int(random.random() * (high - low))
