"""Symbols of the project's own library, drawn from their pins."""

from typing import Final

from hardware.gen.kicad import Node, Word, at, font, stroke
from hardware.gen.model import Kind, Pin, Point, Symbol

STEP: Final = 2.54
REACH: Final = 5.08
"""From the middle of a part with two pins to where a wire is joined."""

FLAG: Final = Symbol("FLAG", (Pin("1", "power", Kind.POWER_OUT),), (), "flag")
"""Tells the electrical check where a supply comes from."""


def two(name: str, body: str, first: str = "1", second: str = "2") -> Symbol:
    """A part with pin 1 at the left and 2 at the right."""
    return Symbol(name, (Pin("1", first),), (Pin("2", second),), body)


def half_width(symbol: Symbol) -> float:
    """Half the width of a box, on the grid, wide enough for the names at both sides."""
    if symbol.body != "box":
        return REACH - STEP
    names = [max((len(p.name) for p in side), default=0) for side in (symbol.left, symbol.right)]
    return STEP * max(2, round(sum(names) * 1.1 / STEP / 2 + 1))


def rows(symbol: Symbol) -> int:
    """How many pins high a symbol is."""
    return max(len(symbol.left), len(symbol.right))


def pin_at(symbol: Symbol, pin: Pin) -> Point:
    """Where a pin's wire is joined, from the symbol's middle, y down."""
    side = symbol.left if pin in symbol.left else symbol.right
    x = half_width(symbol) + STEP
    y = side.index(pin) * STEP
    return (-x if side is symbol.left else x), y


def definition(symbol: Symbol, prefix: str, name: str) -> Node:
    """The symbol as KiCad keeps it in a library, or under `name` in a schematic; y is up."""
    flag = symbol.body == "flag"
    box = symbol.body == "box"
    top = 2 * STEP
    pins: list[Node] = []
    for pin in symbol.pins:
        x, y = pin_at(symbol, pin)
        angle = 0 if x < 0 else 180
        pins.append(
            (
                "pin",
                Word(pin.kind.value),
                Word("line"),
                at((x, -y), angle),
                ("length", STEP),
                ("name", pin.name, font(1.27)),
                ("number", pin.number, font(1.0)),
            )
        )
    hidden: tuple[Node, ...] = () if box else (("pin_numbers", ("hide", Word("yes"))),)
    names: Node = (
        ("pin_names", ("offset", 0.8))
        if box
        else ("pin_names", ("offset", 0), ("hide", Word("yes")))
    )
    return (
        "symbol",
        name,
        *((("power",),) if flag else ()),
        *hidden,
        names,
        ("exclude_from_sim", Word("no")),
        ("in_bom", Word("no" if flag else "yes")),
        ("on_board", Word("no" if flag else "yes")),
        ("property", "Reference", prefix, at((0, top), 0), font(1.27)),
        ("property", "Value", symbol.name, at((0, -top), 0), font(1.27)),
        ("property", "Footprint", "", at((0, 0), 0), font(1.27, ("hide", Word("yes")))),
        ("property", "Datasheet", "", at((0, 0), 0), font(1.27, ("hide", Word("yes")))),
        ("property", "Description", "", at((0, 0), 0), font(1.27, ("hide", Word("yes")))),
        ("symbol", f"{symbol.name}_0_1", *_drawing(symbol)),
        ("symbol", f"{symbol.name}_1_1", *pins),
        ("embedded_fonts", Word("no")),
    )


def _line(*points: Point, fill: str = "none") -> Node:
    return (
        "polyline",
        ("pts", *(("xy", x, y) for x, y in points)),
        stroke(0.25),
        ("fill", ("type", Word(fill))),
    )


def _rectangle(left: float, top: float, right: float, bottom: float, fill: str = "none") -> Node:
    return (
        "rectangle",
        ("start", left, top),
        ("end", right, bottom),
        stroke(0.25),
        ("fill", ("type", Word(fill))),
    )


def _drawing(symbol: Symbol) -> list[Node]:
    """The body, between the inner ends of the pins; cathodes are pin 1, at the left."""
    w = half_width(symbol)
    match symbol.body:
        case "box":
            return [_rectangle(-w, STEP, w, -(rows(symbol) - 1) * STEP - STEP, "background")]
        case "resistor":
            return [_rectangle(-w, 0.9, w, -0.9)]
        case "fuse":
            return [_rectangle(-w, 0.9, w, -0.9), _line((-w, 0), (w, 0))]
        case "capacitor":
            plates = [_line((x, 1.5), (x, -1.5)) for x in (-0.5, 0.5)]
            return [*plates, _line((-w, 0), (-0.5, 0)), _line((0.5, 0), (w, 0))]
        case "diode" | "led":
            triangle = _line((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27))
            bar = _line((-1.27, 1.27), (-1.27, -1.27))
            rays = [_line((x, 1.7), (x - 0.9, 2.6)) for x in (0.2, -0.9)]
            wires = [_line((-w, 0), (-1.27, 0)), _line((1.27, 0), (w, 0))]
            return [triangle, bar, *wires, *(rays if symbol.body == "led" else [])]
        case "reed":
            blades = [_line((-w, 0), (0.6, 0)), _line((w, 0), (0.4, 0), (-0.7, 0.7))]
            return [_rectangle(-w, 1.2, w, -1.2), *blades]
        case "bridge":
            return [_rectangle(-w, 1, -0.3, -1, "outline"), _rectangle(0.3, 1, w, -1, "outline")]
        case "flag":
            return [_line((-w, 0), (0, 1.2), (w, 0), (0, -1.2), (-w, 0))]
    raise AssertionError(symbol.body)
