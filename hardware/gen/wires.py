"""Wiring tables as text: hub to tiles, and square by square for a board wired by hand."""

import csv
import io
from collections.abc import Sequence

from firmware.devices.wiring import Wiring
from hardware.gen import tile
from hardware.gen.assembly import dark_only, links, place, tiles


def _table(head: tuple[str, ...], rows: Sequence[tuple[str | int, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def to_tiles(wiring: Wiring) -> str:
    """One line a wire from the hub's ribbons to the edges of the tiles."""
    head = ("plug", "pin", "signal", "tile column", "tile row", "edge", "hole", "net", "serves")
    rows = [
        (
            link.plug, link.pin, link.signal, link.column, link.row, link.edge, link.hole,
            link.net, link.serves,
        )
        for link in links(wiring)
    ]  # fmt: skip
    return _table(head, rows)


def by_hand(wiring: Wiring) -> str:
    """One line a square: the hub's pin whose bus wire each end of its parts is soldered to."""
    pins = {(link.net, link.column, link.row): f"{link.plug}.{link.pin}" for link in links(wiring)}
    head = (
        "square", "reed to", "diode cathode to", "red anode to", "red cathode to",
        "green anode to", "green cathode to",
    )  # fmt: skip
    rows = [(square, *(pins[wire] for wire in _wires(square, wiring))) for square in wiring.squares]
    return _table(head, rows)


def _wires(square: str, wiring: Wiring) -> tuple[tuple[str, int, int], ...]:
    """The lines on which a square's parts hang: net, and column and row of the link's tile."""
    column, row, rank, file = place(square, wiring)
    south = tiles(wiring)[1]
    if dark_only(wiring):
        drive, red, green = "DRIVE_T", "X", "Y"
    else:
        drive, red, green = f"DRIVE_{rank}", tile.CATHODES[rank], tile.CATHODES[rank]
    return (
        (f"READ_{file}", column, south),
        (drive, 1, row),
        (f"RED_{file}", column, south),
        (red, 1, row),
        (f"GREEN_{file}", column, south),
        (green, 1, row),
    )
