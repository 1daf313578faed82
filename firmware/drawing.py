"""Draws the patterns of the lights, from the table the lights themselves are shown by.

``python -m firmware.drawing > firmware/patterns.svg`` makes the picture in ``firmware/README.md``.
Each line is one meaning: a square with its lamps, and when they are on during two seconds.
"""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from firmware.table.lights import PATTERNS, Pattern

LINE: Final = 44
"""Height of one meaning, in pixels."""
SPAN_MS: Final = 2000
WIDTH: Final = 760
STRIP: Final = (64, 220)
"""Left edge and width of the strip of time."""
RED: Final = "#d62728"
GREEN: Final = "#2ca02c"


def patterns_svg() -> str:
    """The picture as SVG text."""
    height = LINE * len(PATTERNS) + 34
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, pattern in enumerate(PATTERNS.values()):
        lines += _line(pattern, LINE * number + 6)
    left, width = STRIP
    for second in range(SPAN_MS // 1000 + 1):
        x = left + width * second * 1000 // SPAN_MS
        lines.append(f'<text x="{x}" y="{height - 8}" text-anchor="middle">{second} s</text>')
    return "\n".join([*lines, "</svg>", ""])


def _line(pattern: Pattern, top: int) -> Iterator[str]:
    """The square with its lamps, the strip of time, and what it says."""
    yield f'<rect x="8" y="{top}" width="36" height="36" fill="#4a3b2a"/>'
    lamps = [(18, "R", RED)] if pattern.red else []
    lamps += [(34, "G", GREEN)] if pattern.green else []
    for x, letter, color in lamps:
        yield f'<circle cx="{x}" cy="{top + 18}" r="7" fill="{color}"/>'
        yield (
            f'<text x="{x}" y="{top + 22}" font-size="10" fill="#ffffff" '
            f'text-anchor="middle">{letter}</text>'
        )
    left, width = STRIP
    yield f'<rect x="{left}" y="{top + 8}" width="{width}" height="20" fill="#eeeeee"/>'
    for begin_ms, end_ms in _on(pattern):
        x, wide = left + width * begin_ms // SPAN_MS, width * (end_ms - begin_ms) // SPAN_MS
        for row, (_, _, color) in enumerate(lamps):
            high = 20 // len(lamps)
            y = top + 8 + row * high
            yield f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{color}"/>'
    yield f'<text x="{left + width + 16}" y="{top + 23}">{escape(pattern.says)}</text>'


def _on(pattern: Pattern) -> Iterator[tuple[int, int]]:
    """The parts of the span in which the lamps are on."""
    at_ms = 0
    while at_ms < SPAN_MS:
        wait_ms = pattern.changes_in_ms(at_ms)
        end_ms = SPAN_MS if wait_ms is None else min(SPAN_MS, at_ms + wait_ms)
        if pattern.lit(at_ms):
            yield at_ms, end_ms
        at_ms = end_ms


if __name__ == "__main__":
    print(patterns_svg(), end="")
