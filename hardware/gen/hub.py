"""The hub: the chips, between a ribbon to the Raspberry Pi and ribbons to the tiles.

*Every port pin is treated alike*: 22 k to the supply, 47 ohm in series, a pin of a ribbon whose
other wires are ground. Whether a pin drives or reads is for the wiring file to say, so one hub
serves every board. What a drive line does not need, the pull-up, costs it 0.2 mA; what a read line
does not need, the resistor, costs it 11 mV; and the two pins that are inputs until the firmware
runs never float.

*The ribbons' pins are the chips' pins*, in the chips' order. A matrix pin therefore needs no more
than a straight line from chip to network to ribbon; sorting happens in the wires, by the table of
the board (``wires/``). Of the LED drivers' pins, half a ribbon's pitch apart, every second goes on
between the pins of the near row to the far one.

*What is left*, supply, bus, buttons, buzzer, is a comb: one horizontal rail a net on the back, the
parts in a row above and a row below, and from every pad a straight tooth on the front to its rail.
The chips' bus and supply pins reach the comb by straight lines on the back.

U1 and U3 are on every board, U4 on those with one LED driver a colour, U2 where one expander has
too few pins. Addresses are made of copper: 0x20 and 0x21, 0x70 and 0x71.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from hardware.gen import parts
from hardware.gen.model import BACK, FRONT, Board, Component, Part, Point, Text, room

SIZE: Final = (100.0, 114.0)
PITCH: Final = 2.54
POWER: Final = ("5V", "GND", "VIN", "VFUSE")
WIDE: Final = 0.8
THIN: Final = 0.3
FINE: Final = 0.25

EXPANDER_Y: Final = {1: 5.6, 2: 45.8}
"""Where pin 1 of each expander is."""
DRIVER_Y: Final = {3: 15.0, 4: 39.0}
"""The middle of each LED driver."""
ADDRESS: Final = {1: 0x20, 2: 0x21, 3: 0x70, 4: 0x71}
"""I2C address of U1 to U4, as their pins are joined."""

RAILS: Final = (
    "VIN", "VFUSE", "5V", "GND", "SDA", "SCL", "3V3", "SDA_PI", "SCL_PI", "LEFT", "RIGHT",
    "LEFT_PI", "RIGHT_PI", "BUZZER", "BUZZER_PI", "UPS_PI",
)  # fmt: skip
RAILS_TOP: Final = 90.2
RAIL_STEP: Final = 0.9
ABOVE: Final = 86.0
"""The row of parts over the comb; ends of the lines from the chips."""
BELOW: Final = 107.5

PI: Final = {
    "1": "3V3", "2": "VIN", "3": "SDA_PI", "4": "VIN", "5": "SCL_PI", "6": "GND", "7": "UPS_PI",
    "9": "GND", "11": "LEFT_PI", "13": "RIGHT_PI", "14": "GND", "15": "BUZZER_PI",
}  # fmt: skip
"""The first pins of the Raspberry Pi's header, by number: GPIO 2 and 3 are the bus, GPIO 17, 27
and 22 buttons and buzzer as in the wiring files, GPIO 4 what a battery supply signals with."""

PI_GPIO: Final = {"7": 4, "11": 17, "13": 27, "15": 22}


def rail(net: str) -> float:
    """Where a net's rail runs."""
    return RAILS_TOP + RAILS.index(net) * RAIL_STEP


def port_net(chip: int, port: str) -> str:
    """The net of a port pin at its ribbon, as "U1_GPB0"."""
    return f"U{chip}_{port}"


@cache
def hub() -> Board:
    """The hub, placed and routed; the same value each time, not to be changed."""
    board = Board("hub", "Reedboard hub: expanders, LED drivers, supply", SIZE)
    for chip in EXPANDER_Y:
        _expander(board, chip)
    for chip in DRIVER_Y:
        _driver(board, chip)
    _strap(board)
    _trunks(board)
    _comb(board)
    board.holes += [(14.0, 33.0), (96.0, 4.0), (96.0, 74.0), (14.0, 74.0)]
    board.texts += [
        Text("REEDBOARD hub", (82, 60), 1.5),
        Text("U1 0x20: always", (82, 64)),
        Text("U2 0x21: 12x12", (82, 66)),
        Text("U3 0x70: always", (82, 68)),
        Text("U4 0x71: dark squares", (82, 70)),
        Text("J9: Pi, pins 1 to 16", (13, 112.3)),
        Text("J10 J11 clocks: GND 5V SDA SCL", (44, 112.3)),
        Text("J12, J13: left and right button", (79, 112.3)),
        Text("J14 buzzer", (88, 80)),
        Text("J15 UPS  TP1 3V3", (88, 82)),
    ]
    return board


