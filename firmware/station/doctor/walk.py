"""The guided walk of the doctor: a person's hands and eyes, and the board, check each other.

What no program can see alone is asked: whether a man put on a8 is felt at a8, which lights stay
dark. Each step tells the person one thing to do and waits for the board, as long as it takes; what
is given up (by Enter) is a finding. A chip that does not answer is named, and not waited for.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from firmware.devices.bus import I2CBus, Pins
from firmware.devices.circuit import missing_pull_ups
from firmware.devices.wiring import Wiring, pin_name
from firmware.errors import BusError, ScanFault
from firmware.station.doctor.contacts import try_pins
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.lamps import Lamps
from firmware.station.doctor.squares import try_squares
from firmware.station.doctor.stand import Person, Stand

SCANS: Final = 100
SLOW_NS_A_BIT: Final = 6000
"""400 kHz is 2500, and the kernel's own work for each call; 100 kHz is 10000."""
GLARE_MS: Final = 2000
"""How long all lights shine at once."""


class Walk:
    """One walk over the board of `wiring`.

    `clock_ns` never goes back. `strain` is looked at when everything has been lit: it finds what a
    weak supply shows only then.
    """

    def __init__(
        self,
        wiring: Wiring,
        bus: I2CBus,
        open_pins: Callable[[], Pins],
        person: Person,
        clock_ns: Callable[[], int],
        strain: Callable[[], Iterable[Finding]] = tuple,
    ) -> None:
        self._stand = Stand(wiring, bus, person, clock_ns)
        self._open_pins = open_pins
        self._strain = strain

    def findings(self) -> Iterator[Finding]:
        """All of them, each as soon as it is known."""
        yield from self._pull_ups()
        rate = self._rate()
        yield rate
        if rate.ok or rate.hint:
            yield from try_squares(self._stand)
        lamps = Lamps(self._stand)
        yield from lamps.lights()
        yield from lamps.displays()
        yield from try_pins(self._stand, self._open_pins)
        yield from self._under_load()
        yield self._counters()

    def _pull_ups(self) -> Iterator[Finding]:
        stand = self._stand
        try:
            missing = missing_pull_ups(stand.bus, stand.wiring)
        except (BusError, ScanFault) as error:
            yield Finding(False, "pull-ups", str(error))
            return
        names = ", ".join(map(pin_name, missing))
        if missing:
            detail = f"read line {names} has none; fit 22 k from it to the chip's supply"
            yield Finding(False, "pull-ups", detail)
        else:
            yield Finding(True, "pull-ups", f"all {len(stand.wiring.reads)} read lines have one")

    def _rate(self) -> Finding:
        """How long a scan takes, from a row of them."""
        stand = self._stand
        began_ns = stand.clock_ns()
        for number in range(SCANS):
            try:
                stand.matrix.scan(stand.now_ms)
            except (BusError, ScanFault) as error:
                return Finding(False, "scan", f"number {number + 1} of {SCANS} failed: {error}")
        stand.scans += SCANS
        each_ns = (stand.clock_ns() - began_ns) // SCANS
        single = stand.wiring.drive_chip == stand.wiring.read_chip
        # Write three bytes, read two; with two chips write three, then write one and read two.
        bits = len(stand.wiring.drives) * (66 if single else 86) + (48 if single else 96)
        detail = f"{each_ns / 1e6:.1f} ms, {1_000_000_000 // max(each_ns, 1)} a second"
        if each_ns > bits * SLOW_NS_A_BIT:
            cure = "the bus is slow; put dtparam=i2c_arm_baudrate=400000 into "
            return Finding(False, "scan", f"{detail}: {cure}/boot/firmware/config.txt", hint=True)
        return Finding(True, "scan", detail)

    def _under_load(self) -> Iterator[Finding]:
        every = (1 << len(self._stand.wiring.squares)) - 1
        self._stand.light(every, every)
        self._stand.person.pause(GLARE_MS)
        yield from self._strain()
        self._stand.light(0, 0)

    def _counters(self) -> Finding:
        errors, scans = self._stand.errors, self._stand.scans
        if not errors:
            return Finding(True, "bus errors", f"none in {scans} scans")
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(errors.items()))
        detail = f"{counts} in {scans} scans; shorten the cable, check 100 nF at each chip"
        return Finding(False, "bus errors", detail, hint=True)
