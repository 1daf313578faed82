"""The matrix scan: what it costs on the bus, and that no fault ever shows a false picture."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.devices.matrix import Matrix
from firmware.errors import BusError, BusTimeout, NoAcknowledge, ScanFault, SettingsLost
from tests.devices.fakes import BOARDS, FakeBoard, FakeMcp23017, Transfer

MEN = 0x0_8000_FF00_AA55  # on every board: a full rank, empty ranks, patterns


def ready(board: str = "8x8", men: int = MEN) -> tuple[FakeBoard, Matrix]:
    """A board with men on it, scanned once, with the bus's record cleared."""
    fake = FakeBoard(BOARDS[board])
    fake.men = men
    matrix = Matrix(fake.bus, fake.wiring)
    assert matrix.scan(0) == men
    fake.bus.transfers.clear()
    return fake, matrix


@pytest.mark.parametrize("board", BOARDS)
def test_each_square_reads_as_its_own_bit(board: str) -> None:
    fake, matrix = ready(board, men=0)
    for square in range(len(fake.wiring.squares)):
        fake.men = 1 << square
        assert matrix.scan(10 * square) == fake.men, fake.wiring.squares[square]


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
def test_any_picture_but_the_full_one_reads_as_it_is(board: str, data: st.DataObject) -> None:
    fake, matrix = ready(board, men=0)
    full = (1 << len(fake.wiring.squares)) - 1
    fake.men = data.draw(st.integers(0, full - 1))
    assert matrix.scan(10) == fake.men


@pytest.mark.parametrize(
    ("board", "calls", "bits"), [("8x8", 9, 576), ("10x10", 6, 378), ("12x12", 14, 612)]
)
def test_a_scan_costs_its_calls_and_bits_and_prepares_nothing(
    board: str, calls: int, bits: int
) -> None:
    fake, matrix = ready(board, men=1)
    prepared = fake.bus.prepared
    matrix.scan(10)
    assert len(fake.bus.transfers) == calls
    assert sum(transfer.bits for transfer in fake.bus.transfers) == bits
    assert fake.bus.prepared == prepared


def test_each_drive_line_is_one_write_of_the_gpio_pair_and_one_read_of_two_bytes() -> None:
    fake, matrix = ready()
    matrix.scan(10)
    *lines, directions = fake.bus.transfers
    ports = {pin: bytes([0xFE, 0x80]) for pin in fake.wiring.drives}
    for pin, transfer in zip(fake.wiring.drives, lines, strict=True):
        pattern = int.from_bytes(ports[pin], "little") & ~(1 << pin)
        assert transfer == Transfer(0x20, b"\x12" + pattern.to_bytes(2, "little"), 2)
    assert directions == Transfer(0x20, b"\x00", 2), "IODIR comes last"


def test_set_up_leaves_the_chip_as_the_scan_needs_it() -> None:
    fake, _ = ready()
    chip = fake.driver
    assert chip.pair(chip.IODIR) == 0x7F01, "GPB0..GPB6 and GPA0 are read"
    assert chip.pair(chip.GPPU) == 0x7F01
    assert chip.pair(chip.IPOL) == chip.pair(chip.GPINTEN) == 0
    assert chip.registers[chip.IOCON] == 0x20, "SEQOP, and nothing else"


def test_no_pin_becomes_an_output_before_its_latch_is_set() -> None:
    fake = FakeBoard(BOARDS["8x8"])
    glitches: list[Transfer] = []

    def look(transfer: Transfer) -> None:
        directed = transfer.payload[0] == FakeMcp23017.IODIR and transfer.read == 0
        if directed and fake.driver.pair(FakeMcp23017.OLAT) != 0x80FE:
            glitches.append(transfer)

    fake.bus.trouble = look
    Matrix(fake.bus, fake.wiring).scan(0)
    assert not glitches


