"""Draws the page of gestures, from the tables the firmware itself uses.

``python -m firmware.gesture_page > firmware/gestures.svg`` makes the picture in
``firmware/README.md``: what two buttons can say, the lines of the menu as the displays show them,
and the numbers of the times that rulebooks name.
"""

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from firmware.devices.seven_segment import DIGITS, segments
from firmware.rules import VARIANTS, Ruleset
from firmware.table.gestures import Fingers, Gesture
from firmware.table.menu import MEANINGS, SURE_WORD, numbered_controls

WIDTH: Final = 860
MARGIN: Final = 16
ROW: Final = 30
"""Height of one line of text, in pixels."""
STRIP_MS: Final = 6000
STRIP: Final = (110, 300)
"""Left edge and width of the strip of time."""
GAMES: Final = ("russian", "international")
"""Games for which rulebooks print times of their own; all others have the times for any game."""

_AT: Final = {
    "a": (3, 0, 12, 3),
    "b": (15, 2, 3, 11),
    "c": (15, 15, 3, 11),
    "d": (3, 25, 12, 3),
    "e": (0, 15, 3, 11),
    "f": (0, 2, 3, 11),
    "g": (3, 12, 12, 3),
}
"""Left, top, width and height of each segment of a digit."""
_DIGIT: Final = 24
"""From one digit to the next."""


def gestures_svg() -> str:
    """The page as SVG text."""
    body: list[str] = []
    top = MARGIN
    for part in (_presses, _alphabet, _menu, _times):
        lines, top = part(top)
        body += lines
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" '
        f'viewBox="0 0 {WIDTH} {top}" font-family="sans-serif" font-size="13">'
    )
    paper = f'<rect width="{WIDTH}" height="{top}" fill="#ffffff"/>'
    return "\n".join([head, paper, *body, "</svg>", ""])


PRESSES: Final = (
    ("your move", "the clock passes, at that moment"),
    ("before the game", "the side that does not begin: men in place, the clock starts"),
    ("no man moved", "an irregular move of the other side is rejected; captured men are to go"),
    ("the same, held 2 s", "that irregular move is accepted"),
    ("a replay", "a tap at the left goes back, at the right forward; both together end it"),
    ("anything else", "nothing, but it may be part of a gesture"),
)
"""When a button is pressed, and what that does at once."""


def _presses(top: int) -> tuple[list[str], int]:
    """What a press does by itself."""
    lines = [_title("A press", top)]
    top += ROW
    for when, does in PRESSES:
        lines += [_text(MARGIN, top + 12, when, bold=True), _text(STRIP[0] + 60, top + 12, does)]
        top += 22
    return lines, top + ROW // 2


def _alphabet(top: int) -> tuple[list[str], int]:
    """The three gestures, each on a strip of six seconds."""
    fingers = Fingers()
    stuck, hold, tap = fingers.stuck_ms, fingers.hold_ms, fingers.tap_ms
    rows: tuple[tuple[Gesture, tuple[tuple[int, int], ...], str], ...] = (
        (
            Gesture.TAP,
            ((0, 150),),
            f"down and up within {tap // 1000} s, while a menu is open",
        ),
        (
            Gesture.HOLD,
            ((0, hold + 500),),
            f"held {hold // 1000} to {stuck // 1000} s and let go, no man moving: menu, or choose",
        ),
        (
            Gesture.BOTH,
            ((0, 700), (200, 700)),
            f"together for {fingers.both_ms} ms, the mover's first: I adjust, or have done",
        ),
    )
    lines = [_title("Gestures: presses that did nothing else", top)]
    top += ROW
    left, width = STRIP
    for gesture, bars, says in rows:
        lines.append(_text(MARGIN, top + 19, gesture.value, bold=True))
        lines.append(_box(left, top + 6, width, 18, "#eeeeee"))
        high = 18 // len(bars)
        for number, (begin_ms, end_ms) in enumerate(bars):
            x, wide = left + width * begin_ms // STRIP_MS, width * (end_ms - begin_ms) // STRIP_MS
            lines.append(_box(x, top + 6 + number * high, wide, high, "#1f77b4"))
        lines.append(_text(left + width + 12, top + 19, says))
        top += ROW
    for second in range(0, STRIP_MS // 1000 + 1, 2):
        lines.append(_text(left + width * second * 1000 // STRIP_MS, top + 8, f"{second} s"))
    return lines, top + ROW


def _menu(top: int) -> tuple[list[str], int]:
    """Every line of the menus, as the display shows it."""
    lines = [_title("The menu: tap for the next line, hold to take it", top)]
    top += ROW
    for word, says in (*MEANINGS.values(), (SURE_WORD, "asks back; two taps in a second: yes")):
        lines += [*_display(word, MARGIN, top), _text(STRIP[0] + 20, top + 20, says)]
        top += ROW + 6
    return lines, top + ROW // 2


def _times(top: int) -> tuple[list[str], int]:
    """The numbers of the times, for games that have their own and for all others."""
    lines = [_title("The numbers of the times", top)]
    top += ROW
    others = next(ruleset for ruleset in VARIANTS.values() if ruleset.variant not in GAMES)
    for title, ruleset in [
        *((VARIANTS[key].title, VARIANTS[key]) for key in GAMES),
        ("All other games", others),
    ]:
        table, top = _time_table(title, ruleset, top)
        lines += table
    return lines, top


def _time_table(title: str, ruleset: Ruleset, top: int) -> tuple[list[str], int]:
    rows: Sequence[tuple[str, str]] = numbered_controls(ruleset)
    lines = [_text(MARGIN, top + 12, title, bold=True)]
    top += 22
    for number, (control, words) in enumerate(rows):
        lines.append(_text(MARGIN + 10, top + 12, f"{number}"))
        lines.append(_text(MARGIN + 40, top + 12, control))
        lines.append(_text(MARGIN + 180, top + 12, words))
        top += 20
    return lines, top + 12


def _display(word: str, left: int, top: int) -> Iterator[str]:
    """Four digits as the chip lights them."""
    ram = segments(word)
    yield _box(left - 4, top, len(DIGITS) * _DIGIT + 6, ROW + 4, "#222222")
    for place, at in enumerate(DIGITS):
        for bit, (x, y, wide, high) in enumerate(_AT.values()):
            if ram[at] >> bit & 1:
                yield _box(left + place * _DIGIT + x, top + 3 + y, wide, high, "#ff4030")


def _title(text: str, top: int) -> str:
    return (
        f'<text x="{MARGIN}" y="{top + 18}" font-size="17" font-weight="bold">{escape(text)}</text>'
    )


def _text(x: int, y: int, text: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}"{weight}>{escape(text)}</text>'


def _box(x: int, y: int, wide: int, high: int, color: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{color}"/>'


if __name__ == "__main__":
    print(gestures_svg(), end="")
