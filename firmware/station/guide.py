"""The guided walk of the doctor: a person's hands and eyes, and the board, check each other.

What no program can see alone is asked: whether a man put on a8 is felt at a8, which lights stay
dark. Each step tells the person one thing to do and waits for the board, as long as it takes; what
is given up (by Enter) is a finding.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

from firmware.devices.bus import I2CBus, Pins
from firmware.devices.buttons import Buttons, Side
from firmware.devices.buzzer import LONG, Buzzer
from firmware.devices.circuit import conducts_backwards, missing_pull_ups
from firmware.devices.ht16k33 import SquareLights
from firmware.devices.matrix import Matrix
from firmware.devices.seven_segment import SevenSegment
from firmware.devices.wiring import Wiring, pin_name
from firmware.errors import BusError, PinError, ScanFault
from firmware.station.finding import Finding

SCANS: Final = 100
STEADY_MS: Final = 100
"""What was felt counts when it has been the same for so long."""
POLL_MS: Final = 10
SLOW_NS_A_BIT: Final = 6000
"""400 kHz is 2500, and the kernel's own work for each call; 100 kHz is 10000."""


class Person(Protocol):
    """Who walks: told what to do, asked what is to be seen."""

    def told(self, sentence: str) -> None:
        """One thing to do."""

    def asked(self, question: str) -> str:
        """The answer, a line."""

    def gives_up(self) -> bool:
        """Whether the person wants to go on without the thing that is waited for."""

    def shown(self, done: int, total: int) -> None:
        """How far the walk along the squares is."""

    def pause(self, ms: int) -> None:
        """Let time pass."""


