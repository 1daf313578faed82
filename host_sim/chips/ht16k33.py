"""Register-level model of the HT16K33 LED controller (Holtek, rev. 1.10/1.20), and what it shows.

The first byte of a write is a command. 0Xh sets the RAM pointer and the bytes after it go to RAM;
every other command is complete in itself. Nothing can be read back but RAM and keys, which is why a
driver has to write its settings again and again.

LEDs sit where a COM line crosses a ROW line. RAM byte `2 * com` holds rows 0-7 and byte
`2 * com + 1` rows 8-15, so RAM read as one little-endian number has LED (com, row) at bit
`16 * com + row`; `lit` is that number, or 0 while oscillator or display are off.

What was lit is remembered with the time at which each transfer ended. A frame of 17 bytes takes
0.4 ms, and no eye sees the first half of it without the second.
"""

from collections import deque
from random import Random
from typing import Final, NamedTuple

from host_sim.clock import Clock

RAM_SIZE: Final = 16
HISTORY_MAX: Final = 1024
"""Changes remembered; at one change a scan of 10 ms that is ten seconds."""

_BLINK_HZ = (0.0, 2.0, 1.0, 0.5)
_ROW15 = sum(1 << 16 * com + 15 for com in range(8))


class Lit(NamedTuple):
    """From `at_ns` on these LEDs were lit, bit `16 * com + row`."""

    at_ns: int
    leds: int


class Ht16k33:
    """One LED controller with everything its outputs have shown lately."""

    ram: bytearray
    pointer: int
    oscillating: bool
    displaying: bool
    blink_hz: float
    dimming: int
    """Sixteenths of full brightness."""
    row15_is_row: bool
    """ROW15 drives LEDs; otherwise the pin is the key interrupt."""
    _opening: bool
    _storing: bool

    def __init__(self, clock: Clock, random: Random) -> None:
        self._clock = clock
        self._random = random
        self.history: deque[Lit] = deque([Lit(clock.now_ns, 0)], HISTORY_MAX)
        self.reset()

    # The bus

    def start(self, reading: bool) -> None:
        """The address was acknowledged; when writing, the next byte is a command."""
        self._opening = not reading
        self._storing = False

    def receive(self, byte: int) -> None:
        """A command, or a byte of display RAM (command summary; "page write operation")."""
        if self._opening:
            self._opening = False
            self._command(byte)
        elif self._storing:
            self.ram[self.pointer] = byte
            self.pointer = (self.pointer + 1) % RAM_SIZE

    def send(self) -> int:
        """The byte of RAM at the pointer, which moves on and wraps after 0Fh."""
        byte = self.ram[self.pointer]
        self.pointer = (self.pointer + 1) % RAM_SIZE
        return byte

    def stop(self) -> None:
        """The transfer is over: what it changed can now be seen."""
        if self.lit != self.history[-1].leds:
            self.history.append(Lit(self._clock.now_ns, self.lit))

    # The supply

    def reset(self) -> None:
        """Power-on: oscillator and display off, full brightness, all ROW pins rows.

        The data sheet promises nothing about RAM, so it holds noise until it is written.
        """
        self.ram = bytearray(self._random.getrandbits(8) for _ in range(RAM_SIZE))
        self.pointer = 0
        self.oscillating = False
        self.displaying = False
        self.blink_hz = 0.0
        self.dimming = 16
        self.row15_is_row = True
        self._opening = False
        self._storing = False
        self.stop()

    # The light

    @property
    def lit(self) -> int:
        """The LEDs that shine now (a blinking one counts), bit `16 * com + row`."""
        if not (self.oscillating and self.displaying):
            return 0
        leds = int.from_bytes(self.ram, "little")
        return leds if self.row15_is_row else leds & ~_ROW15

    def _command(self, byte: int) -> None:
        """Carry out one command byte (command summary); unknown ones are ignored."""
        match byte >> 4:
            case 0x0:
                self.pointer = byte & 0x0F
                self._storing = True
            case 0x2:
                self.oscillating = bool(byte & 1)
            case 0x8 if not byte & 0x08:
                self.displaying = bool(byte & 1)
                self.blink_hz = _BLINK_HZ[byte >> 1 & 3]
            case 0xA:
                self.row15_is_row = not byte & 1
            case 0xE:
                self.dimming = (byte & 0x0F) + 1
            case _:
                pass


# Four digits of seven segments

DIGIT_COMS = (0, 1, 3, 4)
"""The COM of each digit, left to right; segments a-g and the point are ROW0-7."""
COLON = 16 * 2 + 1
"""The colon's bit in `lit`: ROW1 of COM2."""
_POINT = 0x80
# Segment a is bit 0, then clockwise to f, and g in the middle.
_GLYPHS = {
    0x00: " ",
    0x3F: "0",
    0x06: "1",
    0x5B: "2",
    0x4F: "3",
    0x66: "4",
    0x6D: "5",
    0x7D: "6",
    0x07: "7",
    0x7F: "8",
    0x6F: "9",
    0x40: "-",
    0x08: "_",
    0x77: "A",
    0x7C: "b",
    0x39: "C",
    0x3D: "G",
    0x30: "I",
    0x04: "i",
    0x1E: "J",
    0x67: "q",
    0x1C: "u",
    0x48: "=",
    0x58: "c",
    0x5E: "d",
    0x79: "E",
    0x71: "F",
    0x76: "H",
    0x74: "h",
    0x38: "L",
    0x54: "n",
    0x5C: "o",
    0x73: "P",
    0x50: "r",
    0x78: "t",
    0x3E: "U",
    0x6E: "y",
}


def segments_text(leds: int) -> str:
    """What a four-digit backpack shows, such as `5:00`, `19.3` or `` for nothing.

    `leds` is a value of `Ht16k33.lit`. The digits hang on COM0, 1, 3 and 4, segments a-g and the
    point on ROW0-7, the colon on COM2 ROW1 (Adafruit 0.56" backpack, product 879, and its kin).
    Leading blanks are left out; a pattern that is no sign reads as `?`.
    """
    text = ""
    for place, com in enumerate(DIGIT_COMS):
        if place == 2 and leds >> COLON & 1:
            text += ":"
        segments = leds >> 16 * com & 0xFF
        text += _GLYPHS.get(segments & ~_POINT, "?")
        if segments & _POINT:
            text += "."
    return text.strip()
