"""Which square hangs on which wire: one TOML file a board, read into frozen values.

The files stand in ``hardware/wiring``; firmware, simulator and the generators of the drawings read
the same ones. A file is taken whole or refused: a wire named twice, a square left out or a key
nobody knows would be found on the bench, with a meter, days later.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from firmware.errors import WiringError

OUTPUT_ONLY: Final = (7, 15)
"""GPA7 and GPB7: as inputs they can disturb SDA (MCP23017 datasheet DS20001952, rev. D)."""

_MCP23017: Final = range(0x20, 0x28)
_HT16K33: Final = range(0x70, 0x78)
_SIZES: Final = range(4, 17)
_GPIO: Final = range(4, 28)
_FILES: Final = "abcdefghijklmnop"

_Value = TypeVar("_Value")


class Led(NamedTuple):
    """One LED: anode on a ROW, cathode on a COM of the HT16K33 at this address."""

    address: int
    com: int
    row: int

    def __str__(self) -> str:
        return f"C{self.com}.R{self.row} of the HT16K33 at {self.address:#04x}"


@dataclass(frozen=True, slots=True)
class Wiring:
    """A wired board. The tuples by square are parallel, in picture order.

    Picture order is row by row from the top left corner as White sees the board, over the squares
    that have a reed; bit n of a picture is ``squares[n]``. MCP23017 pins are numbers, GPA0 = 0 to
    GPB7 = 15; pins of the Raspberry Pi are BCM numbers.
    """

    title: str
    files: int
    ranks: int
    squares: tuple[str, ...]
    """Coordinates, "a1" = bottom left, whatever a game calls the square."""
    drive: tuple[int, ...]
    read: tuple[int, ...]
    red: tuple[Led, ...]
    green: tuple[Led, ...]
    drive_chip: int
    """Address of the MCP23017 whose pins drive; it reads as well when `read_chip` is the same."""
    read_chip: int
    left_display: int
    """Address of the HT16K33 of the display at White's left hand."""
    right_display: int
    left_button: int
    right_button: int
    buzzer: int

    @property
    def coords(self) -> tuple[tuple[int, int], ...]:
        """(file, rank) of each square, both from 0."""
        return tuple((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in self.squares)

    @property
    def drives(self) -> tuple[int, ...]:
        """The drive pins, each once, in the order in which they are scanned."""
        return tuple(dict.fromkeys(self.drive))

    @property
    def reads(self) -> tuple[int, ...]:
        """The read pins, each once."""
        return tuple(dict.fromkeys(self.read))


def pin_name(pin: int) -> str:
    """The datasheet's name of an MCP23017 pin, "GPA0" to "GPB7"."""
    return f"GP{'AB'[pin >> 3]}{pin & 7}"


def load_wiring(path: Path) -> Wiring:
    """The wiring in the file at `path`.

    Raises WiringError, one sentence that names the file, the key and what to do.
    """
    return _wiring(_Table(path, "", _toml(path)))


class _Wired(NamedTuple):
    name: str
    drive: int
    read: int
    red: Led
    green: Led


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WiringError(
            f"{path}: the wiring file cannot be read ({error.strerror}); "
            "check its name and its permissions"
        ) from None
    except UnicodeDecodeError:
        raise WiringError(f"{path}: this is no UTF-8 text; save the wiring file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise WiringError(f"{path}: this is not TOML ({error}); correct that line") from None


class _Table:
    """One table of the file. Values are taken out, so that what remains is unknown."""

    def __init__(self, path: Path, name: str, values: dict[str, Any]) -> None:
        self._path = path
        self._name = name
        self._values = dict(values)

    def refuse(self, key: str, complaint: str) -> NoReturn:
        where = ".".join(part for part in (self._name, key) if part)
        raise WiringError(f"{self._path}: {where}: {complaint}")

    def _take(self, key: str, kind: type[_Value], what: str) -> _Value:
        if key not in self._values:
            self.refuse(key, f"this is missing; add {what}")
        value = self._values.pop(key)
        if type(value) is not kind:
            self.refuse(key, f"{value!r} is not {what}; write one")
        return value

    def table(self, key: str) -> "_Table":
        return _Table(self._path, key, self._take(key, dict, "a table of this name"))

    def text(self, key: str) -> str:
        return self._take(key, str, 'a text in "quotes"')

    def number(self, key: str, allowed: range, write: str = "{}") -> int:
        bounds = f"from {write.format(allowed[0])} to {write.format(allowed[-1])}"
        value = self._take(key, int, f"a whole number {bounds}")
        if value not in allowed:
            self.refuse(key, f"{write.format(value)} is out of range; choose one {bounds}")
        return value

    def words(self, key: str, count: int) -> list[str]:
        words = self.text(key).split()
        if len(words) != count:
            self.refuse(key, f"{len(words)} entries for {count} squares; name one for each square")
        return words

    def done(self) -> None:
        for key in self._values:
            self.refuse(key, "nothing is known by this name; correct the spelling or remove it")


class _Claims:
    """Who uses what. Nothing may serve two users."""

    def __init__(self) -> None:
        self._user: dict[str, str] = {}

    def claim(self, table: _Table, key: str, thing: str, user: str) -> None:
        first = self._user.setdefault(thing, user)
        if first != user:
            table.refuse(key, f"{thing} already serves {first}; choose another for {user}")


def _wiring(file: _Table) -> Wiring:
    claims = _Claims()
    title = file.text("title")
    board = file.table("board")
    files, ranks = board.number("files", _SIZES), board.number("ranks", _SIZES)
    kind = board.text("squares")
    if kind not in ("all", "dark"):
        board.refuse("squares", f'"{kind}" is unknown; write "all" or "dark"')
    board.done()
    chips = _chips(file, claims)
    pins = _pins(file, claims)
    wired: list[_Wired] = []
    for rank in range(ranks, 0, -1):
        names = [
            f"{_FILES[index]}{rank}"
            for index in range(files)
            if kind == "all" or (index + rank) % 2 == 1
        ]
        wired += _rank(file.table(f"rank-{rank}"), names, chips, claims)
    file.done()
    return Wiring(
        title=title,
        files=files,
        ranks=ranks,
        squares=tuple(square.name for square in wired),
        drive=tuple(square.drive for square in wired),
        read=tuple(square.read for square in wired),
        red=tuple(square.red for square in wired),
        green=tuple(square.green for square in wired),
        drive_chip=chips["drive"],
        read_chip=chips["read"],
        left_display=chips["left"],
        right_display=chips["right"],
        left_button=pins["left"],
        right_button=pins["right"],
        buzzer=pins["buzzer"],
    )


def _chips(file: _Table, claims: _Claims) -> dict[str, int]:
    mcp23017, ht16k33 = file.table("mcp23017"), file.table("ht16k33")
    chips = {key: mcp23017.number(key, _MCP23017, "{:#04x}") for key in ("drive", "read")}
    mcp23017.done()
    users = {
        "red": "the squares' lights",
        "green": "the squares' lights",
        "left": "the left display",
        "right": "the right display",
    }
    for key, user in users.items():
        chips[key] = ht16k33.number(key, _HT16K33, "{:#04x}")
        claims.claim(ht16k33, key, f"address {chips[key]:#04x}", user)
    ht16k33.done()
    return chips


def _pins(file: _Table, claims: _Claims) -> dict[str, int]:
    gpio = file.table("gpio")
    users = {"left": "the left button", "right": "the right button", "buzzer": "the buzzer"}
    pins = {key: gpio.number(key, _GPIO) for key in users}
    gpio.done()
    for key, user in users.items():
        claims.claim(gpio, key, f"GPIO {pins[key]}", user)
    return pins


def _rank(table: _Table, names: list[str], chips: dict[str, int], claims: _Claims) -> list[_Wired]:
    """One rank's table: five texts with one entry a square, set in columns."""
    if table.text("square").split() != names:
        table.refuse("square", f'the squares of this rank are "{" ".join(names)}"; write them so')
    lanes = {key: table.words(key, len(names)) for key in ("drive", "read", "red", "green")}
    table.done()
    wired = []
    for index, name in enumerate(names):
        drive = _pin(table, "drive", lanes["drive"][index])
        read = _pin(table, "read", lanes["read"][index])
        if read in OUTPUT_ONLY:
            table.refuse(
                "read",
                f"{name} is read on {pin_name(read)}, which must never be an input "
                "(MCP23017 datasheet, rev. D); choose another pin",
            )
        for key, pin, user in (
            ("drive", drive, "a drive line"),
            ("read", read, "a read line"),
        ):
            claims.claim(table, key, f"{pin_name(pin)} of {chips[key]:#04x}", user)
        crossing = f"the crossing of {pin_name(drive)} and {pin_name(read)}"
        claims.claim(table, "read", crossing, name)
        red = _led(table, "red", lanes["red"][index], chips["red"])
        green = _led(table, "green", lanes["green"][index], chips["green"])
        claims.claim(table, "red", str(red), f"the red LED of {name}")
        claims.claim(table, "green", str(green), f"the green LED of {name}")
        wired.append(_Wired(name, drive, read, red, green))
    return wired


def _pin(table: _Table, key: str, text: str) -> int:
    match = re.fullmatch(r"GP([AB])([0-7])", text)
    if match is None:
        table.refuse(key, f'"{text}" is no pin of an MCP23017; write GPA0..GPA7 or GPB0..GPB7')
    return "AB".index(match[1]) * 8 + int(match[2])


def _led(table: _Table, key: str, text: str, address: int) -> Led:
    match = re.fullmatch(r"C([0-7])\.R([0-9]|1[0-5])", text)
    if match is None:
        table.refuse(key, f'"{text}" is no LED of an HT16K33; write C0..C7, a dot and R0..R15')
    return Led(address, int(match[1]), int(match[2]))
