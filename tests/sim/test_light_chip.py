"""The HT16K33 against its data sheet, Holtek rev. 1.10/1.20, and what people see of it."""

from collections.abc import Iterable
from random import Random

import pytest

from firmware.devices.seven_segment import GLYPHS, segments
from firmware.devices.wiring import Led
from host_sim.chips.ht16k33 import Ht16k33, segments_text
from host_sim.clock import MS, SECOND, VirtualClock
from host_sim.lamps import Lamps, Lights
from tests.devices.fakes import BOARDS
from tests.sim.transfers import read, write

ON = (0x21, 0x81)
"""Oscillator on; display on without blinking."""


def controller(clock: VirtualClock | None = None) -> Ht16k33:
    return Ht16k33(clock or VirtualClock(), Random(1))


def command(chip: Ht16k33, bytes_: Iterable[int]) -> None:
    for byte in bytes_:
        write(chip, byte)


def bit(com: int, row: int) -> int:
    return 1 << 16 * com + row


def test_after_power_on_nothing_is_lit_and_ram_holds_noise() -> None:
    chip = controller()
    assert chip.lit == 0
    assert any(chip.ram), "the data sheet promises nothing about RAM"
    command(chip, ON)
    assert chip.lit == int.from_bytes(chip.ram, "little")


def test_light_needs_both_oscillator_and_display() -> None:
    # Standby mode: oscillator off; display setup: D = 0 is off.
    chip = controller()
    write(chip, 0x00, *[0xFF] * 16)
    lit = []
    for byte in (0x21, 0x81, 0x80, 0x81, 0x20):
        write(chip, byte)
        lit.append(chip.lit != 0)
    assert lit == [False, True, False, True, False]


def test_ram_goes_two_bytes_a_com_rows_0_to_7_first() -> None:
    # "RAM structure": COM0 at 00h/01h ... COM7 at 0Eh/0Fh, D0 = ROW0 or ROW8.
    chip = controller()
    command(chip, ON)
    write(chip, 0x00, *[0] * 16)
    write(chip, 0x02, 0x01, 0x80)
    assert chip.lit == bit(com=1, row=0) | bit(com=1, row=15)


def test_the_ram_pointer_moves_on_and_wraps_after_0f() -> None:
    # "Page write operation": "after reaching ... 0X0FH the pointer will reset to 0X00H".
    chip = controller()
    write(chip, 0x0F, 0x11, 0x22, 0x33)
    assert (chip.ram[15], chip.ram[0], chip.ram[1]) == (0x11, 0x22, 0x33)
    write(chip, 0x0F)
    assert read(chip, 3) == [0x11, 0x22, 0x33]


def test_bytes_after_a_command_without_data_are_ignored() -> None:
    chip = controller()
    before = bytes(chip.ram)
    write(chip, 0x21, 0x81, 0x55)
    assert chip.oscillating
    assert not chip.displaying
    assert bytes(chip.ram) == before


@pytest.mark.parametrize(("byte", "hz"), [(0x81, 0.0), (0x83, 2.0), (0x85, 1.0), (0x87, 0.5)])
def test_blinking_counts_as_lit(byte: int, hz: float) -> None:
    # Display setup: B1 B0 = 00 off, 01 2 Hz, 10 1 Hz, 11 0.5 Hz.
    chip = controller()
    write(chip, 0x00, *[1] * 16)
    command(chip, (0x21, byte))
    assert chip.blink_hz == hz
    assert chip.lit


def test_dimming_is_in_sixteenths() -> None:
    # Dimming set: P3-P0 = 0000 is 1/16 duty, 1111 is 16/16, the default.
    chip = controller()
    assert chip.dimming == 16
    write(chip, 0xE0)
    assert chip.dimming == 1
    write(chip, 0xE7)
    assert chip.dimming == 8


def test_row_15_is_dark_while_the_pin_is_the_key_interrupt() -> None:
    # ROW/INT set: bit 0.
    chip = controller()
    write(chip, 0x00, *[0xFF] * 16)
    command(chip, ON)
    write(chip, 0xA1)
    assert not any(chip.lit & bit(com, 15) for com in range(8))
    write(chip, 0xA0)
    assert chip.lit & bit(0, 15)


