"""Everything that is soldered: what to order, what else fits, what it costs about.

Prices are US cents for one piece when a hundred are bought, as big distributors and, for reeds,
magnets and LEDs, the usual cheap shops asked in 2025: good to a third, and to be looked up.
"""

from typing import Final

from hardware.gen import footprints as fp
from hardware.gen.model import Kind, Part, Pin, Symbol
from hardware.gen.symbols import two

R: Final = two("R", "resistor")
C: Final = two("C", "capacitor")
D: Final = two("D", "diode", "K", "A")
LED: Final = two("LED", "led", "K", "A")
FUSE: Final = two("FUSE", "fuse")
REED: Final = two("REED", "reed")
BRIDGE: Final = two("BRIDGE", "bridge")


def _pins(*names: str, first: int = 1, kind: Kind = Kind.PASSIVE) -> tuple[Pin, ...]:
    return tuple(Pin(str(first + index), name, kind) for index, name in enumerate(names))


def _connector(count: int, columns: int) -> Symbol:
    if columns == 1:
        left = _pins(*(str(n) for n in range(1, count + 1)))
        return Symbol(f"CONN_1x{count:02}", left, ())
    odd = tuple(Pin(str(n), str(n)) for n in range(1, count + 1, 2))
    even = tuple(Pin(str(n), str(n)) for n in range(2, count + 1, 2))
    return Symbol(f"CONN_2x{count // 2:02}", odd, even)


def _mcp23017() -> Symbol:
    gpb = _pins(*(f"GPB{n}" for n in range(8)), kind=Kind.BOTH)
    left = (
        *gpb,
        Pin("9", "VDD", Kind.POWER_IN),
        Pin("10", "VSS", Kind.POWER_IN),
        Pin("11", "NC", Kind.NONE),
        Pin("12", "SCK", Kind.INPUT),
        Pin("13", "SDA", Kind.BOTH),
        Pin("14", "NC", Kind.NONE),
    )
    right = (
        *(Pin(str(28 - n), f"GPA{7 - n}", Kind.BOTH) for n in range(8)),
        Pin("20", "INTA", Kind.OUTPUT),
        Pin("19", "INTB", Kind.OUTPUT),
        Pin("18", "~{RESET}", Kind.INPUT),
        Pin("17", "A2", Kind.INPUT),
        Pin("16", "A1", Kind.INPUT),
        Pin("15", "A0", Kind.INPUT),
    )
    return Symbol("MCP23017", left, right)


def _ht16k33() -> Symbol:
    alias = {"COM0": "AD", "ROW0": "A2", "ROW1": "A1", "ROW2": "A0"}
    left = (
        Pin("1", "VSS", Kind.POWER_IN),
        *(Pin(str(2 + n), _named(f"COM{n}", alias)) for n in range(8)),
        *(Pin(str(10 + n), f"ROW{15 - n}") for n in range(5)),
    )
    right = (
        Pin("28", "VDD", Kind.POWER_IN),
        Pin("27", "SDA", Kind.BOTH),
        Pin("26", "SCL", Kind.INPUT),
        *(Pin(str(25 - n), _named(f"ROW{n}", alias)) for n in range(11)),
    )
    return Symbol("HT16K33", left, right)


def _named(name: str, alias: dict[str, str]) -> str:
    return f"{name}/{alias[name]}" if name in alias else name


def _network() -> Symbol:
    left = tuple(Pin(str(n + 1), str(n + 1)) for n in range(8))
    right = tuple(Pin(str(16 - n), str(16 - n)) for n in range(8))
    return Symbol("R_NETWORK_8", left, right)


def _bussed() -> Symbol:
    return Symbol("R_BUSSED_8", _pins("common", *(f"R{n}" for n in range(1, 9))), ())


def _mosfet(name: str) -> Symbol:
    return Symbol(name, (Pin("1", "G", Kind.INPUT), Pin("2", "S")), (Pin("3", "D"),))


