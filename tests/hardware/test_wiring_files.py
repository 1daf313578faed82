"""Every wiring file shipped can be built: complete, nothing used twice, no forbidden pin."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import hardware
from firmware.devices.wiring import Wiring, load_wiring, pin_name

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


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_firmware_reads_each_column_of_the_file_as_it_is_written(path: Path) -> None:
    """The file's own words against the loaded map; a swapped pin in the loader shows here."""
    text, wiring = tomllib.loads(path.read_text(encoding="utf-8")), load_wiring(path)
    columns = [
        column
        for rank in range(wiring.ranks, 0, -1)
        for column in zip(
            *(text[f"rank-{rank}"][key].split() for key in ("square", "drive", "read", "red",
                                                            "green")),
            strict=True,
        )
    ]  # fmt: skip
    loaded = [
        (
            square,
            pin_name(wiring.drive[index]),
            pin_name(wiring.read[index]),
            f"C{wiring.red[index].com}.R{wiring.red[index].row}",
            f"C{wiring.green[index].com}.R{wiring.green[index].row}",
        )
        for index, square in enumerate(wiring.squares)
    ]
    assert loaded == columns
    assert {led.address for led in wiring.red} == {text["ht16k33"]["red"]}
    assert {led.address for led in wiring.green} == {text["ht16k33"]["green"]}
    assert wiring.drive_chip == text["mcp23017"]["drive"]
    assert wiring.read_chip == text["mcp23017"]["read"]
