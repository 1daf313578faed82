"""Signs of the board itself, beside what the game shows: not recorded, battery low.

The displays show them as points that no time uses: blinking after the last digit, where a steady
one says whose time runs, *what is played is not being recorded*; after the first one *the battery
is low*. When recording stops, the two squares at
opposite corners also blink for some seconds, where the game shows nothing: whoever looks at the
board sees at once that something is wrong, and the page says what.
"""

from dataclasses import dataclass
from typing import Final

ALERT_MS: Final = 5000
POINT_MS: Final = 500
"""What blinks is on and off for so long, points and corners: slowly, for a step in which the
displays change costs several at rest, and a stalled disk must not slow the loop."""
DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Signs:
    """What is wrong just now."""

    unrecorded: bool = False
    low: bool = False


class Alert:
    """The blinking of the corners, once each time recording stops."""

    def __init__(self, corners: int) -> None:
        self._corners = corners
        self._since_ms: int | None = None
        self._on = False

    def see(self, unrecorded: bool, now_ms: int) -> None:
        """Whether recording has stopped."""
        if unrecorded and not self._on:
            self._since_ms = now_ms
        self._on = unrecorded
        if self._since_ms is not None and now_ms - self._since_ms >= ALERT_MS:
            self._since_ms = None

    def lamps(self, now_ms: int) -> int:
        """The lamps that it lights now."""
        if self._since_ms is None or (now_ms - self._since_ms) // POINT_MS % 2:
            return 0
        return self._corners

    def next_change_ms(self, now_ms: int) -> int | None:
        """When it goes on or off; None while it rests."""
        if self._since_ms is None:
            return None
        return now_ms + POINT_MS - (now_ms - self._since_ms) % POINT_MS


def corners(coords: tuple[tuple[int, int], ...]) -> int:
    """The squares nearest to the lower left and the upper right corner, as a picture."""
    order = sorted(range(len(coords)), key=lambda bit: (sum(coords[bit]), coords[bit]))
    return 1 << order[0] | 1 << order[-1]


def signed(text: str, signs: Signs, now_ms: int) -> str:
    """A display's text with the points of the signs: `5:00` becomes ` .5:00.`."""
    if signs.unrecorded:
        text = text.removesuffix(".") + "." * (now_ms // POINT_MS % 2 == 0)
    if signs.low:
        text = " " * (DIGITS - sum(sign not in ".:" for sign in text)) + text
        text = text if text[1:2] == "." else f"{text[0]}.{text[1:]}"
    return text
