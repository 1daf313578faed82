"""Stands for lgpio in a process that has no pins: a file names the buttons that are held down.

Its place in the search path is all that a process under test is given. The file is the one that
REEDBOARD_HELD names, or /run/reedboard-held; it has one BCM number a line.
"""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import gpiozero.pins.local

SET_PULL_NONE: Final = 0x80
SET_PULL_UP: Final = 0x20
SET_PULL_DOWN: Final = 0x40
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

POLL_S: Final = 0.005
"""How often it is read."""

_held = Path(os.environ.get("REEDBOARD_HELD", "/run/reedboard-held"))
_outputs: set[int] = set()

vars(gpiozero.pins.local)["get_pi_revision"] = lambda: 0xA03111  # a Raspberry Pi 4


class error(Exception):
    """What lgpio raises."""


def gpio_read(handle: int, gpio: int) -> int:
    """0 while the button is held."""
    return int(str(gpio) not in _held.read_text(encoding="ascii").split())


class callback:
    """Calls ``edge(handle, gpio, level, nanoseconds)`` when the level changes."""

    def __init__(self, handle: int, gpio: int, edges: int, edge: Callable[..., None]) -> None:
        self._args = (handle, gpio, edge)
        self._stop = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        handle, gpio, edge = self._args
        before = gpio_read(handle, gpio)
        while not self._stop.wait(POLL_S):
            if (level := gpio_read(handle, gpio)) != before:
                before = level
                edge(handle, gpio, level, time.monotonic_ns())

    def cancel(self) -> None:
        """Calls no longer."""
        self._stop.set()


def gpiochip_open(chip: int) -> int:
    """A handle."""
    return 1


def gpio_claim_output(handle: int, gpio: int, level: int = 0, flags: int = 0) -> None:
    """An output from now on."""
    _outputs.add(gpio)


def gpio_get_mode(handle: int, gpio: int) -> int:
    """Flags of the pin."""
    return 2 if gpio in _outputs else SET_PULL_UP


def _nothing(*args: Any) -> None:
    """What needs no answer."""


gpiochip_close = gpio_claim_input = gpio_claim_alert = gpio_free = _nothing
gpio_write = gpio_set_debounce_micros = _nothing
