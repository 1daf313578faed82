"""Clock times inside PDN comments, in all the forms that are printed.

``[%clk 1:55:21]`` is the time left of the player who moved; ``[%clock w0:00:10 B0:00:03]`` names
one or both players, a capital saying whose clock is running; ``%mct``, ``%egt`` and ``%emt``
count up (PDN 3.0, embedded commands). The standard's own pages mix the forms, programs write dots
for colons and leave the seconds out.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from firmware.rules import Color


class ClockKind(enum.Enum):
    """What a clock command tells."""

    CLK = "clk"
    """Time left."""
    CLOCK = "clock"
    """Time left, as electronic boards write it."""
    MCT = "mct"
    """Time used, as a mechanical clock shows it."""
    EGT = "egt"
    """Time the game has taken."""
    EMT = "emt"
    """Time the move has taken."""


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """One clock command; times in ms, None where it does not name that player."""

    kind: ClockKind
    white_ms: int | None
    black_ms: int | None
    running: Color | None = None
    """Whose clock the command says is running."""


def clock_comment(white_ms: int, black_ms: int, running: Color | None) -> str:
    """Both times left, in full seconds, the running clock's letter in upper case.

    ``[%clock w0:04:57 B0:05:00]``.
    """
    white = "W" if running is Color.WHITE else "w"
    black = "B" if running is Color.BLACK else "b"
    return f"[%clock {white}{_hours(white_ms)} {black}{_hours(black_ms)}]"


def read_clocks(comment: str, mover: Color | None = None) -> tuple[ClockTimes, ...]:
    """The clock commands in a comment; ``mover`` made the ply it follows and owns times without a
    letter.

    What looks like a clock command and cannot be read is left out: it is a comment like any
    other.
    """
    found = (_times(command, mover) for command in _COMMAND.finditer(comment))
    return tuple(times for times in found if times)


_OWNERS = {"w": Color.WHITE, "b": Color.BLACK}
_TIME = r"([WwBb]?)(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d)?)?(?!\d)"
_COMMAND = re.compile(rf"\[%(clk|clock|mct|egt|emt)\s*((?:{_TIME}\s*){{1,2}})\]")


def _times(command: re.Match[str], mover: Color | None) -> ClockTimes | None:
    left: dict[Color, int] = {}
    running = None
    found = re.findall(_TIME, command[2])
    for (letter, hours, minutes, seconds), nameless in zip(found, Color, strict=False):
        # Two times without letters are White's and Black's, in this order.
        owner = _OWNERS.get(letter.lower(), mover if len(found) == 1 else nameless)
        if owner is None:
            return None
        if letter.isupper():
            running = owner
        left[owner] = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds or 0)) * 1000
    white, black = left.get(Color.WHITE), left.get(Color.BLACK)
    return ClockTimes(ClockKind(command[1]), white, black, running)


def _hours(time_ms: int) -> str:
    minutes, seconds = divmod(max(time_ms, 0) // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
