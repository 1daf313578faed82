"""The small words of the language: times, sides, irregularities, kinds of events."""

import re
from collections.abc import Iterable
from typing import Final, get_args

from firmware.errors import ScriptError
from firmware.rules import Color
from firmware.table.events import Event
from firmware.table.irregular import IRREGULARITIES, MAN_MISSING

EVENTS: Final = tuple(
    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Event)
)
"""The names of all events."""

LONGEST_MS: Final = 7 * 24 * 3_600_000
"""No length of time is longer than this."""

_UNITS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}
_DURATION: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?(ms|s|m|h)")
_CLOCK: Final = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,2})(?:\.(\d))?")
_CLAUSE: Final = re.compile(r"5\.4\.(\d{1,2})")


def duration_ms(text: str) -> int:
    """`80ms`, `1.5s`, `60m` or `1h` in milliseconds. Raises ScriptError."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise ScriptError(f"{text!r} is no length of time; expected one like 80ms, 1.5s, 60m or 1h")
    whole, part, unit = found.groups()
    ms = (int(whole) * 1000 + int((part or "").ljust(3, "0"))) * _UNITS[unit] // 1000
    if ms > LONGEST_MS:
        raise ScriptError(f"{text!r} is too long; expected at most {LONGEST_MS // _UNITS['h']}h")
    return ms


def signed_ms(text: str) -> int:
    """A length of time with its sign: `+1h`, `-5m`. Raises ScriptError."""
    if text[:1] not in ("+", "-"):
        raise ScriptError(f"{text!r} needs a sign; expected a jump like +1h or -5m")
    return duration_ms(text[1:]) * (1 if text[0] == "+" else -1)


def clock_ms(text: str) -> int:
    """`4:57`, `1:00:00` or `0:19.3` in milliseconds. Raises ScriptError."""
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise ScriptError(
            f"{text!r} is no time on a clock; expected one like 4:57, 0:19.3, 1:00:00"
        )
    hours, minutes, seconds, tenths = (int(part or 0) for part in found.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + tenths * 100


def clock_range(text: str) -> tuple[int, int]:
    """`4:57..4:58` as (least, most) milliseconds. Raises ScriptError.

    A time alone is what a display shows, which rounds up: `4:58` is more than 4:57, at most 4:58.
    """
    low, dots, high = text.partition("..")
    if dots:
        low_ms, high_ms = clock_ms(low), clock_ms(high)
    else:
        high_ms = clock_ms(low)
        low_ms = max(0, high_ms - (100 if "." in low else 1000) + 1) if high_ms else 0
    if low_ms > high_ms:
        raise ScriptError(f"{text!r} is empty; expected the lower time first")
    return low_ms, high_ms


def side(text: str) -> Color:
    """`white` or `black`. Raises ScriptError."""
    if text not in ("white", "black"):
        raise ScriptError(f"{text!r} is no side; expected white or black")
    return Color[text.upper()]


def irregularity(text: str) -> str:
    """The name of an irregularity given by its name or clause (`5.4.6`). Raises ScriptError."""
    clause = _CLAUSE.fullmatch(text)
    if clause and 1 <= int(clause[1]) <= len(IRREGULARITIES):
        return IRREGULARITIES[int(clause[1]) - 1]
    known = (*IRREGULARITIES, MAN_MISSING)
    return one_of(text, known, "irregularity", "5.4.1 to 5.4.14, or ")


def one_of(text: str, known: Iterable[str], what: str, before: str = "") -> str:
    """A word from a list. Raises ScriptError naming the list."""
    if text not in known:
        raise ScriptError(f"{text!r} is no {what}; expected {before}one of {', '.join(known)}")
    return text
