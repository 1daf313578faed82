"""Failures explained by the wires they share, and where the project's own hub brings these out."""

import csv
import re

import pytest

import hardware
from firmware.devices.wiring import Led, load_wiring
from firmware.station.doctor.lines import (
    Strayed,
    causes,
    drive_lines,
    light_lines,
    read_lines,
    strayed,
)
from firmware.station.doctor.ribbons import Socket, anode_socket, cathode_socket, port_socket
from firmware.station.places import find_wiring

BOARDS = ("8x8", "10x8", "10x10", "12x12")
HUB = {"U1": 0x20, "U2": 0x21, "U3": 0x70, "U4": 0x71}
"""The addresses that the hub's copper gives its chips (hardware/gen/hub.py)."""


def sockets_of_the_table(board: str) -> dict[tuple[str, str], Socket]:
    """(chip, pin) -> plug and number, as the table for the builder has it."""
    path = hardware.WIRING.parent / "wires" / f"{board}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["signal"].split()[0], row["signal"].split()[1]): Socket(
                row["plug"], int(row["pin"])
            )
            for row in csv.DictReader(file)
            if re.fullmatch(r"U\d \w+", row["signal"])
        }


@pytest.mark.parametrize("board", BOARDS)
def test_plugs_are_those_of_the_table_of_wires(board: str) -> None:
    table = sockets_of_the_table(board)
    assert len(table) > 20
    for (chip, pin), socket in table.items():
        address, number = HUB[chip], int(re.sub(r"\D", "", pin))
        match pin[:3]:
            case "GPA":
                assert port_socket(address, number) == socket
            case "GPB":
                assert port_socket(address, 8 + number) == socket
            case "COM":
                assert cathode_socket(Led(address, number, 0)) == socket
            case _:
                assert anode_socket(Led(address, 0, number)) == socket


def test_a_chip_that_the_hub_does_not_have_has_no_plug() -> None:
    assert port_socket(0x27, 3) is None
    assert cathode_socket(Led(0x77, 0, 0)) is anode_socket(Led(0x77, 0, 0)) is None


@pytest.mark.parametrize("board", BOARDS)
def test_every_set_of_open_lines_is_named_and_nothing_else(board: str) -> None:
    """Each pair of lines of each board, as long as something of the board is still felt."""
    wiring = load_wiring(find_wiring(board))
    lines = (*drive_lines(wiring), *read_lines(wiring))
    for one in lines:
        for other in lines:
            named, rest = causes(lines, one.members | other.members)
            assert set(named) == {one, other}
            assert rest == 0


@pytest.mark.parametrize("board", BOARDS)
def test_every_open_wire_of_the_lights_is_named(board: str) -> None:
    wiring = load_wiring(find_wiring(board))
    lines = light_lines((*wiring.red, *wiring.green))
    for line in lines:
        assert causes(lines, line.members) == ((line,), 0)
        lowest = line.members & -line.members
        assert causes(lines, line.members ^ lowest) == ((), line.members ^ lowest)


def test_lines_that_are_joined_are_told_from_lines_that_are_exchanged() -> None:
    """A man on either line then fills its own square and the other line's."""
    wiring = load_wiring(find_wiring("8x8"))
    drives, reads = drive_lines(wiring), read_lines(wiring)
    one, other = reads[2], reads[5]
    felt = {square: 1 << square for square in range(64)}
    for square in range(64):
        for line, partner in ((one, other), (other, one)):
            if line.members >> square & 1:
                step = wiring.squares.index(f"{'abcdefgh'[reads.index(partner)]}1") % 8 - square % 8
                felt[square] |= 1 << square + step
    assert list(strayed(drives, reads, felt)) == []
    assert set(strayed(reads, drives, felt)) == {
        Strayed(one, other, joined=True),
        Strayed(other, one, joined=True),
    }


def test_one_square_felt_elsewhere_moves_no_line() -> None:
    wiring = load_wiring(find_wiring("8x8"))
    drives, reads = drive_lines(wiring), read_lines(wiring)
    felt = {square: 1 << square for square in range(64)}
    felt[0], felt[9] = 1 << 9, 1 << 0
    assert list(strayed(drives, reads, felt)) == list(strayed(reads, drives, felt)) == []
