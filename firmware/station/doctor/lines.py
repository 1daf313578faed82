"""What failed squares and lights have in common: the wire they hang on.

Every square hangs on one drive line and one read line, every light on one cathode and one anode
line. A wire that is open takes its whole line along; said square by square, eight findings would
hide their one cause. So failures are explained by the largest thing that explains them wholly: a
plug all of whose lines are dead, then a line all of whose members are. What is left over has failed
by itself.

*Wholly* is what keeps it honest: a line with one member that works is not broken. Each line crosses
all lines of the other kind, so one that is dead leaves those with members that work, and only what
is broken is named, however many lines are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from firmware.devices.wiring import Led, Wiring, pin_name
from firmware.station.doctor.ribbons import Socket, anode_socket, cathode_socket, port_socket


@dataclass(frozen=True)
class Line:
    """One wire: `members` has a bit for each square, or light, that hangs on it."""

    kind: str
    """``drive``, ``read``, ``cathode`` or ``anode``."""
    pin: str
    chip: str
    socket: Socket | None
    members: int

    def __str__(self) -> str:
        return f"{self.kind} line {self.pin}"

    @property
    def place(self) -> str:
        """Where it begins: ``GPA3 of the MCP23017 at 0x20, J2 pin 9 on the hub``."""
        return f"{self.pin} of the {self.chip}" + (f", {self.socket}" if self.socket else "")


class Plug(NamedTuple):
    """A plug of the hub and all lines that go through it."""

    name: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return f"plug {self.name}"


class Strayed(NamedTuple):
    """What hangs on `line` is felt on `other`: instead, or as well where the two are `joined`."""

    line: Line
    other: Line
    joined: bool


def drive_lines(wiring: Wiring) -> tuple[Line, ...]:
    """The drive lines; members are squares, in picture order."""
    return _matrix_lines("drive", wiring.drive_chip, wiring.drive)


def read_lines(wiring: Wiring) -> tuple[Line, ...]:
    """The read lines; members are squares, in picture order."""
    return _matrix_lines("read", wiring.read_chip, wiring.read)


def _matrix_lines(kind: str, chip: int, pins: Sequence[int]) -> tuple[Line, ...]:
    return tuple(
        Line(
            kind,
            pin_name(pin),
            f"MCP23017 at {chip:#04x}",
            port_socket(chip, pin),
            sum(1 << square for square, own in enumerate(pins) if own == pin),
        )
        for pin in dict.fromkeys(pins)
    )


def light_lines(leds: Sequence[Led]) -> tuple[Line, ...]:
    """The cathode and the anode lines; members are places in `leds`."""
    members: dict[tuple[str, int, str, Socket | None], int] = {}
    for index, led in enumerate(leds):
        for key in (
            ("cathode", led.address, f"COM{led.com}", cathode_socket(led)),
            ("anode", led.address, f"ROW{led.row}", anode_socket(led)),
        ):
            members[key] = members.get(key, 0) | 1 << index
    return tuple(
        Line(kind, pin, f"HT16K33 at {address:#04x}", socket, bits)
        for (kind, address, pin, socket), bits in members.items()
    )


def causes(lines: Sequence[Line], failed: int) -> tuple[tuple[Plug | Line, ...], int]:
    """What explains failures wholly, and the failures that nothing here explains."""
    dead = [line for line in lines if line.members.bit_count() > 1 and not line.members & ~failed]
    found: list[Plug | Line] = []
    for plug in _plugs(lines):
        if len(plug.lines) > 1 and all(line in dead for line in plug.lines):
            found.append(plug)
            dead = [line for line in dead if line not in plug.lines]
    explained = 0
    for cause in (*found, *dead):
        for line in cause.lines if isinstance(cause, Plug) else (cause,):
            explained |= line.members
    return (*found, *dead), failed & ~explained


def _plugs(lines: Sequence[Line]) -> Iterator[Plug]:
    sockets = {line.socket.plug for line in lines if line.socket is not None}
    for name in sorted(sockets):
        yield Plug(name, tuple(line for line in lines if line.socket and line.socket.plug == name))


def strayed(
    along: Sequence[Line], across: Sequence[Line], felt: Mapping[int, int]
) -> Iterator[Strayed]:
    """Lines of one kind whose squares are all felt on one other line of that kind.

    `felt` is, for each square whose man was felt at all, the picture it gave alone; `across` are
    the lines of the other kind.
    """
    crossing = {square: line for line in across for square in bits(line.members)}
    for line in along:
        squares = [square for square in bits(line.members) if square in felt]
        own = {felt[square] >> square & 1 for square in squares}
        aside = [felt[square] & ~(1 << square) for square in squares]
        if len(squares) < 2 or len(own) != 1 or any(each.bit_count() != 1 for each in aside):
            continue
        there = [each.bit_length() - 1 for each in aside]
        if any(crossing[here] != crossing[to] for here, to in zip(squares, there, strict=True)):
            continue
        for other in along:
            if all(other.members >> square & 1 for square in there):
                yield Strayed(line, other, joined=own == {1})


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
