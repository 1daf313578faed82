"""The doctor's guided walk on a simulated board, healthy and with one thing wrong at a time.

A person with good eyes and quick hands does what the walk says. Whatever is planted, the walk names
it and its cure, and nothing else that is broken.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import pytest

from firmware.devices.linux import GpiozeroPins, open_bus
from firmware.devices.wiring import Led, Wiring
from firmware.rules import Color
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.walk import Walk
from host_sim.clock import MS, SECOND, VirtualClock
from host_sim.faults import LostPullUps, Nack, StuckSda
from host_sim.hardware import BUS, Hardware
from host_sim.network import Diode

ALWAYS = 10**15
PATIENCE_NS = 1500 * MS


class Helper:
    """Does as told, and says what the lamps show."""

    def __init__(self, parts: Hardware, clock: VirtualClock) -> None:
        self.parts, self.clock = parts, clock
        self.dark: set[Led] = set()
        """Lights that are dead."""
        self.exchanged: dict[str, str] = {}
        """Squares whose reeds hang on each other's wires."""
        self.out_of_turn: list[str] = []
        """Squares whose red lights hang on each other's wires."""
        self.deaf = False
        self.bars: list[tuple[int, int]] = []
        self._told_ns = 0

    def told(self, sentence: str) -> None:
        self._told_ns = now_ns = self.clock.now_ns
        if found := re.match(r"Put a man on (\w+)\.", sentence):
            self.parts.world.add(Color.WHITE, self._wired(found[1]), now_ns + 300 * MS)
        elif found := re.match(r"Take the man off (\w+)\.", sentence):
            self.parts.world.lift(self._wired(found[1]), now_ns + 300 * MS)
        elif found := re.match(r"Press the (left|right) button", sentence):
            wiring = self.parts.wiring
            pin = wiring.left_button if found[1] == "left" else wiring.right_button
            self.parts.pins.press(pin, now_ns + 200 * MS)
            self.parts.pins.release(pin, now_ns + 350 * MS)

    def asked(self, question: str) -> str:
        if found := re.match(r"Rank (\d+) is (red|green)", question):
            self.pause(300)
            now, wiring = self.parts.lamps.now, self.parts.wiring
            shining, leds = (
                (now.red, wiring.red) if found[2] == "red" else (now.green, wiring.green)
            )
            return " ".join(
                name
                for bit, name in enumerate(wiring.squares)
                if name[1:] == found[1] and (not shining >> bit & 1 or leds[bit] in self.dark)
            )
        if question.startswith("Watch one"):
            return ""
        if found := re.match(r"Which squares shone (red|green) out of turn", question):
            return " ".join(self.out_of_turn) if found[1] == "red" else ""
        if found := re.match(r"Does the (left|right) display", question):
            shown = self.parts.lamps.texts[found[1] == "right"]
            return "y" if shown == "8.8.:8.8." else "n"
        assert question.startswith("Was a long beep")
        heard = any(edge.high for edge in self.parts.pins.history(self.parts.wiring.buzzer))
        return "y" if heard and not self.deaf else "n"

    def gives_up(self) -> bool:
        return self.clock.now_ns - self._told_ns > PATIENCE_NS

    def shown(self, done: int, total: int) -> None:
        self.bars.append((done, total))

    def pause(self, ms: int) -> None:
        end_ns = self.clock.now_ns + ms * MS
        self.clock.advance_to(end_ns)
        self.parts.pins.advance_to(end_ns)

    def _wired(self, square: str) -> str:
        return self.exchanged.get(square, square)


class Bench:
    """A board, its helper, and the walk over it."""

    def __init__(self, board: str = "8x8") -> None:
        self.clock = VirtualClock()
        self.parts = Hardware(self.clock, board, "bcm2835", Random(5))
        self.helper = Helper(self.parts, self.clock)
        self.wiring: Wiring = self.parts.wiring
        self.strain: Callable[[], Iterable[Finding]] = tuple

    def bit(self, square: str) -> int:
        return self.wiring.squares.index(square)

    def walk(self) -> list[Finding]:
        with self.parts.kernel.installed():
            walk = Walk(
                self.wiring,
                open_bus(BUS),
                lambda: GpiozeroPins(self.parts.pins),
                self.helper,
                lambda: self.clock.now_ns,
                self.strain,
            )
            return list(walk.findings())

    def wrong(self) -> dict[str, str]:
        return {each.what: each.detail for each in self.walk() if not each.ok}


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.parts.pins.reset()


