"""What came of games: how much was played, what went wrong, and in which company."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

KINDS: Final = {
    "misread": "a move recorded otherwise than it was played, or that nobody played",
    "missed": "a move played and not recorded",
    "early": "a move recorded before it was possible",
    "lost": "a move shown as recorded and gone later",
    "alarms": "a refusal, signal or question for legal play, or at the wrong time",
    "unsaid": "a wrong placement not shown in time, or shown elsewhere, or not taken back",
    "verdicts": "an irregular move named, answered or shown otherwise than it should be",
    "crashes": "a game that ended with an exception",
    "clocks": "a clock that is more than 10 ms from the hands' own count",
    "lights": "a light at rest that has no business there",
    "stuck": "5 s after the last fault neither in step nor showing what is to be put right",
    "rebuilt": "a session that the inputs in its journal do not rebuild bit for bit",
    "endings": "a result or a file that is not what the rules and the hands say",
}
"""Every kind of violation."""
MISREAD: Final = ("misread", "missed", "early", "lost")
"""Those by which the record is not what was played."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that went wrong."""

    kind: str
    ply: int
    """Counted from 1: during whose turn; 0 is the game as a whole."""
    detail: str


@dataclass(slots=True)
class Row:
    """The plies of one variant, style or fault, and what of them went wrong; or irregular turns."""

    plies: int = 0
    misread: int = 0
    alarms: int = 0

    def add(self, other: "Row") -> None:
        """Count another's in."""
        self.plies += other.plies
        self.misread += other.misread
        self.alarms += other.alarms


Group = tuple[str, str]
"""(`variant`, `style`, `fault`, `irregular` or `word`; its name)."""


@dataclass(slots=True)
class Tally:
    """What came of a number of games."""

    games: int = 0
    plies: int = 0
    captures: int = 0
    unreadable: int = 0
    """Games that a passing fault ended: the board cannot follow and says so."""
    lasting: int = 0
    """Games that a fault ended which nobody mended."""
    counts: Counter[str] = field(default_factory=Counter)
    rows: dict[Group, Row] = field(default_factory=dict)
    delays_ms: dict[str, Counter[int]] = field(default_factory=dict)
    """How often each delay was measured, in virtual milliseconds."""
    failures: list[str] = field(default_factory=list)

    @property
    def violations(self) -> int:
        """How much went wrong."""
        return self.counts.total()

    def row(self, group: str, name: str) -> Row:
        """The row of this name, made if there is none yet."""
        return self.rows.setdefault((group, name), Row())

    def delay(self, name: str, ms: int) -> None:
        """One delay measured."""
        self.delays_ms.setdefault(name, Counter())[ms] += 1

    def add(self, other: "Tally") -> None:
        """Count another's games in."""
        self.games += other.games
        self.plies += other.plies
        self.captures += other.captures
        self.unreadable += other.unreadable
        self.lasting += other.lasting
        self.counts += other.counts
        for (group, name), row in other.rows.items():
            self.row(group, name).add(row)
        for name, delays in other.delays_ms.items():
            self.delays_ms.setdefault(name, Counter()).update(delays)
        self.failures += other.failures