@dataclass
class Walk:
    """One walk over the board of `wiring`. `clock_ns` never goes back."""

    wiring: Wiring
    bus: I2CBus
    open_pins: Callable[[], Pins]
    person: Person
    clock_ns: Callable[[], int]
    _errors: "Counter[str]" = field(default_factory=Counter)
    _scans: int = 0

    def __post_init__(self) -> None:
        self._matrix = Matrix(self.bus, self.wiring)
        self._lights = SquareLights(self.bus, self.wiring)

    def findings(self) -> Iterator[Finding]:
        """All of them, each as soon as it is known."""
        yield from self._pull_ups()
        rate = self._rate()
        yield rate
        if rate.ok or rate.hint:
            yield from self._empty_board()
            yield from self._squares()
        yield from self._leds()
        yield from self._displays()
        yield from self._pin_parts()
        yield self._counters()

    def _now_ms(self) -> int:
        return self.clock_ns() // 1_000_000

    def _look(self) -> int | None:
        """A picture, or None; errors are counted."""
        self._scans += 1
        try:
            return self._matrix.scan(self._now_ms())
        except (BusError, ScanFault) as error:
            self._errors[type(error).__name__] += 1
        return None

    # The bus and the chip

    def _pull_ups(self) -> Iterator[Finding]:
        try:
            missing = missing_pull_ups(self.bus, self.wiring)
        except (BusError, ScanFault) as error:
            yield Finding(False, "pull-ups", str(error))
            return
        names = ", ".join(map(pin_name, missing))
        if missing:
            detail = f"read line {names} has none; fit 22 k from it to the chip's supply"
            yield Finding(False, "pull-ups", detail)
        else:
            yield Finding(True, "pull-ups", f"all {len(self.wiring.reads)} read lines have one")

    def _rate(self) -> Finding:
        """How long a scan takes, from a row of them."""
        began_ns = self.clock_ns()
        for number in range(SCANS):
            try:
                self._matrix.scan(self._now_ms())
            except (BusError, ScanFault) as error:
                return Finding(False, "scan", f"number {number + 1} of {SCANS} failed: {error}")
        self._scans += SCANS
        each_ns = (self.clock_ns() - began_ns) // SCANS
        single = self.wiring.drive_chip == self.wiring.read_chip
        # Write three bytes, read two; with two chips write three, then write one and read two.
        bits = len(self.wiring.drives) * (66 if single else 86) + (48 if single else 96)
        detail = f"{each_ns / 1e6:.1f} ms, {1_000_000_000 // max(each_ns, 1)} a second"
        if each_ns > bits * SLOW_NS_A_BIT:
            cure = "the bus is slow; put dtparam=i2c_arm_baudrate=400000 into "
            return Finding(False, "scan", f"{detail}: {cure}/boot/firmware/config.txt", hint=True)
        return Finding(True, "scan", detail)

    def _counters(self) -> Finding:
        if not self._errors:
            return Finding(True, "bus errors", f"none in {self._scans} scans")
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(self._errors.items()))
        detail = f"{counts} in {self._scans} scans; shorten the cable, check 100 nF at each chip"
        return Finding(False, "bus errors", detail, hint=True)

    # Reeds

    def _empty_board(self) -> Iterator[Finding]:
        self.person.told("Take all men off the board.")
        picture = self._waited(lambda picture: picture == 0)
        for square in _bits(picture or 0):
            yield Finding(
                False,
                f"square {self.wiring.squares[square]}",
                f"full without a man; its reed sticks, or {self._wires(square)} are joined",
            )

    def _squares(self) -> Iterator[Finding]:
        felt: dict[int, int] = {}
        shorted: set[int] = set()
        names = self.wiring.squares
        for square, name in enumerate(names):
            self._light(1 << square, 0)
            self.person.told(f"Put a man on {name}.")
            base = self._look() or 0
            felt[square] = self._arrived(base)
            self._light(0, 1 << square if felt[square] else 0)
            shorted.update(each for each in _bits(felt[square]) if self._backwards(each))
            self.person.told(f"Take the man off {name}.")
            if felt[square]:
                self._gone(felt[square])
            self.person.shown(square + 1, len(names))
        self._light(0, 0)
        yield from self._judged(felt, shorted)

    def _arrived(self, base: int) -> int:
        """The squares that are full now and were not in the picture `base`."""
        return (self._waited(lambda picture: picture & ~base != 0) or 0) & ~base

    def _gone(self, squares: int) -> None:
        self._waited(lambda picture: not picture & squares)

    def _backwards(self, square: int) -> bool:
        try:
            return conducts_backwards(self.bus, self.wiring, square)
        except (BusError, ScanFault) as error:
            self._errors[type(error).__name__] += 1
            return False

    def _waited(self, done: Callable[[int], bool]) -> int | None:
        """The first steady picture that is `done`, or the last one when the person gives up."""
        since_ms, last = self._now_ms(), None
        while not self.person.gives_up():
            self.person.pause(POLL_MS)
            picture = self._look()
            if picture != last:
                since_ms, last = self._now_ms(), picture
            steady = self._now_ms() - since_ms >= STEADY_MS
            if picture is not None and steady and done(picture):
                return picture
        return self._look()

    def _judged(self, felt: dict[int, int], shorted: set[int]) -> Iterator[Finding]:
        names = self.wiring.squares
        good = 0
        for square, seen in felt.items():
            what = f"square {names[square]}"
            others = " and ".join(names[other] for other in _bits(seen))
            if square in shorted:
                detail = "its diode conducts both ways; replace the diode"
            elif not seen:
                detail = (
                    "its man is not felt; check reed and diode (missing, or the wrong way round?)"
                    f" and the joints at {self._wires(square)}"
                )
            elif seen == 1 << square:
                good += 1
                continue
            elif felt.get(seen.bit_length() - 1) == 1 << square:
                detail = f"exchanged with {others}; exchange the wires, or both in the wiring file"
            else:
                detail = f"its man is felt at {others}; check the joints at {self._wires(square)}"
            yield Finding(False, what, detail)
        yield Finding(good == len(felt), "squares", f"{good} of {len(felt)} feel their own man")

    def _wires(self, square: int) -> str:
        drive, read = self.wiring.drive[square], self.wiring.read[square]
        return f"{pin_name(drive)} and {pin_name(read)}"

    # Lights and displays

    def _light(self, red: int, green: int) -> None:
        self._lights.show(red, green)
        self._lights.refresh(self._now_ms())

    def _leds(self) -> Iterator[Finding]:
        """Rank by rank and colour by colour, each lit long enough to be looked at."""
        names, dark = self.wiring.squares, 0
        ranks = sorted({int(name[1:]) for name in names}, reverse=True)
        for color, leds in (("red", self.wiring.red), ("green", self.wiring.green)):
            for rank in ranks:
                row = [square for square, name in enumerate(names) if int(name[1:]) == rank]
                lit = sum(1 << square for square in row)
                self._light(*((lit, 0) if color == "red" else (0, lit)))
                answer = self.person.asked(
                    f"Rank {rank} is {color}. Which squares are not? (Enter: none; or a8 c8 ...) "
                )
                for name in answer.replace(",", " ").split():
                    if name not in names:
                        self.person.told(f"There is no square {name}.")
                        continue
                    dark += 1
                    yield Finding(
                        False,
                        f"{color} light {name}",
                        f"dark; check the LED's direction and its joints at"
                        f" {leds[names.index(name)]}",
                    )
        self._light(0, 0)
        total = 2 * len(names)
        yield Finding(not dark, "lights", f"{total - dark} of {total} shine")

    def _displays(self) -> Iterator[Finding]:
        wiring = self.wiring
        for side, address in (("left", wiring.left_display), ("right", wiring.right_display)):
            display = SevenSegment(self.bus, address)
            display.show("8.8.:8.8.")
            display.refresh(self._now_ms())
            where = f"the {side} display (White's {side} hand)"
            seen = _yes(self.person.asked(f"Does {where} show 88:88 with all points? (y/n) "))
            cure = f"find the dark segment's joint at the HT16K33 at {address:#04x}; if the other"
            cure += " display shone, exchange the addresses"
            yield Finding(seen, f"{side} display", "all segments" if seen else cure)
            display.show("")
            display.refresh(self._now_ms())

    # Buttons and buzzer

    def _pin_parts(self) -> Iterator[Finding]:
        try:
            pins = self.open_pins()
        except PinError as error:
            yield Finding(False, "pin library", str(error))
            return
        try:
            yield from self._buttons(pins)
            yield self._buzzer(Buzzer(pins.output(self.wiring.buzzer)))
        except PinError as error:
            yield Finding(False, "pins", str(error))
        finally:
            pins.close()

    def _buttons(self, pins: Pins) -> Iterator[Finding]:
        numbers = (self.wiring.left_button, self.wiring.right_button)
        inputs = (pins.input(numbers[0]), pins.input(numbers[1]))
        self.person.told("Let both buttons go.")
        self.person.pause(STEADY_MS)
        held = [not each.state for each in inputs]
        buttons = Buttons(*inputs)
        for side in Side:
            what = f"{side.name.lower()} button"
            gpio = f"GPIO {numbers[side]}"
            if held[side]:
                cure = f"pressed though nobody presses it; look for a short from {gpio} to ground"
                yield Finding(False, what, cure)
                continue
            buttons.poll(self._now_ms())
            self.person.told(f"Press the {what} (White's {side.name.lower()} hand).")
            pressed = self._pressed(buttons)
            if pressed is side:
                yield Finding(True, what, gpio)
            elif pressed is None:
                cure = f"no press; check the wires from {gpio} and from ground to the button"
                yield Finding(False, what, cure)
            else:
                yield Finding(False, what, "the other button answers; exchange their wires")

    def _pressed(self, buttons: Buttons) -> Side | None:
        while not self.person.gives_up():
            self.person.pause(POLL_MS)
            for edge in buttons.poll(self._now_ms()):
                if edge.pressed:
                    return edge.side
        return None

    def _buzzer(self, buzzer: Buzzer) -> Finding:
        buzzer.play(LONG, self._now_ms())
        while buzzer.wakes_at_ms is not None:
            self.person.pause(POLL_MS)
            buzzer.advance(self._now_ms())
        heard = _yes(self.person.asked("Was a long beep to be heard? (y/n) "))
        cure = f"check GPIO {self.wiring.buzzer}, the buzzer's plus and minus, and its transistor"
        return Finding(heard, "buzzer", "heard" if heard else cure)


def _bits(picture: int) -> Iterator[int]:
    return (bit for bit in range(picture.bit_length()) if picture >> bit & 1)


def _yes(answer: str) -> bool:
    return answer.strip().lower() in ("", "y", "yes")
