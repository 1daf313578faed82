"""A real smbus2 over the simulated kernel: what Linux and its bus drivers answer, and when."""

import errno
import os
from collections.abc import Iterator
from ctypes import c_ulong
from pathlib import Path
from typing import Any

import pytest
from smbus2 import SMBus, i2c_msg, smbus2
from smbus2.smbus2 import I2C_FUNCS, I2cFunc

from firmware.devices.linux import open_bus
from firmware.devices.matrix import Matrix
from firmware.rules import Color
from host_sim.adapter import BCM2835, DESIGNWARE, Adapter, Profile
from host_sim.chips.mcp23017 import GPIOA, GPPUA, IOCON, IODIRA, OLATA, SEQOP
from host_sim.clock import MS, NEVER, SECOND, US, VirtualClock
from host_sim.faults import (
    BitError,
    BrownOut,
    ConstantData,
    Faults,
    LostPullUps,
    Nack,
    StuckSda,
    Upset,
)
from host_sim.kernel import Kernel, Request
from tests.devices.fakes import BOARDS
from tests.sim.rig import PATH, Rig, build

PROFILES = pytest.mark.parametrize("profile", [BCM2835, DESIGNWARE], ids=lambda one: one.name)


@pytest.fixture
def rig() -> Iterator[Rig]:
    bench = build()
    with bench.kernel.installed():
        yield bench


def ioctl(bus: SMBus, request: int, arg: Any) -> Any:
    return vars(smbus2)["ioctl"](bus.fd, request, arg)


def failure(call: Any, *args: Any) -> int | None:
    """The errno with which a call fails."""
    with pytest.raises(OSError) as caught:
        call(*args)
    return caught.value.errno


def scan_line(bus: SMBus, pattern: int) -> bytes:
    """One line of a scan: drive, repeated start, read."""
    reply = i2c_msg.read(0x20, 2)
    bus.i2c_rdwr(i2c_msg.write(0x20, [GPIOA, pattern & 0xFF, pattern >> 8]), reply)
    return bytes(bytearray(reply.buf[index][0] for index in range(2)))


# smbus2 in full use


@PROFILES
def test_every_plain_smbus_call_reaches_the_registers(profile: Profile) -> None:
    bench = build(profile=profile)
    chip = bench.expanders[0x20]
    with bench.kernel.installed(), SMBus(1) as bus:
        bus.write_byte_data(0x20, IODIRA, 0x5A)
        assert chip.peek(IODIRA) == 0x5A
        assert bus.read_byte_data(0x20, IODIRA) == 0x5A
        bus.write_word_data(0x20, OLATA, 0x1234)
        assert (chip.peek(OLATA), chip.peek(OLATA + 1)) == (0x34, 0x12)
        assert bus.read_word_data(0x20, OLATA) == 0x1234
        bus.write_byte(0x20, IODIRA)
        assert bus.read_byte(0x20) == 0x5A
        bus.write_i2c_block_data(0x20, IODIRA, [1, 2, 3])
        assert bus.read_i2c_block_data(0x20, IODIRA, 3) == [1, 2, 3]
        bus.write_block_data(0x20, IODIRA, [7, 8])
        assert bus.read_i2c_block_data(0x20, IODIRA, 3) == [2, 7, 8], "the length goes first"
        assert bus.process_call(0x20, OLATA, 0xBEEF) == 0x0702, "after OLATB comes IODIRA"


@PROFILES
def test_block_reads_whose_length_the_chip_states_are_not_supported(profile: Profile) -> None:
    bench = build(profile=profile)
    with bench.kernel.installed(), SMBus(1) as bus:
        assert failure(bus.read_block_data, 0x20, 0) == errno.EOPNOTSUPP
        assert not bus.funcs & I2cFunc.SMBUS_READ_BLOCK_DATA


def test_the_functions_are_the_drivers() -> None:
    for profile, quick in ((BCM2835, True), (DESIGNWARE, False)):
        bench = build(profile=profile)
        with bench.kernel.installed(), SMBus(1) as bus:
            assert bus.funcs & I2cFunc.I2C
            assert bool(bus.funcs & I2cFunc.SMBUS_QUICK) is quick
            value = c_ulong()
            ioctl(bus, I2C_FUNCS, value)
            assert value.value == bus.funcs


