"""Other programs of draughts in Python: the games they know, and an interpreter that has each.

Both packages install a module called ``draughts``, so they can share no environment, and neither is
ever imported here: a script runs in a process of the peer's own interpreter.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parents[1]
HOME = Path(os.environ.get("REEDBOARD_PEERS") or ROOT / ".venv-peers")


class PeerMissing(Exception):
    """A peer cannot be installed here; says which, where and why."""


@dataclass(frozen=True)
class Peer:
    """A package of another program."""

    package: str
    version: str
    kinds: Mapping[str, str]
    """What it calls the games it knows, by their keys here."""

    @property
    def module(self) -> str:
        """Its name as a word of Python, by which the scripts that it runs are called."""
        return self.package.replace("-", "_")

    def python(self) -> str:
        """Its interpreter, set up when first asked for. Raises :class:`PeerMissing`."""
        home = HOME / f"{self.package}-{self.version}"
        python, ready = home / "bin" / "python", home / "ready"
        if not ready.exists():
            wanted = f"{self.package}=={self.version}"
            try:
                _run(sys.executable, "-m", "venv", "--clear", str(home))
                _run(str(python), "-m", "pip", "--quiet", "install", wanted)
                ready.touch()
            except (OSError, subprocess.CalledProcessError) as error:
                raise PeerMissing(f"{wanted} cannot be installed in {home}: {error}") from error
        return str(python)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


PY_DRAUGHTS = Peer(
    "py-draughts",
    "1.10.1",
    MappingProxyType(
        {
            "russian": "RussianBoard",
            "brazilian": "BrazilianBoard",
            "international": "StandardBoard",
            "frisian": "FrisianBoard",
            "frysk": "FryskBoard",
            "antidraughts": "AntidraughtsBoard",
            "breakthrough": "BreakthroughBoard",
        }
    ),
)
"""Its "American" board is no game known here: captures are optional there."""

PYDRAUGHTS = Peer(
    "pydraughts",
    "0.6.7",
    MappingProxyType(
        {
            "russian": "russian",
            "brazilian": "brazilian",
            "international": "standard",
            "english": "english",
            "italian": "italian",
            "turkish": "turkish",
            "frisian": "frisian",
            "frysk": "frysk!",
            "antidraughts": "antidraughts",
            "breakthrough": "breakthrough",
        }
    ),
)
