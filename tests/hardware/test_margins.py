"""The circuit's margins, where ngspice is there to compute them; ERC and DRC, where KiCad is."""

import shutil
from functools import cache

import pytest

from hardware import check, tools
from hardware.gen import spice
from hardware.gen.spice import Limit

simulator = pytest.mark.skipif(shutil.which("ngspice") is None, reason="ngspice is not installed")
kicad = pytest.mark.skipif(tools.kicad() is None, reason="KiCad 9 is not installed")


@cache
def results(deck: str) -> dict[str, float]:
    return check.simulate(check.SPICE / f"{deck}.cir")


@simulator
@pytest.mark.parametrize("limit", spice.LIMITS, ids=lambda limit: f"{limit.deck}-{limit.name}")
def test_the_margin_is_kept(limit: Limit) -> None:
    assert limit.low <= results(limit.deck)[limit.name] <= limit.high, limit.why


def test_every_deck_has_a_limit_and_every_limit_a_deck() -> None:
    assert {limit.deck for limit in spice.LIMITS} == set(spice.decks())


@kicad
@pytest.mark.slow
def test_erc_drc_and_netlist_are_clean() -> None:
    assert [line for ok, line in check.boards() if not ok] == []
