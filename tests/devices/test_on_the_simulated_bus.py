"""The drivers over real smbus2, the simulated kernel and register-level chips.

Everything runs under both bus drivers found on Raspberry Pis, which refuse different calls.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from firmware.devices.bus import probe
from firmware.devices.ht16k33 import SquareLights
from firmware.devices.linux import LinuxBus, open_bus
from firmware.devices.matrix import Matrix
from firmware.devices.sensor import Sensor
from firmware.devices.seven_segment import SevenSegment
from firmware.devices.wiring import Wiring
from firmware.errors import BusError, ScanFault
from host_sim.adapter import PROFILES, Adapter
from host_sim.chips import Chip, ht16k33, mcp23017
from host_sim.clock import MS, NEVER, SECOND, VirtualClock
from host_sim.faults import (
    BitError,
    BrownOut,
    ConstantData,
    Fault,
    Faults,
    LostPullUps,
    Nack,
    StuckSda,
    Upset,
)
from host_sim.kernel import Kernel
from host_sim.lamps import Lamps, Lights
from host_sim.network import Network
from tests.devices.fakes import BOARDS

MEN = 0x0_8000_FF00_AA55


@dataclass
class Men:
    """Reeds of men that never move by themselves."""

    closed: int
    next_ns: int = NEVER

    def advance_to(self, now_ns: int) -> int:
        return self.closed


@dataclass
class Rig:
    """A wired board on a simulated bus, with its drivers' bus open."""

    wiring: Wiring
    profile: str
    men: Men = field(default_factory=lambda: Men(MEN))
    clock: VirtualClock = field(default_factory=VirtualClock)

    def __post_init__(self) -> None:
        wiring = self.wiring
        self.expanders = {
            address: mcp23017.Mcp23017() for address in (wiring.drive_chip, wiring.read_chip)
        }
        lights = {led.address for led in wiring.red + wiring.green}
        self.leds = {
            address: ht16k33.Ht16k33(self.clock, Random(address))
            for address in sorted({*lights, wiring.left_display, wiring.right_display})
        }
        chips: dict[int, Chip] = {**self.expanders, **self.leds}
        network = Network(wiring, self.expanders, self.men, self.clock)
        self.faults = Faults(chips, self.expanders, network)
        profile = PROFILES[self.profile]
        self.adapter = Adapter(self.clock, chips, self.faults, profile)
        self.kernel = Kernel({"/dev/i2c-1": self.adapter})
        self.lamps = Lamps(wiring, self.leds)
        self.bus: LinuxBus
        self.matrix: Matrix

    def open(self) -> None:
        self.bus = open_bus("/dev/i2c-1")
        self.matrix = Matrix(self.bus, self.wiring)

    def plan(self, *faults: Fault) -> None:
        self.faults.plan(*faults)

    def scan(self) -> int | None:
        """One scan 10 ms after the last, if that took no longer."""
        start_ns = self.clock.now_ns
        try:
            return self.matrix.scan(self.clock.now_ms)
        except (BusError, ScanFault):
            return None
        finally:
            self.clock.advance_to(start_ns + 10 * MS)

    def watch(self, seconds: float) -> list[tuple[int, int | None, bool]]:
        """What a sensor gives when polled every 10 ms: time, picture, whether it is lost."""
        sensor = Sensor(self.matrix)
        seen = []
        end_ns = self.clock.now_ns + int(seconds * SECOND)
        while self.clock.now_ns < end_ns:
            start_ns = self.clock.now_ns
            now_ms = self.clock.now_ms
            seen.append((now_ms, sensor.poll(now_ms), sensor.lost(now_ms)))
            self.clock.advance_to(start_ns + 10 * MS)
        return seen


@pytest.fixture(params=[(board, profile) for board in BOARDS for profile in PROFILES], ids="-".join)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    board, profile = request.param
    rig = Rig(BOARDS[board], profile)
    with rig.kernel.installed():
        rig.open()
        yield rig


@pytest.fixture(params=PROFILES)
def small(request: pytest.FixtureRequest) -> Iterator[Rig]:
    rig = Rig(BOARDS["8x8"], request.param)
    with rig.kernel.installed():
        rig.open()
        yield rig


def test_each_man_is_felt_on_his_own_square(rig: Rig) -> None:
    for square in range(len(rig.wiring.squares)):
        rig.men.closed = 1 << square
        assert rig.scan() == rig.men.closed


def test_a_scan_of_the_8x8_board_takes_576_bits_and_1_44_ms(small: Rig) -> None:
    small.scan()
    bits, start_ns = small.adapter.bits, small.clock.now_ns
    assert small.matrix.scan(small.clock.now_ms) == MEN
    assert small.adapter.bits - bits == 576
    assert small.clock.now_ns - start_ns == 1_440_000


