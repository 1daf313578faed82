"""What spectators cost the station: the processor time of its steps, with and without them.

A game with a running clock on a simulated board, whose socket a console is connected to. Three
times a second something happens that everybody is told; the steps in between find a board at rest.
The kernel answers at once (`loop`), so that nothing but the station's own work is in a step, which
comes every ten milliseconds as on the board.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from firmware.rules import find_variant
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.match import Match, Terms
from host_sim.page.outlet import Outlet
from tests.bench.crowd import Crowd, start_console
from tests.bench.figure import Figure, interleaved
from tests.bench.loop import instant_kernel

STEP_MS: Final = 10
STEPS: Final = 600
"""Six seconds a run."""
NEWS_EVERY: Final = 33
"""Steps from one thing that is told to the next."""
NEWS: Final = STEPS // NEWS_EVERY


class Beside:
    """A station in play, served on a socket, stepping in real time."""

    def __init__(self, machine: Machine, outlet: Outlet) -> None:
        self._machine, self._outlet = machine, outlet
        self._paused = False
        self.heard: list[int] = []
        """Views that the spectators of each run were sent."""

    def step_us(self) -> float:
        """Processor time of a step in microseconds, the mean of many."""
        machine, station = self._machine, self._machine.station
        assert station is not None
        spent_s, due_s = 0.0, time.monotonic()
        for number in range(STEPS):
            machine.clock.advance(STEP_MS * MS)
            if number % NEWS_EVERY == 0:
                self._paused = not self._paused
                station.command({"kind": "pause" if self._paused else "resume"})
            began_s = time.thread_time()
            station.step()
            self._outlet.serve(station)
            spent_s += time.thread_time() - began_s
            station.journal.writer.serve()
            due_s += STEP_MS / 1000
            time.sleep(max(0.0, due_s - time.monotonic()))
        return spent_s / STEPS * 1e6

    def watched_us(self, crowd: Crowd) -> float:
        """The same while the crowd watches."""
        crowd.come()
        spent_us = self.step_us()
        self.heard.append(crowd.go())
        return spent_us


def measure(spectators: int) -> Iterator[Figure]:
    """Yield the time of a step without and with so many spectators, and their ratio."""
    with tempfile.TemporaryDirectory() as name, Machine("8x8") as machine:
        match = Match(machine, find_variant("russian"), Random(1))
        match.set_up()
        match.start(Terms("36000"))
        machine.run_for_ms(2000)
        outlet = Outlet(Path(name) / "socket")
        outlet.serve(machine.station)
        beside = Beside(machine, outlet)
        console, port = start_console(Path(name))
        try:
            with instant_kernel(), Crowd(port, spectators) as crowd:
                beside.step_us()  # the console has found the socket by the end of it
                alone_us, watched_us = interleaved(beside.step_us, lambda: beside.watched_us(crowd))
        finally:
            console.terminate()
            console.wait(10)
            outlet.close()
    told = min(beside.heard) / spectators
    yield Figure("views sent to each spectator in a run", told, "", at_least=NEWS / 2)
    yield Figure("a step of the station, nobody watching", alone_us, "us")
    yield Figure(f"the same beside {spectators} spectators", watched_us, "us")
    yield Figure("ratio", watched_us / alone_us, "times", at_most=1.1)
