"""How long the motions of hands take, and how often they do what: one table, each with its reason.

Nobody has measured hands at draughts. Ranges marked *estimate* are what players of quiet games and
of time scrambles need by eye; they are wide on purpose, and what matters for the firmware lies at
their ends. A hand draws its own narrower habit from each range when it sits down (`habit`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

T = TypeVar("T")

Span = tuple[int, int]
"""Shortest and longest time in milliseconds; drawn evenly."""


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds in milliseconds that every hand of a kind keeps to."""

    low_ms: int
    high_ms: int
    why: str


RANGES: Final[Mapping[str, Range]] = MappingProxyType(
    {
        "carry": Range(
            250, 800, "estimate: a whole move, reaching and letting go, is 0.6 to 1.0 s"
        ),
        "carry_fast": Range(150, 300, "estimate: nobody lifts and places a man in under 0.15 s"),
        "carry_slow": Range(600, 2500, "estimate: unsure of the square, the man in the air"),
        "air": Range(5000, 20_000, "a player who thinks with the man in his hand"),
        "touch": Range(60, 250, "estimate: one landing of a capture, set down and lifted again"),
        "touch_fast": Range(50, 120, "the shortest touch the board promises to see is 50 ms"),
        "rest": Range(400, 3500, "left on a square on the way; without a clock 5 s is a move"),
        "remove": Range(150, 350, "estimate: one captured man, taken by the hand that just moved"),
        "remove_fast": Range(80, 180, "estimate: swept off one by one"),
        "remove_slow": Range(400, 1200, "estimate: each one laid in a row beside the board"),
        "press": Range(150, 400, "estimate: from letting the man go to the button"),
        "press_fast": Range(-40, 150, "blitz: the other hand presses while the man still lands"),
        "press_at_once": Range(1, 15, "both hands at once: the button goes down as the man does"),
        "press_slow": Range(400, 1500, "estimate: looks at the move once more"),
        "react": Range(100, 600, "estimate: from the press to the first lift of the foe"),
        "react_fast": Range(-50, 50, "blitz: the reply was decided before, begun before the press"),
        "react_slow": Range(1000, 6000, "thinks when it is his turn"),
        "leg": Range(40, 150, "sliding: 30 to 120 ms are felt on each square in between"),
        "late": Range(200, 2500, "captured men taken off after the press; 5 s would be a pause"),
        "adjust": Range(150, 1500, "estimate: a man straightened, held up for a moment"),
        "stands": Range(150, 3000, "a bumped or wrongly placed man, until it is seen"),
        "fallen": Range(400, 5000, "men knocked over, till players have begun to put them back"),
        "restore": Range(250, 700, "estimate: one knocked over man put back on its square"),
        "crown": Range(300, 3000, "from the press until somebody thinks of the crown"),
        "blink": Range(120, 600, "a man lifted to be turned over, or exchanged for a king"),
        "chatter": Range(3, 25, "a contact at the edge of hysteresis; 30 ms would be a lift"),
    }
)
"""Every range in use. Negative: before what it is counted from."""


def habit(random: Random, name: str) -> Span:
    """One hand's own part of a range: at least a third of it, lying anywhere inside."""
    low, high = RANGES[name].low_ms, RANGES[name].high_ms
    width = int((high - low) * (1 + 2 * random.random()) / 3)
    start = low + int((high - low - width) * random.random())
    return start, start + width


class Tempo:
    """The habits of one hand, and its dice."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._habits = {name: habit(random, name) for name in RANGES}

    def draw(self, name: str) -> int:
        """Milliseconds from this hand's part of a range."""
        low, high = self._habits[name]
        return low + int((high - low) * self._random.random())

    def chance(self, share: float) -> bool:
        """True in this share of cases."""
        return self._random.random() < share

    def below(self, count: int) -> int:
        """0 to `count` - 1, drawn evenly."""
        return int(self._random.random() * count)

    def pick(self, among: Sequence[T]) -> T:
        """One of these, drawn evenly."""
        return among[self.below(len(among))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of these in any order."""
        left, order = list(things), []
        while left:
            order.append(left.pop(self.below(len(left))))
        return order
