"""Contacts that open and close again and again: a man that stands badly.

A square flickers when it has gone on changing for a while, each change sooner after the last than
a man can be touched. Debounced pictures hide the quickest flicker and show the slower as men lifted
and put down; here the raw samples are watched, so that both count.
"""

from dataclasses import dataclass

from firmware.rules import squares


@dataclass(slots=True)
class _Run:
    """Changes of one square that followed each other closely."""

    began_ms: int
    last_ms: int
    changes: int = 1


class Flicker:
    """The watch. `saw` takes one sample and says when a square begins or ceases to flicker.

    A pause of `gap_ms` ends a run of changes; a run of `after_ms` is a flicker.
    """

    def __init__(self, gap_ms: int, after_ms: int) -> None:
        self.now = 0
        """The squares that flicker."""
        self._gap_ms = gap_ms
        self._after_ms = after_ms
        self._picture: int | None = None
        self._runs: dict[int, _Run] = {}

    def saw(self, picture: int, at_ms: int) -> tuple[int, int] | None:
        """One sample.

        If other squares flicker than before: they, and how often those that have begun or ceased
        had changed.
        """
        changed = 0 if self._picture is None else picture ^ self._picture
        self._picture = picture
        if not changed and not self._runs:
            return None
        over = {sq: run for sq, run in self._runs.items() if at_ms - run.last_ms >= self._gap_ms}
        for square in over:
            del self._runs[square]
        for square in squares(changed):
            if (run := self._runs.get(square)) is None:
                self._runs[square] = _Run(at_ms, at_ms)
            else:
                run.last_ms, run.changes = at_ms, run.changes + 1
        return self._news(over)

    def lost(self) -> None:
        """A sample is missing: what changed meanwhile is not known."""
        self._picture = None

    @property
    def wakes_at_ms(self) -> int | None:
        """When a square ceases to flicker if it does not change any more; None: none does."""
        ends = [run.last_ms for square, run in self._runs.items() if self.now >> square & 1]
        return min(ends) + self._gap_ms if ends else None

    def _news(self, over: dict[int, _Run]) -> tuple[int, int] | None:
        before, self.now, changes = self.now, 0, 0
        for square, run in self._runs.items():
            if run.last_ms - run.began_ms >= self._after_ms:
                self.now |= 1 << square
                changes += 0 if before >> square & 1 else run.changes
        changes += sum(run.changes for square, run in over.items() if before >> square & 1)
        return None if self.now == before else (self.now, changes)
