"""The circuit's margins, as decks for ngspice and the limits their results must keep.

Each deck is one question about the circuit with the values that are soldered, worst case where a
data sheet states one. It prints ``name = value``; ``LIMITS`` says what each value must be and why.
Deck values come from the parts table and the wiring files; what is measured on no board is named
in the deck. Sources: MCP23017 DS20001952 rev. D (VOL 0.6 V at 8 mA, VIL 0.2 VDD, VIH 0.8 VDD, 25 mA
a pin), HT16K33 rev. 1.10 (a ROW gives 25 mA at VDD - 2 V, VIL 0.3 VDD), Nexperia BAT85 and Vishay
1N4148 forward curves, NXP UM10204 (300 ns rise at 400 kHz), BSS138 (3.5 ohm, 27 pF).
"""

from dataclasses import dataclass
from typing import Final

from hardware.gen import parts
from hardware.gen.boards import wirings

Files = dict[str, str]

PULL_UP: Final = 22e3
SERIES: Final = 47.0
BUS_PULL_UP: Final = 2.2e3
assert (parts.PULL_UPS.value, parts.SERIES.value) == ("8 x 22k", "8 x 47")
assert parts.R_2K2.value == "2k2"

PORT: Final = 75.0
"""A driving pin: 0.6 V at 8 mA."""
CABLE_PF_PER_M: Final = 60.0
"""A ribbon's wire towards its grounded neighbours (3M 3365: 50 to 60)."""
TILES_PF: Final = 50.0
"""A line of half a metre over the tiles: 1 pF a centimetre."""
SETTLE_US: Final = 25.0
"""From a drive pattern at the pins to the first read byte: ten bits at 400 kHz."""

MODELS: Final = """\
.model BAT85 D(Is=3.1e-8 N=1.15 Rs=3.5 Cjo=10p)
.model SILICON D(Is=2.52e-9 N=1.752 Rs=0.568 Cjo=4p)
.model RED D(Is=7.7e-18 N=2 Rs=4)
.model SHORTED D(Is=1 N=100 Rs=0.1)
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a result must be."""

    deck: str
    name: str
    low: float
    high: float
    unit: str
    why: str


def _deck(title: str, *lines: str, analysis: str = "op", prints: tuple[str, ...]) -> str:
    control = [".control", analysis, *prints, "quit", ".endc", ".end"]
    return "\n".join((f"* {title}", MODELS.strip(), *lines, *control)) + "\n"


def _corner(diode: str | None, volts: float) -> str:
    """Men on three corners of a rectangle; drive A low, drive B high; the fourth corner is A2."""

    def square(name: str, read: str, drive: str) -> list[str]:
        if diode is None:
            return [f"Rs{name} {read} {drive} 0.15"]
        return [f"Rs{name} {read} m{name} 0.15", f"D{name} m{name} {drive} {diode}"]

    return _deck(
        f"Ghost: men on A1, B1 and B2, none on A2; diode: {diode}; {volts:g} V",
        f"Vdd vdd 0 {volts:g}",
        f"Ra a 0 {SERIES + PORT:g}",
        f"Rb b vdd {SERIES + PORT:g}",
        f"Rp1 vdd col1 {PULL_UP:g}",
        f"Rp2 vdd col2 {PULL_UP:g}",
        *square("a1", "col1", "a"),
        *square("b1", "col1", "b"),
        *square("b2", "col2", "b"),
        prints=(
            f"let empty = v(col2) / {volts:g}",
            f"let full = v(col1) / {volts:g}",
            "let pin_ma = (v(vdd) - v(b)) / " + f"{SERIES + PORT:g} * 1000",
            "print empty full pin_ma",
        ),
    )


def _line_full(diode: str, volts: float, men: int) -> str:
    """A drive line low with a man on every square of it: its pin sinks all their pull-ups."""
    return _deck(
        f"Low level, all {men} men of a drive line down, {diode}, {volts:g} V",
        f"Vdd vdd 0 {volts:g}",
        f"Rd drive 0 {SERIES + PORT:g}",
        f"Rp0 vdd drive {PULL_UP:g}",
        *(
            line
            for n in range(1, men + 1)
            for line in (
                f"Rp{n} vdd pin{n} {PULL_UP:g}",
                f"Rq{n} pin{n} read{n} {SERIES:g}",
                f"Rs{n} read{n} m{n} 0.15",
                f"D{n} m{n} drive {diode}",
            )
        ),
        prints=(
            f"let low = v(pin1) / {volts:g}",
            f"let sunk_ma = v(drive) / {SERIES + PORT:g} * 1000",
            "print low sunk_ma",
        ),
    )


