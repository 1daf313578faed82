"""Time in the simulator: whole nanoseconds that pass only when somebody spends them.

A clock has two members: `now_ns` tells the time, and `advance` lets time pass. Under the virtual
clock a transfer of 66 bits on the bus *is* what moves time on by 165 microseconds; under a clock
that follows the wall `advance` would wait, and nothing else in the simulator would know.
"""

from typing import Protocol

US = 1_000
"""Nanoseconds in a microsecond."""
MS = 1_000_000
"""Nanoseconds in a millisecond."""
SECOND = 1_000_000_000
"""Nanoseconds in a second."""

NEVER = (1 << 63) - 1
"""A time that no simulation reaches, for "nothing is due"."""


class Clock(Protocol):
    """What the simulated hardware asks of time."""

    @property
    def now_ns(self) -> int:
        """Nanoseconds since an arbitrary start; never falls."""

    def advance(self, ns: int) -> None:
        """Let `ns` nanoseconds pass."""


class VirtualClock:
    """Time that stands still between two calls of `advance`, so that every run is the same run."""

    __slots__ = ("now_ns",)

    def __init__(self, now_ns: int = 0) -> None:
        self.now_ns = now_ns

    @property
    def now_ms(self) -> int:
        """Whole milliseconds that have passed: the unit of the firmware."""
        return self.now_ns // MS

    def advance(self, ns: int) -> None:
        """Move time on by `ns` nanoseconds, none or more."""
        assert ns >= 0, "time does not run backwards"
        self.now_ns += ns

    def advance_to(self, at_ns: int) -> None:
        """Jump to `at_ns`; a time that is already past leaves the clock alone.

        A caller aims at the next thing that is due, and the bus may have spent that time already.
        """
        if at_ns > self.now_ns:
            self.now_ns = at_ns
