"""The tile: two by two squares on 100 by 100 mm, nothing on it but reeds, diodes and LEDs.

*Wires through a tile.* From west to east run two drive lines, one a rank, and two lines of LED
cathodes, X and Y. From north to south run, for each file, a read line and the anodes of its red
and its green LEDs. Wherever two tiles meet, the lines go on in the next one: ten short wires.

*Where a line runs, it runs straight*, from edge to edge, west-east on the front, north-south on the
back, so that lines cross without a thought, and every pad that belongs to a line sits on it or a
stub away. There is nothing to search for, hence no autorouter.

*All squares or dark ones.* On a board that uses all squares each rank has its own drive line and
its own cathodes: the upper rank's LEDs hang on X, the lower rank's on Y. On one that uses the dark
squares, two ranks share a drive line (bridge JP1), and all red LEDs hang on X, all green ones on Y.
Two LEDs of the dark squares have to change sides: bridges JP2 and JP3. The light squares' places
stay empty.

The LEDs stand in a corner of the square, farther from its centre than a man's edge; the reeds stand
upright in the middle (``physics.py`` says why).
"""

from functools import cache
from typing import Final

from hardware.gen import parts
from hardware.gen.model import BACK, FRONT, Board, Component, Part, Point, Text

SIZE: Final = 100.0
SQUARE: Final = SIZE / 2
INSET: Final = 2.75
"""From the edge of the tile's place to the wires' holes."""

READ_X: Final = 0.0
RED_X: Final = -16.27
GREEN_X: Final = -20.27
DRIVE_Y: Final = 4.0
CATHODE_Y: Final = -17.0
"""Where lines run, from the centre of the square they serve."""

RANKS: Final = {"T": SQUARE / 2, "B": 3 * SQUARE / 2}
FILES: Final = {"L": SQUARE / 2, "R": 3 * SQUARE / 2}
"""Centres of the upper and lower rank (y down), of the left and right file."""

CATHODES: Final = {"T": "X", "B": "Y"}

COLUMNS: Final = tuple(
    (f"{line}_{file}", FILES[file] + x)
    for file in FILES
    for line, x in (("GREEN", GREEN_X), ("RED", RED_X), ("READ", READ_X))
)
"""The north-south lines from west to east: net and x."""

ROWS: Final = tuple(
    (net, y)
    for rank, centre in RANKS.items()
    for net, y in (
        (CATHODES[rank], centre + CATHODE_Y),
        (f"DRIVE_{rank}", centre + DRIVE_Y),
    )
)
"""The west-east lines from north to south: net and y."""

DARK: Final = ("TR", "BL")
"""The dark squares of a tile, a1 being dark."""


@cache
def tile() -> Board:
    """The tile, placed and routed; the same value each time, not to be changed."""
    board = Board("tile", "Reedboard tile, 2 x 2 squares of 50 mm", (SIZE, SIZE), margin=0.25)
    _lines(board)
    for rank in RANKS:
        for file in FILES:
            _square(board, rank, file)
    _join_drives(board)
    _green_bridge(board)
    _red_bridge(board)
    board.holes += [(x, y) for x in (37.5, 87.5) for y in (14.0, 90.0)]
    board.texts += [
        Text("REEDBOARD tile   north: towards the last rank", (50, 95.0)),
        Text("8x8, all squares: JP2 1-2, JP3 1-2, JP1 open", (50, 45.5)),
        Text("dark squares: JP2 2-3, JP3 2-3, JP1 closed; fit TR and BL only", (50, 47.5)),
        Text("reed upright in its square pad, wire from its top to the round one", (50, 49.5)),
        Text("diodes and LEDs: cathode at the square pad", (50, 51.5)),
        Text("north and south: green, red, read, twice", (50, 93.0), 0.8),
        Text("west and east: X, drive, Y, drive", (68, 86.0), 0.8),
    ]
    return board


def _lines(board: Board) -> None:
    """Every line from edge to edge, with the holes in which it ends."""
    near, far = INSET, SIZE - INSET
    for net, x in COLUMNS:
        board.run(net, BACK, (x, near), (x, far))
    for net, y in ROWS:
        board.run(net, FRONT, (near, y), (far, y))
    across = tuple((x - COLUMNS[0][1], 0.0) for _, x in COLUMNS)
    down = tuple((0.0, y - ROWS[0][1]) for _, y in ROWS)
    columns = {str(i + 1): net for i, (net, _) in enumerate(COLUMNS)}
    rows = {str(i + 1): net for i, (net, _) in enumerate(ROWS)}
    north_south, east_west = parts.edge("Edge_ns", across), parts.edge("Edge_ew", down)
    first_x, first_y = COLUMNS[0][1], ROWS[0][1]
    for ref, part, nets, at in (
        ("J1", north_south, columns, (first_x, near)),
        ("J2", east_west, rows, (far, first_y)),
        ("J3", north_south, columns, (first_x, far)),
        ("J4", east_west, rows, (near, first_y)),
    ):
        side = {"J1": "north", "J2": "east", "J3": "south", "J4": "west"}[ref]
        board.put(Component(ref, part, nets, at, side))


