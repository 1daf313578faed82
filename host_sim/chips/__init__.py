"""Register-level models of the chips on the bus.

A model knows its data sheet and nothing of Linux, of squares or of games. The adapter speaks to it
as wires would: a start with its address, bytes either way, a stop.
"""

from typing import Protocol


class Chip(Protocol):
    """A slave on the I2C bus, addressed and awake."""

    def start(self, reading: bool) -> None:
        """A start or repeated start with this chip's address and the direction was acknowledged."""

    def receive(self, byte: int) -> None:
        """The master wrote a byte."""

    def send(self) -> int:
        """The master reads a byte; the level of pins is taken now."""

    def stop(self) -> None:
        """The transfer is over: stop, or a repeated start to another chip."""

    def reset(self) -> None:
        """The supply has failed: every register falls to its power-on value."""
