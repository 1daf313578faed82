"""A whole board's netlist, read from the files a builder gets: two KiCad boards and a wiring table.

Nothing of the generator is used: the text of ``hub.kicad_pcb`` and ``tile.kicad_pcb`` is parsed,
tiles are laid side by side and joined hole to hole, the wires of ``wires/*.csv`` are soldered in,
the bridges closed as the tile's print says. What is left are nets of pins, found by union.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from firmware.devices.wiring import Wiring

Terminal = tuple[str, str, str]
"""(board, component, pin): ("hub", "U1", "28"), ("tile 2,3", "SW4", "1")."""

Tree = list["Tree | str"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')

CHIP_PINS = {
    **{f"GPB{bit}": str(1 + bit) for bit in range(8)},
    **{f"GPA{bit}": str(21 + bit) for bit in range(8)},
    **{f"COM{com}": str(2 + com) for com in range(8)},
    **{f"ROW{row}": str(25 - row) for row in range(16)},
}
"""Pins of the packages: MCP23017 DS20001952 table 2-1 (PDIP), HT16K33 rev. 1.10 (28 SOP)."""


def parse(text: str) -> Tree:
    """A parenthesised text as nested lists."""
    stack: list[Tree] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token.strip('"'))
    (root,) = stack[0]
    assert isinstance(root, list)
    return root


def children(tree: Tree, name: str) -> Iterator[Tree]:
    """The lists in a list that begin with a name."""
    for node in tree:
        if isinstance(node, list) and node and node[0] == name:
            yield node


@cache
def pads(path: Path) -> dict[tuple[str, str], str]:
    """(component, pad) -> net, of a .kicad_pcb file."""
    found = {}
    for footprint in children(parse(path.read_text(encoding="utf-8")), "footprint"):
        ref = next(str(p[2]) for p in children(footprint, "property") if p[1] == "Reference")
        for pad in children(footprint, "pad"):
            for net in children(pad, "net"):
                found[ref, str(pad[1])] = str(net[2])
    return found


class Netlist:
    """The board of one wiring table, soldered together."""

    def __init__(self, folder: Path, wiring: Wiring, table: str) -> None:
        self._parent: dict[Terminal, Terminal] = {}
        self._columns, self._rows = wiring.files // 2, wiring.ranks // 2
        hub, tile = (pads(folder / "kicad" / f"{name}.kicad_pcb") for name in ("hub", "tile"))
        self._lay("hub", hub)
        for column in range(1, self._columns + 1):
            for row in range(1, self._rows + 1):
                self._lay(f"tile {column},{row}", tile)
        self._join_neighbours()
        self._close_bridges(dark=len(wiring.squares) < wiring.files * wiring.ranks)
        self._solder(csv.DictReader(table.splitlines()))
        for number in (2, 4, 6, 8):
            for pin in range(1, 9):
                self._union(("hub", f"RN{number}", str(pin)), ("hub", f"RN{number}", str(17 - pin)))

    def joined(self, one: Terminal, other: Terminal) -> bool:
        """Whether two pins are on one net; a series resistor counts as a wire."""
        return self._root(one) == self._root(other)

    def chip(self, number: int, signal: str) -> Terminal:
        """The pin of U1 to U4 that has this name."""
        return "hub", f"U{number}", CHIP_PINS[signal]

    def shorts(self) -> list[list[Terminal]]:
        """Nets on which two pins of chips meet that are no supply, bus, address or reset."""
        names = {pin: name for name, pin in CHIP_PINS.items()}
        signals = defaultdict(list)
        for terminal in self._parent:
            board, ref, pin = terminal
            expander = ref in ("U1", "U2") and names.get(pin, "").startswith("GP")
            if board == "hub" and (expander or (ref in ("U3", "U4") and 2 <= int(pin) <= 25)):
                signals[self._root(terminal)].append(terminal)
        return [group for group in signals.values() if len(group) > 1]

    def _lay(self, board: str, found: dict[tuple[str, str], str]) -> None:
        first: dict[str, Terminal] = {}
        for (ref, pin), net in found.items():
            terminal = (board, ref, pin)
            self._parent[terminal] = terminal
            self._union(terminal, first.setdefault(net, terminal))

    def _join_neighbours(self) -> None:
        for column in range(1, self._columns + 1):
            for row in range(1, self._rows + 1):
                here = f"tile {column},{row}"
                if column < self._columns:
                    for hole in "1234":
                        self._union((here, "J2", hole), (f"tile {column + 1},{row}", "J4", hole))
                if row < self._rows:
                    for hole in "123456":
                        self._union((here, "J3", hole), (f"tile {column},{row + 1}", "J1", hole))

    def _close_bridges(self, dark: bool) -> None:
        for board in {terminal[0] for terminal in self._parent} - {"hub"}:
            for ref in ("JP2", "JP3"):
                self._union((board, ref, "2"), (board, ref, "3" if dark else "1"))
            if dark:
                self._union((board, "JP1", "1"), (board, "JP1", "2"))

    def _solder(self, wires: Iterator[dict[str, str]]) -> None:
        for wire in wires:
            ref, hole = wire["hole"].split(".")
            tile = f"tile {wire['tile column']},{wire['tile row']}"
            self._union(("hub", wire["plug"], wire["pin"]), (tile, ref, hole))

    def _root(self, terminal: Terminal) -> Terminal:
        while self._parent[terminal] != terminal:
            terminal = self._parent[terminal]
        return terminal

    def _union(self, one: Terminal, other: Terminal) -> None:
        self._parent[self._root(one)] = self._root(other)
