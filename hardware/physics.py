"""When a man's magnet closes the reed under its square: a field small enough to trust.

The magnet lies flat in the man, its axis upright, and the reed *stands* under the centre of the
square, its upper end towards the magnet. Standing is what makes a square round: seen from above
the reed is a point, so that it closes at the same distance on every side. A reed that lies flat
has one pole on either side of the centre; the two pull against each other, and straight over the
middle of the reed, where the man should stand, a magnet of any strength closes nothing
(``tests/hardware/test_physics.py`` shows it).

*The magnet* is two discs of magnetic charge, its faces. Each disc is seven point charges, placed
and weighed so that all moments up to the fifth power come out as those of the full disc
(Abramowitz and Stegun 25.4.61); a diameter away that is within 1 % of the exact field.

*The reed* answers to the ampere turns along its blades. What enters a blade near its end drives
less flux through the gap than what enters near the gap: the field along the reed is summed with a
weight that is 1 at the gap and falls to 0 at the ends as a parabola. Makers measure the operate
ampere turns in a coil shorter than the reed; `COUPLING` is the one number that is fitted, to 30
distances published for other magnets and reeds (in the tests), which it meets within 4 mm.

Only sums, products, quotients and square roots are computed, which every computer computes to the
same bit: the simulator takes its reeds from here, and its runs must repeat. Lengths are
millimetres unless a name says otherwise; ampere turns are abbreviated AT.
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

Point3 = tuple[float, float, float]
"""(x, y, z) in mm; the magnet's centre is the origin, its axis is z, down is negative."""

PI: Final = 3.141592653589793
MU0: Final = 4e-7 * PI

COUPLING: Final = 1.25
"""Weighted ampere turns along the reed for each ampere turn of the maker's coil."""

_STEPS: Final = 10
_REACH: Final = 45.0
"""Nothing closes a reed from farther away than this, in mm."""

_CUBATURE: Final = (
    (0.0, 0.0, 1 / 4),
    *((sqrt(2 / 3) * x, 0.0, 1 / 8) for x in (1.0, -1.0)),
    *((x * sqrt(1 / 6), y * sqrt(1 / 2), 1 / 8) for x in (1.0, -1.0) for y in (1.0, -1.0)),
)
"""(x, y, weight) on the disc of radius 1, exact to the fifth degree."""


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc magnetised along its axis."""

    diameter: float
    thickness: float
    remanence_t: float
    """Residual flux density in tesla."""

    def potential(self, point: Point3) -> float:
        """The magnetic scalar potential at `point`, in amperes; positive below the magnet."""
        radius = self.diameter / 2
        x, y, z = point
        charge = self.remanence_t / MU0 * radius * radius / 4 * 1e-3  # ampere metres / 4 pi / mm
        total = 0.0
        for sign, face in ((1, -self.thickness / 2), (-1, self.thickness / 2)):
            up = z - face
            for across, along, weight in _CUBATURE:
                dx, dy = x - radius * across, y - radius * along
                total += sign * weight / sqrt(dx * dx + dy * dy + up * up)
        return charge * total


@dataclass(frozen=True, slots=True)
class Reed:
    """A reed switch; ampere turns as in its data sheet, measured in the maker's coil."""

    operate_at: float
    release_at: float
    length: float = 16.0
    """From pole to pole: a glass of 14 mm and the stub of a lead at each end."""


@dataclass(frozen=True, slots=True)
class Site:
    """What lies between a man's magnet and the reed of its square."""

    square: float = 50.0
    """Eight make 40 cm, the smallest official board (rules of 2000, 1.1: 40 to 45 cm)."""
    man_diameter: float = 40.0
    """5 to 10 mm less than the square (1.3)."""
    man_height: float = 9.0
    """A quarter to a fifth of the diameter (1.3)."""
    skin: float = 1.0
    """Wood or felt under the magnet."""
    plate: float = 3.0
    """The playing surface."""
    gap: float = 8.0
    """From the plate's underside to the reed's upper lead. Farther away the circles are wider,
    until nothing is left to spare; nearer, a man must stand more exactly."""
    stub: float = 1.0
    """From there to the reed's upper pole."""


@dataclass(frozen=True, slots=True)
class Ring:
    """How far off centre a magnet closes a reed, and keeps it closed; 0 where it never does."""

    operate: float
    release: float


MAGNET: Final = Magnet(15.0, 3.0, 1.19)
"""Neodymium N35, 1.17 to 1.21 T."""

REED: Final = Reed(operate_at=12.5, release_at=7.5)
"""The middle of the band 10 to 15 AT; reeds release at 45 to 75 % of what they operate at."""

SITE: Final = Site()

WEAKEST: Final = (
    replace(MAGNET, remanence_t=1.12),
    Reed(15.0, 11.25),
    replace(SITE, gap=SITE.gap + 1),
)
"""An N35 warmed to 60 degrees, the least sensitive reed, a board built 1 mm too deep."""

STRONGEST: Final = (
    replace(MAGNET, remanence_t=1.21),
    Reed(10.0, 4.5),
    replace(SITE, gap=SITE.gap - 1),
)
"""The other end of every tolerance."""


def excitation(magnet: Magnet, start: Point3, end: Point3) -> float:
    """Ampere turns that the magnet makes in a reed whose poles are at `start` and `end`.

    To be compared with a data sheet's; the sign says which way the flux goes.
    """
    total, before = 0.0, magnet.potential(start)
    for step in range(_STEPS):
        here, middle = (step + 1) / _STEPS, (step + 0.5) / _STEPS
        x, y, z = (a + (b - a) * here for a, b in zip(start, end, strict=True))
        after = magnet.potential((x, y, z))
        total += (before - after) * (1 - (2 * middle - 1) * (2 * middle - 1))
        before = after
    return total / COUPLING


def depth(magnet: Magnet, site: Site, level: int = 0, turned: bool = False) -> float:
    """How far the reed's upper pole is below the magnet's centre.

    `level` men lie under this one; `turned` is a man upside down, as some mark a king.
    """
    foot = site.skin + magnet.thickness / 2
    above_plate = site.man_height - foot if turned else foot
    return level * site.man_height + above_plate + site.plate + site.gap + site.stub


def standing(magnet: Magnet, reed: Reed, aside: float, deep: float) -> float:
    """Ampere turns in a standing reed, `aside` from the magnet's axis, its upper pole `deep`."""
    return excitation(magnet, (aside, 0.0, -deep), (aside, 0.0, -deep - reed.length))


def ring(
    magnet: Magnet, reed: Reed, site: Site, level: int = 0, turned: bool = False, bias: float = 0
) -> Ring:
    """The two circles round a reed, in mm. `bias` is the AT that other men add to this one's."""
    deep = depth(magnet, site, level, turned)

    def radius(threshold: float) -> float:
        if standing(magnet, reed, 0.0, deep) + bias <= threshold:
            return 0.0
        low, high = 0.0, _REACH
        while high - low > 0.002:
            middle = (low + high) / 2
            if standing(magnet, reed, middle, deep) + bias > threshold:
                low = middle
            else:
                high = middle
        return low

    return Ring(radius(reed.operate_at), radius(reed.release_at))


def neighbours(magnet: Magnet, reed: Reed, site: Site, diagonal_only: bool) -> float:
    """Ampere turns in the reed of an empty square when men stand centred on all squares around it.

    On boards that use dark squares only these are the four at its corners.
    """
    deep = depth(magnet, site)
    corners = 4 * standing(magnet, reed, site.square * sqrt(2), deep)
    sides = 0.0 if diagonal_only else 4 * standing(magnet, reed, site.square, deep)
    return corners + sides
