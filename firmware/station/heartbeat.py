"""How far the clocks have come, noted so often that a crash costs a player nearly nothing.

Inputs alone do not say it: a player may think for ten minutes between two of them. While a clock
runs, both times go to a file in memory every 250 ms, which survives the end of the process however
it comes (less than one second is lost), and every 5 s, below five minutes every second, into the
journal, which survives a power cut.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from firmware.station.journal import Journal
from firmware.station.storage import write_whole

FAST_MS: Final = 250
SAFE_MS: Final = 5000
SAFE_SHORT_MS: Final = 1000
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
        self.due_ms = now_ms + FAST_MS
        try:
            write_whole(self._path, json.dumps(asdict(beat)), synced=False)
            self.fault = None
        except OSError as error:
            self.fault = f"{self._path}: the heartbeat cannot be written ({error.strerror})."
        if safe or now_ms >= self._safe_due_ms:
            short = min(beat.white_ms, beat.black_ms) < SHORT_MS
            self._safe_due_ms = now_ms + (SAFE_SHORT_MS if short else SAFE_MS)
            self._journal.beat(beat.game, beat.at_ms, beat.white_ms, beat.black_ms)


def read_beat(path: Path) -> Beat | None:
    """The last beat in the file at `path`; None where there is none that can be read."""
    try:
        beat = Beat(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return beat if isinstance(beat.at_ms, int) and beat.at_ms >= 0 else None
