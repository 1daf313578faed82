"""The date of a game, or none: an unknown date is better than a wrong one.

A Raspberry Pi without a battery-backed clock starts with the time at which it was last shut down, a
date that looks right and is not. So the wall clock is believed only where somebody has set it since
the start: time servers (the kernel then says that it is synchronised, adjtimex(2)), or the kernel
itself from a clock chip that has kept the time (``/sys/class/rtc``). Nothing of the game's clocks
depends on it.
"""

import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

FIRST_YEAR: Final = 2026
"""A clock that shows an earlier year was never set: the program is younger."""
AGREES_S: Final = 60
"""A clock chip that is further from the system's clock than this has not set it."""
_TIME_ERROR: Final = 5
_TIMEX_BYTES: Final = 512
"""More than `struct timex` has anywhere."""


def today(now_s: float, synchronised: bool, chip_s: int | None) -> str:
    """Date and time in ISO 8601, or an empty text while they are not known.

    `now_s` and `chip_s`: what the system's clock and the clock chip, if there is one, say, in
    seconds since 1970.
    """
    now = time.localtime(now_s)
    kept = chip_s is not None and abs(chip_s - now_s) <= AGREES_S
    if now.tm_year < FIRST_YEAR or not (synchronised or kept):
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%S%z", now)


def today_here() -> str:
    """The same on this computer."""
    return today(time.time(), synchronised(), chip_time_s(Path("/sys/class/rtc")))


def synchronised(adjtimex: Callable[[ctypes.Array[ctypes.c_char]], int] | None = None) -> bool:
    """Whether the kernel says that a time server has set the clock since the start."""
    call = adjtimex or getattr(ctypes.CDLL(None), "adjtimex", None)
    # The first word is zero: the clock is only asked, not set.
    state = -1 if call is None else call(ctypes.create_string_buffer(_TIMEX_BYTES))
    return state not in (-1, _TIME_ERROR)


def chip_time_s(chips: Path) -> int | None:
    """What the clock chip says from which the kernel took the time at the start; None without."""
    for chip in sorted(chips.glob("rtc*")):
        try:
            if (chip / "hctosys").read_text(encoding="ascii").strip() == "1":
                return int((chip / "since_epoch").read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return None
