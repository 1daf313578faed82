"""The wires between the chips: which pins a pin at 0 V pulls down through closed reeds.

Every square joins one drive line to one read line through its reed and a diode whose cathode
points at the drive line. Current can only flow from a read line, held up by its resistor, to a
drive line at 0 V; so a read pin is low exactly when a closed reed joins it to a low drive line.

With a diode shorted (or on a board built without them) current also flows the other way: a read
line pulled low pulls down the next drive line, and that one its own read lines. Low spreads through
closed reeds, and the fourth corner of a rectangle of three men reads as a man that is not there.
Where a line pulled low meets another drive pin that holds it high, low wins: an MCP23017 output
sinks 8.5 mA at 0.6 V but gives 3.0 mA only 0.7 V below the supply (DS20001952, D080 and D090), so
the side that sinks is three times as strong.

Solving that is a search over the closed reeds. It is done once for each pair of drive pattern and
closed reeds *that matter under this pattern*: with good diodes, those on the driven line alone,
so a whole game asks a few hundred different questions.
"""

import enum
from collections.abc import Mapping
from functools import partial
from typing import Protocol

from firmware.devices.wiring import Wiring
from host_sim.chips.mcp23017 import Mcp23017
from host_sim.clock import Clock

_ANSWERS_MAX = 1 << 16
"""Memory is bounded: beyond this many answers kept, start afresh."""


class Diode(enum.Enum):
    """The state of a square's diode."""

    GOOD = "good"
    SHORTED = "shorted"
    """Conducts both ways: broken down, bridged, or never fitted."""
    OPEN = "open"
    """Conducts not at all: the square always reads as empty."""


class Reeds(Protocol):
    """What the network asks of the world."""

    @property
    def next_ns(self) -> int:
        """When `closed` may change next."""

    @property
    def closed(self) -> int:
        """The contacts that conduct, one bit a square."""

    def advance_to(self, now_ns: int) -> int:
        """Let time pass for the reeds, and return `closed`."""


class Network:
    """The diode matrix of one board, seen from its expanders' pins."""

    def __init__(
        self, wiring: Wiring, chips: Mapping[int, Mcp23017], reeds: Reeds, clock: Clock
    ) -> None:
        self._chips = tuple(chips.values())
        self._reeds = reeds
        self._clock = clock
        self._shift = {address: 16 * place for place, address in enumerate(chips)}
        drive, read = self._shift[wiring.drive_chip], self._shift[wiring.read_chip]
        self._edges = [
            (1 << drive + pin, 1 << read + other)
            for pin, other in zip(wiring.drive, wiring.read, strict=True)
        ]
        """The two pins that each square's reed and diode join, as bits over all chips."""
        self._diodes = [Diode.GOOD] * len(self._edges)
        self._floating = 0
        self._answers: dict[int, tuple[int, dict[int, int]]] = {}
        self._kept = 0
        for address, chip in chips.items():
            chip.outside = partial(self.levels, self._shift[address])

    def levels(self, shift: int) -> int:
        """The levels which the wires now give one chip's sixteen pins; 1 is high.

        `shift` is 16 times the chip's place among the chips given.
        """
        reeds = self._reeds
        now_ns = self._clock.now_ns
        closed = reeds.closed if now_ns < reeds.next_ns else reeds.advance_to(now_ns)
        driven = 0
        for place, chip in enumerate(self._chips):
            driven |= chip.driven_low << 16 * place
        answer = self._answers.get(driven)
        if answer is None:
            answer = self._answers[driven] = (self._relevant(driven), {})
        relevant, known = answer
        low = known.get(closed & relevant)
        if low is None:
            low = known[closed & relevant] = self._solve(driven, closed & relevant)
            self._bound()
        if self._floating:
            low |= self._floating & ~self._pulled_up()
        return ~(low >> shift) & 0xFFFF

    def set_diode(self, square: int, diode: Diode) -> None:
        """Change the diode of one square, given by its bit in the picture."""
        self._diodes[square] = diode
        self._answers.clear()
        self._kept = 0

    def set_diodes(self, diode: Diode) -> None:
        """Change every diode: SHORTED is a board built without any."""
        for square in range(len(self._edges)):
            self.set_diode(square, diode)

    def lose_pull_ups(self, chip: int) -> None:
        """The outside pull-up resistors of a chip lose their supply.

        A pin that nothing pulls then reads low, which is the worse case, unless the chip's own
        pull-up (GPPU) is on.
        """
        self._floating |= 0xFFFF << self._shift[chip]

    def restore_pull_ups(self, chip: int) -> None:
        """The outside pull-up resistors of a chip work again."""
        self._floating &= ~(0xFFFF << self._shift[chip])

    def _relevant(self, driven: int) -> int:
        """The squares whose reeds can matter while exactly these pins are driven low."""
        squares = range(len(self._edges))
        if Diode.SHORTED in self._diodes:
            return (1 << len(self._edges)) - 1
        return sum(1 << square for square in squares if self._edges[square][0] & driven)

    def _solve(self, driven: int, closed: int) -> int:
        """All pins at 0 V when `driven` are held there and the reeds `closed` conduct."""
        low, before = driven, -1
        while low != before:
            before = low
            for square, (drive, read) in enumerate(self._edges):
                diode = self._diodes[square]
                if not closed >> square & 1 or diode is Diode.OPEN:
                    continue
                if low & drive:
                    low |= read
                elif low & read and diode is Diode.SHORTED:
                    low |= drive
        return low

    def _pulled_up(self) -> int:
        return sum(chip.pull_ups << 16 * place for place, chip in enumerate(self._chips))

    def _bound(self) -> None:
        self._kept += 1
        if self._kept > _ANSWERS_MAX:
            self._answers.clear()
            self._kept = 0
