"""One measured number, and how repeated runs become one."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit, and the bar it has to keep, if there is one."""

    name: str
    value: float
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the value keeps its bar; a figure without one always does."""
        return (self.at_most is None or self.value <= self.at_most) and (
            self.at_least is None or self.value >= self.at_least
        )

    def __str__(self) -> str:
        number = f"{self.value:,.0f}" if self.value >= 1000 else f"{self.value:.3g}"
        bars = (("at most", self.at_most), ("at least", self.at_least))
        bar = ", ".join(f"{word} {limit:g}" for word, limit in bars if limit is not None)
        verdict = f"   ({bar}: {'holds' if self.holds else 'MISSED'})" if bar else ""
        return f"{self.name:<52} {number:>10} {self.unit:<8}{verdict}".rstrip()


def interleaved(*runs: Callable[[], float], rounds: int = ROUNDS) -> Sequence[float]:
    """Run each of ``runs`` once a round, in turn, and return the median of each."""
    measured = [[run() for run in runs] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*measured, strict=True)]
