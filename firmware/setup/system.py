"""The programs of the system that is set up: packages, accounts, services, Python."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from firmware.errors import SetupError


class System(Protocol):
    """Runs programs in the system that is set up."""

    @property
    def running(self) -> bool:
        """Whether its service manager runs; a card in a reader has none."""

    def run(self, *command: str) -> str:
        """What the program prints. Raises SetupError when it fails."""

    def succeeds(self, *command: str) -> bool:
        """Whether the program is there and says yes."""


class RealSystem:
    """This computer, or the one whose files are under `root` (through chroot)."""

    def __init__(self, root: Path) -> None:
        here = root == Path("/")
        self.running = here and Path("/run/systemd/system").is_dir()
        self._before = () if here else ("chroot", str(root))

    def run(self, *command: str) -> str:
        """See System."""
        try:
            done = self._done(command)
        except OSError as error:
            raise SetupError(f"{command[0]} cannot be run ({error.strerror}).") from error
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
            raise SetupError(f"`{' '.join(command)}` failed: {said[-1]}")
        return done.stdout

    def succeeds(self, *command: str) -> bool:
        """See System."""
        try:
            return self._done(command).returncode == 0
        except OSError:
            return False

    def _done(self, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            [*self._before, *command], env=environ, capture_output=True, text=True, check=False
        )