def _expander(board: Board, chip: int) -> None:
    """An MCP23017 with its networks: GPB out to the left, GPA out to the right."""
    y = EXPANDER_Y[chip]
    nets: dict[str, str | None] = {
        "9": "5V", "10": "GND", "11": None, "12": "SCL", "13": "SDA", "14": None, "15": "GND",
        "16": "GND", "17": "GND", "18": "5V", "19": None, "20": None,
    }  # fmt: skip
    if ADDRESS[chip] & 1:
        nets["15"] = "5V"
    for bit in range(8):
        nets[str(1 + bit)] = f"U{chip}_GPB{bit}_CHIP"
        nets[str(21 + bit)] = f"U{chip}_GPA{bit}_CHIP"
    board.put(Component(f"U{chip}", parts.MCP23017, nets, (33.0, y), f"{ADDRESS[chip]:#04x}"))
    rows = range(8)
    _port(board, chip, [f"GPB{row}" for row in rows], left=True)
    _port(board, chip, [f"GPA{7 - row}" for row in rows], left=False)
    _expander_supply(board, chip)


def _port(board: Board, chip: int, ports: list[str], left: bool) -> None:
    """Pull-ups, series resistors and ribbon of one port; row n serves `ports[n]`."""
    y, number = EXPANDER_Y[chip], 2 * chip - (1 if left else 0)
    chip_x, bus_x, network_x, ribbon_x = (
        (33.0, 22.5, 11.0, 4.0) if left else (40.62, 45.5, 49.5, 61.0)
    )
    at_chip = [f"U{chip}_{port}_CHIP" for port in ports]
    at_wire = [port_net(chip, port) for port in ports]
    bus: dict[str, str | None] = {"1": "5V"}
    network: dict[str, str | None] = {}
    ribbon: dict[str, str | None] = {}
    for row in range(8):
        bus[str(2 + row)] = at_chip[row]
        west, east = (at_wire, at_chip) if left else (at_chip, at_wire)
        network[str(1 + row)], network[str(16 - row)] = west[row], east[row]
        odd, even = ("GND", at_wire[row]) if left else (at_wire[row], "GND")
        ribbon[str(2 * row + 1)], ribbon[str(2 * row + 2)] = odd, even
    pulls = board.put(Component(f"RN{2 * number - 1}", parts.PULL_UPS, bus, (bus_x, y - PITCH)))
    series = board.put(Component(f"RN{2 * number}", parts.SERIES, network, (network_x, y)))
    note = ports[0][:3]
    plug = board.put(Component(f"J{number}", parts.RIBBON_16, ribbon, (ribbon_x, y), note))
    for row in range(8):
        level = y + row * PITCH
        outer, inner = (str(1 + row), str(16 - row)) if left else (str(16 - row), str(1 + row))
        board.run(at_chip[row], FRONT, (chip_x, level), pulls.pad(str(2 + row)))
        board.run(at_chip[row], FRONT, pulls.pad(str(2 + row)), series.pad(inner))
        near = plug.pad(str(2 * row + (2 if left else 1)))
        board.run(at_wire[row], FRONT, series.pad(outer), near)
    far = plug.pad("1" if left else "2")[0]
    board.run("GND", FRONT, (far, y), (far, _ground_y(chip)), width=WIDE)


def _ground_y(chip: int) -> float:
    """Where the ground of an expander's ribbons runs, under the chip."""
    return EXPANDER_Y[chip] + 13 * PITCH + 2.2


