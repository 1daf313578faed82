"""The part of the walk that a person looks at: every light, in its place, and both displays."""

from collections.abc import Iterator
from typing import Final

from firmware.devices.seven_segment import SevenSegment
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.lines import Line, Plug, bits, causes, light_lines
from firmware.station.doctor.stand import Stand, yes

RUN_MS: Final = 150
"""How long each light shines when they shine one after the other."""
COLORS: Final = ("red", "green")


class Lamps:
    """The lights of the squares, and the two displays.

    In sets of lights a bit is a square's place; the green ones stand above all the red ones.
    """

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self._names = stand.wiring.squares
        self._leds = (*stand.wiring.red, *stand.wiring.green)

    def lights(self) -> Iterator[Finding]:
        """Which are dark, and which shine in another's place."""
        stand, size = self._stand, len(self._names)
        lost = 0
        stand.light(0, 0)
        for chip in stand.lights.chips:
            if chip.trouble is not None:
                yield Finding(False, f"chip {chip.address:#04x}", chip.trouble)
                lost |= sum(
                    1 << bit for bit, led in enumerate(self._leds) if led.address == chip.address
                )
        seen = [number for number in range(len(COLORS)) if not lost >> number * size & 1]
        dark = sum(self._dark(COLORS[number]) << number * size for number in seen)
        strange = sum(self._out_of_turn(COLORS[number]) << number * size for number in seen)
        stand.light(0, 0)
        yield from self._judged(dark, strange & ~dark)
        good = len(self._leds) - (dark | strange | lost).bit_count()
        yield Finding(good == len(self._leds), "lights", f"{good} of {len(self._leds)} shine")

    def _dark(self, color: str) -> int:
        """The squares whose light of this colour is dark, rank by rank."""
        dark = 0
        for rank in sorted({int(name[1:]) for name in self._names}, reverse=True):
            row = [square for square, name in enumerate(self._names) if int(name[1:]) == rank]
            lit = sum(1 << square for square in row)
            self._show(color, lit)
            dark |= lit & self._named(
                f"Rank {rank} is {color}. Which squares are not? (Enter: none; all; or"
                f" {self._names[row[0]]} {self._names[row[1]]} ...) "
            )
        return dark

    def _out_of_turn(self, color: str) -> int:
        """The squares that shone at another's turn, or at whose turn another shone."""
        first, last = self._names[0], self._names[-1]
        self._stand.person.asked(
            f"Watch one {color} light run along the ranks from {first} to {last}. (Enter: go) "
        )
        for square in range(len(self._names)):
            self._show(color, 1 << square)
            self._stand.person.pause(RUN_MS)
        self._show(color, 0)
        return self._named(
            f"Which squares shone {color} out of turn? (Enter: none; or {first} {last} ...) "
        )

    def _show(self, color: str, squares: int) -> None:
        self._stand.light(*((squares, 0) if color == "red" else (0, squares)))

    def _named(self, question: str) -> int:
        """The squares that the person answers with; what is no square is told and left out."""
        named = 0
        for name in self._stand.person.asked(question).replace(",", " ").split():
            if name == "all":
                return (1 << len(self._names)) - 1
            if name in self._names:
                named |= 1 << self._names.index(name)
            else:
                self._stand.person.told(f"There is no square {name}.")
        return named

    def _judged(self, dark: int, strange: int) -> Iterator[Finding]:
        lines, alone = causes(light_lines(self._leds), dark)
        for cause in lines:
            match cause:
                case Plug(lines=own):
                    detail = f"all lights on its {len(own)} lines are dark; is it plugged in?"
                case Line():
                    detail = (
                        f"all its {cause.members.bit_count()} lights are dark; it is open: check"
                        f" joints and wires along it, from {cause.place}"
                    )
            yield Finding(False, str(cause), detail)
        for light in bits(alone):
            detail = f"dark; check the LED's direction and its joints at {self._leds[light]}"
            yield Finding(False, self._light(light), detail)
        for light in bits(strange):
            others = [self._light(other) for other in bits(strange & ~(1 << light))]
            what = f"exchanged with {others[0]}; exchange" if len(others) == 1 else "check"
            detail = f"shines out of turn; {what} its wires at {self._leds[light]}"
            yield Finding(False, self._light(light), detail)

    def _light(self, light: int) -> str:
        green, square = divmod(light, len(self._names))
        return f"{COLORS[green]} light {self._names[square]}"

    def displays(self) -> Iterator[Finding]:
        """Whether all segments of both displays shine, each on its own side."""
        stand, wiring = self._stand, self._stand.wiring
        for side, address in (("left", wiring.left_display), ("right", wiring.right_display)):
            display = SevenSegment(stand.bus, address)
            display.show("8.8.:8.8.")
            display.refresh(stand.now_ms)
            if display.trouble is not None:
                yield Finding(False, f"{side} display", display.trouble)
                continue
            where = f"the {side} display (White's {side} hand)"
            seen = yes(stand.person.asked(f"Does {where} show 88:88 with all points? (y/n) "))
            cure = f"find the dark segment's joint at the HT16K33 at {address:#04x}; if the other"
            cure += " display shone, exchange the addresses"
            yield Finding(seen, f"{side} display", "all segments" if seen else cure)
            display.show("")
            display.refresh(stand.now_ms)
