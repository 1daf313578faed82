"""What the drivers need of an I2C bus and of GPIO pins, and nothing of who provides it.

A call is prepared once and run many times: its buffers stay the same, so a scan of a hundred times
a second builds nothing. Below stands smbus2 on a Raspberry Pi, the same smbus2 over a simulated
kernel, or a register file of a dozen lines in a test.
"""

from collections.abc import Callable
from typing import Protocol

from firmware.errors import NoAcknowledge


class Call(Protocol):
    """One transfer with one chip: a write, a read, or a write, a repeated start and a read."""

    @property
    def address(self) -> int:
        """The chip's 7-bit address."""

    @property
    def payload(self) -> bytearray:
        """The bytes that are written; change them in place, never their number."""

    @property
    def data(self) -> bytearray:
        """The bytes read by the last run, filled anew by each. Undefined after an error."""

    def run(self) -> None:
        """Carries the call out. Raises BusError."""


class I2CBus(Protocol):
    """An I2C bus. It belongs to one thread."""

    def prepare(self, address: int, payload: bytes, read: int = 0) -> Call:
        """A call that writes `payload`, if any, and then reads `read` bytes, if any."""

    def close(self) -> None:
        """Lets the bus go. No call may run afterwards."""


class InputPin(Protocol):
    """A pin with its pull-up on; it reads False while something connects it to ground."""

    @property
    def state(self) -> bool:
        """The level now."""

    def watch(self, edge: Callable[[int, bool], None]) -> None:
        """Calls ``edge(at_ms, level)`` at each change of level, from a thread of the library.

        Stamps are of CLOCK_MONOTONIC, as near the edge as the library can tell. The watch ends
        when nobody holds the pin any longer.
        """


class OutputPin(Protocol):
    """A pin that drives; it starts low."""

    def drive(self, level: bool) -> None:
        """Sets the level."""


class Pins(Protocol):
    """The GPIO header. Pins are BCM numbers."""

    def input(self, number: int) -> InputPin:
        """Claims a pin as an input. Raises PinError."""

    def output(self, number: int) -> OutputPin:
        """Claims a pin as an output, low. Raises PinError."""

    def close(self) -> None:
        """Lets all pins go."""


def probe(bus: I2CBus, address: int) -> bool:
    """Whether a chip answers at this address; reading a byte disturbs none of the chips used here.

    Raises the BusError of anything but a missing answer.
    """
    try:
        bus.prepare(address, b"", 1).run()
    except NoAcknowledge:
        return False
    return True
