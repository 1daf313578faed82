"""The magnet and the reed: against published distances, and what the shipped choice tolerates."""

from collections.abc import Callable
from math import sqrt

import pytest

from hardware import physics
from hardware.physics import MAGNET, MU0, REED, SITE, STRONGEST, WEAKEST, Magnet, Site, excitation

CYLINDERS = {
    "NDC-S": Magnet(3.0, 7.0, 1.19),
    "NDC-M": Magnet(4.0, 10.0, 1.19),
    "NDC-I": Magnet(6.0, 12.0, 1.19),
    "NDC-L": Magnet(8.0, 15.0, 1.19),
}
"""Neodymium magnets of Reed Relays and Electronics India; the grade is not stated, N35 assumed."""

Distances = tuple[str, float, float, float, float]
"""Magnet, band of operate ampere turns from and to, operate distance from and to in mm."""

BESIDE: list[Distances] = [  # reed SM-1322, cropped leads, magnet parallel to the reed
    ("NDC-S", 10, 20, 7.5, 11.0),
    ("NDC-M", 10, 20, 11.5, 16.0),
    ("NDC-I", 10, 20, 18.0, 24.0),
    ("NDC-L", 10, 20, 25.0, 33.0),
    ("NDC-S", 20, 30, 6.5, 7.5),
    ("NDC-M", 20, 30, 10.0, 11.5),
    ("NDC-I", 20, 30, 16.0, 18.0),
]
END_ON: list[Distances] = [  # sensor MS-214, 14 mm reed, magnet on the reed's axis
    ("NDC-S", 10, 15, 5.5, 8.0),
    ("NDC-M", 10, 15, 10.5, 14.0),
    ("NDC-I", 10, 15, 19.5, 24.0),
    ("NDC-L", 10, 15, 29.0, 35.5),
    ("NDC-S", 15, 20, 3.5, 5.5),
    ("NDC-M", 15, 20, 8.0, 10.5),
    ("NDC-I", 15, 20, 16.5, 19.5),
    ("NDC-L", 15, 20, 25.0, 29.0),
]
"""Published by the maker, reed-sensor.com, "Actuation Distances" of SM-1322 and of MS-214."""

GLASS_RADIUS = 1.1


def farthest(felt: Callable[[float], float], threshold: float) -> float:
    low, high = 0.5, 80.0
    while high - low > 0.01:
        middle = (low + high) / 2
        if abs(felt(middle)) > threshold:
            low = middle
        else:
            high = middle
    return low


def beside(magnet: Magnet, operate: float) -> float:
    """The distance between the surfaces of magnet and glass at which the reed closes."""
    half = REED.length / 2
    axes = farthest(lambda d: excitation(magnet, (d, 0, half), (d, 0, -half)), operate)
    return axes - magnet.diameter / 2 - GLASS_RADIUS


def end_on(magnet: Magnet, operate: float) -> float:
    """The distance from the magnet's face to the reed's pole at which the reed closes."""
    face = magnet.thickness / 2
    return farthest(
        lambda d: excitation(magnet, (0, 0, -face - d), (0, 0, -face - d - REED.length)), operate
    )


@pytest.mark.parametrize(
    ("model", "published"),
    [(beside, row) for row in BESIDE] + [(end_on, row) for row in END_ON],
    ids=lambda case: case.__name__ if callable(case) else "-".join(map(str, case[:3])),
)
def test_published_distances_are_met_within_four_millimetres(
    model: Callable[[Magnet, float], float], published: Distances
) -> None:
    name, sensitive, deaf, near, far = published
    assert model(CYLINDERS[name], deaf) == pytest.approx(near, abs=3.0)
    assert model(CYLINDERS[name], sensitive) == pytest.approx(far, abs=4.0)


def test_the_seven_charges_are_the_disc_to_one_percent_where_the_reed_begins() -> None:
    """On its axis a charged disc's potential is known exactly: (sqrt(z^2 + a^2) - z) * M / 2."""
    a, t, z = MAGNET.diameter / 2, MAGNET.thickness, physics.depth(MAGNET, SITE)

    def disc(far: float) -> float:
        return (sqrt(far * far + a * a) - far) / 1000 * MAGNET.remanence_t / MU0 / 2

    exact = disc(z - t / 2) - disc(z + t / 2)
    assert MAGNET.potential((0.0, 0.0, -z)) == pytest.approx(exact, rel=0.01)


def test_round_the_axis_the_field_is_round_to_two_percent() -> None:
    across = MAGNET.potential((15.0, 0.0, -15.0))
    askew = MAGNET.potential((15.0 * sqrt(0.5), 15.0 * sqrt(0.5), -15.0))
    assert across == pytest.approx(askew, rel=0.02)


def test_a_reed_lying_under_the_middle_of_a_man_does_not_close() -> None:
    """Why the reeds stand: lying, they have a dead strip where the man should stand."""
    deep = physics.depth(MAGNET, SITE) + 1

    def lying(aside: float) -> float:
        return excitation(MAGNET, (aside - 8, 0.0, -deep), (aside + 8, 0.0, -deep))

    assert abs(lying(0.0)) < 0.1
    assert abs(lying(0.2)) < REED.release_at
    assert abs(lying(5.0)) > REED.operate_at


@pytest.mark.parametrize(("magnet", "reed", "site"), [WEAKEST, STRONGEST, (MAGNET, REED, SITE)])
def test_a_man_anywhere_inside_its_square_is_felt(
    magnet: Magnet, reed: physics.Reed, site: Site
) -> None:
    """A man of 40 mm inside a square of 50 has its centre at most 7.1 mm off, in the corner."""
    corner = sqrt(2) * (site.square - site.man_diameter) / 2
    crowd = physics.neighbours(magnet, reed, site, diagonal_only=False)
    for bias in (0.0, crowd):
        assert physics.ring(magnet, reed, site, bias=bias).operate > corner + 5
    assert physics.ring(magnet, reed, site, turned=True).operate > corner + 5
    assert physics.ring(magnet, reed, site, level=1).operate > corner + 1


@pytest.mark.parametrize(("magnet", "reed", "site"), [WEAKEST, STRONGEST, (MAGNET, REED, SITE)])
def test_no_man_is_felt_by_two_reeds(magnet: Magnet, reed: physics.Reed, site: Site) -> None:
    """A man astride a border is half a square from both reeds: neither may be held."""
    for turned in (False, True):
        ring = physics.ring(magnet, reed, site, turned=turned)
        assert ring.operate < ring.release < site.square / 2


@pytest.mark.parametrize(("magnet", "reed", "site"), [WEAKEST, STRONGEST])
def test_men_all_round_an_empty_square_do_not_close_its_reed(
    magnet: Magnet, reed: physics.Reed, site: Site
) -> None:
    dark = abs(physics.neighbours(magnet, reed, site, diagonal_only=True))
    everywhere = abs(physics.neighbours(magnet, reed, site, diagonal_only=False))
    assert dark < reed.release_at * 0.6
    assert everywhere < reed.operate_at * 0.75


def test_the_shipped_figures_are_official_ones() -> None:
    """Board 40 to 45 cm; a man 5 to 10 mm less than its square and a quarter to a fifth high."""
    assert 400 <= 8 * SITE.square <= 450
    assert 5 <= SITE.square - SITE.man_diameter <= 10
    assert SITE.man_diameter / 5 <= SITE.man_height <= SITE.man_diameter / 4
    assert MAGNET.diameter < SITE.man_diameter
    assert SITE.skin + MAGNET.thickness < SITE.man_height
