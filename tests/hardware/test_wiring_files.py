"""Every wiring file shipped can be built: complete, nothing used twice, no forbidden pin."""

from collections import Counter

import pytest

import hardware
from firmware.devices.wiring import Wiring, load_wiring

FILES = sorted(hardware.WIRING.glob("*.toml"))

each_file = pytest.mark.parametrize(
    "wiring", [load_wiring(path) for path in FILES], ids=[path.stem for path in FILES]
)


def dark(files: str, ranks: int) -> list[str]:
    """The dark squares row by row from the top left, a1 among them."""
    return [f"{file}{rank}" for rank in range(ranks, 0, -1) for file in files[(rank + 1) % 2 :: 2]]


def test_all_boards_are_there() -> None:
    assert [path.stem for path in FILES] == ["10x10", "10x8", "12x12", "8x8"]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("8x8", [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh"]),
        ("10x10", dark("abcdefghij", 10)),
        ("10x8", dark("abcdefghij", 8)),
        ("12x12", dark("abcdefghijkl", 12)),
    ],
)
def test_every_square_of_the_board_has_a_reed(board: str, expected: list[str]) -> None:
    wiring = load_wiring(hardware.WIRING / f"{board}.toml")
    assert list(wiring.squares) == expected


@each_file
def test_no_two_squares_share_a_crossing_or_an_led(wiring: Wiring) -> None:
    assert len(set(zip(wiring.drive, wiring.read, strict=True))) == len(wiring.squares)
    assert Counter(wiring.red + wiring.green).most_common(1)[0][1] == 1
    assert len(wiring.red) == len(wiring.green) == len(wiring.squares)


@each_file
def test_gpa7_and_gpb7_are_never_inputs(wiring: Wiring) -> None:
    """MCP23017 datasheet DS20001952, rev. D: GPA7 and GPB7 are output only."""
    assert not {7, 15} & set(wiring.read)
    assert len(wiring.reads) <= 14


@each_file
def test_no_pin_both_drives_and_reads(wiring: Wiring) -> None:
    assert wiring.drive_chip != wiring.read_chip or not set(wiring.drive) & set(wiring.read)


@each_file
def test_chips_answer_at_addresses_of_their_own_that_they_can_have(wiring: Wiring) -> None:
    assert {wiring.drive_chip, wiring.read_chip} <= set(range(0x20, 0x28))
    lights = {led.address for led in wiring.red + wiring.green}
    displays = [wiring.left_display, wiring.right_display]
    assert lights | set(displays) <= set(range(0x70, 0x78))
    assert len(lights) + 2 == len({*lights, *displays})


@each_file
def test_leds_are_within_16_rows_by_8_commons(wiring: Wiring) -> None:
    assert all(0 <= led.com < 8 and 0 <= led.row < 16 for led in wiring.red + wiring.green)


@each_file
def test_buttons_and_buzzer_leave_the_bus_pins_alone(wiring: Wiring) -> None:
    pins = [wiring.left_button, wiring.right_button, wiring.buzzer]
    assert len(set(pins)) == 3
    assert not {0, 1, 2, 3} & set(pins), "GPIO 2 and 3 are SDA and SCL, 0 and 1 the HAT's EEPROM"
