"""The schematic of a board: symbols in columns, every pin with the name of its net.

Names instead of wires: the drawing can be written by a rule and read by search, and two pins are
joined exactly when they carry the same name.
"""

from itertools import groupby
from typing import Final

from hardware.gen.kicad import VERSION_SCHEMATIC, Node, Word, at, font, identifier, write
from hardware.gen.model import Board, Component, Kind, Point, Symbol
from hardware.gen.symbols import FLAG, STEP, definition, pin_at, rows

LIBRARY: Final = "reedboard"
_LEFT: Final = 40.64
_TOP: Final = 30.48
_BOTTOM: Final = 250.0
_COLUMN: Final = 55.88
_FLAGS: Final = 271.78

PAPER: Final = ("A3", 420.0, 297.0)


def root(board: Board) -> str:
    """The identifier of the sheet."""
    return identifier(board.name, "sheet")


def symbol_id(board: Board, ref: str) -> str:
    """The identifier that joins a symbol with its footprint."""
    return identifier(board.name, "symbol", ref)


def prefix(ref: str) -> str:
    """The letters of a reference: what the symbol's library entry is called."""
    return ref.rstrip("0123456789")


def schematic(board: Board) -> str:
    """The text of a .kicad_sch file."""
    symbols: dict[str, tuple[Symbol, str]] = {}
    for component in board.components:
        symbol = component.part.symbol
        symbols.setdefault(symbol.name, (symbol, prefix(component.ref)))
    supplies = _supplies(board)
    if supplies:
        symbols[FLAG.name] = (FLAG, "#FLG")
    library = tuple(
        definition(symbol, letters, f"{LIBRARY}:{name}")
        for name, (symbol, letters) in sorted(symbols.items())
    )
    body: list[Node] = []
    for component, place in _placed(board):
        body += _symbol(board, component, place)
    for index, net in enumerate(supplies):
        body += _flag(board, net, (_LEFT + index * 2 * STEP * 6, _FLAGS), index)
    return (
        write(
            (
                "kicad_sch",
                ("version", VERSION_SCHEMATIC),
                ("generator", "reedboard"),
                ("generator_version", "9.0"),
                ("uuid", root(board)),
                ("paper", PAPER[0]),
                ("title_block", ("title", board.title), ("company", "Reedboard"),
                 ("comment", 1, "Written by hardware/gen; change that, not this")),
                ("lib_symbols", *library),
                *body,
                ("sheet_instances", ("path", "/", ("page", "1"))),
                ("embedded_fonts", Word("no")),
            )
        )
        + "\n"
    )  # fmt: skip


def library(boards: list[Board]) -> str:
    """The text of the .kicad_sym library of all symbols in use."""
    symbols: dict[str, tuple[Symbol, str]] = {FLAG.name: (FLAG, "#FLG")}
    for board in boards:
        for component in board.components:
            symbol = component.part.symbol
            symbols.setdefault(symbol.name, (symbol, prefix(component.ref)))
    entries = (definition(symbol, letters, name) for name, (symbol, letters) in symbols.items())
    return (
        write(
            (
                "kicad_symbol_lib",
                ("version", 20241209),
                ("generator", "reedboard"),
                ("generator_version", "9.0"),
                *entries,
            )
        )
        + "\n"
    )


def _supplies(board: Board) -> list[str]:
    """The nets from which chips take their power: something must be said to feed them."""
    fed = {
        net
        for part in board.components
        for pin in part.part.symbol.pins
        if pin.kind is Kind.POWER_IN and (net := part.nets[pin.number]) is not None
    }
    return sorted(fed)


def _placed(board: Board) -> list[tuple[Component, Point]]:
    """Components down one column after another, those of a kind together."""
    placed = []
    x, y = _LEFT, _TOP
    by_symbol = sorted(
        board.components,
        key=lambda part: (-rows(part.part.symbol), part.part.symbol.name, _ordinal(part.ref)),
    )
    for _, group in groupby(by_symbol, key=lambda part: part.part.symbol.name):
        for component in group:
            height = (rows(component.part.symbol) + 4) * STEP
            if y + height > _BOTTOM:
                x, y = x + _COLUMN, _TOP
            placed.append((component, (x, y)))
            y += height
    assert x + _COLUMN / 2 < PAPER[1], board.name
    return placed