@pytest.mark.parametrize("after", range(9))
def test_the_first_error_ends_the_scan(after: int) -> None:
    fake, matrix = ready()
    fake.bus.fails(NoAcknowledge("none"), after)
    with pytest.raises(NoAcknowledge):
        matrix.scan(10)
    assert len(fake.bus.transfers) == after + 1


def test_a_browned_out_chip_gives_no_picture_and_comes_back() -> None:
    fake, matrix = ready()
    fake.driver.reset()
    with pytest.raises(SettingsLost, match="0x20 has IODIR = ffff, not 017f"):
        matrix.scan(10)
    assert matrix.scan(20) == MEN
    assert fake.driver.pair(FakeMcp23017.GPPU) == 0x7F01


@pytest.mark.parametrize("after", range(1, 9))
def test_a_brown_out_in_the_middle_of_a_scan_gives_no_picture(after: int) -> None:
    fake, matrix = ready()

    def brown_out(transfer: Transfer) -> None:
        if len(fake.bus.transfers) == after:
            fake.driver.reset()

    fake.bus.trouble = brown_out
    with pytest.raises(ScanFault):
        matrix.scan(10)
    fake.bus.heals()
    assert matrix.scan(20) == MEN


@pytest.mark.parametrize("lost", ["drive_chip", "read_chip"])
def test_of_two_chips_either_one_that_browns_out_is_noticed(lost: str) -> None:
    fake, matrix = ready("12x12")
    fake.expanders[getattr(fake.wiring, lost)].reset()
    with pytest.raises(SettingsLost):
        matrix.scan(10)
    assert matrix.scan(20) == MEN


@pytest.mark.parametrize("men", [0, MEN])
def test_the_echo_of_a_chip_that_lost_seqop_is_refused(men: int) -> None:
    fake, matrix = ready(men=men)
    fake.driver.set_pair(FakeMcp23017.IOCON, 0)
    with pytest.raises(ScanFault, match="every square reads full"):
        matrix.scan(10)
    assert matrix.scan(20) == men


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("constant", [b"\x00\x00", b"\xff\xff", b"\x55\xaa", b"\xfc\xff"])
def test_a_chip_that_answers_everything_alike_gives_no_picture(board: str, constant: bytes) -> None:
    fake, matrix = ready(board)
    fake.bus.noise = lambda transfer, data: constant
    for now_ms in range(10, 1000, 10):
        with pytest.raises(ScanFault):
            matrix.scan(now_ms)
    fake.bus.heals()
    assert matrix.scan(1000) == MEN


def test_a_chip_that_repeats_the_answer_to_one_line_gives_no_picture() -> None:
    fake, matrix = ready()
    fake.bus.noise = lambda transfer, data: b"\xfd\xff" if transfer.payload[0] == 0x12 else data
    with pytest.raises(ScanFault, match="drive line GPA2, GPA3, GPA4, GPA5, GPA6, GPA7, GPB7 "):
        matrix.scan(10)


@pytest.mark.parametrize("bit", range(8))
def test_a_bit_turned_on_the_way_in_a_drive_pattern_is_refused(bit: int) -> None:
    fake, matrix = ready()
    drives = [pin for pin in range(16) if 0x80FE >> pin & 1]

    def flip(transfer: Transfer, data: bytes) -> bytes:
        if transfer.payload[0] != 0x12 or len(fake.bus.transfers) != 4:
            return data
        return (int.from_bytes(data, "little") ^ 1 << drives[bit]).to_bytes(2, "little")

    fake.bus.noise = flip
    with pytest.raises(ScanFault, match="drive line GPA4 does not"):
        matrix.scan(10)
    fake.bus.heals()
    assert matrix.scan(20) == MEN


def test_a_stuck_bus_raises_until_it_is_free_and_then_the_picture_is_back() -> None:
    fake, matrix = ready()
    fake.bus.fails(BusTimeout("SDA is held low"))
    for now_ms in range(10, 500, 50):
        with pytest.raises(BusTimeout):
            matrix.scan(now_ms)
    assert len(fake.bus.transfers) == 10, "one call an attempt, however long the bus is stuck"
    fake.bus.heals()
    assert matrix.scan(600) == MEN


