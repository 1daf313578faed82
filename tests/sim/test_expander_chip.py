"""The MCP23017 against its data sheet: Microchip DS20001952."""

import pytest

from host_sim.chips import mcp23017
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
from tests.sim.transfers import read, read_at, write


class Levels:
    """What the world around an expander does to its sixteen pins."""

    def __init__(self) -> None:
        self.value = 0xFFFF

    def __call__(self) -> int:
        return self.value


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
