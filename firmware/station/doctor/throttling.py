"""Whether supply and cooling are enough, as the Raspberry Pi's own firmware has seen it.

It keeps one word of bits: what is wrong now, and what has been since the start. Two ways lead to
it. The kernel shows it in a file that everybody may read, in a folder named after the board; not
every kernel does. The program vcgencmd asks through /dev/vcio, which only the group `video` may
open, and the service's user is not in it. So the file is read first.

Source: Raspberry Pi documentation, "vcgencmd", get_throttled.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from firmware.station.doctor.finding import Finding

FILES: Final = "sys/bus/platform/drivers/raspberrypi-firmware/*/get_throttled"
QUESTION: Final = ("vcgencmd", "get_throttled")
PATIENCE_S: Final = 5

TOO_LOW: Final = 1 << 0 | 1 << 16
"""The supply is too low now; has been since the start."""
SLOWED: Final = 1 << 2 | 1 << 3 | 1 << 18 | 1 << 19
"""Slowed down, near the limit of temperature; both since the start."""


def answer_of(*command: str) -> str:
    """What a program prints; nothing where it is not there, fails, or takes too long."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def throttling(root: Path, ask: Callable[..., str]) -> Iterator[Finding]:
    """What there is to be said of supply and heat.

    `root` stands before the path of the file; ``ask(*command)`` is what a program prints, nothing
    where it cannot.
    """
    word = _word(root, ask)
    if word is None:
        yield Finding(
            False,
            "supply",
            "neither the kernel nor vcgencmd tells this user whether it is enough; let"
            " sudo vcgencmd get_throttled say it: 0x0 is good",
            hint=True,
        )
        return
    yield _judged(
        word & TOO_LOW,
        "supply",
        "enough since the start",
        "the voltage falls too low; use a stronger supply and a short, thick cable",
    )
    yield _judged(
        word & SLOWED,
        "heat",
        "never slowed down since the start",
        "the processor was slowed down; give it air or a heat sink",
    )


def _judged(wrong: int, what: str, good: str, cure: str) -> Finding:
    return Finding(False, what, cure, hint=True) if wrong else Finding(True, what, good)


def _word(root: Path, ask: Callable[..., str]) -> int | None:
    for file in sorted(root.glob(FILES)):
        try:
            return int(file.read_text(encoding="ascii"), 16)
        except (OSError, ValueError):
            continue
    found = re.fullmatch(r"throttled=0x([0-9a-f]+)", ask(*QUESTION).strip())
    return int(found[1], 16) if found else None