def _shorted() -> str:
    """The diode of B1 shorted, men on A1 and B1: the drives fight through it."""
    return _deck(
        "A shorted diode at B1, men on A1 and B1, drive A low, drive B high; 5 V",
        "Vdd vdd 0 5",
        f"Ra a 0 {SERIES + PORT:g}",
        f"Rb b vdd {SERIES + PORT:g}",
        f"Rp1 vdd col1 {PULL_UP:g}",
        "Da1 col1 a BAT85",
        "Rb1 col1 b 0.3",
        prints=(
            "let level = v(col1) / 5",
            f"let pin_ma = (5 - v(b)) / {SERIES + PORT:g} * 1000",
            "print level pin_ma",
        ),
    )


def _rise(pull_up: float, metres: float) -> str:
    """A read line let go: time to 0.8 VDD, seven closed reeds hanging on it."""
    farads = (10 + TILES_PF + metres * CABLE_PF_PER_M + 7 * 10) * 1e-12
    return _deck(
        f"Rise of a read line: {pull_up:g} ohm, {metres:g} m of ribbon",
        "Vdd vdd 0 5",
        f"Rp vdd pin {pull_up:g}",
        f"Rq pin line {SERIES:g}",
        f"Cl line 0 {farads:g}",
        ".ic v(line)=0.5 v(pin)=0.5",
        analysis="tran 20n 200u uic",
        prints=("meas tran t_rise when v(pin)=4.0 rise=1", "let rise_us = t_rise * 1e6",
                "print rise_us"),
    )  # fmt: skip


def _leds(lit: int) -> str:
    """LEDs of one COM lit together: each ROW 80 ohm, the COM 1.5 ohm; seen 1/8 of the time."""
    return _deck(
        f"{lit} LEDs on one COM",
        "Vdd vdd 0 5",
        "Rc com 0 1.5",
        *(line for n in range(lit) for line in (f"Rr{n} vdd a{n} 80", f"D{n} a{n} com RED")),
        prints=(
            "let led_ma = (v(vdd) - v(a0)) / 80 * 1000",
            "let com_ma = v(com) / 1.5 * 1000",
            "print led_ma com_ma",
        ),
    )


def _bus(metres: float, modules: int) -> str:
    """SDA let go by the Pi: rise from 0.3 to 0.7 VDD at the chips, behind a BSS138."""
    farads = (4 * 10 + 27 + modules * 15 + metres * CABLE_PF_PER_M + 15) * 1e-12
    pulls = 1 / (1 / BUS_PULL_UP + modules / 10e3)
    return _deck(
        f"Bus, 5 V side: {metres:g} m of cable to the clocks, {modules} displays with 10 k each",
        "Vdd vdd 0 5",
        "V33 v33 0 3.3",
        f"Rp vdd high {pulls:g}",
        f"Ch high 0 {farads:g}",
        "Rpi v33 low 1800",
        "Cl low 0 60p",
        "M1 high v33 low low NM W=1 L=1",
        ".model NM NMOS(Level=1 Vto=1.3 Kp=0.22)",
        "Dbody low high SILICON",
        "Vs ctl 0 PULSE(1 0 2u 5n 5n 50u 100u)",
        "S1 low 0 ctl 0 SW",
        ".model SW SW(Vt=0.5 Ron=20 Roff=1e9)",
        analysis="tran 1n 6u",
        prints=(
            "meas tran t1 when v(high)=1.5 rise=1",
            "meas tran t2 when v(high)=3.5 rise=1",
            "meas tran low_v find v(high) at=1.9u",
            "let rise_ns = (t2 - t1) * 1e9",
            "print rise_ns low_v",
        ),
    )


def _coupling(name: str, picofarads: float) -> str:
    """Eight ROWs beside a read line, all stepping 5 V in 100 ns: how far the line dips."""
    return _deck(
        f"Lights beside a read line: {name}, {picofarads:g} pF",
        "Vdd vdd 0 5",
        f"Rp vdd pin {PULL_UP:g}",
        f"Rq pin line {SERIES:g}",
        f"Cl line 0 {10 + TILES_PF + 0.5 * CABLE_PF_PER_M:g}p",
        f"Cx line step {picofarads:g}p",
        "Vx step 0 PWL(0 5 1u 5 1.1u 0 40u 0)",
        analysis="tran 10n 40u",
        prints=(
            "meas tran v_min min v(pin)",
            "meas tran t_back when v(pin)=4.0 rise=last",
            "let dip = v_min / 5",
            "print dip",
        ),
    )


def most_men() -> int:
    """The most squares that hang on one drive line of any board."""
    return max(
        max(wiring.drive.count(pin) for pin in wiring.drives) for wiring in wirings().values()
    )


