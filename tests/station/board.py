"""The shipped ``python -m firmware run`` as a process, on a simulated board in real time.

``python -m tests.station.board CONFIG`` puts a simulated kernel under smbus2 and simulated pins
under gpiozero, sets men up for a game, and runs the station. Lines on standard input are what hands
do: ``lift c3``, ``drop d4``, ``press left``, ``release left``.
"""

import sys
import threading
import time
from random import Random
from typing import Final

from firmware.__main__ import main
from firmware.devices import linux
from firmware.devices.wiring import load_wiring
from firmware.rules import Color
from firmware.station.places import find_wiring
from host_sim.adapter import Adapter
from host_sim.chips.ht16k33 import Ht16k33
from host_sim.chips.mcp23017 import Mcp23017
from host_sim.faults import Faults
from host_sim.kernel import Kernel
from host_sim.network import Network
from host_sim.pins import SimFactory
from host_sim.world import World
from tests.station.rig import BLACK_START, BUS, WHITE_START


class WallClock:
    """Real time. What the bus spends of it has passed by itself."""

    @property
    def now_ns(self) -> int:
        return time.monotonic_ns()

    def advance(self, ns: int) -> None:
        """Nothing to do."""


class SharedWorld(World):
    """A world in which a hand's thread and the bus's thread take turns."""

    turn: Final = threading.RLock()

    def advance_to(self, now_ns: int) -> int:
        with self.turn:
            return super().advance_to(now_ns)


def hands(world: SharedWorld, pins: SimFactory, buttons: dict[str, int]) -> None:
    """Do what standard input says, each line as soon as it is read."""
    held = []
    for line in sys.stdin:
        deed, what = line.split()
        now_ns = time.monotonic_ns()
        with world.turn:
            match deed:
                case "lift":
                    held.append(world.lift(what, now_ns))
                case "drop":
                    world.place(held.pop(), what, now_ns)
                case "press":
                    pins.pin(buttons[what]).drive_low()
                case "release":
                    pins.pin(buttons[what]).drive_high()


def run(config: str) -> int:
    """Build the board and run the station on it; its exit code."""
    clock = WallClock()
    wiring = load_wiring(find_wiring("8x8"))
    world = SharedWorld(wiring.squares, Random(1))
    for color, squares in ((Color.WHITE, WHITE_START), (Color.BLACK, BLACK_START)):
        for square in squares:
            world.add(color, square, clock.now_ns)
    expander = Mcp23017()
    lights = {led.address for led in (*wiring.red, *wiring.green)}
    addresses = sorted({*lights, wiring.left_display, wiring.right_display})
    drivers = {address: Ht16k33(clock, Random(address)) for address in addresses}
    network = Network(wiring, {wiring.drive_chip: expander}, world, clock)
    chips = {wiring.drive_chip: expander, **drivers}
    adapter = Adapter(clock, chips, Faults(chips, {wiring.drive_chip: expander}, network))
    pins = SimFactory(clock, Random(2))
    vars(linux)["_FACTORIES"]["native"] = lambda: pins
    buttons = {"left": wiring.left_button, "right": wiring.right_button}
    threading.Thread(target=hands, args=(world, pins, buttons), daemon=True).start()
    with Kernel({BUS: adapter}).installed():
        return main(["run", "--config", config])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1]))