def test_a_quick_command_finds_a_chip_where_the_driver_has_empty_messages() -> None:
    with build(profile=BCM2835).kernel.installed(), SMBus(1) as bus:
        bus.write_quick(0x20)
        assert failure(bus.write_quick, 0x21) == errno.EREMOTEIO
    with build(profile=DESIGNWARE).kernel.installed(), SMBus(1) as bus:
        assert failure(bus.write_quick, 0x20) == errno.EOPNOTSUPP


# What the drivers refuse


@PROFILES
def test_one_write_and_one_read_to_one_chip_is_what_both_drivers_do(profile: Profile) -> None:
    bench = build(profile=profile)
    with bench.kernel.installed(), SMBus(1) as bus:
        bus.write_byte_data(0x20, IOCON, SEQOP)
        assert scan_line(bus, 0x0000) == b"\xff\xff"


def test_bcm2835_does_one_read_and_it_must_be_last() -> None:
    # Linux, drivers/i2c/busses/i2c-bcm2835.c, bcm2835_i2c_xfer: else -EOPNOTSUPP (95).
    write, read = i2c_msg.write(0x20, [GPIOA]), i2c_msg.read(0x20, 2)
    with build(profile=BCM2835).kernel.installed(), SMBus(1) as bus:
        assert failure(bus.i2c_rdwr, write, read, write, read) == errno.EOPNOTSUPP == 95
        assert failure(bus.i2c_rdwr, read, write) == errno.EOPNOTSUPP
        bus.i2c_rdwr(write, write, read)
        bus.i2c_rdwr(write, i2c_msg.write(0x70, [0x21]))
    with build(profile=DESIGNWARE).kernel.installed(), SMBus(1) as bus:
        bus.i2c_rdwr(write, read, write, read)


def test_designware_does_one_address_a_call() -> None:
    # Linux, drivers/i2c/busses/i2c-designware-master.c, i2c_dw_xfer_msg: else -EINVAL (22).
    write, other = i2c_msg.write(0x20, [GPIOA]), i2c_msg.write(0x70, [0x21])
    with build(profile=DESIGNWARE).kernel.installed(), SMBus(1) as bus:
        assert failure(bus.i2c_rdwr, write, other) == errno.EINVAL == 22


@PROFILES
def test_no_adapter_takes_more_than_42_messages(profile: Profile) -> None:
    # I2C_RDWR_IOCTL_MAX_MSGS in <linux/i2c-dev.h>.
    write = i2c_msg.write(0x20, [GPIOA])
    with build(profile=profile).kernel.installed(), SMBus(1) as bus:
        bus.i2c_rdwr(*[write] * 42)
        assert failure(bus.i2c_rdwr, *[write] * 43) == errno.EINVAL


def test_messages_with_flags_that_no_adapter_here_knows_are_refused(rig: Rig) -> None:
    message = i2c_msg.write(0x20, [GPIOA])
    message.flags = 0x4000  # I2C_M_NOSTART
    with SMBus(1) as bus:
        assert failure(bus.i2c_rdwr, message) == errno.EOPNOTSUPP


def test_refused_calls_take_no_time_on_the_bus(rig: Rig) -> None:
    with SMBus(1) as bus:
        failure(bus.i2c_rdwr, i2c_msg.read(0x20, 2), i2c_msg.write(0x20, [0]))
    assert rig.clock.now_ns == 0
    assert (rig.adapter.calls, rig.adapter.bits, rig.adapter.errors) == (1, 0, 1)


# Time


def test_a_line_of_a_scan_is_66_bits_and_165_microseconds(rig: Rig) -> None:
    # NXP UM10204: start 1, address and acknowledge 9, nine a byte, repeated start 1, stop 1.
    with SMBus(1) as bus:
        scan_line(bus, 0)
    assert rig.adapter.bits == 1 + 9 + 27 + 1 + 9 + 18 + 1 == 66
    assert rig.clock.now_ns == 165 * US


@PROFILES
@pytest.mark.parametrize(
    ("board", "calls", "bits", "ns"),
    [("8x8", 9, 576, 1_440_000), ("10x10", 6, 378, 945_000), ("12x12", 14, 612, 1_530_000)],
)
def test_a_scan_takes_the_bits_of_its_lines_and_of_iodir(
    board: str, calls: int, bits: int, ns: int, profile: Profile
) -> None:
    # 8x8: eight lines of 66 bits and IODIR with 48 are 576 bits, 1.44 ms at 400 kHz.
    bench = build(board, profile)
    with bench.kernel.installed():
        matrix = Matrix(open_bus(PATH), BOARDS[board])
        matrix.scan(0)
        adapter = bench.adapter
        before = adapter.calls, adapter.bits, bench.clock.now_ns
        assert matrix.scan(0) == 0
        spent = adapter.calls - before[0], adapter.bits - before[1], bench.clock.now_ns - before[2]
    assert spent == (calls, bits, ns)