def decks() -> Files:
    """Name -> text of every deck."""
    men = most_men()
    return {
        "ghost-with-diodes": _corner("BAT85", 5.0),
        "ghost-without-diodes": _corner(None, 5.0),
        "low-schottky-5v": _line_full("BAT85", 5.0, men),
        "low-silicon-5v": _line_full("SILICON", 5.0, men),
        "low-schottky-3v3": _line_full("BAT85", 3.3, men),
        "low-silicon-3v3": _line_full("SILICON", 3.3, men),
        "shorted-diode": _shorted(),
        "rise-22k-0m5": _rise(PULL_UP, 0.5),
        "rise-22k-2m": _rise(PULL_UP, 2.0),
        "rise-internal-0m5": _rise(125e3, 0.5),
        "leds-1": _leds(1),
        "leds-8": _leds(8),
        "leds-16": _leds(16),
        "bus-0m5": _bus(0.5, 2),
        "bus-1m": _bus(1.0, 2),
        "bus-no-displays": _bus(0.0, 0),
        "coupling-one-ribbon": _coupling("eight ROWs in the same ribbon, 0.5 m", 8 * 12.0),
        "coupling-own-ribbons": _coupling("ribbons of their own, 2 cm apart", 8 * 0.5),
        "coupling-crossing": _coupling("crossing on the tiles only", 8 * 0.1),
    }


FUSE_MA: Final = 750.0
_REST_MA: Final = 2 * 80.0 + 10.0
"""Two displays showing 88:88 and the chips."""

LIMITS: Final = (
    Limit("ghost-with-diodes", "empty", 0.8, 1.0, "VDD", "the empty fourth corner reads empty"),
    Limit("ghost-with-diodes", "full", 0.0, 0.2, "VDD", "the man on A1 reads full"),
    Limit("ghost-without-diodes", "empty", 0.0, 0.8, "VDD", "why there are diodes: no sure level"),
    Limit("ghost-without-diodes", "pin_ma", 15.0, 25.0, "mA", "and two drives would fight"),
    Limit("low-schottky-5v", "low", 0.0, 0.2, "VDD", "VIL with a man on every square of a line"),
    Limit("low-schottky-5v", "sunk_ma", 0.0, 8.0, "mA", "what VOL is specified for"),
    Limit("low-silicon-5v", "low", 0.0, 0.2, "VDD", "1N4148 will do at 5 V"),
    Limit("low-schottky-3v3", "low", 0.0, 0.2, "VDD", "Schottky would do at 3.3 V"),
    Limit("low-silicon-3v3", "low", 0.2, 1.0, "VDD", "1N4148 will not do at 3.3 V"),
    Limit("shorted-diode", "level", 0.2, 1.0, "VDD", "a man is missed, none invented"),
    Limit("shorted-diode", "pin_ma", 0.0, 25.0, "mA", "no pin is hurt meanwhile"),
    Limit("rise-22k-0m5", "rise_us", 0.0, SETTLE_US / 2, "us", "half the time a scan gives"),
    Limit("rise-22k-2m", "rise_us", 0.0, SETTLE_US / 2, "us", "with two metres, too"),
    Limit("rise-internal-0m5", "rise_us", SETTLE_US, 100.0, "us", "why the pull-ups are external"),
    Limit("leds-1", "led_ma", 10.0, 40.0, "mA", "one LED, peak; 1/8 of it on average"),
    Limit("leds-8", "com_ma", 0.0, 300.0, "mA", "a rank in one colour"),
    Limit("leds-16", "com_ma", 0.0, FUSE_MA - _REST_MA, "mA", "all 128 LEDs: the fuse holds"),
    Limit("bus-0m5", "rise_ns", 0.0, 300.0, "ns", "400 kHz with the displays half a metre away"),
    Limit("bus-1m", "rise_ns", 0.0, 300.0, "ns", "and a metre away"),
    Limit("bus-no-displays", "rise_ns", 0.0, 300.0, "ns", "and without displays"),
    Limit("bus-0m5", "low_v", 0.0, 1.0, "V", "VIL of MCP23017; HT16K33 has 1.5 V"),
    Limit("coupling-one-ribbon", "dip", 0.0, 0.8, "VDD", "why lights have ribbons of their own"),
    Limit("coupling-own-ribbons", "dip", 0.8, 1.0, "VDD", "a light switched is not a man"),
    Limit("coupling-crossing", "dip", 0.8, 1.0, "VDD", "nor where lines cross on the tiles"),
)


def files() -> Files:
    """Every deck as a file."""
    return {f"spice/{name}.cir": text for name, text in decks().items()}
