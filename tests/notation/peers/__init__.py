"""Other programs that read PDN, each in an environment of its own, and what they read.

Both packages install a module called ``draughts``, so they can share no environment, and neither is
ever imported here: a script runs in a process of the peer's own interpreter.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

HOME = Path(os.environ.get("REEDBOARD_PEERS") or Path(tempfile.gettempdir()) / "reedboard-peers")


def diagrams_seen_by(
    package: str, version: str, games: Sequence[tuple[str, str]]
) -> list[list[str]]:
    """The FEN of every position that a peer sees in each game, given as its kind there and its PDN.

    After the last one that it can follow stands what it complains of. Skips the test if the peer
    cannot be installed.
    """
    script = Path(__file__).with_name(f"{package.replace('-', '_')}_child.py")
    done = subprocess.run(
        [_interpreter(package, version), script],
        input=json.dumps(games),
        capture_output=True,
        text=True,
        check=True,
    )
    seen: list[list[str]] = json.loads(done.stdout)
    return seen


def _interpreter(package: str, version: str) -> Path:
    home = HOME / f"{package}-{version}"
    python, ready = home / "bin" / "python", home / "ready"
    if not ready.exists():
        install = [str(python), "-m", "pip", "--quiet", "install", f"{package}=={version}"]
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
            subprocess.run(install, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"{package} {version} cannot be installed in {home}: {error}")
        ready.touch()
    return python
