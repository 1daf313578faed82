"""Whether what is played is being recorded, as the loop sees it.

A disk that refuses says so at once. A disk that stalls says nothing: it is called slow when what it
was given has been waiting for `LATE_MS`, longer than the stalls that SD cards have every day. The
game goes on either way; the rows wait in memory and are written when the disk takes them.
"""

from typing import Final

from firmware.station.writer import Writer

LATE_MS: Final = 1000


class Recording:
    """A look at the journal's writer in each step of the loop."""

    def __init__(self) -> None:
        self.fault: str | None = None
        """Why nothing is recorded, as a sentence; None while all is well."""
        self._served = -1
        self._moved_ms = 0
        """When the disk last took something, or had nothing to take."""
        self._waits = False

    def look(self, writer: Writer, now_ms: int) -> None:
        """See how far the writer has come."""
        served, self._waits = writer.served, not writer.empty
        if not self._waits or served != self._served:
            self._served, self._moved_ms = served, now_ms
        late = self._waits and now_ms - self._moved_ms >= LATE_MS
        self.fault = writer.fault or (_LATE if late else None)

    @property
    def wakes_at_ms(self) -> int | None:
        """When the disk will be late, if it takes nothing until then."""
        return self._moved_ms + LATE_MS if self._waits and self.fault is None else None


_LATE: Final = "the disk does not answer; what is played is written when it does"
