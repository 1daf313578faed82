"""What a circuit and a board are made of: values that the writers turn into files.

Lengths are millimetres, x to the right, y down, as KiCad has them. A net is a name; two pins are
joined when they carry the same one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import Final

Point = tuple[float, float]

FRONT: Final = "F.Cu"
BACK: Final = "B.Cu"


class Kind(Enum):
    """What a pin does, in KiCad's words; its electrical check works with them."""

    PASSIVE = "passive"
    POWER_IN = "power_in"
    POWER_OUT = "power_out"
    INPUT = "input"
    OUTPUT = "output"
    BOTH = "bidirectional"
    NONE = "no_connect"


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of a symbol, and of the part."""

    number: str
    name: str
    kind: Kind = Kind.PASSIVE


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing for the schematic: pins down the left side and down the right."""

    name: str
    left: tuple[Pin, ...]
    right: tuple[Pin, ...]
    body: str = "box"
    """How it is drawn; see ``symbols.py``."""

    @property
    def pins(self) -> tuple[Pin, ...]:
        """All pins."""
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class Pad:
    """A piece of copper to solder on; `drill` 0 is one on the surface."""

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    square: bool = False


@dataclass(frozen=True, slots=True)
class Footprint:
    """Where a part's pads are, and the rectangle (left, top, right, bottom) of its body."""

    name: str
    pads: tuple[Pad, ...]
    body: tuple[float, float, float, float]
    outline: bool = True
    """Whether the body is printed on the board."""
    label: Point | None = None
    """Where the reference is printed; above the body where this is not given."""

    def pad(self, number: str) -> Pad:
        """The pad of that number."""
        return next(pad for pad in self.pads if pad.number == number)


def room(footprint: Footprint) -> tuple[float, float, float, float]:
    """What a part needs for itself: its body and its pads, and a quarter of a millimetre."""
    left, top, right, bottom = footprint.body
    for pad in footprint.pads:
        left, right = min(left, pad.x - pad.width / 2), max(right, pad.x + pad.width / 2)
        top, bottom = min(top, pad.y - pad.height / 2), max(bottom, pad.y + pad.height / 2)
    return left - 0.25, top - 0.25, right + 0.25, bottom + 0.25


@dataclass(frozen=True, slots=True)
class Part:
    """Something to order. Prices are US cents for one in a quantity of a hundred, estimated."""

    key: str
    value: str
    symbol: Symbol
    footprint: Footprint
    mpn: str
    maker: str
    substitute: str
    cents: float
    description: str
    fitted: bool = True
    """False for copper that nobody orders: solder bridges, test points, wire pads."""


@dataclass(frozen=True, slots=True)
class Component:
    """A part in its place; `nets` has every pin, None where nothing is to be connected."""

    ref: str
    part: Part
    nets: Mapping[str, str | None]
    at: Point
    note: str = ""

    def pad(self, number: str) -> Point:
        """Where a pad is on the board."""
        pad = self.part.footprint.pad(number)
        return self.at[0] + pad.x, self.at[1] + pad.y


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper."""

    net: str
    start: Point
    end: Point
    layer: str
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A hole that joins both sides."""

    net: str
    at: Point


@dataclass(frozen=True, slots=True)
class Text:
    """Words printed on the front of the board."""

    words: str
    at: Point
    size: float = 1.0


@dataclass
class Board:
    """A circuit with its layout, as it is being built."""

    name: str
    title: str
    size: Point
    margin: float = 0.0
    """How much narrower the board is than `size`, on each side."""
    components: list[Component] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    holes: list[Point] = field(default_factory=list)

    def put(self, component: Component) -> Component:
        """Add a component; its pins must be those of its symbol and of its footprint."""
        pins = {pin.number for pin in component.part.symbol.pins}
        pads = {pad.number for pad in component.part.footprint.pads}
        assert pins == pads == set(component.nets), (component.ref, pins ^ pads, pins)
        assert all(component.ref != other.ref for other in self.components), component.ref
        self.components.append(component)
        return component

    def run(self, net: str, layer: str, *points: Point, width: float = 0.3) -> None:
        """Copper from point to point."""
        for start, end in pairwise(points):
            if start != end:
                self.tracks.append(Track(net, start, end, layer, width))

    def via(self, net: str, at: Point) -> None:
        """A change of side."""
        if Via(net, at) not in self.vias:
            self.vias.append(Via(net, at))

    def nets(self) -> tuple[str, ...]:
        """All nets that join something, in order of name."""
        found = {net for part in self.components for net in part.nets.values() if net}
        return tuple(sorted(found))

    def pins_of(self, net: str) -> Iterator[tuple[str, str]]:
        """(component, pin) of everything on a net."""
        for component in self.components:
            for pin, other in component.nets.items():
                if other == net:
                    yield component.ref, pin
