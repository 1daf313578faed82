"""The HT16K33 LED driver: the squares' lights and both players' displays.

Source: Holtek HT16K33 rev. 1.20. The 28-pin package drives 16 anodes (ROW0..ROW15) by 8 cathodes
(COM0..COM7): 128 LEDs from 16 bytes of RAM, two a COM, ROW0..ROW7 in the even byte. Nothing but
that RAM can be read back, so a chip that lost its supply cannot be told from one that kept it:
every setting and the whole frame are written again once a second, and after any error. In between
only a frame that changed is written.

A light that fails must never stop the sensing. Errors end here; they are counted, and what should
be shown is written again as soon as the chip answers.
"""

from typing import Final

from firmware.devices.backoff import Backoff
from firmware.devices.bus import I2CBus
from firmware.devices.wiring import Led, Wiring
from firmware.errors import BusError

SYSTEM_SETUP: Final = 0x20  # bit 0: oscillator on
DISPLAY_SETUP: Final = 0x80  # bit 0: display on; bits 1, 2: blinking, unused
ROW_INT_SET: Final = 0xA0  # bit 0: the pin ROW15/INT is INT
DIMMING_SET: Final = 0xE0  # bits 0..3: brightness, 0 = 1/16 of the time
DISPLAY_RAM: Final = 0x00

RAM_BYTES: Final = 16
BRIGHTEST: Final = 16
REWRITE_MS: Final = 1000


class Ht16k33:
    """One chip: `put` says what it should show, `refresh` sees to it that it does."""

    def __init__(self, bus: I2CBus, address: int, brightness: int = BRIGHTEST) -> None:
        assert 1 <= brightness <= BRIGHTEST
        self.address = address
        self.failures = 0
        """Failed attempts since the start."""
        self.trouble: str | None = None
        """Why the chip does not show what it should, in a sentence; None while it does."""
        self._before = [
            bus.prepare(address, bytes([command]))
            for command in (SYSTEM_SETUP | 1, ROW_INT_SET, DIMMING_SET | brightness - 1)
        ]
        self._frame = bus.prepare(address, bytes([DISPLAY_RAM]) + bytes(RAM_BYTES))
        # Last, because RAM holds anything after power-on.
        self._display_on = bus.prepare(address, bytes([DISPLAY_SETUP | 1]))
        self._changed = True
        self._rewrite_at_ms: int | None = None
        self._backoff = Backoff(most_ms=REWRITE_MS)

    def put(self, frame: bytes) -> None:
        """What RAM should hold, 16 bytes. Nothing is written before `refresh`."""
        assert len(frame) == RAM_BYTES
        if self._frame.payload[1:] != frame:
            self._frame.payload[1:] = frame
            self._changed = True

    def refresh(self, now_ms: int) -> None:
        """Writes what is due. Raises nothing: see `failures` and `trouble`."""
        rewrite = self._rewrite_at_ms is None or now_ms >= self._rewrite_at_ms
        if not (rewrite or self._changed) or self._backoff.holds(now_ms):
            return
        try:
            self._write(rewrite)
        except BusError as error:
            self.failures += 1
            self.trouble = str(error)
            self._rewrite_at_ms = None
            self._backoff.failed(now_ms)
            return
        self._changed = False
        if rewrite:
            self.trouble = None
            self._rewrite_at_ms = now_ms + REWRITE_MS
            self._backoff.succeeded()

    def _write(self, rewrite: bool) -> None:
        if rewrite:
            for call in self._before:
                call.run()
        self._frame.run()
        if rewrite:
            self._display_on.run()

    @property
    def wakes_at_ms(self) -> int:
        """When `refresh` next has something to do; a time past means now."""
        if self._backoff.due_ms is not None:
            return self._backoff.due_ms
        return 0 if self._changed or self._rewrite_at_ms is None else self._rewrite_at_ms


class SquareLights:
    """A red and a green LED under each square, on one chip or on one a colour."""

    def __init__(self, bus: I2CBus, wiring: Wiring, brightness: int = BRIGHTEST) -> None:
        self.chips = tuple(
            Ht16k33(bus, address, brightness)
            for address in dict.fromkeys(led.address for led in wiring.red + wiring.green)
        )
        self._red = [_ram_bit(led) for led in wiring.red]
        self._green = [_ram_bit(led) for led in wiring.green]
        self._red_address = wiring.red[0].address
        self._green_address = wiring.green[0].address
        self._shown = (0, 0)

    def show(self, red: int, green: int) -> None:
        """Which squares are lit, as pictures in the wiring's order."""
        if (red, green) == self._shown:
            return
        self._shown = (red, green)
        frames = {chip.address: 0 for chip in self.chips}
        frames[self._red_address] |= _ram(red, self._red)
        frames[self._green_address] |= _ram(green, self._green)
        for chip in self.chips:
            chip.put(frames[chip.address].to_bytes(RAM_BYTES, "little"))

    def refresh(self, now_ms: int) -> None:
        """Writes what is due. Raises nothing."""
        for chip in self.chips:
            chip.refresh(now_ms)


def _ram_bit(led: Led) -> int:
    return 1 << led.com * 16 + led.row


def _ram(picture: int, bits: list[int]) -> int:
    ram = 0
    while picture:
        lowest = picture & -picture
        ram |= bits[lowest.bit_length() - 1]
        picture ^= lowest
    return ram