def _square(board: Board, rank: str, file: str) -> None:
    """One square: reed, diode and two LEDs, each with its stubs."""
    name, x, y = rank + file, FILES[file], RANKS[rank]
    number = 1 + list(RANKS).index(rank) * 2 + list(FILES).index(file)
    middle, cathodes = f"MID_{name}", CATHODES[rank]
    drive = f"DRIVE_{rank}"
    reed = board.put(
        Component(f"SW{number}", parts.TILE_REED, {"1": f"READ_{file}", "2": middle}, (x, y), name)
    )
    diode = board.put(
        Component(f"D{number}", parts.TILE_DIODE, {"1": drive, "2": middle}, (x + 8.5, y), name)
    )
    board.run(middle, FRONT, reed.pad("2"), diode.pad("2"))
    end = diode.pad("1")
    board.run(drive, FRONT, end, (end[0], y + DRIVE_Y))
    for ref, part, line, at in (
        ("red", parts.LED_RED, "RED", (x + RED_X + 1.27, y - 19.0)),
        ("green", parts.LED_GREEN, "GREEN", (x + GREEN_X + 1.27, y - 15.0)),
    ):
        bridged = (name, ref) in (("TR", "green"), ("BL", "red"))
        net = f"{line}_{name}" if bridged else cathodes
        prefix = "LR" if ref == "red" else "LG"
        led = _led(board, f"{prefix}{number}", part, f"{line}_{file}", net, at, name)
        if not bridged:
            board.run(net, FRONT, led.pad("1"), (led.pad("1")[0], y + CATHODE_Y))


def _led(
    board: Board, ref: str, part: Part, anode: str, cathode: str, at: Point, name: str
) -> Component:
    return board.put(Component(ref, part, {"1": cathode, "2": anode}, at, name))


def _join_drives(board: Board) -> None:
    """JP1 joins the two ranks' drive lines."""
    x, upper, lower = 45.0, RANKS["T"] + DRIVE_Y, RANKS["B"] + DRIVE_Y
    nets: dict[str, str | None] = {"1": "DRIVE_T", "2": "DRIVE_B"}
    bridge = board.put(Component("JP1", parts.BRIDGE_2, nets, (x, lower - 3), "drives"))
    board.run("DRIVE_B", FRONT, bridge.pad("2"), (bridge.pad("2")[0], lower))
    left, above = bridge.pad("1"), lower - 6
    board.run("DRIVE_T", FRONT, left, (left[0], above))
    board.run("DRIVE_T", BACK, (left[0], above), (left[0], upper))
    board.via("DRIVE_T", (left[0], above))
    board.via("DRIVE_T", (left[0], upper))


def _green_bridge(board: Board) -> None:
    """JP2 hangs the green LED of the upper right square on X or on Y."""
    led = next(part for part in board.components if part.ref == "LG2")
    x, y = led.pad("1")[0], led.pad("1")[1] + 4
    bridge = board.put(
        Component("JP2", parts.BRIDGE_3, {"1": "X", "2": "GREEN_TR", "3": "Y"}, (x, y), "green TR")
    )
    board.run("GREEN_TR", FRONT, led.pad("1"), bridge.pad("2"))
    around, turn = x - 4.6, RANKS["T"] + CATHODE_Y
    board.run("X", FRONT, bridge.pad("1"), (around, y), (around, turn))
    down, lower = x + 8.0, RANKS["B"] + CATHODE_Y
    board.run("Y", FRONT, bridge.pad("3"), (down, y))
    board.run("Y", BACK, (down, y), (down, lower))
    board.via("Y", (down, y))
    board.via("Y", (down, lower))


def _red_bridge(board: Board) -> None:
    """JP3 hangs the red LED of the lower left square on Y or on X."""
    led = next(part for part in board.components if part.ref == "LR3")
    x, y = led.pad("1")[0], led.pad("1")[1] - 5
    bridge = board.put(
        Component("JP3", parts.BRIDGE_3, {"1": "Y", "2": "RED_BL", "3": "X"}, (x, y), "red BL")
    )
    board.run("RED_BL", FRONT, led.pad("1"), bridge.pad("2"))
    around, turn = x - 4.4, RANKS["B"] + CATHODE_Y
    board.run("Y", FRONT, bridge.pad("1"), (around, y), (around, turn))
    up, upper = x + 4.0, RANKS["T"] + CATHODE_Y
    board.run("X", FRONT, bridge.pad("3"), (up, y))
    board.run("X", BACK, (up, y), (up, upper))
    board.via("X", (up, y))
    board.via("X", (up, upper))
