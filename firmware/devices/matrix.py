"""The reed matrix: one scan, one picture, or none.

Why a picture can be trusted
----------------------------
A game is judged by what this module returns, and a wrong picture is worse than none: an empty
board reported by a dead chip is sixty lifted men. So a scan either proves itself or raises.

*Electrically.* Read lines are pulled high. One drive line at a time is pulled low; where a man
closes a reed, its diode pulls the read line low too, so 0 means full. The diode of every other
reed points the wrong way for the current to wander through a third and a fourth square, so three
men at the corners of a rectangle do not make a ghost at the fourth.

*In one call.* With IOCON.SEQOP set, a write to GPIO leaves the pointer on GPIO, so "write the
drive pattern, repeated start, read two bytes" is one kernel call for each drive line: nobody can
come between the driving and the reading. The repeated start and the address between the two give
the lines 25 us at 400 kHz to settle, seven times what 22 k needs to charge a read line of 150 pF.
Never more than one read a call: the BCM2835 driver accepts one, and only as the last message.

*What could still lie*, and what catches it:

1. The chip lost power for a moment. All its pins are inputs then, all squares read empty, and it
   answers as if nothing had happened. IODIR is read at the end of every scan; a reset sets it to
   all ones, which is never its setting here. Being last, it vouches for the lines before it.
2. The answer is not of this moment: a chip that repeats itself, a pointer elsewhere, a bit turned
   on the way. Drive pins are outputs on the ports that are read, so each answer must carry its own
   drive pattern, a different one for each line. On boards where a second chip is read, only the
   bits at rest can be compared; constant data shows there in IODIR.
3. SEQOP was lost. The pointer then moves on from GPIO to OLAT and the chip echoes what was written.
   The bits of read lines are always written 0, so the echo says that every square is full. No game
   fills every square: that picture is refused.
4. A pull-up or a polarity changed, which no single picture shows. IOCON, IPOL and GPPU are read in
   turn, each at least once a second.

The first error ends a scan, and the next scan sets the chips up anew before it reads: writing a
setting that was right does no harm. A column bit that flips on the way in a single scan can not
be seen here; a square's change counts only after several pictures agree.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from firmware.devices.bus import Call, I2CBus
from firmware.devices.mcp23017 import GPIO, Mcp23017
from firmware.devices.wiring import Wiring, pin_name
from firmware.errors import BusError, ScanFault

AUDIT_MS: Final = 800
"""In this time every setting is read back once; with the scans in between, within a second."""

_NO_ECHO: Final = -1
"""What an answer without its drive pattern is worth. OR-ed with anything it stays negative."""


class _Line(NamedTuple):
    """One drive line: the two bytes of its answer, and what each value of either byte means."""

    data: bytearray
    port_a: tuple[int, ...]
    port_b: tuple[int, ...]
    pin: int


class Matrix:
    """The matrix of one board, on one chip or two. Knows no time but the one it is given."""

    def __init__(self, bus: I2CBus, wiring: Wiring) -> None:
        drives, reads = _mask(wiring.drives), _mask(wiring.reads)
        if wiring.drive_chip == wiring.read_chip:
            driver = reader = Mcp23017(bus, wiring.drive_chip, inputs=reads, idle=drives)
            self._chips: tuple[Mcp23017, ...] = (driver,)
        else:
            driver = Mcp23017(bus, wiring.drive_chip, inputs=0, idle=drives)
            reader = Mcp23017(bus, wiring.read_chip, inputs=reads, idle=0)
            self._chips = (driver, reader)
        self._full = (1 << len(wiring.squares)) - 1
        self._calls: list[Call] = []
        self._lines: list[_Line] = []
        for pin in wiring.drives:
            pattern = driver.idle & ~(1 << pin)
            select = bytes([GPIO, *pattern.to_bytes(2, "little")])
            if driver is reader:
                answer = bus.prepare(driver.address, select, 2)
                self._calls.append(answer)
            else:
                answer = bus.prepare(reader.address, bytes([GPIO]), 2)
                self._calls += [bus.prepare(driver.address, select), answer]
            squares = {
                wiring.read[square]: 1 << square
                for square, drive in enumerate(wiring.drive)
                if drive == pin
            }
            echo = pattern if driver is reader else reader.idle
            port_a, port_b = (_meanings(port, squares, reader.outputs, echo) for port in (0, 8))
            self._lines.append(_Line(answer.data, port_a, port_b, pin))
        self._settings = [setting for chip in self._chips for setting in chip.settings]
        self._turn = 0
        self.audits_at_ms = 0
        """When the next setting is due to be read back."""
        self._set_up = False

    def scan(self, now_ms: int) -> int:
        """The picture now: bit n is set where the wiring's square n holds a man.

        Raises BusError when a call failed, ScanFault when what was read proves nothing.
        """
        try:
            if not self._set_up:
                for chip in self._chips:
                    chip.set_up()
                self._set_up = True
            for call in self._calls:
                call.run()
            for chip in self._chips:
                chip.direction.check()
            picture = self._picture()
            if now_ms >= self.audits_at_ms:
                self._audit(now_ms)
        except (BusError, ScanFault):
            self._set_up = False
            raise
        return picture

    def _picture(self) -> int:
        picture = 0
        for data, port_a, port_b, _ in self._lines:
            a, b = data
            picture |= port_a[a] | port_b[b]
        if picture < 0:
            raise ScanFault(self._missing_echo())
        if picture == self._full:
            raise ScanFault(
                "every square reads full, which no game can show: the read lines are shorted to "
                "ground, or their pull-ups have no supply; check both at the MCP23017"
            )
        return picture

    def _missing_echo(self) -> str:
        silent = [
            pin_name(pin)
            for (a, b), port_a, port_b, pin in self._lines
            if port_a[a] < 0 or port_b[b] < 0
        ]
        return (
            f"the answer to drive line {', '.join(silent)} does not show that line driven: "
            "check it for a short, and the bus for noise"
        )

    def _audit(self, now_ms: int) -> None:
        self._settings[self._turn].check()
        self._turn = (self._turn + 1) % len(self._settings)
        self.audits_at_ms = now_ms + AUDIT_MS // len(self._settings)


def _mask(pins: Iterable[int]) -> int:
    return sum(1 << pin for pin in pins)


def _meanings(port: int, squares: Mapping[int, int], outputs: int, echo: int) -> tuple[int, ...]:
    """What each value of a port's byte says: the squares that are full, or no echo.

    `port` is the port's first pin, `squares` maps a read pin to its square's bit, `echo` is the
    level of every output.
    """
    meanings = []
    for byte in range(256):
        levels = byte << port
        if (levels ^ echo) & outputs & 0xFF << port:
            meanings.append(_NO_ECHO)
        else:
            meanings.append(
                sum(
                    bit
                    for pin, bit in squares.items()
                    if port <= pin < port + 8 and not levels >> pin & 1
                )
            )
    return tuple(meanings)