TILE_REED: Final = Part(
    "reed", "10-15 AT", REED, fp.standing_reed(), "KSK-1A66-1015", "Standex-Meder",
    "MKA-14103, 10-15 AT; Littelfuse MDSR-10-10-15; any glass of 14 mm, 10 to 15 AT", 45,
    "Reed switch, glass 14 mm, normally open",
)  # fmt: skip
TILE_DIODE: Final = Part(
    "diode", "BAT85", D, fp.diode_to_the_right(), "BAT85,113", "Nexperia",
    "BAT46, BAT48, 1N5817, 1N5819; 1N4148 at 5 V only", 12, "Schottky diode, axial",
)  # fmt: skip
LED_RED: Final = Part(
    "red", "red", LED, fp.led(), "WP710A10ID", "Kingbright", "any red 3 mm, diffused, 2 V", 8,
    "LED 3 mm, red",
)  # fmt: skip
LED_GREEN: Final = Part(
    "green", "green", LED, fp.led(), "WP710A10GD", "Kingbright",
    "any yellow-green 3 mm, diffused, 2.2 V", 8, "LED 3 mm, green",
)  # fmt: skip
BRIDGE_2: Final = Part(
    "bridge2", "open", BRIDGE, fp.bridge(2), "none", "none", "none", 0,
    "Two pads to be joined with solder", fitted=False,
)  # fmt: skip
BRIDGE_3: Final = Part(
    "bridge3", "open", Symbol("BRIDGE_3", _pins("1", "C", "3"), ()), fp.bridge(3), "none", "none",
    "none", 0, "Three pads, the middle one to be joined with one of the others", fitted=False,
)  # fmt: skip


def edge(name: str, places: tuple[tuple[float, float], ...]) -> Part:
    """Holes along an edge of a tile, for wires to its neighbour."""
    return Part(
        name, "wires", _connector(len(places), 1), fp.spots(name, places), "none", "none", "none",
        0, "Holes for wires to the neighbouring tile", fitted=False,
    )  # fmt: skip


MCP23017: Final = Part(
    "mcp23017", "MCP23017", _mcp23017(), fp.dip(28), "MCP23017-E/SP", "Microchip",
    "no other; the module CJMCU-2317 on a lead of wires", 165, "I2C port expander, 16 bits, DIP-28",
)  # fmt: skip
HT16K33: Final = Part(
    "ht16k33", "HT16K33", _ht16k33(), fp.sop28(), "HT16K33A-28SOP", "Holtek",
    "VK16K33 (28 pins); the module Adafruit 1427 on a lead of wires", 120,
    "I2C LED driver, 16 x 8, SOP-28",
)  # fmt: skip
SERIES: Final = Part(
    "series", "8 x 47", _network(), fp.dip(16), "4116R-1-470LF", "Bourns",
    "eight 47 ohm resistors standing", 55, "Resistor network, isolated, DIP-16",
)  # fmt: skip
PULL_UPS: Final = Part(
    "pull-ups", "8 x 22k", _bussed(), fp.sip(9), "4609X-101-223LF", "Bourns",
    "A09-223JP; eight 22 k resistors standing", 30, "Resistor network, bussed, SIP-9",
)  # fmt: skip


def resistor(value: str, mpn: str, lying: bool = False) -> Part:
    """A quarter-watt resistor, standing unless there is room for it to lie."""
    shape = fp.axial(7.62, 2.5) if lying else fp.upright(2.54, 2.5)
    return Part(
        f"r{value}", value, R, shape, mpn, "Yageo", "any 0.25 W, 5 %", 3,
        f"Resistor {value}, 0.25 W",
    )  # fmt: skip


