"""A wired board on the bench: world, chips, network, adapter and kernel, and no firmware."""

from dataclasses import dataclass
from random import Random

from host_sim.adapter import BCM2835, Adapter, Profile
from host_sim.chips import Chip
from host_sim.chips.ht16k33 import Ht16k33
from host_sim.chips.mcp23017 import Mcp23017
from host_sim.clock import MS, VirtualClock
from host_sim.faults import Faults
from host_sim.kernel import Kernel
from host_sim.network import Network
from host_sim.world import World
from tests.devices.fakes import BOARDS

PATH = "/dev/i2c-1"


@dataclass(frozen=True)
class Rig:
    """Everything that hangs on one bus."""

    clock: VirtualClock
    world: World
    expanders: dict[int, Mcp23017]
    lights: dict[int, Ht16k33]
    network: Network
    faults: Faults
    adapter: Adapter
    kernel: Kernel

    def settle(self) -> None:
        """Let every contact come to rest."""
        self.clock.advance(20 * MS)


def build(board: str = "8x8", profile: Profile = BCM2835, seed: int = 1) -> Rig:
    """The bench for a wired board, at power-on and without men."""
    wiring, random, clock = BOARDS[board], Random(seed), VirtualClock()
    world = World(wiring.squares, random)
    expanders = {address: Mcp23017() for address in {wiring.drive_chip, wiring.read_chip}}
    network = Network(wiring, expanders, world, clock)
    addresses = {led.address for led in (*wiring.red, *wiring.green)}
    lights = {
        address: Ht16k33(clock, random)
        for address in sorted(addresses | {wiring.left_display, wiring.right_display})
    }
    chips: dict[int, Chip] = {**expanders, **lights}
    faults = Faults(chips, expanders, network)
    adapter = Adapter(clock, chips, faults, profile)
    return Rig(clock, world, expanders, lights, network, faults, adapter, Kernel({PATH: adapter}))
