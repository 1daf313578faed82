"""What a small Raspberry Pi (Zero 2: 512 MB) has to have: memory of both services, work of a step.

Memory is what both processes hold after a move was played and a page was asked for; the station's
process holds the simulated board as well. Work is counted in instructions by valgrind, which is the
same number on a busy machine: two runs that differ only in their steps are compared. On a Pi the
same is counted by ``perf stat -e instructions``.
"""

import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random

from firmware.rules import find_variant
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.match import Match, Terms
from tests.bench.figure import Figure
from tests.bench.loop import instant_kernel
from tests.station.test_process import ROOT, Process, play_one_move

TITLE = "The budget of a Raspberry Pi Zero 2"

FEW, MANY = 100, 400
"""Steps of the two runs."""


def measure() -> Iterator[Figure]:
    """Yield memory, start, and instructions of a step."""
    with tempfile.TemporaryDirectory() as name:
        yield from _processes(Path(name))
    if shutil.which("valgrind"):
        each = (_instructions(MANY) - _instructions(FEW)) / (MANY - FEW)
        yield Figure("a step at rest, a clock running", each / 1000, "k instr.")


def _processes(folder: Path) -> Iterator[Figure]:
    config = folder / "reedboard.toml"
    config.write_text(
        '[board]\npins = "native"\n[console]\nhost = "127.0.0.1"\n'
        f'[files]\ndata = "{folder / "data"}"\nruntime = "{folder / "run"}"\n'
    )
    station = Process(folder)
    play_one_move(station)
    console = subprocess.Popen(
        [sys.executable, "-m", "firmware", "console", "--config", str(config), "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert console.stdout is not None
    address = console.stdout.readline().split()[4]
    urllib.request.urlopen(address).read()
    held = [_resident_mb(process.pid) for process in (station.process, console)]
    console.terminate()
    console.communicate()
    station.end(signal.SIGTERM)
    yield Figure("station, with the simulated board", held[0], "MB")
    yield Figure("console", held[1], "MB")
    yield Figure("together", sum(held), "MB", at_most=110)
    yield Figure("start to first scan, processor time", station.first_scan_s, "s")


def _resident_mb(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1000


def _instructions(steps: int) -> int:
    """All that a process executes which makes so many steps."""
    with tempfile.TemporaryDirectory() as folder:
        counting = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = subprocess.run(
            [*counting, sys.executable, "-m", "tests.bench.budget", str(steps)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1])


def make_steps(steps: int) -> None:
    """A game with a running clock, and so many steps of the loop in which nobody moves."""
    with Machine("8x8") as machine:
        match = Match(machine, find_variant("russian"), Random(1))
        match.set_up()
        match.start(Terms("3600"))
        station = machine.station
        assert station is not None
        with instant_kernel():
            for _ in range(steps):
                machine.clock.advance(10 * MS)
                station.step()


if __name__ == "__main__":
    make_steps(int(sys.argv[1]))
