"""What the doctor found, as a file that can be sent to strangers.

Findings name paths, and a configuration that cannot be read is quoted in its own words. So whatever
says who somebody is or where the board stands is taken out: names of the machine and of its users,
addresses in networks, and what was written in the configuration. Games are not looked at.
"""

import os
import platform
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from firmware.station.doctor.finding import Finding

PUBLIC: Final = frozenset(("", "localhost", "pi", "raspberrypi", "reedboard", "root", "user"))
"""Names that tell nothing."""

_QUOTED: Final = re.compile(r"""'[^'\n]*'|"[^"\n]*\"""")
_HOMES: Final = re.compile(r"(/home/|/Users/|/media/)[^/\s;:,]+")
_NUMBERED: Final = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,}[0-9A-Fa-f]{0,4}(?![\w:])"
)
"""Addresses of the Internet, old and new, and of network cards."""


def report(findings: Iterable[Finding], private: Mapping[str, str]) -> str:
    """The file. `private` are words that are nobody's business, and what stands for each."""
    lines = [
        "Reedboard doctor",
        f"Python {platform.python_version()}, {platform.system()} {platform.release()}"
        f" {platform.machine()}",
        *(_public(finding, private) for finding in findings),
    ]
    return "\n".join(lines) + "\n"


def _public(finding: Finding, private: Mapping[str, str]) -> str:
    detail = finding.detail
    if finding.what in ("configuration", "game") and not finding.ok:
        detail = _QUOTED.sub("'...'", detail)
    detail = _NUMBERED.sub("ADDRESS", detail)
    if private:
        longest_first = sorted(map(re.escape, private), key=len, reverse=True)
        words = rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)"
        detail = re.sub(words, lambda found: private[found[0]], detail)
    detail = _HOMES.sub(r"\1USER", detail)
    return str(Finding(finding.ok, finding.what, detail, finding.hint))


def private_words() -> dict[str, str]:
    """The home folder, and the names of user and machine, unless they are like anybody's."""
    home = Path.home()
    node = platform.node()
    words = {str(home): "~", node: "HOST", node.partition(".")[0]: "HOST", home.name: "USER"}
    words |= {os.environ.get(key, ""): "USER" for key in ("USER", "LOGNAME", "SUDO_USER")}
    return {word: stand_in for word, stand_in in words.items() if word not in PUBLIC}
