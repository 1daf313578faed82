"""The boards that can be built: their names and their wiring files."""

from functools import cache
from typing import Final

import hardware
from firmware.devices.wiring import Wiring, load_wiring

BOARDS: Final = ("8x8", "10x8", "10x10", "12x12")


@cache
def wirings() -> dict[str, Wiring]:
    """The boards' wiring files, by name."""
    return {name: load_wiring(hardware.WIRING / f"{name}.toml") for name in BOARDS}
