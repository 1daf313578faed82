"""A pin by which another device tells something with its level: a power supply that fails.

A spike on the line is no message, so the level counts once it has been the same for `SETTLE_MS`. An
edge only wakes the loop; what counts is the level that is read.
"""

from collections.abc import Callable
from typing import Final

from firmware.devices.bus import InputPin

SETTLE_MS: Final = 20
"""Longer than the spikes of a relay or a plug, far shorter than a reserve lasts."""


class Sign:
    """What the pin says: by a high level if `active_high`, else by being joined to ground."""

    def __init__(self, pin: InputPin, active_high: bool, on_edge: Callable[[], None]) -> None:
        self.on = False
        """The sign is given, and has been for long enough."""
        self._pin = pin
        self._active_high = active_high
        self._differs_ms: int | None = None
        """Since when the level has been another than `on` says."""
        pin.watch(lambda at_ms, level: on_edge())

    def poll(self, now_ms: int) -> bool:
        """Look at the pin; whether the sign is on."""
        if (self._pin.state is self._active_high) is self.on:
            self._differs_ms = None
        elif self._differs_ms is None:
            self._differs_ms = now_ms
        elif now_ms - self._differs_ms >= SETTLE_MS:
            self.on, self._differs_ms = not self.on, None
        return self.on

    @property
    def wakes_at_ms(self) -> int | None:
        """When the next look decides; None when only an edge can bring news."""
        return None if self._differs_ms is None else self._differs_ms + SETTLE_MS