def test_a_second_of_scans_stays_within_a_hundredth_of_their_own_bits(small: Rig) -> None:
    """The settings that are read back in turn are all that a scan costs besides."""
    small.scan()
    bits = small.adapter.bits
    for _ in range(100):
        assert small.scan() == MEN
    assert 57_600 < small.adapter.bits - bits < 58_176


def test_all_chips_of_a_board_are_found_by_probing_and_no_others(rig: Rig) -> None:
    found = {address for address in range(0x08, 0x78) if probe(rig.bus, address)}
    assert found == {*rig.expanders, *rig.leds}


def test_one_failed_read_gives_no_event_and_no_alarm(rig: Rig) -> None:
    rig.scan()
    rig.plan(Nack(rig.clock.now_ns + 50 * MS, 2 * MS, rig.wiring.read_chip))
    seen = rig.watch(1)
    assert [picture for _, picture, _ in seen].count(None) == 1
    assert not any(lost for _, _, lost in seen)
    assert {picture for _, picture, _ in seen} == {MEN, None}


def test_a_chip_silent_for_two_seconds_is_lost_and_comes_back_by_itself(rig: Rig) -> None:
    rig.scan()
    start_ms = rig.clock.now_ms
    rig.plan(Nack(rig.clock.now_ns + 1 * SECOND, 2 * SECOND, rig.wiring.read_chip))
    seen = rig.watch(5)
    assert {picture for _, picture, _ in seen} == {MEN, None}
    lost = [now_ms - start_ms for now_ms, _, is_lost in seen if is_lost]
    assert lost[0] == 1500
    assert 3000 <= lost[-1] + 10 <= 3260
    assert all(picture == MEN for now_ms, picture, _ in seen if now_ms - start_ms >= 3260)


def test_a_browned_out_chip_is_set_up_anew_and_lifts_nothing(rig: Rig) -> None:
    rig.scan()
    for address in rig.expanders:
        for millisecond in (0, 3, 7):
            rig.plan(BrownOut(rig.clock.now_ns + millisecond * MS, 0, address))
            seen = [rig.scan() for _ in range(5)]
            assert set(seen) <= {MEN, None}
            assert seen[2:] == [MEN] * 3


def test_a_call_on_a_bus_held_low_gives_up_after_50_ms(rig: Rig) -> None:
    rig.scan()
    start_ns = rig.clock.now_ns
    rig.plan(StuckSda(start_ns, 1 * SECOND))
    calls = rig.adapter.calls
    assert rig.scan() is None
    assert rig.adapter.calls == calls + 1
    assert 50 * MS <= rig.clock.now_ns - start_ns < 51 * MS


def test_a_bus_held_low_for_three_seconds_is_lost_and_back_soon_after_it_is_free(
    rig: Rig,
) -> None:
    rig.scan()
    start_ms = rig.clock.now_ms
    rig.plan(StuckSda(rig.clock.now_ns + 500 * MS, 3 * SECOND))
    seen = rig.watch(5)
    assert {picture for _, picture, _ in seen} == {MEN, None}
    lost = [now_ms - start_ms for now_ms, _, is_lost in seen if is_lost]
    assert 1000 <= lost[0] <= 1060, "half a second, and the 50 ms of a call at the most"
    assert all(picture == MEN for now_ms, picture, _ in seen if now_ms - start_ms >= 3800)


@pytest.mark.parametrize("value", [0x00, 0xFF, 0x55, 0x80, 0x7F, 0xFE])
def test_a_chip_that_answers_everything_alike_gives_no_picture(rig: Rig, value: int) -> None:
    rig.scan()
    rig.plan(ConstantData(rig.clock.now_ns, 1 * SECOND, rig.wiring.read_chip, value))
    assert [rig.scan() for _ in range(99)] == [None] * 99
    rig.clock.advance(1 * SECOND)
    assert rig.scan() == MEN


def test_lost_pull_up_settings_are_noticed_within_a_second_and_lift_nothing(rig: Rig) -> None:
    rig.scan()
    chip, address = rig.expanders[rig.wiring.read_chip], rig.wiring.read_chip
    wanted = chip.peek(mcp23017.GPPUB)
    now_ns = rig.clock.now_ns
    rig.plan(Upset(now_ns, address, mcp23017.GPPUA, 0), Upset(now_ns, address, mcp23017.GPPUB, 0))
    seen = [rig.scan() for _ in range(103)]
    assert set(seen) == {MEN, None}
    assert chip.peek(mcp23017.GPPUB) == wanted != 0


