"""A simulator that is told to end leaves nothing behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def folders(pid: int) -> set[Path]:
    """The simulator's folders in which a process has files open."""
    links = [os.readlink(fd) for fd in Path(f"/proc/{pid}/fd").iterdir()]
    places = [Path(link) for link in links if "/reedboard-" in link]
    return {parent for place in places for parent in place.parents if "reedboard-" in parent.name}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_its_files_in_memory_go(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "host_sim", "demo", "--seed", "1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for _ in range(3):
            assert process.stdout.readline()
        (folder,) = folders(process.pid)
        assert folder.is_dir()
        process.send_signal(number)
        process.communicate()
    assert process.returncode == 128 + number
    assert not folder.exists()
