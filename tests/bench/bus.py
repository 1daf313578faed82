"""What a scan of the 8x8 board costs on the I2C bus, counted on the simulated wires."""

from collections.abc import Iterator

from firmware.devices.linux import open_bus
from firmware.devices.matrix import Matrix
from host_sim.clock import MS
from host_sim.hardware import BUS
from host_sim.machine import Machine
from tests.bench.figure import Figure

TITLE = "The bus"

STEP_BITS = 66
"""Drive a line and read two ports, at the least.

Start, address, register and two bytes are 1 + 4 * 9 bits, repeated start, address and two bytes
1 + 3 * 9, the stop 1.
"""

SCANS = 100
"""A second's worth, so that settings that are read back in turn count too."""

BIT_US = 2.5  # at 400 kHz


def measure() -> Iterator[Figure]:
    """Yield bits and milliseconds a scan, and their ratio to the drive-and-read steps alone."""
    with Machine("8x8") as machine:
        matrix = Matrix(open_bus(BUS), machine.wiring)
        matrix.scan(machine.clock.now_ms)  # sets the chip up
        before = machine.adapter.bits
        for _ in range(SCANS):
            machine.clock.advance(10 * MS)
            matrix.scan(machine.clock.now_ms)
        bits = (machine.adapter.bits - before) / SCANS
        least = STEP_BITS * len(machine.wiring.drives)
    yield Figure("bits a scan of 8x8, mean of a second", bits, "bits")
    yield Figure("time on the bus at 400 kHz", bits * BIT_US / 1000, "ms")
    yield Figure(
        f"against {least} bits of drive and read alone", bits / least, "times", at_most=1.15
    )
