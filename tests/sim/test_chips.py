"""The chips against their data sheets: Microchip DS20001952 and Holtek HT16K33 rev. 1.10/1.20."""

from collections.abc import Iterable
from random import Random

import pytest

from firmware.devices.seven_segment import GLYPHS, segments
from firmware.devices.wiring import Led
from host_sim.chips import Chip, mcp23017
from host_sim.chips.ht16k33 import Ht16k33, segments_text
from host_sim.chips.mcp23017 import (
    BANK,
    DEFVALA,
    GPINTENA,
    GPIOA,
    GPIOB,
    GPPUA,
    INTCAPA,
    INTCONA,
    INTFA,
    INTPOL,
    IOCON,
    IODIRA,
    IODIRB,
    IPOLA,
    MIRROR,
    ODR,
    OLATA,
    OLATB,
    SEQOP,
    Mcp23017,
)
from host_sim.clock import MS, SECOND, VirtualClock
from host_sim.lamps import Lamps, Lights
from tests.devices.fakes import BOARDS


class Levels:
    """What the world around an expander does to its sixteen pins."""

    def __init__(self) -> None:
        self.value = 0xFFFF

    def __call__(self) -> int:
        return self.value


def write(chip: Chip, *payload: int) -> None:
    chip.start(reading=False)
    for byte in payload:
        chip.receive(byte)
    chip.stop()


def read(chip: Chip, count: int) -> list[int]:
    chip.start(reading=True)
    data = [chip.send() for _ in range(count)]
    chip.stop()
    return data


def read_at(chip: Chip, register: int, count: int = 1) -> list[int]:
    write(chip, register)
    return read(chip, count)


# MCP23017


def test_after_power_on_all_pins_are_inputs_and_all_else_is_zero() -> None:
    # Table 3-1: IODIR 1111 1111, every other register 0000 0000.
    chip = Mcp23017(Levels())
    chip.outside.value = 0  # type: ignore[attr-defined]  # the Levels just given
    assert read_at(chip, 0x00, 22) == [0xFF, 0xFF] + [0] * 20
    assert chip.driven_low == 0


def test_a_reset_brings_power_on_values_back() -> None:
    chip = Mcp23017()
    write(chip, IOCON, BANK | SEQOP)
    write(chip, 0x00, 0x00)
    chip.reset()
    assert chip.peek(IODIRA) == 0xFF
    assert chip.peek(IOCON) == 0
    assert read_at(chip, IODIRA, 2) == [0xFF, 0xFF]


def test_sequential_mode_the_pointer_goes_on_and_rolls_over_to_zero() -> None:
    # Section 3.2.1: "rolls over to address 00h after accessing the last register".
    chip = Mcp23017()
    write(chip, OLATB, 0xAA, 0x12, 0x34)
    assert chip.peek(OLATB) == 0xAA
    assert chip.peek(IODIRA) == 0x12
    assert chip.peek(IODIRB) == 0x34


@pytest.mark.parametrize("first", range(0x16))
def test_byte_mode_with_bank_0_toggles_within_the_pair(first: int) -> None:
    # Section 3.2.1: "a special mode (Byte mode with IOCON.BANK = 0) causes the address pointer to
    # toggle between associated A/B register pairs"; it may start at either.
    chip = Mcp23017()
    write(chip, IOCON, SEQOP)
    pointers = []
    write(chip, first)
    chip.start(reading=True)
    for _ in range(4):
        pointers.append(chip.pointer)
        chip.send()
    assert pointers == [first, first ^ 1, first, first ^ 1]


def test_byte_mode_a_write_then_a_read_come_back_to_the_port() -> None:
    # The scan: write GPIOA, GPIOB, repeated start, read both. Two steps, so the pointer is home.
    chip = Mcp23017(lambda: 0xA55A)
    write(chip, IOCON, SEQOP)
    chip.start(reading=False)
    for byte in (GPIOA, 0x00, 0x00):
        chip.receive(byte)
    chip.start(reading=True)
    assert [chip.send(), chip.send()] == [0x5A, 0xA5]


def test_without_seqop_the_same_read_echoes_the_latches() -> None:
    # Sequential mode: after GPIOB comes OLATA.
    chip = Mcp23017(lambda: 0xA55A)
    chip.start(reading=False)
    for byte in (GPIOA, 0x00, 0x80):
        chip.receive(byte)
    chip.start(reading=True)
    assert [chip.send(), chip.send()] == [0x00, 0x80]


def test_the_pointer_survives_stops_and_reads_without_a_register_go_on() -> None:
    chip = Mcp23017()
    write(chip, IPOLA, 0x11, 0x22)
    write(chip, IPOLA)
    assert read(chip, 1) == [0x11]
    assert read(chip, 1) == [0x22]


def test_bank_1_segregates_the_ports() -> None:
    # Table 3-1: port A at 00h-0Ah, port B at 10h-1Ah, IOCON at 05h and 15h.
    chip = Mcp23017()
    write(chip, IOCON, BANK | SEQOP)
    write(chip, 0x10, 0x0F)
    assert chip.peek(IODIRB) == 0x0F
    assert chip.peek(IODIRA) == 0xFF
    write(chip, 0x06, 0x33)
    assert chip.peek(GPPUA) == 0x33
    assert read_at(chip, 0x05) == read_at(chip, 0x15) == [BANK | SEQOP]


def test_byte_mode_with_bank_1_stays_on_one_register() -> None:
    # Section 3.2.1: "continually access the same address".
    chip = Mcp23017(lambda: 0x00C3)
    write(chip, IOCON, BANK | SEQOP)
    assert read_at(chip, 0x09, 3) == [0xC3, 0xC3, 0xC3]


