"""The board file: footprints, tracks, holes and print, and the footprint library beside it."""

from typing import Final

from hardware.gen.kicad import VERSION_BOARD, Node, Word, at, font, identifier, stroke, write
from hardware.gen.model import Board, Component, Footprint, Pad, Point, room
from hardware.gen.schematic import LIBRARY, symbol_id

ORIGIN: Final = (50.0, 40.0)
"""Where a board's top left corner lies on the sheet of paper."""

VIA_SIZE, VIA_DRILL = 0.8, 0.4
HOLE: Final = 3.2
CORNER: Final = 2.0
"""Radius of the board's corners."""

_LAYERS: Final = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (9, "F.Adhes", "user"), (11, "B.Adhes", "user"),
    (13, "F.Paste", "user"), (15, "B.Paste", "user"), (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user"), (17, "Dwgs.User", "user"),
    (19, "Cmts.User", "user"), (25, "Edge.Cuts", "user"), (27, "Margin", "user"),
    (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"), (35, "F.Fab", "user"), (33, "B.Fab", "user"),
)  # fmt: skip


def pcb(board: Board) -> str:
    """The text of a .kicad_pcb file."""
    nets = {net: index + 1 for index, net in enumerate(_all_nets(board))}
    return (
        write(
            (
                "kicad_pcb",
                ("version", VERSION_BOARD),
                ("generator", "reedboard"),
                ("generator_version", "9.0"),
                ("general", ("thickness", 1.6), ("legacy_teardrops", Word("no"))),
                ("paper", "A4"),
                ("title_block", ("title", board.title), ("company", "Reedboard")),
                ("layers", *((str(n), name, Word(kind)) for n, name, kind in _LAYERS)),
                ("setup", ("pad_to_mask_clearance", 0.05),
                 ("aux_axis_origin", ORIGIN[0], ORIGIN[1] + board.size[1])),
                ("net", 0, ""),
                *(("net", index, net) for net, index in nets.items()),
                *(_footprint(board, component, nets) for component in board.components),
                *(_hole(board, index, spot) for index, spot in enumerate(board.holes)),
                *_outline(board),
                *_texts(board),
                *_copper(board, nets),
                ("embedded_fonts", Word("no")),
            )
        )
        + "\n"
    )  # fmt: skip


def footprint_file(footprint: Footprint) -> str:
    """The text of a .kicad_mod file."""
    return (
        write(
            (
                "footprint",
                footprint.name,
                ("version", VERSION_BOARD),
                ("generator", "reedboard"),
                ("generator_version", "9.0"),
                ("layer", "F.Cu"),
                *_fields(footprint, "REF**", footprint.name, footprint.name),
                ("attr", Word(_attribute(footprint))),
                *_graphics(footprint, footprint.name),
                *(_pad(pad, footprint.name, None) for pad in footprint.pads),
                ("embedded_fonts", Word("no")),
            )
        )
        + "\n"
    )


def _net(net: str) -> str:
    """A net's name as KiCad derives it from a label on the root sheet."""
    return f"/{net}"


def _open(component: Component, number: str) -> str:
    """The name KiCad gives to a pin with nothing on it."""
    name = next(pin.name for pin in component.part.symbol.pins if pin.number == number)
    middle = "" if name == number else f"{name}-"
    return f"unconnected-({component.ref}-{middle}Pad{number})"


def _all_nets(board: Board) -> list[str]:
    """Every net's name in KiCad, those of open pins last."""
    alone = [
        _open(component, number)
        for component in board.components
        for number, net in component.nets.items()
        if net is None
    ]
    return [*map(_net, board.nets()), *alone]


def _spot(point: Point) -> Point:
    return ORIGIN[0] + point[0], ORIGIN[1] + point[1]


def _attribute(footprint: Footprint) -> str:
    return "through_hole" if any(pad.drill for pad in footprint.pads) else "smd"


def _footprint(board: Board, component: Component, nets: dict[str, int]) -> Node:
    part, names = component.part, (board.name, component.ref)
    attributes = [_attribute(part.footprint)]
    if not part.fitted:
        attributes.append("exclude_from_bom")
    value = part.value + (f"  {component.note}" if component.note else "")
    return (
        "footprint",
        f"{LIBRARY}:{part.footprint.name}",
        ("layer", "F.Cu"),
        ("uuid", identifier(*names, "footprint")),
        at(_spot(component.at)),
        *_fields(part.footprint, component.ref, value, *names),
        ("property", "Datasheet", "", at((0, 0), 0), ("layer", "F.Fab"),
         ("hide", Word("yes")), ("uuid", identifier(*names, "datasheet")), font(1.0)),
        ("property", "Description", part.description, at((0, 0), 0), ("layer", "F.Fab"),
         ("hide", Word("yes")), ("uuid", identifier(*names, "description")), font(1.0)),
        ("property", "MPN", part.mpn, at((0, 0), 0), ("layer", "F.Fab"),
         ("hide", Word("yes")), ("uuid", identifier(*names, "mpn")), font(1.0)),
        ("path", f"/{symbol_id(board, component.ref)}"),
        ("sheetname", "/"),
        ("sheetfile", f"{board.name}.kicad_sch"),
        ("attr", *map(Word, attributes)),
        *_graphics(part.footprint, *names),
        *(
            _pad(pad, "/".join(names), _pad_net(component, pad, nets))
            for pad in part.footprint.pads
        ),
        ("embedded_fonts", Word("no")),
    )  # fmt: skip


def _fields(footprint: Footprint, ref: str, value: str, *names: str) -> list[Node]:
    left, top, right, bottom = footprint.body
    middle = (left + right) / 2
    label = footprint.label or (middle, top - 1.2)
    layer = "F.SilkS" if footprint.outline or footprint.label else "F.Fab"
    return [
        ("property", "Reference", ref, at(label, 0), ("layer", layer),
         ("uuid", identifier(*names, "reference")), font(0.8)),
        ("property", "Value", value, at((middle, bottom + 1.2), 0), ("layer", "F.Fab"),
         ("uuid", identifier(*names, "value")), font(0.8)),
    ]  # fmt: skip


def _pad_net(component: Component, pad: Pad, nets: dict[str, int]) -> tuple[int, str]:
    net = component.nets[pad.number]
    name = _open(component, pad.number) if net is None else _net(net)
    return nets[name], name


def _pad(pad: Pad, owner: str, net: tuple[int, str] | None) -> Node:
    through = pad.drill > 0
    shape = "rect" if pad.square or not through else "circle"
    return (
        "pad",
        pad.number,
        Word("thru_hole" if through else "smd"),
        Word(shape),
        at((pad.x, pad.y)),
        ("size", pad.width, pad.height),
        *((("drill", pad.drill),) if through else ()),
        ("layers", *(("*.Cu", "*.Mask") if through else ("F.Cu", "F.Mask", "F.Paste"))),
        *((("remove_unused_layers", Word("no")),) if through else ()),
        *((("net", *net),) if net else ()),
        ("uuid", identifier(owner, "pad", pad.number)),
    )


def _graphics(footprint: Footprint, *names: str) -> list[Node]:
    nodes = [_rect(footprint.body, "F.Fab", 0.1, *names)]
    if footprint.outline:
        nodes += _printed(footprint, *names)
        nodes.append(_rect(room(footprint), "F.CrtYd", 0.05, *names))
    return nodes


def _printed(footprint: Footprint, *names: str) -> list[Node]:
    """The body's edges as far as they keep clear of the pads, on the print."""
    left, top, right, bottom = footprint.body
    edges = (
        ((left, top), (right, top)),
        ((right, top), (right, bottom)),
        ((right, bottom), (left, bottom)),
        ((left, bottom), (left, top)),
    )
    return [
        ("fp_line", ("start", *start), ("end", *end), stroke(0.12), ("layer", "F.SilkS"),
         ("uuid", identifier(*names, "edge", index)))
        for index, (start, end) in enumerate(edges)
        if not any(_touches(pad, start, end) for pad in footprint.pads)
    ]  # fmt: skip


def _touches(pad: Pad, start: Point, end: Point) -> bool:
    """Whether an upright or level line comes nearer to a pad than printing allows."""
    reach_x, reach_y = pad.width / 2 + 0.25, pad.height / 2 + 0.25
    level = min(start[0], end[0]) - reach_x < pad.x < max(start[0], end[0]) + reach_x
    upright = min(start[1], end[1]) - reach_y < pad.y < max(start[1], end[1]) + reach_y
    return level and upright


def _rect(box: tuple[float, float, float, float], layer: str, width: float, *names: str) -> Node:
    return (
        "fp_rect",
        ("start", box[0], box[1]),
        ("end", box[2], box[3]),
        stroke(width),
        ("fill", Word("no")),
        ("layer", layer),
        ("uuid", identifier(*names, "rect", layer)),
    )


def _hole(board: Board, index: int, spot: Point) -> Node:
    """A hole for an M3 screw, of this board alone: no symbol, nothing to order."""
    names = (board.name, "hole", str(index))
    return (
        "footprint",
        f"{LIBRARY}:Hole_M3",
        ("layer", "F.Cu"),
        ("uuid", identifier(*names)),
        at(_spot(spot)),
        ("property", "Reference", f"H{index + 1}", at((0, -2.6), 0), ("layer", "F.Fab"),
         ("uuid", identifier(*names, "reference")), font(0.8)),
        ("property", "Value", "Hole_M3", at((0, 2.6), 0), ("layer", "F.Fab"),
         ("uuid", identifier(*names, "value")), font(0.8)),
        ("attr", Word("board_only"), Word("exclude_from_pos_files"), Word("exclude_from_bom")),
        *hole_graphics(*names),
        ("embedded_fonts", Word("no")),
    )  # fmt: skip


def hole_graphics(*names: str) -> list[Node]:
    """The hole itself, and the room for the screw's head."""
    return [
        ("fp_circle", ("center", 0, 0), ("end", 3.2, 0), stroke(0.05), ("fill", Word("no")),
         ("layer", "F.CrtYd"), ("uuid", identifier(*names, "courtyard"))),
        ("pad", "", Word("np_thru_hole"), Word("circle"), at((0, 0)), ("size", HOLE, HOLE),
         ("drill", HOLE), ("layers", "*.Cu", "*.Mask"), ("uuid", identifier(*names, "pad"))),
    ]  # fmt: skip


def hole_file() -> str:
    """The text of the screw hole's .kicad_mod file."""
    names = ("Hole_M3",)
    return (
        write(
            (
                "footprint",
                "Hole_M3",
                ("version", VERSION_BOARD),
                ("generator", "reedboard"),
                ("generator_version", "9.0"),
                ("layer", "F.Cu"),
                ("property", "Reference", "REF**", at((0, -2.6), 0), ("layer", "F.Fab"),
                 ("uuid", identifier(*names, "reference")), font(0.8)),
                ("property", "Value", "Hole_M3", at((0, 2.6), 0), ("layer", "F.Fab"),
                 ("uuid", identifier(*names, "value")), font(0.8)),
                ("attr", Word("board_only"), Word("exclude_from_pos_files"),
                 Word("exclude_from_bom")),
                *hole_graphics(*names),
                ("embedded_fonts", Word("no")),
            )
        )
        + "\n"
    )  # fmt: skip


def _outline(board: Board) -> list[Node]:
    """A rectangle with round corners."""
    m, r = board.margin, CORNER
    right, bottom = board.size[0] - m, board.size[1] - m
    lines = (
        ((m + r, m), (right - r, m)),
        ((right, m + r), (right, bottom - r)),
        ((right - r, bottom), (m + r, bottom)),
        ((m, bottom - r), (m, m + r)),
    )
    k = r * (1 - 0.5**0.5)
    arcs = (
        ((right - r, m), (right - k, m + k), (right, m + r)),
        ((right, bottom - r), (right - k, bottom - k), (right - r, bottom)),
        ((m + r, bottom), (m + k, bottom - k), (m, bottom - r)),
        ((m, m + r), (m + k, m + k), (m + r, m)),
    )
    nodes: list[Node] = [
        ("gr_line", ("start", *_spot(start)), ("end", *_spot(end)), stroke(0.1),
         ("layer", "Edge.Cuts"), ("uuid", identifier(board.name, "edge", index)))
        for index, (start, end) in enumerate(lines)
    ]  # fmt: skip
    nodes += [
        ("gr_arc", ("start", *_spot(start)), ("mid", *_spot(middle)), ("end", *_spot(end)),
         stroke(0.1), ("layer", "Edge.Cuts"), ("uuid", identifier(board.name, "corner", index)))
        for index, (start, middle, end) in enumerate(arcs)
    ]  # fmt: skip
    return nodes


def _texts(board: Board) -> list[Node]:
    return [
        ("gr_text", text.words, at(_spot(text.at), 0), ("layer", "F.SilkS"),
         ("uuid", identifier(board.name, "text", index)), font(text.size))
        for index, text in enumerate(board.texts)
    ]  # fmt: skip


def _copper(board: Board, nets: dict[str, int]) -> list[Node]:
    nodes: list[Node] = [
        (
            "segment",
            ("start", *_spot(track.start)),
            ("end", *_spot(track.end)),
            ("width", track.width),
            ("layer", track.layer),
            ("net", nets[_net(track.net)]),
            ("uuid", identifier(board.name, "track", index)),
        )
        for index, track in enumerate(board.tracks)
    ]
    nodes += [
        (
            "via",
            ("at", *_spot(via.at)),
            ("size", VIA_SIZE),
            ("drill", VIA_DRILL),
            ("layers", "F.Cu", "B.Cu"),
            ("net", nets[_net(via.net)]),
            ("uuid", identifier(board.name, "via", index)),
        )
        for index, via in enumerate(board.vias)
    ]
    return nodes