TRUNK_X: Final = {"5V": 25.5, "SDA": 27.2, "SCL": 28.9, "GND": 30.58}
"""The expanders' lines on the back."""
DRIVER_TRUNK_X: Final = {"GND": 77.96, "SCL": 79.6, "SDA": 81.3, "5V": 83.04}
"""The LED drivers' lines on the back, under the chips."""


def _expander_supply(board: Board, chip: int) -> None:
    """Supply, bus, address and reset of an expander, to the lines at its left."""
    y, ground = EXPANDER_Y[chip], _ground_y(chip)
    for row, net in ((8, "5V"), (9, "GND"), (11, "SCL"), (12, "SDA")):
        level, width = y + row * PITCH, WIDE if net in POWER else THIN
        board.run(net, FRONT, (33.0, level), (TRUNK_X[net], level), width=width)
        board.via(net, (TRUNK_X[net], level))
    nets: dict[str, str | None] = {"1": "5V", "2": "GND"}
    board.put(Component(f"C{chip}", parts.C_100N, nets, (TRUNK_X["5V"], y + 10 * PITCH)))
    over = y - PITCH
    board.run("5V", FRONT, (22.5, over), (45.5, over), width=0.5)
    board.via("5V", (TRUNK_X["5V"], over))
    aside, reset = 43.1, y + 10 * PITCH
    board.via("5V", (aside, over))
    board.run("5V", BACK, (aside, over), (aside, reset))
    board.via("5V", (aside, reset))
    board.run("5V", FRONT, (aside, reset), (40.62, reset))
    board.run("GND", FRONT, (4.0, ground), (63.54, ground), width=WIDE)
    board.via("GND", (TRUNK_X["GND"], ground))
    first, last = y + 11 * PITCH, y + 13 * PITCH
    if ADDRESS[chip] & 1:
        board.run("5V", FRONT, (40.62, last), (aside, last), (aside, reset))
        board.run("GND", FRONT, (40.62, first), (40.62, first + PITCH), (36.8, first + PITCH))
        board.run("GND", FRONT, (36.8, first + PITCH), (36.8, ground))
    else:
        board.run("GND", FRONT, (40.62, first), (40.62, ground))


def _driver(board: Board, chip: int) -> None:
    """An HT16K33 between the ribbon of its COMs and that of its ROWs."""
    y = DRIVER_Y[chip]
    nets: dict[str, str | None] = {"1": "GND", "28": "5V", "27": "SDA", "26": "SCL"}
    for com in range(8):
        nets[str(2 + com)] = f"U{chip}_COM{com}"
    for row in range(16):
        nets[str(25 - row)] = f"U{chip}_ROW{row}"
    driver = board.put(
        Component(f"U{chip}", parts.HT16K33, nets, (80.5, y), f"{ADDRESS[chip]:#04x}")
    )
    west = [str(1 + place) for place in range(14)]
    east = [str(25 - place) for place in range(11)]
    _fan(board, driver, west, f"J{2 * chip - 1}", parts.RIBBON_14, 68.5, left=True)
    _fan(board, driver, east, f"J{2 * chip}", parts.RIBBON_12, 90.0, left=False)
    ends = {"1": "GND", "28": "5V", "27": "SDA", "26": "SCL"}
    for number, net in ends.items():
        pad, x = driver.pad(number), DRIVER_TRUNK_X[net]
        board.run(net, FRONT, pad, (x, pad[1]), width=0.5 if net in POWER else THIN)
        board.via(net, (x, pad[1]))
    supply: dict[str, str | None] = {"1": "GND", "2": "5V"}
    board.put(Component(f"C{chip}", parts.C_100N, supply, (DRIVER_TRUNK_X["GND"], y - 11.8)))