def test_writing_zero_to_05_leaves_bank_1_and_is_harmless_in_bank_0() -> None:
    # 05h is IOCON while BANK = 1 and GPINTENB while BANK = 0 (table 3-1).
    chip = Mcp23017()
    write(chip, IOCON, BANK)
    write(chip, 0x05, 0x00)
    assert chip.peek(IOCON) == 0
    write(chip, 0x05, 0x00)
    assert chip.peek(IOCON) == 0
    assert chip.peek(IODIRA) == 0xFF


def test_iocon_is_one_register_at_two_addresses_and_its_bit_0_is_zero() -> None:
    # Section 3.5.6.
    chip = Mcp23017()
    write(chip, 0x0B, SEQOP | 1)
    assert read_at(chip, 0x0A, 2) == [SEQOP, SEQOP]


def test_writing_gpio_sets_the_latch_and_reading_gpio_reads_the_pins() -> None:
    # Section 3.5.10: "Writing to this register modifies the Output Latch (OLAT) register".
    chip = Mcp23017(lambda: 0x0000)
    write(chip, IODIRA, 0xF0)
    write(chip, GPIOA, 0xFF)
    assert chip.peek(OLATA) == 0xFF
    assert read_at(chip, GPIOA) == [0x0F], "inputs are low outside, outputs high"


def test_outputs_that_hold_zero_are_driven_low() -> None:
    chip = Mcp23017()
    write(chip, OLATA, 0xFE, 0x7F)
    assert chip.driven_low == 0, "inputs drive nothing"
    write(chip, IODIRA, 0x00, 0x00)
    assert chip.driven_low == 0x8001


def test_ipol_inverts_what_gpio_shows() -> None:
    # Section 3.5.2.
    chip = Mcp23017(lambda: 0x000F)
    write(chip, IPOLA, 0x81)
    assert read_at(chip, GPIOA) == [0x0F ^ 0x81]


def test_intf_and_intcap_cannot_be_written() -> None:
    # Sections 3.5.8 and 3.5.9.
    chip = Mcp23017()
    write(chip, INTFA, 0xFF, 0xFF, 0xFF, 0xFF)
    assert read_at(chip, INTFA, 4) == [0, 0, 0, 0]


def test_addresses_without_a_register_read_zero_and_swallow_writes() -> None:
    chip = Mcp23017()
    write(chip, 0x40, 0xFF)
    assert read_at(chip, 0x40) == [0]


def test_interrupt_on_change_keeps_the_first_change_until_the_port_is_read() -> None:
    # Section 3.6: INTCAP holds the port at the interrupt, further changes do not touch it.
    levels = Levels()
    chip = Mcp23017(levels)
    write(chip, GPINTENA, 0x0F)
    levels.value = 0xFFFE
    chip.observe()
    levels.value = 0xFFFC
    chip.observe()
    assert chip.interrupt(0)
    assert read_at(chip, INTFA) == [0x01]
    assert read_at(chip, INTCAPA) == [0xFE]
    assert not chip.interrupt(0), "reading INTCAP clears it"
    levels.value = 0xFF0C
    chip.observe()
    assert not chip.interrupt(0), "these pins are not enabled"
    levels.value = 0xFF0D
    chip.observe()
    assert chip.interrupt(0)
    assert read_at(chip, GPIOA) == [0x0D]
    assert not chip.interrupt(0), "so does reading GPIO"


def test_interrupt_on_difference_comes_back_while_the_pin_differs_from_defval() -> None:
    # Sections 3.5.4, 3.5.5: with INTCON set the pin is compared with DEFVAL.
    levels = Levels()
    chip = Mcp23017(levels)
    write(chip, DEFVALA, 0x01)
    write(chip, INTCONA, 0x01)
    write(chip, GPINTENA, 0x01)
    levels.value = 0xFFFE
    assert read_at(chip, INTCAPA) == [0xFE]
    chip.observe()
    assert chip.interrupt(0)


@pytest.mark.parametrize(
    ("iocon", "idle", "asserted"),
    [(0, True, False), (INTPOL, False, True), (ODR, None, False), (ODR | INTPOL, None, False)],
)
def test_the_level_of_the_interrupt_pin_follows_iocon(
    iocon: int, idle: bool | None, asserted: bool
) -> None:
    # Section 3.5.6: INTPOL sets the polarity, ODR overrides it.
    levels = Levels()
    chip = Mcp23017(levels)
    write(chip, IOCON, iocon | SEQOP)
    write(chip, GPINTENA, 0x01, 0x00)
    assert chip.interrupt_level(0) is idle
    levels.value = 0xFFFE
    chip.observe()
    assert chip.interrupt_level(0) is asserted
    assert not chip.interrupt(1)


def test_mirror_joins_both_interrupts() -> None:
    levels = Levels()
    chip = Mcp23017(levels)
    write(chip, IOCON, MIRROR)
    write(chip, GPINTENA, 0x01, 0x00)
    levels.value = 0xFFFE
    chip.observe()
    assert chip.interrupt(0)
    assert chip.interrupt(1)


def test_the_register_names_are_the_data_sheets() -> None:
    # Table 3-1, BANK = 0, of the pairs a driver uses.
    assert (mcp23017.IODIRA, mcp23017.IOCON, mcp23017.GPPUA) == (0x00, 0x0A, 0x0C)
    assert (mcp23017.GPIOA, GPIOB, mcp23017.OLATA) == (0x12, 0x13, 0x14)


# HT16K33

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
