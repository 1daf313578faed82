"""Schematic, boards, lists, wiring tables: as the generator writes them and the wiring says."""

import csv
from pathlib import Path

import pytest

import hardware
from firmware.devices.wiring import Led, Wiring, load_wiring, pin_name
from hardware.gen import hub, tile
from hardware.gen.__main__ import main
from hardware.gen.boards import BOARDS, wirings
from hardware.gen.bom import fitted
from hardware.gen.files import everything
from hardware.gen.model import Board
from tests.hardware.netlist import Netlist, Terminal, children, pads, parse

FOLDER = Path(hardware.__file__).parent
CHIPS = {0x20: 1, 0x21: 2, 0x70: 3, 0x71: 4}
"""U1 to U4 by the address that the copper at their pins gives them."""

SPOTS = {("T", "L"): 1, ("T", "R"): 2, ("B", "L"): 3, ("B", "R"): 4}


def table(board: str) -> str:
    return (FOLDER / "wires" / f"{board}.csv").read_text(encoding="utf-8")


def soldered(board: str, wires: str | None = None) -> tuple[Netlist, Wiring]:
    wiring = load_wiring(hardware.WIRING / f"{board}.toml")
    return Netlist(FOLDER, wiring, wires or table(board)), wiring


def differences(netlist: Netlist, wiring: Wiring) -> list[str]:
    """Squares whose reed, diode or LEDs hang elsewhere than the wiring file says."""
    found = []
    for index, square in enumerate(wiring.squares):
        file, from_top = ord(square[0]) - ord("a"), wiring.ranks - int(square[1:])
        board = f"tile {file // 2 + 1},{from_top // 2 + 1}"
        spot = SPOTS["TB"[from_top % 2], "LR"[file % 2]]

        def on(ref: str, pin: str, board: str = board, spot: int = spot) -> Terminal:
            return board, f"{ref}{spot}", pin

        def led(led: Led, ref: str, netlist: Netlist = netlist) -> list[bool]:
            chip = CHIPS[led.address]
            cathode, anode = (
                netlist.chip(chip, f"COM{led.com}"),
                netlist.chip(chip, f"ROW{led.row}"),
            )
            return [netlist.joined(cathode, on(ref, "1")), netlist.joined(anode, on(ref, "2"))]

        drive = netlist.chip(CHIPS[wiring.drive_chip], pin_name(wiring.drive[index]))
        read = netlist.chip(CHIPS[wiring.read_chip], pin_name(wiring.read[index]))
        right = [
            netlist.joined(read, on("SW", "1")),
            netlist.joined(on("SW", "2"), on("D", "2")),
            netlist.joined(on("D", "1"), drive),
            *led(wiring.red[index], "LR"),
            *led(wiring.green[index], "LG"),
        ]
        if not all(right):
            found.append(f"{square}: {right}")
    return found


def test_every_generated_file_is_what_the_generator_writes() -> None:
    assert main(["--check"]) == 0


def test_no_file_in_the_generated_folders_is_left_over() -> None:
    kept = {FOLDER / name for name in everything()}
    there = {
        path for folder in ("kicad", "wires", "spice") for path in (FOLDER / folder).rglob("*")
        if path.is_file() and not path.name.endswith((".kicad_prl", "-backups", ".lck"))
    }  # fmt: skip
    assert there <= kept


@pytest.mark.parametrize("board", BOARDS)
def test_reeds_diodes_and_leds_hang_where_the_wiring_file_says(board: str) -> None:
    assert differences(*soldered(board)) == []


@pytest.mark.parametrize("board", BOARDS)
def test_no_two_signals_of_chips_meet(board: str) -> None:
    netlist, _ = soldered(board)
    assert netlist.shorts() == []


@pytest.mark.parametrize("board", BOARDS)
def test_two_swapped_wires_are_found(board: str) -> None:
    head, first, second, *others = table(board).splitlines()
    one, other = first.split(","), second.split(",")
    one[1], other[1] = other[1], one[1]
    swapped = "\n".join([head, ",".join(one), ",".join(other), *others])
    assert differences(*soldered(board, swapped)) != []


@pytest.mark.parametrize(("pin", "other"), [("1", "2"), ("28", "27"), ("21", "1")])
def test_two_swapped_pins_of_the_expander_are_found(pin: str, other: str) -> None:
    netlist, wiring = soldered("8x8")
    real = netlist.chip

    class Swapped(Netlist):
        def chip(self, number: int, signal: str) -> Terminal:
            board, ref, found = real(number, signal)
            return board, ref, {pin: other, other: pin}.get(found, found)

    netlist.__class__ = Swapped
    assert differences(netlist, wiring) != []