@PROFILES
@pytest.mark.parametrize("board", ["8x8", "10x10", "12x12"])
def test_the_firmwares_matrix_reads_the_men_through_the_registers(
    board: str, profile: Profile
) -> None:
    bench = build(board, profile)
    squares = BOARDS[board].squares
    men = squares[1::3]
    for square in men:
        bench.world.add(Color.WHITE, square)
    bench.settle()
    with bench.kernel.installed():
        picture = Matrix(open_bus(PATH), BOARDS[board]).scan(0)
    assert picture == sum(1 << squares.index(square) for square in men)


def test_the_two_bytes_of_a_read_are_of_two_moments(rig: Rig) -> None:
    # GPIOA is taken after write 3 and the second address, 47 bits in; GPIOB nine bits later.
    with SMBus(1) as bus:
        wiring = BOARDS["8x8"]
        bus.write_byte_data(0x20, IOCON, SEQOP)
        bus.write_word_data(0x20, IODIRA, sum(1 << pin for pin in wiring.reads))
        rig.clock.advance_to(SECOND)
        edge_ns = SECOND + (47 + 5) * 2500
        rig.world.add(Color.WHITE, "h8", edge_ns)  # read on GPA0
        rig.world.add(Color.WHITE, "a8", edge_ns)  # read on GPB0
        port_a, port_b = scan_line(bus, 0x80FC)  # GPA1 low
    assert port_a & 1, "too early for the man on h8"
    assert not port_b & 1, "in time for the man on a8"


# What goes wrong


def test_an_absent_chip_is_errno_121_after_its_address(rig: Rig) -> None:
    with SMBus(1) as bus:
        assert failure(bus.read_byte, 0x27) == errno.EREMOTEIO == 121
    assert rig.adapter.bits == 11
    assert rig.clock.now_ns == 11 * 2500


def test_a_chip_that_does_not_acknowledge_comes_back_by_itself(rig: Rig) -> None:
    rig.faults.plan(Nack(at_ns=10 * MS, for_ns=20 * MS, chip=0x20))
    with SMBus(1) as bus:
        outcomes: list[int | None] = []
        for at_ms in (5, 10, 29, 30):
            rig.clock.advance_to(at_ms * MS)
            try:
                bus.read_byte(0x20)
                outcomes.append(None)
            except OSError as error:
                outcomes.append(error.errno)
        assert outcomes == [None, 121, 121, None]
        rig.clock.advance_to(15 * MS)
        bus.read_byte(0x70)


def test_a_brown_out_leaves_power_on_values_behind(rig: Rig) -> None:
    rig.faults.plan(BrownOut(at_ns=10 * MS, for_ns=0, chip=0x20))
    with SMBus(1) as bus:
        bus.write_byte_data(0x20, IODIRA, 0x00)
        rig.clock.advance_to(10 * MS)
        assert bus.read_byte_data(0x20, IODIRA) == 0xFF


def test_the_firmware_never_takes_a_browned_out_chip_for_an_empty_board(rig: Rig) -> None:
    rig.world.add(Color.WHITE, "c3")
    rig.settle()
    matrix = Matrix(open_bus(PATH), BOARDS["8x8"])
    picture = matrix.scan(0)
    rig.faults.plan(BrownOut(at_ns=rig.clock.now_ns, for_ns=0, chip=0x20))
    with pytest.raises(OSError, match=r"IODIR|drive line"):
        matrix.scan(0)
    assert matrix.scan(0) == picture


@PROFILES
def test_a_stuck_bus_blocks_for_a_second_unless_told_otherwise(profile: Profile) -> None:
    bench = build(profile=profile)
    bench.faults.plan(StuckSda(at_ns=0, for_ns=60 * SECOND))
    with bench.kernel.installed(), SMBus(1) as bus:
        assert failure(bus.read_byte, 0x20) == errno.ETIMEDOUT == 110
        assert bench.clock.now_ns == 1 * SECOND
        assert bench.adapter.bits == 0


@PROFILES
def test_i2c_timeout_is_in_tens_of_milliseconds(profile: Profile) -> None:
    # Linux, Documentation/i2c/dev-interface.rst.
    bench = build(profile=profile)
    bench.faults.plan(StuckSda(at_ns=0, for_ns=SECOND))
    with bench.kernel.installed(), SMBus(1) as bus:
        ioctl(bus, Request.TIMEOUT, 5)
        assert failure(bus.read_byte, 0x20) == errno.ETIMEDOUT
        assert bench.clock.now_ns == 50 * MS


