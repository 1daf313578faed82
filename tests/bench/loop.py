"""What a step of the station's loop costs the processor while nothing happens at the board.

A simulated machine plays into a game with running clocks; then the kernel under smbus2 is replaced
by one that returns at once. Buffers keep what the chips last answered, so the firmware goes on
reading a board at rest, and the simulator costs nothing.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from smbus2 import smbus2

from firmware.devices.mcp23017 import GPIO, IODIR
from firmware.devices.wiring import Wiring
from firmware.rules import find_variant
from host_sim.clock import MS
from host_sim.hardware import BUS
from host_sim.machine import Machine
from host_sim.match import Match, Terms
from tests.bench.figure import Figure, interleaved

TITLE = "The loop at rest, on a kernel that answers at once"

STEPS = 1000
"""Ten seconds of board time: once-a-second work is in its due share."""


def measure() -> Iterator[Figure]:
    """Yield the time of a step and of its nine calls alone, and their ratio."""
    with Machine("8x8") as machine:
        match = Match(machine, find_variant("russian"), Random(1))
        match.set_up()
        match.start(Terms("3600"))
        machine.run_for_ms(2000)
        station = machine.station
        assert station is not None
        calls = bare_calls(machine.wiring)

        def step() -> None:
            machine.clock.advance(10 * MS)
            station.step()

        with instant_kernel():
            whole, bare = interleaved(
                lambda: _mean_us(step, station.journal.writer.serve), lambda: _mean_us(calls)
            )
        assert station.session.clock is not None and not station.state()["faults"]
    yield Figure("a step, everything in it", whole, "us")
    yield Figure("the calls of a scan alone, prebuilt", bare, "us")
    yield Figure("ratio", whole / bare, "times", at_most=3)


def bare_calls(wiring: Wiring) -> Callable[[], None]:
    """Return what makes the calls of one scan and nothing else, straight through smbus2."""
    bus = smbus2.SMBus(BUS)
    chip = wiring.drive_chip
    drives = sum(1 << pin for pin in wiring.drives)
    selects = [
        bytes([GPIO, *(drives & ~(1 << pin)).to_bytes(2, "little")]) for pin in wiring.drives
    ]
    calls = [
        (smbus2.i2c_msg.write(chip, select), smbus2.i2c_msg.read(chip, 2))
        for select in [*selects, bytes([IODIR])]
    ]

    def run() -> None:
        for messages in calls:
            bus.i2c_rdwr(*messages)

    return run


@contextmanager
def instant_kernel() -> Iterator[None]:
    """Let every ioctl under smbus2 succeed at once, its buffers untouched."""
    names = vars(smbus2)
    simulated = names["ioctl"]
    names["ioctl"] = _succeed
    try:
        yield
    finally:
        names["ioctl"] = simulated


def _succeed(fd: int, request: int, argument: Any) -> int:
    return 0


def _mean_us(action: Callable[[], None], between: Callable[[], object] = lambda: None) -> float:
    """Processor time of one action; what the writer's thread does between two is not counted."""
    spent_ns = 0
    for _ in range(STEPS):
        started_ns = time.thread_time_ns()
        action()
        spent_ns += time.thread_time_ns() - started_ns
        between()
    return spent_ns / STEPS / 1000
