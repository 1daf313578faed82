"""Who sits at the keyboard during the guided walk, and the report that can be sent to others."""

import platform
import select
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from firmware.station.doctor.finding import Finding

BAR: int = 32


class Keyboard:
    """A Person at this terminal. Raises nothing; an input that has ended gives up every wait."""

    def told(self, sentence: str) -> None:
        """See Person."""
        print(f"\n{sentence}  (Enter: go on without)", flush=True)

    def asked(self, question: str) -> str:
        """See Person."""
        print(f"\n{question}", end="", flush=True)
        return sys.stdin.readline().strip()

    def gives_up(self) -> bool:
        """See Person."""
        if not select.select([sys.stdin], [], [], 0)[0]:
            return False
        sys.stdin.readline()
        return True

    def shown(self, done: int, total: int) -> None:
        """See Person."""
        filled = BAR * done // total
        print(f"[{'#' * filled}{'.' * (BAR - filled)}] {done} of {total}", flush=True)

    def pause(self, ms: int) -> None:
        """See Person."""
        time.sleep(ms / 1000)


def report(findings: Iterable[Finding], private: Mapping[str, str]) -> str:
    """What the doctor found, for a bug report.

    `private` are the words of this machine that are nobody's business, and what stands for each.
    Neither configuration nor games are in it.
    """
    lines = [
        "Reedboard doctor",
        f"Python {platform.python_version()}, {platform.system()} {platform.release()}"
        f" {platform.machine()}",
        *map(str, findings),
    ]
    text = "\n".join(lines) + "\n"
    for word in sorted(private, key=len, reverse=True):
        if word:
            text = text.replace(word, private[word])
    return text


def private_words() -> dict[str, str]:
    """The home folder and the names of user and machine."""
    home = Path.home()
    words = {str(home): "~", platform.node(): "HOST"}
    if len(home.name) > 2 and home.name not in ("root", "reedboard"):
        words[home.name] = "USER"
    return words