def _fan(
    board: Board, driver: Component, pins: list[str], ref: str, part: Part, x: float, left: bool
) -> None:
    """Lines from pins 1.27 mm apart to a ribbon of two rows: by turns near and far."""
    ribbon: dict[str, str | None] = {pad.number: None for pad in part.footprint.pads}
    plug = Component(ref, part, ribbon, (x, driver.pad(pins[0])[1]))
    side = 1 if left else -1
    for place, pin in enumerate(pins):
        net, (start_x, level) = driver.nets[pin], driver.pad(pin)
        assert net is not None
        far = place % 2 == 1
        number = str(place // 2 * 2 + (1 if far == left else 2))
        ribbon[number] = net
        end = plug.pad(number)
        if far:
            bend = (end[0] + side * PITCH / 2, level)
            board.run(net, FRONT, (start_x, level), bend, end, width=FINE)
        else:
            board.run(net, FRONT, (start_x, level), end, width=FINE)
    board.put(Component(ref, part, ribbon, plug.at, "COM" if left else "ROW"))


def _strap(board: Board) -> None:
    """39 k and a diode from COM0/AD to ROW2/A0 make U4's address 0x71 (HT16K33 data sheet).

    COM0 drives while the chip reads its address at power-on; later the diode keeps the current of
    a lit ROW out of COM0, so its cathode is at the ROW.
    """
    y = DRIVER_Y[4] + 12.0
    nets: dict[str, str | None] = {"1": "U4_COM0", "2": "U4_AD"}
    resistor = board.put(Component("R1", parts.R_39K, nets, (68.5, y), "address"))
    nets = {"1": "U4_ROW2", "2": "U4_AD"}
    diode = board.put(Component("D1", parts.D_STRAP, nets, (85.2, y), "address"))
    board.run("U4_AD", FRONT, resistor.pad("2"), diode.pad("2"))
    com0 = next(part for part in board.components if part.ref == "J7")
    start = com0.pad("1")
    board.run("U4_COM0", BACK, start, (66.4, start[1]), (66.4, y), resistor.pad("1"))
    row2 = next(part for part in board.components if part.ref == "J8")
    start, end = row2.pad("3"), diode.pad("1")
    board.run("U4_ROW2", BACK, start, (88.2, start[1]), (88.2, y - 2.2), (end[0], y - 2.2), end)


def _trunks(board: Board) -> None:
    """The chips' supply and bus, straight down the back to the comb."""
    for trunks in (TRUNK_X, DRIVER_TRUNK_X):
        for net, x in trunks.items():
            ends = [via.at[1] for via in board.vias if via.net == net and abs(via.at[0] - x) < 0.01]
            ends += [
                part.pad(pin)[1]
                for part in board.components
                for pin, other in part.nets.items()
                if other == net and abs(part.pad(pin)[0] - x) < 0.01
            ]
            width = WIDE if net in POWER else THIN
            foot = (x, RAILS_TOP - 2.0)
            board.run(net, BACK, (x, min(ends)), foot, width=width)
            board.via(net, foot)


@dataclass(frozen=True, slots=True)
class _Tooth:
    """A line on the front from a pad, or from the foot of a trunk, to its net's rail."""

    net: str
    x: float
    y: float
    reach: float = 0.43
    """Half the room it needs, at the front or, below a trunk, at the back."""
    width: float = THIN

    def collides(self, other: "_Tooth") -> bool:
        """Whether the two are too near to each other, or their holes are."""
        apart = abs(self.x - other.x)
        if self.net == other.net:
            return 0 < apart < 0.75
        low, high = sorted((self.y, rail(self.net)))
        other_low, other_high = sorted((other.y, rail(other.net)))
        beside = apart < self.reach + other.reach
        return beside and low < other_high + 1.05 and other_low < high + 1.05


def _comb(board: Board) -> None:
    """Supply, level shifter, clocks, buttons, buzzer: parts on both sides of the rails.

    Each part stands as far left as its neighbour and the teeth already there allow.
    """
    above = (
        ("F1", parts.POLYFUSE, ("VIN", "VFUSE"), ""),
        ("Q3", parts.PMOS, ("GND", "5V", "VFUSE"), "wrong polarity"),
        ("C5", parts.C_100U, ("5V", "GND"), ""),
        ("D2", parts.D_SURGE, ("5V", "GND"), "surge"),
        ("R2", parts.R_2K2, ("SDA", "5V"), "pull-up"),
        ("R3", parts.R_2K2, ("SCL", "5V"), "pull-up"),
        ("Q1", parts.NMOS, ("3V3", "SDA_PI", "SDA"), "level"),
        ("Q2", parts.NMOS, ("3V3", "SCL_PI", "SCL"), "level"),
        ("R4", parts.R_1K, ("LEFT", "LEFT_PI"), ""),
        ("R5", parts.R_1K, ("RIGHT", "RIGHT_PI"), ""),
        ("D6", parts.CLAMP, ("GND", "3V3", "RIGHT"), "ESD"),
        ("Q4", parts.NMOS, ("BUZZER_PI", "GND", "BUZZER"), "buzzer"),
        ("D7", parts.D_FLYBACK, ("5V", "BUZZER"), "buzzer"),
        ("J14", parts.PINS_2, ("5V", "BUZZER"), "buzzer"),
        ("J15", parts.PINS_2, ("UPS_PI", "GND"), "power fails"),
    )
    below = (
        ("J10", parts.PINS_4, ("GND", "5V", "SDA", "SCL"), "left clock"),
        ("D3", parts.CLAMP, ("GND", "5V", "SDA"), "ESD"),
        ("J11", parts.PINS_4, ("GND", "5V", "SDA", "SCL"), "right clock"),
        ("D4", parts.CLAMP, ("GND", "5V", "SCL"), "ESD"),
        ("J12", parts.PINS_2, ("LEFT", "GND"), "left button"),
        ("D5", parts.CLAMP, ("GND", "3V3", "LEFT"), "ESD"),
        ("J13", parts.PINS_2, ("RIGHT", "GND"), "right button"),
        ("TP1", parts.TEST_POINT, ("3V3",), "3V3"),
    )
    teeth = [
        _Tooth(net, x, RAILS_TOP - 2.0, reach=1.1, width=0.5 if net in POWER else THIN)
        for trunks in (TRUNK_X, DRIVER_TRUNK_X)
        for net, x in trunks.items()
    ]
    teeth += _pi(board)
    for row, y, start in ((above, ABOVE, 2.5), (below, BELOW, 23.6)):
        left = start
        for ref, part, nets, note in row:
            component, found = _slot(ref, part, nets, note, (left, y), teeth)
            board.put(component)
            teeth += found
            left = component.at[0] + room(part.footprint)[2] + 0.15
    for tooth in teeth:
        end = (tooth.x, rail(tooth.net))
        board.run(tooth.net, FRONT, (tooth.x, tooth.y), end, width=tooth.width)
        board.via(tooth.net, end)
    for net in RAILS:
        xs = [tooth.x for tooth in teeth if tooth.net == net]
        board.run(net, BACK, (min(xs), rail(net)), (max(xs), rail(net)), width=0.5)


def _slot(
    ref: str, part: Part, nets: tuple[str, ...], note: str, corner: Point, teeth: list[_Tooth]
) -> tuple[Component, list[_Tooth]]:
    """The first place to the right of `corner` where the part's teeth meet no other."""
    x = corner[0] - room(part.footprint)[0]
    while True:
        component = Component(ref, part, _numbered(nets), (round(x, 2), corner[1]), note)
        found = [
            _Tooth(net, *component.pad(pin), width=0.5 if net in POWER else THIN)
            for pin, net in component.nets.items()
            if net
        ]
        if not any(one.collides(other) for one in found for other in teeth):
            return component, found
        x += 0.05


def _numbered(nets: tuple[str, ...]) -> dict[str, str | None]:
    return {str(index + 1): net for index, net in enumerate(nets)}


def _pi(board: Board) -> list[_Tooth]:
    """The Pi's ribbon: teeth of the far row pass between the pins of the near one."""
    nets = {str(number): PI.get(str(number)) for number in range(1, 17)}
    plug = board.put(Component("J9", parts.RIBBON_PI, nets, (4.0, BELOW + 1.6), "Raspberry Pi"))
    teeth = []
    for number, net in nets.items():
        if net is None:
            continue
        x, y = plug.pad(number)
        if int(number) % 2:
            aside = (x + PITCH / 2, y - PITCH / 2)
            board.run(net, FRONT, (x, y), aside, width=FINE)
            x, y = aside
        wide = net in POWER and int(number) % 2 == 0
        teeth.append(_Tooth(net, round(x, 2), y, width=0.5 if wide else THIN))
    return teeth
