"""A plot of rates with their bounds, as an SVG text. Pure; the same numbers give the same bytes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

ROW, TOP, LEFT, WIDTH, GAP = 22, 92, 190, 300, 150
"""Pixels: height of a row, of the head; width of names, of a column, between columns."""
DECADES: Final = (0.1, 1, 10, 100, 1000, 10_000, 100_000)
"""The axis is logarithmic; 0 stands at its left end."""
INK, FAINT, COLOURS = "#222", "#ccc", ("#1b6ca8", "#b3541e")


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: its group and name, a note, and for each column (value, upper bound)."""

    group: str
    name: str
    note: str
    values: tuple[tuple[float, float], ...]


def bar_plot(title: str, axis: str, columns: Sequence[str], bars: Sequence[Bar]) -> str:
    """The plot: a row for each bar, a column for each kind of rate."""
    height = TOP + ROW * (len(bars) + _breaks(bars)) + 30
    width = LEFT + (WIDTH + GAP) * len(columns)
    body = [*_head(title, axis, columns, height), *_rows(bars)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="{INK}">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _breaks(bars: Sequence[Bar]) -> int:
    """How many groups there are: each has a line of its own."""
    return len({bar.group for bar in bars})


def _head(title: str, axis: str, columns: Sequence[str], height: int) -> Iterator[str]:
    yield _text(16, 24, title, size=15)
    yield _text(16, 44, axis)
    for number, column in enumerate(columns):
        left = _left(number)
        yield _text(left, TOP - 26, column, weight="bold")
        for decade in DECADES:
            x = left + _x(decade)
            yield f'<path d="M{x} {TOP - 4}V{height - 24}" stroke="{FAINT}"/>'
            yield _text(x, TOP - 8, f"{decade:g}", anchor="middle", size=10)


def _rows(bars: Sequence[Bar]) -> Iterator[str]:
    y, group = TOP, ""
    for bar in bars:
        if bar.group != group:
            group = bar.group
            yield _text(16, y + 15, group, weight="bold")
            y += ROW
        yield _text(28, y + 15, bar.name)
        for number, (value, bound) in enumerate(bar.values):
            left, colour = _left(number), COLOURS[number % len(COLOURS)]
            ends = f"M{left + _x(value)} {y + 11}H{left + _x(bound)}"
            yield f'<path d="{ends}" stroke="{colour}" stroke-width="2" stroke-opacity="0.5"/>'
            yield f'<circle cx="{left + _x(value)}" cy="{y + 11}" r="4" fill="{colour}"/>'
            yield _text(left + WIDTH + 12, y + 15, f"{value:.1f} (≤ {bound:.1f})", size=10)
        yield _text(LEFT - 12, y + 15, bar.note, anchor="end", size=10)
        y += ROW


def _left(column: int) -> int:
    return LEFT + column * (WIDTH + GAP)


def _x(value: float) -> float:
    """Pixels from the left end of a column; comparisons only, so that every Python agrees."""
    lowest = DECADES[0]
    step = WIDTH / (len(DECADES) - 1)
    if value <= lowest:
        return 0.0
    for number, decade in enumerate(DECADES[1:]):
        if value <= decade:
            low = DECADES[number]
            return round(step * (number + _part(value / low, decade / low)), 1)
    return float(WIDTH)


def _part(ratio: float, whole: float) -> float:
    """The logarithm of `ratio` to the base `whole`, to a hundredth, by square roots alone."""
    part, step, base = 0.0, 1.0, whole
    for _ in range(8):
        step, base = step / 2, base**0.5
        if ratio >= base:
            ratio, part = ratio / base, part + step
    return part


def _text(
    x: float, y: float, text: str, anchor: str = "start", size: int = 12, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )
