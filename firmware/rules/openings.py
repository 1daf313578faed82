"""Other ways to begin: drawn openings, flying checkers, odds.

In draughts-64 the first moves, or a start with one man of each side elsewhere, are drawn by lot
from a table that federations revise every other year. So a table is a text (TOML), and its labels
are data; what an opening *is* are its moves or its men. Squares are coordinates as White sees
them::

    [[opening]]
    table = "Draughts-64, 2012"
    label = "I-16"
    line = "a3-b4 b6-c5 b4-a5 c5-b4"

    [[opening]]
    label = "VI-24"
    white = "a1-b4"
    black = "a7-a5"

``line`` is played from the start; ``white`` and ``black`` say which man stands where instead. A
table that is not named is the one named before it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from firmware.errors import InvalidOpening
from firmware.rules.bitboard import Bitboard, Square
from firmware.rules.board import Board, Color
from firmware.rules.game import Game
from firmware.rules.movegen import legal_moves
from firmware.rules.position import Position
from firmware.rules.ruleset import Ruleset

_KEYS = frozenset({"table", "label", "line", "white", "black"})


@dataclass(frozen=True)
class Opening:
    """One row of a table."""

    table: str
    label: str
    """Column and row in that table."""
    line: tuple[str, ...] = ()
    """Moves that are made first, as ``a3-b4``."""
    flown: tuple[str, str] = ("", "")
    """Which man of White's and of Black's stands where instead, as ``a1-b4``; empty: none."""

    def game(self, ruleset: Ruleset) -> Game:
        """The game that begins so, with the line played.

        Raises :class:`InvalidOpening` if this cannot be in that game.
        """
        game = Game.start(ruleset, self._start(ruleset))
        for text in self.line:
            origin, target = self._squares(ruleset.board, text)
            for move in game.moves:
                if (move.origin, move.target) == (origin, target):
                    game = game.play(move)
                    break
            else:
                raise self._wrong(f"{text} is not a legal move there in {ruleset.title}")
        return game

    def _start(self, ruleset: Ruleset) -> Position:
        white, black = (
            self._fly(ruleset, color, text) for color, text in zip(Color, self.flown, strict=True)
        )
        if white & black:
            raise self._wrong("two men come to stand on one square")
        turn, ply = ruleset.first, ruleset.opening_ply
        position = Position.setup(ruleset, white, black, 0, turn, ply)
        if any(self.flown) and any(move.captured for move in legal_moves(position)):
            raise self._wrong("it begins with a capture")
        return position

    def _fly(self, ruleset: Ruleset, color: Color, text: str) -> Bitboard:
        men = ruleset.start[color]
        if not text:
            return men
        origin, target = self._squares(ruleset.board, text)
        if not men >> origin & 1 or men >> target & 1:
            raise self._wrong(f"{text} does not take a man of {color.name.capitalize()} elsewhere")
        if ruleset.crowned_on(color) >> target & 1:
            raise self._wrong(f"{text} puts a man where men are crowned")
        return men ^ (1 << origin | 1 << target)

    def _squares(self, board: Board, text: str) -> tuple[Square, Square]:
        squares = []
        for name in text.split("-"):
            try:
                squares.append(board.named(name).bit_length() - 1)
            except (KeyError, IndexError, ValueError):
                raise self._wrong(f"{name!r} in {text!r} is no square of the board") from None
        if len(squares) != 2 or -1 in squares:
            raise self._wrong(f"{text!r} is not one square, a hyphen and another")
        return squares[0], squares[1]

    def _wrong(self, what: str) -> InvalidOpening:
        return InvalidOpening(f"opening {self.label} of {self.table or 'no table'}: {what}")


def read_openings(text: str) -> tuple[Opening, ...]:
    """The openings of a table. Raises :class:`InvalidOpening`, naming the row and what is wrong."""
    try:
        rows = tomllib.loads(text).get("opening", [])
    except tomllib.TOMLDecodeError as error:
        raise InvalidOpening(f"table of openings: {error}") from None
    found: list[Opening] = []
    for number, row in enumerate(rows, 1):
        wrong = [key for key, value in row.items() if key not in _KEYS or type(value) is not str]
        if wrong or "label" not in row:
            raise InvalidOpening(
                f"opening {number}: {', '.join(wrong) or 'no label'}; "
                f"expected texts named {', '.join(sorted(_KEYS))}, a label at least"
            )
        found.append(_opening(row, found[-1].table if found else ""))
    return tuple(found)


def _opening(row: Mapping[str, str], table_before: str) -> Opening:
    return Opening(
        row.get("table", table_before),
        row["label"],
        tuple(row.get("line", "").split()),
        (row.get("white", ""), row.get("black", "")),
    )


def odds(ruleset: Ruleset, given: Bitboard) -> Position:
    """The start without the men ``given`` by the stronger side.

    Raises :class:`InvalidOpening` if these are not all men of one side, or are all it has.
    """
    white, black = ruleset.start
    for men in (white, black):
        if given and given & ~men == 0 and given != men:
            return Position.setup(
                ruleset, white & ~given, black & ~given, 0, ruleset.first, ruleset.opening_ply
            )
    raise InvalidOpening("odds are some of the men of one side, and never all of them")