@pytest.mark.parametrize("board", ["8x8", "12x12"])
def test_a_healthy_board_passes(board: str) -> None:
    bench = Bench(board)
    findings = bench.walk()
    assert [str(finding) for finding in findings if not finding.ok] == []
    squares = len(bench.wiring.squares)
    assert bench.helper.bars[-1] == (squares, squares)
    assert {each.what: each.detail for each in findings} | {} == {
        "pull-ups": f"all {len(bench.wiring.reads)} read lines have one",
        "scan": {"8x8": "1.5 ms, 688 a second", "12x12": "1.6 ms, 643 a second"}[board],
        "squares": f"{squares} of {squares} feel their own man",
        "lights": f"{2 * squares} of {2 * squares} shine",
        "left display": "all segments",
        "right display": "all segments",
        "left button": f"GPIO {bench.wiring.left_button}",
        "right button": f"GPIO {bench.wiring.right_button}",
        "buzzer": "heard",
        "bus errors": findings[-1].detail,
    }
    assert findings[-1].detail.startswith("none in ")


def exchange(bench: Bench) -> None:
    bench.helper.exchanged = {"c3": "f6", "f6": "c3"}


def short(bench: Bench) -> None:
    bench.parts.network.set_diode(bench.bit("d4"), Diode.SHORTED)


def leave_out(bench: Bench) -> None:
    bench.parts.network.set_diode(bench.bit("d4"), Diode.OPEN)


def lose_pull_ups(bench: Bench) -> None:
    bench.parts.faults.plan(LostPullUps(0, ALWAYS, bench.wiring.read_chip))


def slow(bench: Bench) -> None:
    bench.parts.adapter.bit_ns = 10_000


def hold_button(bench: Bench) -> None:
    bench.parts.pins.pin(bench.wiring.left_button).grounded = True
    bench.parts.pins.pin(bench.wiring.left_button).drive_low()


def cut_light(bench: Bench) -> None:
    bench.helper.dark = {bench.wiring.red[bench.bit("e5")]}


def turn_lights(bench: Bench) -> None:
    bench.helper.out_of_turn = ["a8", "b8"]


def silence(bench: Bench) -> None:
    bench.helper.deaf = True


PLANTED: list[tuple[Callable[[Bench], None], dict[str, str]]] = [
    (exchange, {"square c3": "exchanged with f6; exchange", "square f6": "exchanged with c3;"}),
    (short, {"square d4": "conducts both ways; replace the diode"}),
    (leave_out, {"square d4": "check reed and diode (missing, or the wrong way round?)"}),
    (lose_pull_ups, {"pull-ups": "has none; fit 22 k from it to the chip's supply"}),
    (slow, {"scan": "dtparam=i2c_arm_baudrate=400000 into /boot/firmware/config.txt"}),
    (hold_button, {"left button": "look for a short from GPIO"}),
    (cut_light, {"red light e5": "check the LED's direction and its joints at C"}),
    (
        turn_lights,
        {
            "red light a8": "exchanged with red light b8; exchange its wires at C",
            "red light b8": "exchanged with red light a8; exchange its wires at C",
        },
    ),
    (silence, {"buzzer": "the buzzer's plus and minus"}),
]
AFTER = {"squares", "lights", "bus errors"}
"""Sums, which follow from what is named."""


@pytest.mark.parametrize(
    ("plant", "told"), PLANTED, ids=lambda value: getattr(value, "__name__", "")
)
def test_what_is_planted_is_named_with_its_cure(
    bench: Bench, plant: Callable[[Bench], None], told: dict[str, str]
) -> None:
    plant(bench)
    wrong = bench.wrong()
    assert wrong.keys() - AFTER == told.keys()
    for what, detail in told.items():
        assert detail in wrong[what]


