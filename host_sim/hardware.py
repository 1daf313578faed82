"""The simulated parts of one board, wired up by its wiring file, on a clock of any kind."""

from random import Random
from typing import Final

from firmware.devices.wiring import load_wiring
from firmware.station.places import find_wiring
from host_sim.adapter import PROFILES, Adapter
from host_sim.chips import Chip
from host_sim.chips.ht16k33 import Ht16k33
from host_sim.chips.mcp23017 import Mcp23017
from host_sim.clock import Clock
from host_sim.faults import Faults
from host_sim.kernel import Kernel
from host_sim.lamps import Lamps
from host_sim.network import Network
from host_sim.pins import SimFactory
from host_sim.world import World

BUS: Final = "/dev/i2c-1"


class Hardware:
    """Men and reeds, chips, bus, pins, and the kernel that stands under smbus2 when installed.

    `profile` names the bus driver whose limits apply, `random` is drawn from for all parts;
    `world` makes the men and reeds, where threads share them. Raises WiringError for an unknown
    board.
    """

    def __init__(
        self,
        clock: Clock,
        board: str,
        profile: str,
        random: Random,
        world: type[World] = World,
    ) -> None:
        self.wiring = wiring = load_wiring(find_wiring(board))
        self.world = world(wiring.squares, _split(random))
        self.pins = SimFactory(clock, _split(random))
        expanders = {address: Mcp23017() for address in (wiring.drive_chip, wiring.read_chip)}
        lights = {led.address for led in (*wiring.red, *wiring.green)}
        drivers = {
            address: Ht16k33(clock, _split(random))
            for address in sorted({*lights, wiring.left_display, wiring.right_display})
        }
        chips: dict[int, Chip] = {**expanders, **drivers}
        self.network = Network(wiring, expanders, self.world, clock)
        self.faults = Faults(chips, expanders, self.network)
        self.adapter = Adapter(clock, chips, self.faults, PROFILES[profile])
        self.lamps = Lamps(wiring, drivers)
        self.kernel = Kernel({BUS: self.adapter})


def _split(random: Random) -> Random:
    return Random(random.getrandbits(64))
