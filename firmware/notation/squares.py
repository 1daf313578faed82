"""Square names, both ways: ``c3`` and ``22``.

A variant's own names follow from its PDN GameType (``type,first,width,height,notation,invert``):
the letter says letters or numbers, the digit in which corner square 1 (or a1) lies as the
starting player sees the board: 0 bottom left, 1 bottom right, 2 top left, 3 top right; numbering
always runs along the rows (PDN 3.0, GameType). The other kind of name is understood too, for
texts use both: letters on a numbered board as White sees them, numbers on a lettered one from the
top left, which is how files number Russian and Brazilian games although by the tag a1 were 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from firmware.errors import InvalidSquare
from firmware.rules import Color, Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class SquareNames:
    """The names on one board: the variant's own by square, and squares by number and by letter."""

    names: tuple[str, ...]
    numbers: Mapping[int, int]
    letters: Mapping[str, int]

    def find(self, text: str) -> int | None:
        """The square of a bare name: ``c3`` in small letters, or ``6``, ``06``."""
        if text.isdecimal() and text.isascii():
            return self.numbers.get(int(text))
        return self.letters.get(text)


def square_name(ruleset: Ruleset, square: int) -> str:
    """The variant's own name of a square index: ``c3``, ``22``."""
    return square_names(ruleset).names[square]


def parse_square(ruleset: Ruleset, text: str) -> int:
    """The index of a square named by letter or by number, in either case, blanks around it allowed.

    Raises ``InvalidSquare``.
    """
    square = square_names(ruleset).find(text.strip().lower()) if len(text) < 20 else None
    if square is None:
        names = square_names(ruleset).names
        raise InvalidSquare(
            f"{text[:20]!r} is no square of {ruleset.title}: "
            f"expected one of {names[0]} ... {names[-1]}"
        )
    return square


@cache
def square_names(ruleset: Ruleset) -> SquareNames:
    """All names of a variant's squares, computed once."""
    coords = ruleset.board.coords
    style = ruleset.notation
    notation = style.gametype.split(",")[4]
    corner = int(notation[1]) ^ (3 if ruleset.first is Color.BLACK else 0)
    width = 1 + max(file for file, _ in coords)
    from_left = corner in (0, 2)
    letters = {
        _lettered(file if from_left or not style.algebraic else width - 1 - file, rank): square
        for square, (file, rank) in enumerate(coords)
    }
    if style.algebraic:
        numbers = {square + 1: square for square in range(len(coords))}
        own = {square: name for name, square in letters.items()}
    else:
        upward, leftward = corner in (0, 1), not from_left
        order = sorted(
            range(len(coords)),
            key=lambda square: (
                coords[square][1] if upward else -coords[square][1],
                -coords[square][0] if leftward else coords[square][0],
            ),
        )
        numbers = dict(enumerate(order, start=1))
        own = {square: str(number) for number, square in numbers.items()}
    return SquareNames(tuple(own[square] for square in range(len(coords))), numbers, letters)


def _lettered(file: int, rank: int) -> str:
    return f"{chr(ord('a') + file)}{rank + 1}"
