"""What goes wrong with the hardware while people play, drawn by the same dice.

Every trouble is acts of the scenario language with a beginning and an end. Most pass by themselves;
a few reed faults last, as a broken contact does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from firmware.devices.wiring import Wiring
from host_sim.hands import Timed
from host_sim.hands.ranges import Span
from host_sim.script import commands as c

T = TypeVar("T")

LASTS: Final = 0.03
"""Share of reed and diode faults that nobody mends."""
FOREVER_MS: Final = 10**9

REEDS: Final = ("bounce", "stuck open", "stuck closed", "diode")
BUS: Final = ("nack", "bits", "reset", "sda")
REST: Final = ("disk", "power", "wall clock")
KINDS: Final = (*REEDS, *BUS, *REST)
"""Every kind of trouble; drawn evenly."""

SPANS: Final[dict[str, Span]] = {
    "bounce": (3, 25),
    "stuck open": (300, 8000),
    "stuck closed": (300, 8000),
    "diode": (300, 8000),
    "nack": (20, 4000),
    "sda": (20, 3000),
    "disk": (300, 8000),
    "power": (500, 20_000),
    "wall clock": (1000, 7_200_000),
}
"""How long a trouble lasts, in milliseconds; bounce: each state; the wall clock: how far it jumps.

A bus error shorter than the 500 ms after which the board calls its sensor lost is passed over in
silence, a longer one is told: both sides of that, and of the debounce time, lie inside."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that goes wrong."""

    kind: str
    acts: tuple[Timed, ...]
    ends_ms: int
    """On the machine's axis; `FOREVER_MS` if it lasts."""

    @property
    def lasts(self) -> bool:
        """Nobody mends it."""
        return self.ends_ms >= FOREVER_MS


def trouble(
    random: Random, wiring: Wiring, squares: Sequence[str], at_ms: int, ply: int
) -> Trouble:
    """A trouble that begins at `at_ms`; `squares` are those whose reeds may fail."""
    kind = _pick(random, KINDS)
    low_ms, high_ms = SPANS.get(kind, (0, 0))
    for_ms = low_ms + int((high_ms - low_ms) * random.random())
    acts, ends_ms = _acts(random, wiring, _pick(random, squares), kind, for_ms)
    lasts = kind in REEDS[1:] and random.random() < LASTS
    if lasts:
        acts, ends_ms = acts[:1], FOREVER_MS
    timed = tuple(Timed(at_ms + after_ms, act, ply) for after_ms, act in acts)
    return Trouble(kind, timed, ends_ms if lasts else at_ms + ends_ms)


_Acts = list[tuple[int, c.Act]]


def _acts(random: Random, wiring: Wiring, square: str, kind: str, for_ms: int) -> tuple[_Acts, int]:
    """(what is done so long after the beginning), and how long it takes altogether."""
    match kind:
        case "bounce":
            times = 3 + random.getrandbits(5)
            return [(0, c.Chatter(square, for_ms, times))], 2 * for_ms * times
        case "stuck open" | "stuck closed":
            stuck = c.Stuck(square, kind == "stuck closed")
            return [(0, stuck), (for_ms, c.Free(square))], for_ms
        case "diode":
            state = "open" if random.getrandbits(1) else "shorted"
            return [(0, c.BadDiode(square, state)), (for_ms, c.BadDiode(square, "good"))], for_ms
        case "power":
            return [(0, c.PowerOff()), (for_ms, c.PowerOn(0))], for_ms + 100
        case "wall clock":
            return [(0, c.WallClock(for_ms if random.getrandbits(1) else -for_ms))], 0
        case "disk":
            return [(0, c.StalledDisk(for_ms))], for_ms
        case "sda":
            return [(0, c.StuckSda(for_ms))], for_ms
        case _:
            return [(0, _chip_fault(random, wiring, kind, for_ms))], for_ms


def _chip_fault(random: Random, wiring: Wiring, kind: str, for_ms: int) -> c.Act:
    lights = {led.address for led in (*wiring.red, *wiring.green)}
    displays = {wiring.left_display, wiring.right_display}
    chip = _pick(random, sorted({wiring.drive_chip, wiring.read_chip} | lights | displays))
    match kind:
        case "nack":
            return c.Nack((chip,), for_ms)
        case "reset":
            return c.Reset((chip,))
        case _:
            return c.FlippedBits((chip,), int(48 * random.random()), 1 << random.getrandbits(3))


def _pick(random: Random, among: Sequence[T]) -> T:
    return among[int(random.random() * len(among))]