def open_line(bench: Bench, by_square: Sequence[int], pin: int) -> None:
    """To the matrix a wire that is open and a line without diodes are one and the same."""
    for square, own in enumerate(by_square):
        if own == pin:
            bench.parts.network.set_diode(square, Diode.OPEN)


GPA3, GPA5, GPB4 = 3, 5, 12
DRIVE = (
    "none of its 8 squares is felt; it is open: check joints and wires along it, from {} of the"
    " MCP23017 at 0x20, {} on the hub"
)
"""On the 8x8 board GPA3 drives rank 6, GPA5 rank 4, and GPB4 reads file e."""


def test_one_dead_line_is_one_finding_with_its_pin_and_its_plug(bench: Bench) -> None:
    open_line(bench, bench.wiring.drive, GPA3)
    assert bench.wrong() == {
        "drive line GPA3": DRIVE.format("GPA3", "J2 pin 9"),
        "squares": "56 of 64 feel their own man",
    }


def test_two_dead_lines_that_cross_are_two_findings(bench: Bench) -> None:
    open_line(bench, bench.wiring.drive, GPA5)
    open_line(bench, bench.wiring.read, GPB4)
    assert bench.wrong() == {
        "drive line GPA5": DRIVE.format("GPA5", "J2 pin 5"),
        "read line GPB4": DRIVE.format("GPB4", "J1 pin 10"),
        "squares": "49 of 64 feel their own man",
    }


def test_a_dead_line_hides_no_square_that_fails_by_itself(bench: Bench) -> None:
    open_line(bench, bench.wiring.drive, GPA3)
    leave_out(bench)
    assert bench.wrong().keys() == {"drive line GPA3", "square d4", "squares"}


def test_a_line_of_which_one_square_works_is_not_called_dead(bench: Bench) -> None:
    open_line(bench, bench.wiring.drive, GPA3)
    bench.parts.network.set_diode(bench.bit("a6"), Diode.GOOD)
    assert bench.wrong().keys() == {f"square {file}6" for file in "bcdefgh"} | {"squares"}


def test_a_plug_that_is_off_is_one_finding(bench: Bench) -> None:
    """J2 carries the drives of ranks 2 to 8 and the read of file h."""
    for pin in bench.wiring.drives[:-1]:
        open_line(bench, bench.wiring.drive, pin)
    open_line(bench, bench.wiring.read, 0)
    assert bench.wrong() == {
        "plug J2": "none of its 8 lines works; is it plugged in, in its place?",
        "squares": "7 of 64 feel their own man",
    }


def test_a_board_without_magnets_is_not_sixty_four_bad_joints(bench: Bench) -> None:
    bench.parts.network.set_diodes(Diode.OPEN)
    wrong = bench.wrong()
    assert wrong.keys() == {"squares"}
    assert wrong["squares"].startswith("no man is felt anywhere; have the men magnets")


def test_exchanged_lines_are_told_with_both_their_ends(bench: Bench) -> None:
    ranks = {"6": "4", "4": "6"}
    bench.helper.exchanged = {
        name: name[0] + ranks[name[1]] for name in bench.wiring.squares if name[1] in ranks
    }
    assert bench.wrong() == {
        "drive lines GPA3 and GPA5": "exchanged; exchange the wires at GPA3 of the MCP23017 at"
        " 0x20, J2 pin 9 on the hub, and GPA5 of the MCP23017 at 0x20, J2 pin 5 on the hub, or both"
        " in the wiring file",
        "squares": "48 of 64 feel their own man",
    }


def test_a_plug_that_is_one_pin_aside_is_an_order(bench: Bench) -> None:
    files = {"a": "b", "b": "c", "c": "a"}
    bench.helper.exchanged = {
        name: files[name[0]] + name[1] for name in bench.wiring.squares if name[0] in files
    }
    assert bench.wrong() == {
        "read lines": "in another order: men of GPB0 are felt on GPB1, men of GPB1 are felt on"
        " GPB2, men of GPB2 are felt on GPB0; is a plug turned, or one pin aside?",
        "squares": "40 of 64 feel their own man",
    }


