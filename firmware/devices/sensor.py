"""The matrix with patience: failed scans are spaced out, counted, and recovered from."""

from typing import Final, Protocol

from firmware.devices.backoff import Backoff
from firmware.errors import BusError, ScanFault

LOST_AFTER_MS: Final = 500
"""A sensor that has given no picture for so long is lost, and people are told."""


class Scanner(Protocol):
    """What gives pictures; on a board it is the Matrix."""

    @property
    def audits_at_ms(self) -> int:
        """When a scan will also read a setting back."""

    def scan(self, now_ms: int) -> int:
        """A picture, or BusError or ScanFault."""


class Sensor:
    """Pictures when there are any; never an invented one."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._backoff = Backoff()
        self.failures = 0
        """Failed scans since the start."""
        self.trouble: str | None = None
        """Why there is no picture now, in a sentence; None while there is one."""
        self.failing_since_ms: int | None = None
        """When the first of the failures that still last was seen; None while there are none."""

    def poll(self, now_ms: int) -> int | None:
        """The picture now, or None when the scan failed or it is too early to try again."""
        if self._backoff.holds(now_ms):
            return None
        try:
            picture = self._scanner.scan(now_ms)
        except (BusError, ScanFault) as error:
            self.failures += 1
            self.trouble = str(error)
            if self.failing_since_ms is None:
                self.failing_since_ms = now_ms
            self._backoff.failed(now_ms)
            return None
        if self.trouble is not None:
            self.trouble = self.failing_since_ms = None
            self._backoff.succeeded()
        return picture

    def lost(self, now_ms: int) -> bool:
        """Whether there has been no picture for so long that people must be told."""
        since_ms = self.failing_since_ms
        return since_ms is not None and now_ms - since_ms >= LOST_AFTER_MS

    @property
    def audits_at_ms(self) -> int:
        """When a poll will also read a setting of the chips back."""
        return self._scanner.audits_at_ms

    @property
    def wakes_at_ms(self) -> int | None:
        """The next attempt while scans fail; None while every poll is served."""
        return self._backoff.due_ms
