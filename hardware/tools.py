"""The programs that look at the hardware: KiCad 9 and ngspice, found, or installed where allowed.

Both come from Debian; KiCad 9 in bookworm is in its backports. ``install`` does nothing unless the
user is root on a machine with apt: everybody else is told what is missing.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

_BACKPORTS: Final = Path("/etc/apt/sources.list.d/reedboard-backports.list")
_QUIET: Final = {"DEBIAN_FRONTEND": "noninteractive"}

HOW: Final = (
    "KiCad 9 and ngspice are needed; on Debian 12, as root: add bookworm-backports, then "
    "apt install -t bookworm-backports kicad && apt install ngspice"
)


def run(*command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program and return what it said; its exit code is the caller's to judge."""
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )


def kicad() -> str | None:
    """The version of kicad-cli, where it is 9 or newer."""
    if shutil.which("kicad-cli") is None:
        return None
    version = run("kicad-cli", "version").stdout.strip()
    match = re.match(r"(\d+)\.", version)
    return version if match and int(match[1]) >= 9 else None


def ngspice() -> str | None:
    """The version of ngspice."""
    if shutil.which("ngspice") is None:
        return None
    match = re.search(r"ngspice-(\d+)", run("ngspice", "--version").stdout)
    return match[1] if match else "unknown"


def install() -> None:
    """Get what is missing from Debian, where that can be done."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    if kicad() is None:
        release = _release()
        target: tuple[str, ...] = ()
        if release == "bookworm":
            _BACKPORTS.write_text("deb http://deb.debian.org/debian bookworm-backports main\n")
            target = ("-t", "bookworm-backports")
        _apt("update")
        _apt("install", *target, "kicad")
    if ngspice() is None:
        _apt("update")
        _apt("install", "ngspice")


def _apt(verb: str, *words: str) -> None:
    options = ["-qq"] if verb == "update" else ["-y", "-qq", "--no-install-recommends"]
    subprocess.run(
        ["apt-get", verb, *options, *words],
        env={**os.environ, **_QUIET},
        capture_output=True,
        check=False,
    )


def _release() -> str:
    text = Path("/etc/os-release").read_text(encoding="utf-8")
    match = re.search(r"^VERSION_CODENAME=(\w+)", text, re.MULTILINE)
    return match[1] if match else ""