R_1K: Final = resistor("1k", "MFR-25FTE52-1K")
R_2K2: Final = resistor("2k2", "MFR-25FTE52-2K2")
R_39K: Final = resistor("39k", "MFR-25FTE52-39K", lying=True)
C_100N: Final = Part(
    "100n", "100n", C, fp.disc(5.08), "K104K15X7RF53H5", "Vishay", "any 100 nF, X7R, 5 mm", 8,
    "Ceramic capacitor 100 nF",
)  # fmt: skip
C_100U: Final = Part(
    "100u", "100u", two("C_POLAR", "capacitor", "+", "-"), fp.can(), "EEU-FR1C101", "Panasonic",
    "any 100 uF, 10 V or more, 6.3 mm", 18, "Electrolytic capacitor 100 uF, 16 V",
)  # fmt: skip
D_STRAP: Final = Part(
    "strap", "1N4148", D, fp.diode_to_the_right(), "1N4148TR", "Vishay", "any 1N4148", 3,
    "Silicon diode, lying",
)  # fmt: skip
D_FLYBACK: Final = Part(
    "flyback", "1N4148", D, fp.upright(2.54, 2.5), "1N4148TR", "Vishay", "any 1N4148", 3,
    "Silicon diode, standing",
)  # fmt: skip
D_SURGE: Final = Part(
    "surge", "P6KE6.8A", D, fp.upright(5.08, 3.6, 1.2), "P6KE6.8A", "Littelfuse", "1.5KE6V8A", 30,
    "Transient suppressor 5.8 V, standing",
)  # fmt: skip
POLYFUSE: Final = Part(
    "polyfuse", "0.75 A", FUSE, fp.disc(5.08), "MF-R075", "Bourns", "RXEF075; 60R075XU", 30,
    "Resettable fuse, hold 0.75 A",
)  # fmt: skip
NMOS: Final = Part(
    "bss138", "BSS138", _mosfet("NMOS"), fp.sot23(), "BSS138", "onsemi", "BSS138LT1G; 2N7002", 8,
    "N-channel MOSFET, SOT-23",
)  # fmt: skip
PMOS: Final = Part(
    "ao3401a", "AO3401A", _mosfet("PMOS"), fp.sot23(), "AO3401A", "Alpha & Omega",
    "SI2301CDS; DMG2305UX", 12, "P-channel MOSFET, SOT-23",
)  # fmt: skip
CLAMP: Final = Part(
    "bat54s", "BAT54S",
    Symbol("CLAMP", (Pin("1", "A1"), Pin("2", "K2")), (Pin("3", "K1A2"),)),
    fp.sot23(), "BAT54S,215", "Nexperia", "BAT54SLT1G", 9, "Two Schottky diodes in series, SOT-23",
)  # fmt: skip


def pins(count: int, columns: int, mpn: str, cents: float, flat: bool = False) -> Part:
    """A pin header or ribbon connector."""
    if flat:
        shape = fp.flat_header(count) if columns == 1 else fp.flat_ribbon(count // 2)
    else:
        shape = fp.header(columns, count // columns)
    kind = "Pin header" if columns == 1 else "Box header for a ribbon"
    return Part(
        f"pins{columns}x{count // columns}{'f' if flat else ''}", f"{columns}x{count // columns}",
        _connector(count, columns), shape, mpn, "Wuerth" if columns == 2 else "Harwin",
        "any, 2.54 mm", cents, f"{kind}, {count} pins, 2.54 mm",
    )  # fmt: skip


RIBBON_16: Final = pins(16, 2, "61201621621", 45)
RIBBON_14: Final = pins(14, 2, "61201421621", 40)
RIBBON_12: Final = pins(12, 2, "61201221621", 38)
RIBBON_PI: Final = pins(16, 2, "61201621621", 45, flat=True)
PINS_4: Final = pins(4, 1, "M20-9990446", 15, flat=True)
PINS_2: Final = pins(2, 1, "M20-9990246", 10, flat=True)
TEST_POINT: Final = Part(
    "test", "test", Symbol("TEST_POINT", _pins("1"), ()), fp.spots("Test_point", ((0, 0),)),
    "none", "none", "none", 0, "A hole for the tip of a meter", fitted=False,
)  # fmt: skip