@pytest.mark.parametrize("name", ["tile", "hub"])
def test_schematic_and_board_agree_pin_by_pin(name: str) -> None:
    """The schematic's labels and the board's pads, each read from its file."""
    board = {"tile": tile.tile, "hub": hub.hub}[name]()
    placed = pads(FOLDER / "kicad" / f"{name}.kicad_pcb")
    for component in board.components:
        for pin, net in component.nets.items():
            there = placed[component.ref, pin]
            assert there == (f"/{net}" if net else there)
            assert net is not None or there.startswith("unconnected-")
    sheet = parse((FOLDER / "kicad" / f"{name}.kicad_sch").read_text(encoding="utf-8"))
    labels = sorted(str(label[1]) for label in children(sheet, "label"))
    flags = sum(1 for s in children(sheet, "symbol") if any("FLAG" in str(c) for c in s))
    expected = sorted(net for part in board.components for net in part.nets.values() if net)
    assert len(labels) == len(expected) + flags
    assert set(labels) == set(expected)


def test_the_wirings_chips_are_those_of_the_hub() -> None:
    assert {address: chip for chip, address in hub.ADDRESS.items()} == CHIPS
    for wiring in wirings().values():
        lights = {led.address for led in wiring.red + wiring.green}
        assert {wiring.drive_chip, wiring.read_chip} | lights <= set(CHIPS)
        assert not {wiring.left_display, wiring.right_display} & lights


def test_buttons_and_buzzer_reach_the_gpio_of_the_wiring_files() -> None:
    """Header pins 7, 11, 13 and 15 are GPIO 4, 17, 27 and 22 on every Pi with 40 pins."""
    gpio = {hub.PI[pin]: number for pin, number in hub.PI_GPIO.items()}
    assert hub.PI_GPIO == {"7": 4, "11": 17, "13": 27, "15": 22}
    for wiring in wirings().values():
        assert gpio["LEFT_PI"] == wiring.left_button
        assert gpio["RIGHT_PI"] == wiring.right_button
        assert gpio["BUZZER_PI"] == wiring.buzzer
        assert gpio["UPS_PI"] not in (wiring.left_button, wiring.right_button, wiring.buzzer)


@pytest.mark.parametrize("board", [tile.tile(), hub.hub()], ids=lambda board: board.name)
def test_every_part_has_a_number_to_order_it_by_and_a_substitute(board: Board) -> None:
    for component in board.components:
        part = component.part
        assert part.mpn and part.maker and part.substitute and part.description
        assert part.fitted == (part.mpn != "none")
        assert part.fitted == (part.cents > 0)


def test_the_list_has_every_part_and_no_other() -> None:
    rows = list(csv.DictReader((FOLDER / "bom.csv").read_text(encoding="utf-8").splitlines()))
    listed = {row["MPN"] for row in rows if row["where"].split(" ")[0] in ("tile", "hub")}
    used = {
        part.part.mpn
        for board in (tile.tile(), hub.hub())
        for part in board.components
        if part.part.fitted
    }
    assert listed == used


@pytest.mark.parametrize("board", BOARDS)
def test_quantities_are_those_of_the_squares(board: str) -> None:
    wiring = wirings()[board]
    counted = [part.part.key for part in fitted(wiring)]
    for key in ("reed", "diode", "red", "green"):
        assert counted.count(key) == len(wiring.squares)
    chips = {wiring.drive_chip, wiring.read_chip}
    assert counted.count("mcp23017") == len(chips)
    assert counted.count("ht16k33") == len({led.address for led in wiring.red + wiring.green})


@pytest.mark.parametrize("board", BOARDS)
def test_tables_for_soldering_by_hand_say_the_same(board: str) -> None:
    """What hangs on one pin of the hub in one table hangs on the same chip's pin in the other."""
    wiring = wirings()[board]
    plugs = {f"{row['plug']}.{row['pin']}": row["signal"] for row in csv.DictReader(
        table(board).splitlines())}  # fmt: skip
    by_hand = (FOLDER / "wires" / f"{board}-hand.csv").read_text(encoding="utf-8")
    for index, row in enumerate(csv.DictReader(by_hand.splitlines())):
        assert row["square"] == wiring.squares[index]
        red, green = wiring.red[index], wiring.green[index]
        assert [plugs[pin] for key, pin in row.items() if key != "square"] == [
            f"U{CHIPS[wiring.read_chip]} {pin_name(wiring.read[index])}",
            f"U{CHIPS[wiring.drive_chip]} {pin_name(wiring.drive[index])}",
            f"U{CHIPS[red.address]} ROW{red.row}",
            f"U{CHIPS[red.address]} COM{red.com}",
            f"U{CHIPS[green.address]} ROW{green.row}",
            f"U{CHIPS[green.address]} COM{green.com}",
        ]