def test_bcm2835_times_out_on_every_call_while_the_bus_is_stuck() -> None:
    bench = build(profile=BCM2835)
    bench.faults.plan(StuckSda(at_ns=0, for_ns=120 * MS))
    with bench.kernel.installed(), SMBus(1) as bus:
        ioctl(bus, Request.TIMEOUT, 5)
        outcomes = [failure(bus.read_byte, 0x20) for _ in range(3)]
        assert outcomes == [110, 110, 110]
        assert bench.clock.now_ns == 150 * MS
        bus.read_byte(0x20)


def test_designware_gives_up_at_once_after_the_first_time_out_and_retries() -> None:
    # The I2C core repeats EAGAIN (11), and nothing else, as often as I2C_RETRIES says.
    bench = build(profile=DESIGNWARE)
    bench.faults.plan(StuckSda(at_ns=0, for_ns=SECOND))
    with bench.kernel.installed(), SMBus(1) as bus:
        ioctl(bus, Request.TIMEOUT, 5)
        ioctl(bus, Request.RETRIES, 2)
        assert failure(bus.read_byte, 0x20) == errno.ETIMEDOUT
        assert failure(bus.read_byte, 0x20) == errno.EAGAIN == 11
        assert bench.clock.now_ns == 50 * MS
        bench.clock.advance_to(SECOND)
        bus.read_byte(0x20)


def test_a_bit_error_spoils_one_byte_of_one_transfer(rig: Rig) -> None:
    with SMBus(1) as bus:
        bus.write_byte_data(0x20, IOCON, SEQOP)
        rig.faults.plan(BitError(at_ns=0, chip=0x20, byte=4, mask=0x10))
        assert scan_line(bus, 0) == b"\xff\xef"
        assert scan_line(bus, 0) == b"\xff\xff"
        rig.faults.plan(BitError(at_ns=0, chip=0x20, byte=1, mask=0x01))
        bus.write_byte_data(0x20, OLATA, 0x80)
        assert rig.expanders[0x20].peek(OLATA) == 0x81


def test_a_bit_error_waits_for_its_own_chip(rig: Rig) -> None:
    rig.faults.plan(BitError(at_ns=0, chip=0x20, byte=0, mask=0xFF))
    with SMBus(1) as bus:
        bus.write_byte(0x70, 0x21)
        assert rig.lights[0x70].oscillating
        assert bus.read_byte(0x20) == 0x00


def test_constant_data_is_read_whatever_is_asked(rig: Rig) -> None:
    rig.faults.plan(ConstantData(at_ns=0, for_ns=SECOND, chip=0x20, value=0x42))
    with SMBus(1) as bus:
        assert bus.read_i2c_block_data(0x20, 0, 3) == [0x42] * 3
        bus.write_byte_data(0x20, IODIRA, 0x07)
        assert rig.expanders[0x20].peek(IODIRA) == 0x07, "writes arrive"
        rig.clock.advance_to(SECOND)
        assert bus.read_byte_data(0x20, IODIRA) == 0x07


def test_an_upset_register_holds_what_noise_put_there(rig: Rig) -> None:
    with SMBus(1) as bus:
        bus.write_byte_data(0x20, GPPUA, 0xFF)
        rig.faults.plan(Upset(at_ns=0, chip=0x20, register=GPPUA, value=0))
        assert bus.read_byte_data(0x20, GPPUA) == 0


def test_lost_pull_ups_come_back_when_the_fault_ends(rig: Rig) -> None:
    rig.faults.plan(LostPullUps(at_ns=0, for_ns=SECOND, chip=0x20))
    with SMBus(1) as bus:
        assert bus.read_byte_data(0x20, GPIOA) == 0x00
        rig.clock.advance_to(SECOND)
        assert bus.read_byte_data(0x20, GPIOA) == 0xFF


def test_faults_say_when_they_begin_and_end_and_can_be_called_off() -> None:
    bench = build()
    bench.faults.plan(Nack(10, 5, 0x20), StuckSda(12, 100), LostPullUps(0, 50, 0x20))
    assert bench.faults.next_ns == 0
    dues = []
    while bench.faults.next_ns < 60:
        dues.append(bench.faults.next_ns)
        bench.faults.advance_to(bench.faults.next_ns)
    assert dues == [0, 10, 12, 15, 50]
    stuck = [bench.faults.sda_stuck]
    bench.faults.clear()
    stuck.append(bench.faults.sda_stuck)
    assert stuck == [True, False]
    assert bench.faults.next_ns == NEVER