def test_what_was_lit_is_remembered_once_a_transfer() -> None:
    clock = VirtualClock()
    chip = controller(clock)
    write(chip, 0x00, *[0] * 16)
    command(chip, ON)
    for at_ms, frame in ((10, [1] + [0] * 15), (20, [1] + [0] * 15), (30, [2] * 16)):
        clock.advance_to(at_ms * MS)
        write(chip, 0x00, *frame)
    assert [lit.at_ns for lit in chip.history] == [0, 10 * MS, 30 * MS]
    assert chip.history[1].leds == bit(0, 0)


def test_a_reset_controller_is_dark_and_remembers_that_it_was_lit() -> None:
    chip = controller()
    write(chip, 0x00, *[1] * 16)
    command(chip, ON)
    chip.reset()
    assert chip.lit == 0
    assert len(chip.history) == 3


# Displays and lights, as seen


@pytest.mark.parametrize(
    "text", ["5:00", "0:59", "19.3", "1:00", "100", "10:00", "8.8.8.8.", "-", ""]
)
def test_a_display_reads_back_what_the_driver_shows(text: str) -> None:
    assert segments_text(int.from_bytes(segments(text), "little")) == text


def test_every_sign_the_driver_knows_can_be_read() -> None:
    # Some letters look like figures: O is 0, S is 5.
    twins = {"O": "0", "S": "5"}
    for sign in GLYPHS:
        shown = segments_text(int.from_bytes(segments(sign), "little"))
        assert shown == twins.get(sign, sign).strip()


def test_a_pattern_that_is_no_sign_is_shown_as_unknown() -> None:
    assert segments_text(0b0101_0101) == "?"


def frame(*leds: Led) -> list[int]:
    return list(sum(bit(led.com, led.row) for led in set(leds)).to_bytes(16, "little"))


class Board:
    """The lights of a wired board."""

    def __init__(self, board: str) -> None:
        self.clock = VirtualClock()
        self.wiring = BOARDS[board]
        leds = (*self.wiring.red, *self.wiring.green)
        self.chips = {address: controller(self.clock) for address in {led.address for led in leds}}
        self.lamps = Lamps(self.wiring, self.chips)
        for chip in self.chips.values():
            write(chip, 0x00, *[0] * 16)
            command(chip, ON)

    def show(self, red: Iterable[int] = (), green: Iterable[int] = ()) -> None:
        lit = [self.wiring.red[one] for one in red] + [self.wiring.green[one] for one in green]
        for address, chip in self.chips.items():
            write(chip, 0x00, *frame(*(led for led in lit if led.address == address)))
            self.clock.advance(MS // 2)


@pytest.mark.parametrize("board", ["8x8", "10x10", "12x12"])
def test_lights_are_pictures_by_colour(board: str) -> None:
    lights = Board(board)
    lights.show(red=[0, 7], green=[1, 7])
    assert lights.lamps.now == Lights(red=1, green=2, both=1 << 7)


@pytest.mark.parametrize("board", ["8x8", "10x10"])
def test_what_blinked_in_the_last_second_counts(board: str) -> None:
    lights = Board(board)
    for _ in range(3):
        lights.show(red=[5])
        lights.clock.advance(250 * MS)
        lights.show()
        lights.clock.advance(250 * MS)
    assert lights.lamps.now == Lights(0, 0, 0)
    assert lights.lamps.lately(lights.clock.now_ns, SECOND) == Lights(red=1 << 5, green=0, both=0)
    lights.clock.advance(2 * SECOND)
    assert lights.lamps.lately(lights.clock.now_ns, SECOND) == Lights(0, 0, 0)


def test_two_chips_that_change_one_after_the_other_show_no_third_colour() -> None:
    # 10x10: one controller a colour. A frame of 0.5 ms apart lies within one round of 9.5 ms.
    lights = Board("10x10")
    lights.show(red=[3], green=[3])
    lights.clock.advance(300 * MS)
    lights.show()
    lights.clock.advance(100 * MS)
    assert lights.lamps.lately(lights.clock.now_ns, SECOND) == Lights(red=0, green=0, both=1 << 3)