def _ordinal(ref: str) -> tuple[str, int]:
    letters = prefix(ref)
    return letters, int(ref[len(letters) :])


def _properties(component: Component, place: Point) -> list[Node]:
    part, (x, y) = component.part, place
    low = y + (rows(part.symbol) - 1) * STEP + 1.5 * STEP
    note = f"  {component.note}" if component.note else ""
    hidden = ("hide", Word("yes"))
    shown: list[Node] = [
        ("property", "Reference", component.ref, at((x, y - 1.5 * STEP), 0), font(1.27)),
        ("property", "Value", part.value + note, at((x, low), 0), font(1.0)),
    ]
    fields = (
        ("Footprint", f"{LIBRARY}:{part.footprint.name}"),
        ("Datasheet", ""),
        ("Description", part.description),
        ("MPN", part.mpn),
    )
    return shown + [
        ("property", key, value, at(place, 0), font(1.27, hidden)) for key, value in fields
    ]


def _symbol(board: Board, component: Component, place: Point) -> list[Node]:
    """A symbol, and at each of its pins the net's name, or the cross of a pin left open."""
    part = component.part
    nodes: list[Node] = [
        (
            "symbol",
            ("lib_id", f"{LIBRARY}:{part.symbol.name}"),
            at(place, 0),
            ("unit", 1),
            ("exclude_from_sim", Word("no")),
            ("in_bom", Word("yes" if part.fitted else "no")),
            ("on_board", Word("yes")),
            ("dnp", Word("no")),
            ("uuid", symbol_id(board, component.ref)),
            *_properties(component, place),
            *(
                ("pin", pin.number, ("uuid", identifier(board.name, component.ref, pin.number)))
                for pin in part.symbol.pins
            ),
            _instance(board, component.ref),
        )
    ]
    for pin in part.symbol.pins:
        dx, dy = pin_at(part.symbol, pin)
        end = (place[0] + dx, place[1] + dy)
        net = component.nets[pin.number]
        name = identifier(board.name, "label", component.ref, pin.number)
        if net is None:
            if pin.kind is not Kind.NONE:
                nodes.append(("no_connect", at(end), ("uuid", name)))
        else:
            nodes.append(_label(net, end, dx < 0, name))
    return nodes


def _label(net: str, end: Point, left: bool, name: str) -> Node:
    side = Word("right" if left else "left")
    angle = 180 if left else 0
    justify: Node = ("justify", side, Word("bottom"))
    return ("label", net, at(end, angle), font(1.27, justify), ("uuid", name))


def _flag(board: Board, net: str, place: Point, index: int) -> list[Node]:
    ref = f"#FLG{index + 1:02}"
    dx, dy = pin_at(FLAG, FLAG.left[0])
    end = (place[0] + dx, place[1] + dy)
    hidden = ("hide", Word("yes"))
    return [
        (
            "symbol",
            ("lib_id", f"{LIBRARY}:{FLAG.name}"),
            at(place, 0),
            ("unit", 1),
            ("exclude_from_sim", Word("no")),
            ("in_bom", Word("no")),
            ("on_board", Word("no")),
            ("dnp", Word("no")),
            ("uuid", symbol_id(board, ref)),
            ("property", "Reference", ref, at(place, 0), font(1.27, hidden)),
            ("property", "Value", net, at((place[0], place[1] - 3), 0), font(1.0)),
            ("property", "Footprint", "", at(place, 0), font(1.27, hidden)),
            ("property", "Datasheet", "", at(place, 0), font(1.27, hidden)),
            ("property", "Description", "", at(place, 0), font(1.27, hidden)),
            ("pin", "1", ("uuid", identifier(board.name, ref, "1"))),
            _instance(board, ref),
        ),
        _label(net, end, True, identifier(board.name, "label", ref)),
    ]


def _instance(board: Board, ref: str) -> Node:
    path = ("path", f"/{root(board)}", ("reference", ref), ("unit", 1))
    return ("instances", ("project", board.name, path))
