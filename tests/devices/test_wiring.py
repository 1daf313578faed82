"""A wiring file that cannot be built is refused with one sentence: file, key, what to do."""

import re
from pathlib import Path

import pytest

import hardware
from firmware.devices.wiring import Led, load_wiring, pin_name
from firmware.errors import WiringError
from tests.devices.fakes import BOARDS

GOOD = (hardware.WIRING / "8x8.toml").read_text(encoding="utf-8")
RANK_1 = GOOD[GOOD.index("[rank-1]") :]


def test_squares_come_in_picture_order_with_their_wires() -> None:
    wiring = BOARDS["8x8"]
    assert (wiring.squares[0], wiring.squares[7], wiring.squares[63]) == ("a8", "h8", "h1")
    assert (wiring.coords[0], wiring.coords[7], wiring.coords[63]) == ((0, 7), (7, 7), (7, 0))
    assert pin_name(wiring.drive[7]) == "GPA1"
    assert pin_name(wiring.read[7]) == "GPA0"
    assert wiring.green[7] == Led(0x70, com=0, row=15)


def test_on_two_chips_the_same_pin_names_may_drive_and_read() -> None:
    wiring = BOARDS["12x12"]
    assert (wiring.drive_chip, wiring.read_chip) == (0x20, 0x21)
    assert len(wiring.squares) == 72
    assert wiring.drives == tuple(range(6))
    assert len(wiring.reads) == 12


def refusal(tmp_path: Path, text: str) -> str:
    """What a file with this text is refused with, after its name."""
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WiringError) as caught:
        load_wiring(path)
    sentence = str(caught.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"a8    b8', '"b8', "rank-8.square: the squares of this rank are .a8 b8 c8"),
        ("[rank-3]", "[rank-33]", "rank-3: this is missing; add a table"),
        (RANK_1, "", "rank-1: this is missing; add a table"),
        ("drive  = ", "drivee = ", "rank-8.drive: this is missing; add a text"),
        ('read   = "GPB0  ', 'read   = "', "rank-8.read: 7 entries for 8 squares"),
        (
            'read   = "GPB0  GPB1  ',
            'read   = "GPB0  GPB0  ',
            "rank-8.read: the crossing of GPA1 and GPB0 already serves a8; choose another for b8",
        ),
        (
            'read   = "GPB0  ',
            'read   = "GPA7  ',
            "rank-8.read: a8 is read on GPA7, which must never be an input",
        ),
        (
            'read   = "GPB0  ',
            'read   = "GPA2  ',
            "rank-7.drive: GPA2 of 0x20 already serves a read line",
        ),
        ('read   = "GPB0  ', 'read   = "GPC0  ', "rank-8.read: .GPC0. is no pin of an MCP23017"),
        ('"C0.R0 C0.R1 ', '"C0.R0 C0.R8 ', "rank-8.red: C0.R8 .* serves the green LED of a8"),
        ('"C0.R0 C0.R1 ', '"C0.R0 C0.R0 ', "rank-8.red: C0.R0 .* serves the red LED of a8"),
        ('"C0.R0 C0.R1 ', '"C0.R0 C8.R1 ', "rank-8.red: .C8.R1. is no LED of an HT16K33; write C0"),
        (
            "drive = 0x20",
            "drive = 0x28",
            "mcp23017.drive: 0x28 is out of range; choose one from 0x20 to 0x27",
        ),
        ("left = 0x71", "left = 0x78", "ht16k33.left: 0x78 is out of range"),
        (
            "left = 0x71",
            "left = 0x70",
            "ht16k33.left: address 0x70 already serves the squares' lights",
        ),
        (
            "right = 0x72",
            "right = 0x71",
            "ht16k33.right: .* serves the left display; choose another",
        ),
        ("right = 27 ", "right = 17 ", "gpio.right: GPIO 17 already serves the left button"),
        ("buzzer = 22 ", "buzzer = 2 ", "gpio.buzzer: 2 is out of range; choose one from 4 to 27"),
        ("buzzer = 22 ", "buzer = 22 ", "gpio.buzzer: this is missing; add a whole number"),
        ("buzzer = 22 ", "buzzer = 22\nlamp = 5 ", "gpio.lamp: nothing is known by this name"),
        ("files = 8", "files = true", "board.files: True is not a whole number"),
        ("files = 8", "files = 80", "board.files: 80 is out of range"),
        ('squares = "all"', 'squares = "light"', 'board.squares: "light" is unknown; write "all"'),
        ("[board]", "[bored]", "board: this is missing; add a table"),
        ("title = ", "colour = 'red'\ntitle = ", "colour: nothing is known by this name"),
        ("files = 8", "files = ", r"this is not TOML \(.*line 14.*\); correct that line"),
    ],
)
def test_a_mistake_is_named_with_its_key_and_a_remedy(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert old in GOOD
    assert re.match(sentence, refusal(tmp_path, GOOD.replace(old, new, 1)))


def test_a_pin_that_drives_one_rank_cannot_read_another(tmp_path: Path) -> None:
    said = refusal(tmp_path, GOOD.replace("GPB6", "GPB7"))
    assert said.startswith("rank-8.read: g8 is read on GPB7, which must never be an input")


def test_a_file_that_is_not_there_or_no_text_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match=r"none\.toml: the wiring file cannot be read \(No such"):
        load_wiring(tmp_path / "none.toml")
    with pytest.raises(WiringError, match="cannot be read"):
        load_wiring(tmp_path)
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "caf\xe9"\n')
    with pytest.raises(WiringError, match="UTF-8"):
        load_wiring(path)