@pytest.mark.parametrize("board", ["8x8", "12x12"])
@pytest.mark.parametrize("register", [FakeMcp23017.IPOL, FakeMcp23017.GPPU])
def test_a_setting_no_picture_shows_is_read_back_within_a_second(board: str, register: int) -> None:
    fake, matrix = ready(board)
    chip = fake.reader
    wanted = chip.pair(register)
    now_ms = 0
    for pause_ms in (10, 270, 530, 790):
        upset_ms = now_ms + pause_ms
        while now_ms < upset_ms:
            now_ms += 10
            matrix.scan(now_ms)
        # A bit of no read line: no picture may be wrong meanwhile.
        chip.set_pair(register, wanted ^ 1 << 7)
        with pytest.raises(ScanFault):
            while True:
                now_ms += 10
                assert matrix.scan(now_ms) == MEN
        assert now_ms - upset_ms <= 1000
        assert chip.pair(register) != wanted
        assert matrix.scan(now_ms + 10) == MEN
        assert chip.pair(register) == wanted


@pytest.mark.parametrize("iocon", [0x80, 0xA0, 0xFE])
def test_registers_moved_by_a_stray_bank_bit_are_put_back(iocon: int) -> None:
    fake, matrix = ready()
    fake.driver.set_pair(FakeMcp23017.IOCON, iocon | iocon << 8)
    with pytest.raises(ScanFault):
        matrix.scan(10)
    assert matrix.scan(20) == MEN
    assert fake.driver.registers[FakeMcp23017.IOCON] == 0x20


def test_a_board_where_every_square_reads_full_is_refused() -> None:
    fake, matrix = ready()
    fake.men = (1 << 64) - 1
    with pytest.raises(ScanFault, match="every square reads full"):
        matrix.scan(10)
    fake.men ^= 1
    assert matrix.scan(20) == fake.men


def _nack(fake: FakeBoard, draw: Callable[[int], int]) -> None:
    fake.bus.fails(NoAcknowledge("none"), after=draw(20))


def _hang(fake: FakeBoard, draw: Callable[[int], int]) -> None:
    fake.bus.fails(BusTimeout("held"), after=draw(20))


def _brown_out(fake: FakeBoard, draw: Callable[[int], int]) -> None:
    at = len(fake.bus.transfers) + 1 + draw(20)

    def trouble(transfer: Transfer) -> None:
        if len(fake.bus.transfers) == at:
            fake.driver.reset()

    fake.bus.trouble = trouble


def _lose_seqop(fake: FakeBoard, draw: Callable[[int], int]) -> None:
    fake.driver.set_pair(FakeMcp23017.IOCON, 0)


def _set_bank(fake: FakeBoard, draw: Callable[[int], int]) -> None:
    fake.driver.set_pair(FakeMcp23017.IOCON, 0xA0A0)


@given(data=st.data())
def test_whatever_fails_a_scan_gives_the_true_picture_or_none(data: st.DataObject) -> None:
    def draw(most: int) -> int:
        return data.draw(st.integers(0, most))

    fake, matrix = ready()
    faults = st.sampled_from([_nack, _hang, _brown_out, _lose_seqop, _set_bank])
    for step in range(1, 20):
        fake.men = MEN ^ 1 << draw(63)
        if draw(2) == 0:
            data.draw(faults)(fake, draw)
        elif draw(1):
            fake.bus.heals()
        try:
            assert matrix.scan(10 * step) == fake.men
        except (BusError, ScanFault):
            continue
    fake.bus.heals()
    for step in (20, 21):
        try:
            picture = matrix.scan(10 * step)
        except ScanFault:
            assert step == 20, "the first scan may still find what the last fault left behind"
    assert picture == fake.men
