"""The report of a soak: what was played, what went wrong, where, and how long the board took."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from host_sim.soak.tally import KINDS, Row, Tally

PER: Final = 100_000
"""Rates are counted per so many moves."""
CERTAIN: Final = 3.0
"""Of an event that was seen n times there may be up to about n + 2 sqrt(n) + 3 on average; of one
that was never seen up to 3 (95 %, rule of three)."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a hundred thousand moves."""

    seen: float
    at_most: float
    """With 95 % certainty."""


def rate(events: int, moves: int) -> Rate:
    """The rate of `events` seen in `moves`."""
    if not moves:
        return Rate(0, PER)
    bound = events + 2 * events**0.5 + CERTAIN
    return Rate(events * PER / moves, min(PER, bound * PER / moves))


def summary(tally: Tally) -> str:
    """What is printed at the end: counts of everything, and the verdict."""
    lines = [
        f"{tally.games} games, {tally.plies} moves, {tally.captures} captures",
        ", ".join(f"{tally.counts[kind]} {kind}" for kind in KINDS),
    ]
    if tally.unreadable or tally.lasting:
        lines.append(
            f"paused as unreadable: {tally.unreadable} games after faults that passed "
            f"({_share(tally):.2f} %), {tally.lasting} after faults that lasted"
        )
    lines.append(f"{tally.violations} violations")
    return "\n".join(lines)


def _share(tally: Tally) -> float:
    """Games paused after faults that passed, in a hundred of those without a lasting fault."""
    return 100 * tally.unreadable / max(1, tally.games - tally.lasting)


def table(tally: Tally, title: str) -> str:
    """The report: one table of rates by variant, style and fault, one of kinds, one of delays."""
    parts = (_rates(tally), _kinds(tally), _delays(tally))
    return f"# {title}\n" + "".join("\n" + "\n".join(lines) + "\n" for lines in parts)


def groups(tally: Tally) -> Iterator[tuple[str, str, Row]]:
    """(group, name, row), variants first, then styles, then faults, each by name."""
    order = {"variant": 0, "style": 1, "fault": 2, "irregular": 3, "word": 4}
    for group, name in sorted(tally.rows, key=lambda key: (order[key[0]], key[1])):
        yield group, name, tally.rows[group, name]


def _rates(tally: Tally) -> Iterator[str]:
    per = f"{PER:,}".replace(",", " ")
    yield f"Per {per} moves; `at most` with 95 % certainty. For irregular turns and players' words"
    yield "`misread` counts those answered otherwise than they should be."
    yield ""
    yield "| | | moves | misread | at most | false alarms | at most |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for group, name, row in groups(tally):
        misread, alarms = rate(row.misread, row.plies), rate(row.alarms, row.plies)
        cells = (misread.seen, misread.at_most, alarms.seen, alarms.at_most)
        yield f"| {group} | {name} | {row.plies} | " + " | ".join(f"{x:.1f}" for x in cells) + " |"


def _kinds(tally: Tally) -> Iterator[str]:
    yield f"{tally.games} games, {tally.plies} moves, {tally.captures} captures."
    yield ""
    yield "| kind | violations | what it is |"
    yield "|---|---:|---|"
    for kind, text in KINDS.items():
        yield f"| {kind} | {tally.counts[kind]} | {text} |"
    passed = f"paused after a fault that passed, {_share(tally):.2f} % of games; no violation"
    yield f"| unreadable | {tally.unreadable} | {passed} |"
    yield f"| lasting | {tally.lasting} | paused after a fault that lasts; no violation |"


def _delays(tally: Tally) -> Iterator[str]:
    yield "| virtual time, ms | measured | median | worst |"
    yield "|---|---:|---:|---:|"
    for name, delays in sorted(tally.delays_ms.items()):
        yield f"| {name} | {delays.total()} | {_median(delays)} | {max(delays)} |"


def _median(delays: Counter[int]) -> int:
    half, passed = delays.total() / 2, 0
    for delay, times in sorted(delays.items()):
        passed += times
        if passed >= half:
            return delay
    raise AssertionError("nothing was measured")
