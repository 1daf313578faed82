"""An active buzzer: it sounds while its pin is high. Patterns are played without waiting."""

from collections import deque
from itertools import accumulate
from typing import Final

from firmware.devices.bus import OutputPin

Pattern = tuple[int, ...]
"""Milliseconds of sound, silence, sound ..."""

TICK: Final[Pattern] = (20,)
BEEP: Final[Pattern] = (120,)
TWICE: Final[Pattern] = (120, 100, 120)
LONG: Final[Pattern] = (800,)


class Buzzer:
    """Plays one pattern at a time; a new one takes the place of what is still playing."""

    def __init__(self, pin: OutputPin) -> None:
        self._pin = pin
        self._sounding = False
        self._changes_ms: deque[int] = deque()
        """When the sound changes next, and after that; the last one ends it."""

    def play(self, pattern: Pattern, now_ms: int) -> None:
        """Starts a pattern now."""
        assert len(pattern) % 2 == 1, "a pattern begins and ends with sound"
        self._changes_ms = deque(accumulate(pattern, initial=now_ms))
        self.advance(now_ms)

    def advance(self, now_ms: int) -> None:
        """Brings the pin up to date. A loop that was late skips what it missed."""
        while self._changes_ms and now_ms >= self._changes_ms[0]:
            self._changes_ms.popleft()
        self._drive(len(self._changes_ms) % 2 == 1)

    def _drive(self, sounding: bool) -> None:
        if sounding != self._sounding:
            self._sounding = sounding
            self._pin.drive(sounding)

    @property
    def wakes_at_ms(self) -> int | None:
        """When the sound changes next; None while it is silent."""
        return self._changes_ms[0] if self._changes_ms else None
