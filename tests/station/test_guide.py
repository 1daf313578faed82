"""The doctor's guided walk on a simulated board, healthy and with one thing wrong at a time.

A person with good eyes and quick hands does what the walk says. Whatever is planted, the walk names
it and its cure, and nothing else that is broken.
"""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from firmware.devices.linux import GpiozeroPins, open_bus
from firmware.devices.wiring import Wiring
from firmware.rules import Color
from firmware.station.finding import Finding
from firmware.station.guide import Walk
from firmware.station.person import report
from host_sim.clock import MS, SECOND, VirtualClock
from host_sim.faults import LostPullUps, StuckSda
from host_sim.hardware import BUS, Hardware
from host_sim.network import Diode

ALWAYS = 10**15
PATIENCE_NS = 4 * SECOND


class Helper:
    """Does as told, and says what the lamps show. `dark` squares have a dead red light."""

    def __init__(self, parts: Hardware, clock: VirtualClock) -> None:
        self.parts, self.clock = parts, clock
        self.dark: set[str] = set()
        self.exchanged: dict[str, str] = {}
        """Squares whose reeds hang on each other's wires."""
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
            lights = self.parts.lamps.now
            shining = lights.red if found[2] == "red" else lights.green
            return " ".join(
                name
                for bit, name in enumerate(self.parts.wiring.squares)
                if name[1:] == found[1]
                and (not shining >> bit & 1 or (found[2] == "red" and name in self.dark))
            )
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
    bench.helper.dark = {"e5"}


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


def test_a_bus_that_is_stuck_leaves_out_what_needs_it(bench: Bench) -> None:
    bench.parts.faults.plan(StuckSda(0, ALWAYS))
    wrong = bench.wrong()
    assert "SDA or SCL is held low; unplug the chips one by one" in wrong["scan"]
    assert "squares" not in wrong


def test_the_report_holds_nothing_private(bench: Bench) -> None:
    findings = [*bench.walk(), Finding(True, "data folder", "/home/pi/reedboard on chessclub-7")]
    text = report(findings, {"/home/pi": "~", "chessclub-7": "HOST", "": "x"})
    assert "OK    data folder: ~/reedboard on HOST\n" in text
    assert "squares: 64 of 64 feel their own man" in text
    assert "/home/pi" not in text
    assert "chessclub" not in text
