"""A list of pairings, as an arbiter's spreadsheet writes it."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from firmware.errors import InvalidPairings

COLUMNS: Final = ("board", "white", "black")
"""Columns that must be there; `round`, `event`, `white_id` and `black_id` may be."""
OPTIONAL: Final = ("round", "event", "white_id", "black_id")
ROWS_MAX: Final = 500
LENGTH_MAX: Final = 120


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and where."""

    board: int
    """From 1."""
    white: str
    black: str
    round: str = ""
    event: str = ""
    white_id: str = ""
    """Number with the federation."""
    black_id: str = ""

    @property
    def tags(self) -> dict[str, str]:
        """As PDN tags; empty fields are left out."""
        tags = {
            "Event": self.event,
            "Round": self.round,
            "White": self.white,
            "Black": self.black,
            "WhiteFMJD": self.white_id,
            "BlackFMJD": self.black_id,
        }
        return {name: value for name, value in tags.items() if value}

    @property
    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def read_pairings(text: str, boards: int, names: Sequence[str] = ()) -> tuple[Pairing, ...]:
    """The pairings of a CSV text with a heading line; comma, semicolon or tab between the fields.

    A board is meant by its name, if it is one of `names` (in the order of the boards), or by its
    number. Raises InvalidPairings naming line and column.
    """
    text = text.removeprefix("\ufeff")
    heading = "".join(text.splitlines()[:1])
    separator = max(",;\t", key=heading.count)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    if not rows:
        raise InvalidPairings("line 1: the list is empty; expected a line with board, white, black")
    columns = [name.strip().lower() for name in rows[0]]
    for column in COLUMNS:
        if column not in columns:
            raise InvalidPairings(
                f"line 1: there is no column {column!r}; expected {', '.join(COLUMNS)}, "
                f"and perhaps {', '.join(OPTIONAL)}"
            )
    if len(rows) > ROWS_MAX:
        raise InvalidPairings(f"line {ROWS_MAX + 1}: more than {ROWS_MAX} pairings")
    found = [
        (number, _pairing(dict(zip(columns, row, strict=False)), number, boards, names))
        for number, row in enumerate(rows[1:], 2)
        if any(cell.strip() for cell in row)
    ]
    taken: dict[int, int] = {}
    for number, pairing in found:
        if pairing.board in taken:
            raise InvalidPairings(
                f"line {number}: board {pairing.board} is in line {taken[pairing.board]} already"
            )
        taken[pairing.board] = number
    return tuple(pairing for _, pairing in found)


def _pairing(row: dict[str, str], number: int, boards: int, names: Sequence[str]) -> Pairing:
    cells = {key: row.get(key, "").strip() for key in (*COLUMNS, *OPTIONAL)}
    for key, cell in cells.items():
        if len(cell) > LENGTH_MAX or not (cell.isprintable() or cell == ""):
            raise InvalidPairings(f"line {number}, column {key}: too long, or not on one line")
    if cells["board"] in names:
        cells["board"] = str(names.index(cells["board"]) + 1)
    if not cells["board"].isdecimal() or not 1 <= int(cells["board"]) <= boards:
        raise InvalidPairings(
            f"line {number}, column board: {cells['board']!r} must be a board's name, or a number "
            f"from 1 to {boards}"
        )
    for key in ("white", "black"):
        if not cells[key]:
            raise InvalidPairings(f"line {number}, column {key}: a name is missing")
    return Pairing(board=int(cells.pop("board")), **cells)
