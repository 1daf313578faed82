"""Footprints of the project's own library: only what the two boards use.

Sizes are those of the packages' data sheets, pads a little long for soldering by hand. No part is
ever rotated: where one lies the other way, it has a footprint of its own.
"""

from hardware.gen.model import Footprint, Pad

PITCH = 2.54


def _hole(number: str, x: float, y: float, drill: float = 1.0, size: float = 1.7) -> Pad:
    return Pad(number, x, y, size, size, drill, square=number == "1")


def header(columns: int, rows: int, across: float = PITCH) -> Footprint:
    """Pins in rows from the top; with two columns 1 2 / 3 4 / ... as a ribbon's plug counts."""
    pads = tuple(
        _hole(str(row * columns + column + 1), column * across, row * PITCH)
        for row in range(rows)
        for column in range(columns)
    )
    right, bottom = (columns - 1) * across, (rows - 1) * PITCH
    return Footprint(f"Header_{columns}x{rows:02}", pads, (-1.3, -1.3, right + 1.3, bottom + 1.3))


def flat_header(pins: int) -> Footprint:
    """One row of pins from left to right."""
    pads = tuple(_hole(str(index + 1), index * PITCH, 0) for index in range(pins))
    return Footprint(f"Header_{pins}x01_flat", pads, (-1.3, -1.3, (pins - 1) * PITCH + 1.3, 1.3))


def flat_ribbon(columns: int) -> Footprint:
    """Two rows from left to right: odd numbers in the lower row, even ones above."""
    pads = tuple(
        _hole(str(2 * index + 1 + row), index * PITCH, -row * PITCH)
        for index in range(columns)
        for row in range(2)
    )
    right = (columns - 1) * PITCH
    return Footprint(f"Ribbon_{columns}x2_flat", pads, (-1.3, -PITCH - 1.3, right + 1.3, 1.3))


def dip(pins: int, across: float = 7.62) -> Footprint:
    """A dual in-line package; 1 at the top left, counted round against the clock."""
    half = pins // 2
    left = [_hole(str(i + 1), 0, i * PITCH, 0.8, 1.6) for i in range(half)]
    right = [_hole(str(pins - i), across, i * PITCH, 0.8, 1.6) for i in range(half)]
    bottom = (half - 1) * PITCH
    return Footprint(f"DIP-{pins}", (*left, *right), (1.1, -1.3, across - 1.1, bottom + 1.3))


def sip(pins: int) -> Footprint:
    """A single row, 1 at the top."""
    pads = tuple(_hole(str(i + 1), 0, i * PITCH, 0.8, 1.6) for i in range(pins))
    return Footprint(f"SIP-{pins}", pads, (-1.2, -1.3, 1.2, (pins - 1) * PITCH + 1.3))


def sop28() -> Footprint:
    """SOP-28, 7.5 mm wide, pitch 1.27 mm."""
    left = [Pad(str(i + 1), -4.7, (i - 6.5) * 1.27, 2.0, 0.6) for i in range(14)]
    right = [Pad(str(28 - i), 4.7, (i - 6.5) * 1.27, 2.0, 0.6) for i in range(14)]
    return Footprint("SOP-28", (*left, *right), (-3.4, -9.0, 3.4, 9.0), label=(0, 0))


def sot23() -> Footprint:
    """SOT-23: 1 and 2 at the bottom, 3 above."""
    pads = (
        Pad("1", -0.95, 1.1, 0.7, 1.2),
        Pad("2", 0.95, 1.1, 0.7, 1.2),
        Pad("3", 0, -1.1, 0.7, 1.2),
    )
    return Footprint("SOT-23", pads, (-1.5, -0.7, 1.5, 0.7), outline=False, label=(0, -2.4))


def axial(span: float, width: float, drill: float = 0.8) -> Footprint:
    """A resistor or diode lying from left to right; 1 (a diode's cathode) at the left."""
    pads = (_hole("1", 0, 0, drill, 1.6), _hole("2", span, 0, drill, 1.6))
    body = (1.2, -width / 2, span - 1.2, width / 2)
    return Footprint(f"Axial_{span:g}", pads, body)


def upright(span: float, width: float, drill: float = 0.8) -> Footprint:
    """A resistor or diode standing on one end, in hole 1 (a diode's cathode), at the left."""
    pads = (_hole("1", 0, 0, drill, 1.6), _hole("2", span, 0, drill, 1.6))
    half = width / 2
    return Footprint(f"Upright_{span:g}", pads, (-half, -half, half, half), label=(span / 2, -2.1))


def diode_to_the_right() -> Footprint:
    """A diode lying with its cathode, 1, at the right."""
    pads = (_hole("1", 7.62, 0, 0.8, 1.6), _hole("2", 0, 0, 0.8, 1.6))
    return Footprint("Diode_right", pads, (1.4, -1.0, 6.2, 1.0), label=(3.81, 2.2))


def disc(span: float) -> Footprint:
    """A capacitor between two holes."""
    pads = (_hole("1", 0, 0, 0.8, 1.6), _hole("2", span, 0, 0.8, 1.6))
    return Footprint(f"Disc_{span:g}", pads, (-1.0, -1.3, span + 1.0, 1.3))


def can() -> Footprint:
    """An electrolytic capacitor of 6.3 mm; 1 is plus."""
    pads = (_hole("1", 0, 0, 0.8, 1.6), _hole("2", 2.54, 0, 0.8, 1.6))
    return Footprint("Can_6.3", pads, (-1.9, -3.2, 4.45, 3.2))


def led() -> Footprint:
    """A 3 mm LED; 1 is the cathode, at the right."""
    pads = (_hole("1", 1.27, 0, 0.9, 1.6), _hole("2", -1.27, 0, 0.9, 1.6))
    return Footprint("LED_3mm", pads, (-1.6, -1.6, 1.6, 1.6), label=(3.7, 0))


def standing_reed() -> Footprint:
    """A reed standing in hole 1; a wire from its upper end comes down to hole 2."""
    pads = (_hole("1", 0, 0, 0.9, 1.8), _hole("2", 5.08, 0, 0.9, 1.8))
    return Footprint("Reed_standing", pads, (-1.4, -1.4, 1.4, 1.4))


def bridge(pads: int) -> Footprint:
    """Two or three pads side by side, joined with a drop of solder."""
    spots = tuple(Pad(str(i + 1), (i - (pads - 1) / 2) * 1.4, 0, 1.0, 1.5) for i in range(pads))
    reach = (pads - 1) / 2 * 1.4 + 0.8
    return Footprint(f"Bridge_{pads}", spots, (-reach, -1.0, reach, 1.0), label=(0, 2.2))


def spots(name: str, places: tuple[tuple[float, float], ...]) -> Footprint:
    """Holes for wires at any places."""
    pads = tuple(_hole(str(i + 1), x, y, 1.0, 1.8) for i, (x, y) in enumerate(places))
    xs, ys = [x for x, _ in places], [y for _, y in places]
    body = (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)
    return Footprint(name, pads, body, outline=False)