def test_two_overlapping_faults_of_a_kind_end_with_the_later_one() -> None:
    bench = build()
    bench.faults.plan(Nack(0, 10, 0x20), Nack(5, 20, 0x20))
    for at_ns, silent in ((0, {0x20}), (12, {0x20}), (25, set())):
        bench.faults.advance_to(at_ns)
        assert bench.faults.silent == silent


def test_overlapping_losses_of_pull_ups_end_with_the_later_one() -> None:
    bench = build()
    bench.faults.plan(LostPullUps(0, 10, 0x20), LostPullUps(5, 20, 0x20))
    seen = []
    for at_ns in (0, 12, 25):
        bench.faults.advance_to(at_ns)
        seen.append(bench.expanders[0x20].peek(GPIOA))
    assert seen == [0x00, 0x00, 0xFF]


def test_a_power_cut_resets_every_chip(rig: Rig) -> None:
    with SMBus(1) as bus:
        bus.write_byte_data(0x20, IODIRA, 0)
        bus.write_byte(0x70, 0x21)
    rig.adapter.power_off()
    assert rig.expanders[0x20].peek(IODIRA) == 0xFF
    assert not rig.lights[0x70].oscillating


# Files


def test_a_bus_that_is_not_simulated_does_not_exist(rig: Rig) -> None:
    assert failure(SMBus, 7) == errno.ENOENT


def test_opening_can_be_refused() -> None:
    kernel = Kernel({}, refused={PATH: errno.EACCES})
    with kernel.installed():
        assert failure(SMBus, 1) == errno.EACCES


def test_an_address_that_a_kernel_driver_owns_is_busy_unless_forced() -> None:
    bench = build()
    adapter = Adapter(bench.clock, bench.adapter.chips, bench.faults, claimed=[0x20])
    with Kernel({PATH: adapter}).installed(), SMBus(1) as bus:
        assert failure(bus.read_byte, 0x20) == errno.EBUSY
        bus.read_byte(0x20, force=True)
        bus.i2c_rdwr(i2c_msg.write(0x20, [0]))


def test_unknown_requests_are_errno_25(rig: Rig) -> None:
    with SMBus(1) as bus:
        assert failure(ioctl, bus, 0x5401, 0) == errno.ENOTTY
        assert failure(ioctl, bus, Request.SLAVE, 0x80) == errno.EINVAL


def test_several_buses_are_apart() -> None:
    one, other = build(), build()
    kernel = Kernel({"/dev/i2c-1": one.adapter, "/dev/i2c-3": other.adapter})
    with kernel.installed(), SMBus(1) as first, SMBus("/dev/i2c-3") as second:
        first.write_byte_data(0x20, IODIRA, 1)
        second.write_byte_data(0x20, IODIRA, 2)
        assert first.read_byte_data(0x20, IODIRA) == 1
    assert (one.adapter.calls, other.adapter.calls) == (2, 1)


def test_files_of_the_machine_pass_through(rig: Rig, tmp_path: Path) -> None:
    path = tmp_path / "plain"
    path.write_bytes(b"")
    # A file is no bus, and the machine's own kernel says so.
    assert failure(SMBus, str(path)) == errno.ENOTTY
    inside = vars(smbus2)["os"]
    fd = inside.open(str(path), inside.O_RDWR)
    inside.close(fd)
    assert failure(os.fstat, fd) == errno.EBADF


def test_uninstalled_smbus2_has_its_own_kernel_again() -> None:
    names = vars(smbus2)
    before = names["os"], names["ioctl"]
    with build().kernel.installed():
        assert names["os"] is not before[0]
    assert (names["os"], names["ioctl"]) == before


def test_a_closed_bus_is_gone(rig: Rig) -> None:
    bus = SMBus(1)
    fd = bus.fd
    bus.close()
    assert failure(vars(smbus2)["ioctl"], fd, Request.FUNCS, c_ulong()) == errno.EBADF


def test_an_adapter_with_nothing_on_it_answers_for_every_address_alike() -> None:
    clock = VirtualClock()
    adapter = Adapter(clock, {}, Faults({}, {}))
    with Kernel({PATH: adapter}).installed(), SMBus(1) as bus:
        assert {failure(bus.read_byte, address) for address in range(0x08, 0x78)} == {121}
    assert adapter.errors == adapter.calls == 0x70