def test_external_pull_ups_that_lose_their_supply_are_backed_by_the_chips_own(rig: Rig) -> None:
    rig.scan()
    rig.plan(LostPullUps(rig.clock.now_ns, 1 * SECOND, rig.wiring.read_chip))
    assert [rig.scan() for _ in range(50)] == [MEN] * 50


@pytest.mark.parametrize("iocon", [0x00, 0x80, 0xA0, 0xFE])
def test_whatever_noise_does_to_iocon_the_chip_is_set_up_anew(small: Rig, iocon: int) -> None:
    small.scan()
    small.plan(Upset(small.clock.now_ns, 0x20, mcp23017.IOCON, iocon))
    assert [small.scan() for _ in range(4)] == [None, MEN, MEN, MEN]


@pytest.mark.parametrize("register", range(22))
@pytest.mark.parametrize("value", [0x00, 0xFF, 0x5A])
def test_any_upset_register_shows_the_truth_or_nothing_and_is_mended_within_a_second(
    small: Rig, register: int, value: int
) -> None:
    if register in (mcp23017.IPOLA, mcp23017.IPOLB):
        value &= 0xFE if register == mcp23017.IPOLA else 0x80  # what reads may be wrong: see below
    small.scan()
    chip = small.expanders[0x20]
    small.plan(Upset(small.clock.now_ns, 0x20, register, value))
    assert {small.scan() for _ in range(103)} <= {MEN, None}
    pairs = {0x00: (0x01, 0x7F), 0x02: (0, 0), 0x0A: (0x20, 0x20), 0x0C: (0x01, 0x7F)}
    for at, wanted in pairs.items():
        assert (chip.peek(at), chip.peek(at + 1)) == wanted


def test_an_inverted_read_line_is_believed_for_a_second_at_most(small: Rig) -> None:
    """No single picture shows it, and reading IPOL at every scan would cost a twelfth more."""
    small.scan()
    small.plan(Upset(small.clock.now_ns, 0x20, mcp23017.IPOLB, 0x01))
    seen = [small.scan() for _ in range(103)]
    assert None in seen
    assert seen[-1] == MEN


@pytest.mark.parametrize("byte", range(5))
@pytest.mark.parametrize("mask", [1 << bit for bit in range(8)])
def test_one_bit_turned_on_the_way_spoils_one_picture_at_most(
    small: Rig, byte: int, mask: int
) -> None:
    """Bytes 0 to 2 of a transfer are written, 3 and 4 are read. A change counts only after
    several pictures agree, so one that is wrong moves nothing."""
    line_ns = 66 * small.adapter.bit_ns
    for line in range(8):
        small.clock.advance_to((small.clock.now_ns // MS + 1) * MS)
        assert small.scan() == MEN
        small.plan(BitError(small.clock.now_ns + line * line_ns, 0x20, byte, mask))
        seen = [small.scan() for _ in range(4)]
        wrong = [picture for picture in seen if picture not in (MEN, None)]
        assert len(wrong) <= 1
        assert seen[2:] == [MEN] * 2
        if byte >= 3:
            drives = 0xFE if byte == 3 else 0x80
            assert (seen[0] is None) == bool(mask & drives)


def test_lights_and_displays_show_what_they_are_told(rig: Rig) -> None:
    lights = SquareLights(rig.bus, rig.wiring)
    left = SevenSegment(rig.bus, rig.wiring.left_display)
    right = SevenSegment(rig.bus, rig.wiring.right_display)
    lights.show(red=0b0110, green=0b1100)
    left.show("5:00")
    right.show("19.3")
    for chip in (*lights.chips, left, right):
        chip.refresh(rig.clock.now_ms)
    assert rig.lamps.now == Lights(red=0b0010, green=0b1000, both=0b0100)
    assert rig.lamps.texts[0].strip() == "5:00"
    assert rig.lamps.texts[1].strip() == "19.3"


def test_a_display_that_fails_three_times_is_right_afterwards(small: Rig) -> None:
    left = SevenSegment(small.bus, small.wiring.left_display)
    left.show("5:00")
    left.refresh(small.clock.now_ms)
    small.plan(BrownOut(small.clock.now_ns + 5 * MS, 95 * MS, small.wiring.left_display))
    for second in range(59, 55, -1):
        small.clock.advance(20 * MS)
        left.show(f"4:{second}")
        left.refresh(small.clock.now_ms)
        assert small.scan() == MEN
    assert left.failures == 3
    for _ in range(20):
        small.clock.advance(10 * MS)
        left.refresh(small.clock.now_ms)
    assert small.lamps.texts[0].strip() == "4:56"
    assert left.trouble is None
