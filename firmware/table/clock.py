"""Two clocks computed from stamps.

Nothing here ticks. A clock is what each side had left at one moment, and whose time has been
running since; what is left now is a subtraction. So a late caller loses nothing: the press and the
fall of the flag are compared by the stamps of their edges, and the earlier one wins, however late
either is handled. Used times sum to elapsed time because every millisecond between two stamps is
charged to exactly one side.

A clock whose flag has fallen adds no increment any more (FIDE standards of equipment, electronic
clocks: no bonus after the last flag).
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from firmware.errors import InputError
from firmware.rules import Color

MAX_S: Final = 24 * 3600
"""Longest base time and increment accepted, in seconds."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Sudden death, with or without an increment added after each completed move (Fischer)."""

    base_ms: int
    increment_ms: int = 0

    @property
    def text(self) -> str:
        """As the PDN tag TimeControl has it: `300` or `300+3`, in seconds."""
        base = f"{self.base_ms // 1000}"
        return f"{base}+{self.increment_ms // 1000}" if self.increment_ms else base


def parse_control(text: str) -> TimeControl | None:
    """The time control of a PDN TimeControl text; None for `none` and `-`.

    Raises InputError for what is not understood or out of bounds.
    """
    if text in ("none", "-"):
        return None
    found = re.fullmatch(r"(\d{1,6})(?:\+(\d{1,6}))?", text)
    if not found:
        raise InputError(
            f"time control {text!r} is not understood; write seconds as 300 or 300+3, or none"
        )
    base_s, increment_s = int(found[1]), int(found[2] or 0)
    if not 0 < base_s <= MAX_S or increment_s > MAX_S:
        raise InputError(
            f"time control {text!r} is out of bounds; 1 to {MAX_S} seconds, increment up to {MAX_S}"
        )
    return TimeControl(base_s * 1000, increment_s * 1000)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' times as of `since_ms`, and whose time has been running from then on."""

    control: TimeControl
    left_ms: tuple[int, int]
    """Remaining time of White and Black at `since_ms`."""
    running: Color | None = None
    since_ms: int = 0

    @classmethod
    def fresh(cls, control: TimeControl) -> "Clock":
        """Both sides with the full base time, stopped."""
        return cls(control, (control.base_ms, control.base_ms))

    def remaining_ms(self, color: Color, now_ms: int) -> int:
        """What `color` has left at `now_ms`; never below 0."""
        used_ms = max(0, now_ms - self.since_ms) if self.running is color else 0
        return max(0, self.left_ms[color] - used_ms)

    @property
    def flag_at_ms(self) -> int | None:
        """When the running side's time is used up."""
        return None if self.running is None else self.since_ms + self.left_ms[self.running]

    def run(self, color: Color, at_ms: int) -> "Clock":
        """The same clock with `color`'s time running from `at_ms` on."""
        return replace(self.stop(at_ms), running=color)

    def stop(self, at_ms: int) -> "Clock":
        """The same clock standing still since `at_ms`."""
        left_ms = (self.remaining_ms(Color.WHITE, at_ms), self.remaining_ms(Color.BLACK, at_ms))
        return Clock(self.control, left_ms, None, at_ms)

    def credit(self, color: Color, moves: int, at_ms: int) -> "Clock":
        """The same clock with the increments of so many moves added, or taken off if negative."""
        left_ms = [self.remaining_ms(side, at_ms) for side in Color]
        if left_ms[color] > 0:
            left_ms[color] = max(1, left_ms[color] + moves * self.control.increment_ms)
        return Clock(self.control, (left_ms[0], left_ms[1]), self.running, at_ms)

    def press(self, color: Color, to: Color, at_ms: int) -> "Clock":
        """`color` has completed a move at `at_ms`: increment for it, and `to`'s time runs."""
        stopped = self.stop(at_ms)
        left_ms = list(stopped.left_ms)
        if left_ms[color] > 0:
            left_ms[color] += self.control.increment_ms
        return Clock(self.control, (left_ms[0], left_ms[1]), to, at_ms)
