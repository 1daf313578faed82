"""How a hub and its tiles become a board: which wire runs where, derived from the wiring file.

A board is tiles in columns (files, two by two, from the west) and rows (ranks, two by two, from the
north). The hub's ribbons end at two edges: drive lines and LED cathodes at the west edge of each
row, read lines and LED anodes at the south edge of each column. From there the tiles pass them on.
"""

from dataclasses import dataclass

from firmware.devices.wiring import Led, Wiring, pin_name
from hardware.gen import hub, tile
from hardware.gen.model import Board


@dataclass(frozen=True, slots=True)
class Link:
    """One wire from a hub's ribbon to a hole at the edge of a tile."""

    plug: str
    pin: str
    signal: str
    """The chip's pin, as "U1 GPB0"."""
    column: int
    row: int
    """The tile: column 1 is at the west, row 1 at the north."""
    edge: str
    hole: str
    net: str
    """The tile's net."""
    serves: str


def tiles(wiring: Wiring) -> tuple[int, int]:
    """Columns and rows of tiles."""
    assert wiring.files % 2 == wiring.ranks % 2 == 0
    return wiring.files // 2, wiring.ranks // 2


def dark_only(wiring: Wiring) -> bool:
    """Whether only the dark squares have reeds."""
    return len(wiring.squares) < wiring.files * wiring.ranks


def place(square: str, wiring: Wiring) -> tuple[int, int, str, str]:
    """Column and row of a square's tile, and where on it: T or B, L or R."""
    file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
    from_top = wiring.ranks - 1 - rank
    return file // 2 + 1, from_top // 2 + 1, "TB"[from_top % 2], "LR"[file % 2]


def links(wiring: Wiring) -> tuple[Link, ...]:
    """Every wire between hub and tiles, in the order of the ribbons' pins."""
    found: dict[tuple[int, int, str, str], Link] = {}
    boards = _Boards(hub.hub(), tile.tile())
    for index, square in enumerate(wiring.squares):
        column, row, rank, file = place(square, wiring)
        dark = dark_only(wiring)
        drive = "DRIVE_T" if dark else f"DRIVE_{rank}"
        cathodes = ("X", "Y") if dark else (tile.CATHODES[rank],) * 2
        red, green = wiring.red[index], wiring.green[index]
        files, ranks = square[0], _ranks(wiring, row, rank, dark)
        port = _port(wiring.drive_chip, wiring.drive[index])
        reader = _port(wiring.read_chip, wiring.read[index])
        wires = (
            (port, 1, row, drive, f"drive of {ranks}"),
            (_com(red), 1, row, cathodes[0], f"cathodes, {'red' if dark else 'both'}, {ranks}"),
            (_com(green), 1, row, cathodes[1], f"cathodes, {'green' if dark else 'both'}, {ranks}"),
            (reader, column, tiles(wiring)[1], f"READ_{file}", f"read of file {files}"),
            (_row(red), column, tiles(wiring)[1], f"RED_{file}", f"red anodes of file {files}"),
            (_row(green), column, tiles(wiring)[1], f"GREEN_{file}", f"green anodes of {files}"),
        )
        for net, at_column, at_row, tile_net, serves in wires:
            link = boards.link(net, at_column, at_row, tile_net, serves)
            known = found.setdefault((at_column, at_row, link.edge, link.hole), link)
            assert known == link, f"{square}: the tiles cannot follow this wiring: {known}, {link}"
    return tuple(sorted(found.values(), key=lambda link: (int(link.plug[1:]), int(link.pin))))


def _ranks(wiring: Wiring, row: int, rank: str, dark: bool) -> str:
    upper = wiring.ranks - 2 * (row - 1)
    if dark:
        return f"ranks {upper} and {upper - 1}"
    return f"rank {upper - 'TB'.index(rank)}"


def _chip(address: int) -> int:
    return next(chip for chip, other in hub.ADDRESS.items() if other == address)


def _port(address: int, pin: int) -> str:
    return hub.port_net(_chip(address), pin_name(pin))


def _com(led: Led) -> str:
    return f"U{_chip(led.address)}_COM{led.com}"


def _row(led: Led) -> str:
    return f"U{_chip(led.address)}_ROW{led.row}"


@dataclass(frozen=True, slots=True)
class _Boards:
    hub: Board
    tile: Board

    def link(self, net: str, column: int, row: int, tile_net: str, serves: str) -> Link:
        """The wire that brings a net of the hub to a net of a tile."""
        plug, pin = next((ref, pin) for ref, pin in self.hub.pins_of(net) if ref.startswith("J"))
        edge = "west" if tile_net in dict(tile.ROWS) else "south"
        ref = "J4" if edge == "west" else "J3"
        hole = next(pin for other, pin in self.tile.pins_of(tile_net) if other == ref)
        signal = net.replace("_", " ")
        return Link(plug, pin, signal, column, row, edge, f"{ref}.{hole}", tile_net, serves)