def test_a_read_line_held_low_is_one_finding(bench: Bench) -> None:
    for rank in "12345678":
        bench.parts.world.stick(f"e{rank}", closed=True, at_ns=0)
    assert bench.wrong() == {
        "read line GPB4": "all its squares are full without a man; it is held low: look for a short"
        " to ground along it, from GPB4 of the MCP23017 at 0x20, J1 pin 10 on the hub",
        "squares": "56 of 64 feel their own man",
    }


@pytest.mark.parametrize("chip", [0x20, 0x21])
def test_a_dead_matrix_chip_is_named_and_nobody_has_to_walk(chip: int) -> None:
    bench = Bench("12x12")
    bench.parts.faults.plan(Nack(0, ALWAYS, chip))
    wrong = bench.wrong()
    assert f"chip {chip:#04x} on {BUS}: no chip answers; check its supply" in wrong["scan"]
    assert wrong.keys() == {"pull-ups", "scan"}
    assert bench.helper.bars == []


def test_a_matrix_chip_that_dies_on_the_walk_ends_it(bench: Bench) -> None:
    bench.parts.faults.plan(Nack(20 * SECOND, ALWAYS, 0x20))
    wrong = bench.wrong()
    assert wrong.keys() == {"scan", "bus errors"}
    assert re.match(r"no picture any more since \w\d: chip 0x20 on /dev/i2c-1: no", wrong["scan"])


def test_a_dead_chip_of_the_lights_is_named_and_nobody_is_asked_for_its_colour() -> None:
    bench = Bench("12x12")
    bench.parts.faults.plan(Nack(0, ALWAYS, 0x71))
    assert bench.wrong() == {
        "chip 0x71": f"chip 0x71 on {BUS}: no chip answers; check its supply, address pins and"
        " wires",
        "lights": "72 of 144 shine",
    }


def test_a_dead_display_is_named_without_a_question(bench: Bench) -> None:
    bench.parts.faults.plan(Nack(0, ALWAYS, bench.wiring.right_display))
    wrong = bench.wrong()
    assert wrong.keys() == {"right display"}
    assert "no chip answers" in wrong["right display"]


def test_an_open_wire_of_the_lights_is_one_finding(bench: Bench) -> None:
    red, green = bench.wiring.red, bench.wiring.green
    com = red[bench.bit("a5")].com
    bench.helper.dark = {led for led in (*red, *green) if led.com == com} | {red[bench.bit("h1")]}
    assert bench.wrong() == {
        "cathode line COM3": "all its 16 lights are dark; it is open: check joints and wires along"
        " it, from COM3 of the HT16K33 at 0x70, J5 pin 6 on the hub",
        "red light h1": "dark; check the LED's direction and its joints at C7.R7 of the HT16K33 at"
        " 0x70",
        "lights": "111 of 128 shine",
    }


def test_a_plug_of_the_lights_that_is_off_is_one_finding(bench: Bench) -> None:
    """J6 carries ROW0 to ROW10: all that is red, and the green of files a to c."""
    bench.helper.dark = {led for led in (*bench.wiring.red, *bench.wiring.green) if led.row <= 10}
    assert bench.wrong() == {
        "plug J6": "all lights on its 11 lines are dark; is it plugged in?",
        "lights": "40 of 128 shine",
    }


def test_what_a_weak_supply_shows_is_looked_for_when_everything_is_lit(bench: Bench) -> None:
    lit = []

    def strain() -> list[Finding]:
        lit.append(bench.parts.lamps.now)
        return [Finding(False, "supply", "too low", hint=True)]

    bench.strain = strain
    assert bench.wrong() == {"supply": "too low"}
    assert [each.both.bit_count() for each in lit] == [64]


def test_a_bus_that_is_stuck_leaves_out_what_needs_it(bench: Bench) -> None:
    bench.parts.faults.plan(StuckSda(0, ALWAYS))
    wrong = bench.wrong()
    assert (
        "held low; take the chips' supply away for a moment, then unplug them one by one"
        in wrong["scan"]
    )
    assert "squares" not in wrong
