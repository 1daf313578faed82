"""How far the clocks have come, noted so often that a crash costs a player nearly nothing.

Inputs alone do not say it: a player may think for ten minutes between two of them. While a clock
runs, both times go to a file in memory every 250 ms, which survives the end of the process however
it comes (less than one second is lost), and into the journal, which survives a power cut, so often
that no more than 5 s are lost, below five minutes no more than 1 s: a little more often than that,
because a beat counts only when it has reached the disk.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from firmware.station.journal import Journal
from firmware.station.storage import write_whole

FAST_MS: Final = 250
LOST_MS: Final = 5000
LOST_SHORT_MS: Final = 1000
"""What a power cut may cost a running clock."""
TO_DISK_MS: Final = 100
"""From a beat to the end of its commit, on all but a stalled disk."""
SHORT_MS: Final = 300_000


@dataclass(frozen=True)
class Beat:
    """Both times of one moment of a game. Number and date together name the game."""

    game: int
    created: str
    at_ms: int
    white_ms: int
    black_ms: int


class Heartbeat:
    """Writes beats; `due_ms` says when the next is due, on the axis of the times given."""

    def __init__(self, path: Path, journal: Journal) -> None:
        self.due_ms = 0
        self.fault: str | None = None
        """Why the file cannot be written, as a sentence; None while it can."""
        self._path = path
        self._journal = journal
        self._safe_due_ms = 0

    def beat(self, now_ms: int, beat: Beat, *, safe: bool = False) -> None:
        """Write `beat` to the file and, when that is due too or `safe` asks, into the journal."""
        try:
            write_whole(self._path, json.dumps(asdict(beat)), synced=False)
            self.fault = None
        except OSError as error:
            self.fault = f"{self._path}: the heartbeat cannot be written ({error.strerror})."
        within_ms = _safe_within_ms(min(beat.white_ms, beat.black_ms))
        if safe or now_ms >= self._safe_due_ms:
            self._safe_due_ms = now_ms + within_ms
            self._journal.beat(beat.game, beat.at_ms, beat.white_ms, beat.black_ms)
        # Time can become short at once, by an arbiter's order.
        self._safe_due_ms = min(self._safe_due_ms, now_ms + within_ms)
        self.due_ms = min(now_ms + FAST_MS, self._safe_due_ms)


def _safe_within_ms(left_ms: int) -> int:
    """When the journal needs the next beat; the last long wait ends where the short ones begin."""
    return min(LOST_MS, max(LOST_SHORT_MS, left_ms - SHORT_MS)) - TO_DISK_MS


def read_beat(path: Path) -> Beat | None:
    """The last beat in the file at `path`; None where there is none that can be read."""
    try:
        beat = Beat(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return beat if isinstance(beat.at_ms, int) and beat.at_ms >= 0 else None
