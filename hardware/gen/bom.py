"""What to buy, for which board: one list, drawn from the circuits, prices summed."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from firmware.devices.wiring import Wiring
from hardware.gen import hub, tile
from hardware.gen.assembly import dark_only, links, tiles
from hardware.gen.model import Component


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to buy; `counts` by name of the board."""

    mpn: str
    maker: str
    description: str
    where: str
    counts: Mapping[str, int]
    cents: float
    substitute: str


@dataclass(frozen=True, slots=True)
class _Extra:
    """Something that is no part of a circuit: `each` is how many a board needs."""

    mpn: str
    maker: str
    description: str
    cents: float
    substitute: str
    where: str


_MEN: Final = {"8x8": 24, "10x8": 30, "10x10": 40, "12x12": 60}
"""Two sides; the spare men for crowning are those taken."""

_EXTRAS: Final = {
    "magnet": _Extra(
        "S-15-03-N", "Supermagnete", "Neodymium disc 15 x 3 mm, N35 to N45", 45,
        "any disc 15 x 3 mm, N35", "one a man",
    ),
    "man": _Extra(
        "none", "any", "Man of wood, 40 mm across, 9 mm high, drilled 15 x 3.2 mm from below", 35,
        "sawn from a rod", "one a man",
    ),
    "tile": _Extra(
        "tile.kicad_pcb", "any maker of boards", "Board 99.5 x 99.5 mm, two layers, 1.6 mm", 60,
        "wires by hand (wires/*-hand.csv)", "tiles",
    ),
    "hub": _Extra(
        "hub.kicad_pcb", "any maker of boards", "Board 100 x 114 mm, two layers, 1.6 mm", 300,
        "strip board", "one",
    ),
    "ribbon": _Extra(
        "none", "any", "Ribbon cable 16-way, with plugs, 0.5 m", 180, "loose wires", "ribbons",
    ),
    "display": _Extra(
        "878", "Adafruit", "4 digits of 7 segments with HT16K33, 14 mm", 1000,
        "any HT16K33 backpack with 4 digits", "clocks",
    ),
    "button": _Extra(
        "none", "Sanwa or alike", "Arcade button, 30 mm, normally open", 200, "any", "clocks",
    ),
    "buzzer": _Extra("AI-1223-TWT-5V-2-R", "PUI", "Active buzzer, 5 V, 12 mm", 90, "any", "one"),
    "pi": _Extra(
        "SC1176", "Raspberry Pi", "Raspberry Pi Zero 2 W with header", 1800, "any with 40 pins",
        "one",
    ),
    "card": _Extra("none", "any", "Card of 16 GB", 600, "any", "one"),
    "supply": _Extra("KSA-15E-051300HU", "Raspberry Pi", "Supply 5.1 V, 2.5 A", 900, "any", "one"),
    "plate": _Extra(
        "none", "any", "Plate 3 mm, translucent, with the board printed or veneered", 1500,
        "plywood 3 mm with 5 mm holes over the LEDs", "one",
    ),
}  # fmt: skip


def lines(wirings: Mapping[str, Wiring]) -> list[Line]:
    """The whole list; `wirings` by name of the board."""
    counts: dict[str, Counter[str]] = {board: _parts(w) for board, w in wirings.items()}
    known = {part.part.mpn: part.part for part in (*tile.tile().components, *hub.hub().components)}
    found = [
        Line(
            mpn, part.maker, part.description, _where(mpn),
            {board: counts[board][mpn] for board in wirings}, part.cents, part.substitute,
        )
        for mpn, part in sorted(known.items())
        if part.fitted
    ]  # fmt: skip
    for name, extra in _EXTRAS.items():
        quantities = {board: _how_many(name, board, w) for board, w in wirings.items()}
        found.append(
            Line(
                extra.mpn, extra.maker, extra.description, extra.where, quantities, extra.cents,
                extra.substitute,
            )
        )  # fmt: skip
    return found


def table(wirings: Mapping[str, Wiring]) -> str:
    """bom.csv: a line a thing, quantities by board, the totals last."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("MPN", "maker", "description", "where", *wirings, "US$ each", "substitute"))
    bought = lines(wirings)
    for line in bought:
        writer.writerow(
            (line.mpn, line.maker, line.description, line.where, *line.counts.values(),
             f"{line.cents / 100:.2f}", line.substitute)
        )  # fmt: skip
    sums = [f"{total(bought, board) / 100:.0f}" for board in wirings]
    writer.writerow(("total", "", "US$ for one board, parts and Pi, no freight", "", *sums, "", ""))
    return out.getvalue()


def total(bought: list[Line], board: str) -> float:
    """Cents for one board."""
    return sum(line.counts[board] * line.cents for line in bought)


def fitted(wiring: Wiring) -> list[Component]:
    """The components of hub and tiles that a board needs, one entry a piece to be soldered."""
    columns, rows = tiles(wiring)
    on_tile = [part for part in tile.tile().components if _on_tile(part, wiring)]
    return [
        *(part for _ in range(columns * rows) for part in on_tile),
        *(part for part in hub.hub().components if part.ref not in _unused(wiring)),
    ]


def _parts(wiring: Wiring) -> Counter[str]:
    return Counter(part.part.mpn for part in fitted(wiring) if part.part.fitted)


def _on_tile(part: Component, wiring: Wiring) -> bool:
    return not dark_only(wiring) or part.note not in ("TL", "BR")


def _unused(wiring: Wiring) -> set[str]:
    """What stays empty on the hub: the second expander, the second LED driver."""
    plugs = {link.plug for link in links(wiring)}
    unused: set[str] = set()
    if not plugs & {"J3", "J4"}:
        unused |= {"U2", "C2", "J3", "J4", "RN5", "RN6", "RN7", "RN8"}
    if not plugs & {"J7", "J8"}:
        unused |= {"U4", "C4", "J7", "J8", "R1", "D1"}
    return unused


def _where(mpn: str) -> str:
    refs = [
        f"{board.name} {part.ref}"
        for board in (tile.tile(), hub.hub())
        for part in board.components
        if part.part.mpn == mpn
    ]
    return " ".join(refs)


def _how_many(name: str, board: str, wiring: Wiring) -> int:
    columns, rows = tiles(wiring)
    match name:
        case "magnet" | "man":
            return _MEN[board]
        case "tile":
            return columns * rows
        case "ribbon":
            return len({link.plug for link in links(wiring)}) + 1
        case "display" | "button":
            return 2
        case _:
            return 1
