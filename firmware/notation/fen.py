"""Diagrams as text: ``W:Wc3,e3,Kd8:Bd6,f6`` and back.

A FEN of draughts is the side to move and the squares of each colour, ``K`` before a king, numbers
also as ranges (PDN 3.0, FEN). Read is what files hold: sides in either order, a final dot, small
letters, ``?`` for an unknown turn, letters or numbers whatever the game, the counters other
programs append. Written is one form: White first, men before kings, each in the order of the
squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from firmware.errors import InvalidFen, InvalidPosition
from firmware.notation.squares import square_names
from firmware.rules import Color, Position, Ruleset
from firmware.rules.bitboard import squares

_COLORS = {"W": Color.WHITE, "B": Color.BLACK}
_LETTERS = {color: letter for letter, color in _COLORS.items()}
# Half moves, full moves, moves by kings, as lidraughts appends them: no part of the diagram.
_COUNTER = re.compile(r"[HF]\d+|\+\d+\+\d+")
_LONGEST = 1000  # no board needs a third of it


def parse_fen(text: str, ruleset: Ruleset) -> Position:
    """The position a FEN describes; an unknown turn (``?``) is the side that begins the game.

    Raises ``InvalidFen`` with one sentence: the part that cannot be read, or why no game comes to
    it.
    """
    shown = text.strip()
    if len(shown) > _LONGEST:
        raise InvalidFen(f"a FEN of {len(shown)} characters describes no board")
    turn, *sides = shown.removesuffix(".").split(":")
    sides = [side.strip() for side in sides if not _COUNTER.fullmatch(side.strip())]
    letter = turn.strip().upper()
    if letter not in _COLORS and letter != "?":
        raise InvalidFen(f"FEN {shown!r} must begin with the side to move, W, B or ?, not {turn!r}")
    if not 1 <= len(sides) <= 2:
        raise InvalidFen(
            f"FEN {shown!r} must name the white and the black men after the side to move, "
            "as in W:Wc3,e3:Bd6,Kf6"
        )
    pieces = {Color.WHITE: 0, Color.BLACK: 0}
    kings = 0
    for color, listed in _sides(sides, shown):
        for square, is_king in _pieces(listed, ruleset, shown):
            if (pieces[Color.WHITE] | pieces[Color.BLACK]) >> square & 1:
                name = square_names(ruleset).names[square]
                raise InvalidFen(f"FEN {shown!r} names square {name} twice")
            pieces[color] |= 1 << square
            kings |= is_king << square
    return _position(ruleset, pieces, kings, _COLORS.get(letter, ruleset.first), shown)


def write_fen(position: Position) -> str:
    """The FEN of a position in the variant's own names; numbers in a row are a range."""
    sides = (
        _LETTERS[color] + _written(position.ruleset, position.pieces(color), position.kings)
        for color in (Color.WHITE, Color.BLACK)
    )
    return ":".join((_LETTERS[position.turn], *sides))


def is_null_move(fen: str) -> bool:
    """Whether a set-up names only the turn, ``B::``, as PDN 3.0 proposes for a null move."""
    return re.fullmatch(r"[WBwb]\s*:\s*:\s*\.?", fen.strip()) is not None


def null_move(fen: str, position: Position) -> Position:
    """The same pieces with the turn a null move names."""
    turn = _COLORS[fen.strip()[0].upper()]
    return Position.setup(position.ruleset, position.white, position.black, position.kings, turn)


def _sides(sides: Sequence[str], fen: str) -> Iterator[tuple[Color, str]]:
    """Each colour named, with the list of its squares."""
    named: set[Color] = set()
    for side in sides:
        color = _COLORS.get(side[:1].upper())
        if color is None:
            raise InvalidFen(f"FEN {fen!r}: {side!r} must begin with the colour of its men, W or B")
        if color in named:
            raise InvalidFen(f"FEN {fen!r} names the {color.name.lower()} men twice")
        named.add(color)
        yield color, side[1:]


def _pieces(text: str, ruleset: Ruleset, fen: str) -> Iterator[tuple[int, bool]]:
    """Each piece of one side: its square, and whether it is a king."""
    find = square_names(ruleset).find
    for part in filter(None, (part.strip() for part in text.split(","))):
        is_king = part[0] in "Kk"
        bare = part[1:] if is_king else part
        first, dash, last = (end.strip().lower() for end in bare.partition("-"))
        if not dash:
            square = find(first)
            if square is None:
                raise InvalidFen(f"FEN {fen!r}: {part!r} is no square of {ruleset.title}")
            yield square, is_king
            continue
        last = last.removeprefix("k") if is_king else last
        if not (_is_number(first) and _is_number(last) and int(first) <= int(last)):
            raise InvalidFen(f"FEN {fen!r}: {part!r} is no range of squares, as 31-50 would be")
        for number in range(int(first), int(last) + 1):
            square = find(str(number))
            if square is None:
                raise InvalidFen(f"FEN {fen!r}: {part!r} leaves the board of {ruleset.title}")
            yield square, is_king


def _position(
    ruleset: Ruleset, pieces: dict[Color, int], kings: int, turn: Color, fen: str
) -> Position:
    for color, mask in pieces.items():
        for square in squares(mask & ~kings & ruleset.board.far_row(color)):
            name = square_names(ruleset).names[square]
            raise InvalidFen(
                f"FEN {fen!r}: a {color.name.lower()} man cannot stand on {name}, "
                f"where it is crowned; a king there is written K{name}"
            )
    try:
        return Position.setup(ruleset, pieces[Color.WHITE], pieces[Color.BLACK], kings, turn)
    except InvalidPosition as error:
        raise InvalidFen(f"FEN {fen!r} describes an {error}") from error


def _written(ruleset: Ruleset, pieces: int, kings: int) -> str:
    names = square_names(ruleset)
    if ruleset.notation.algebraic:
        in_order = sorted(names.letters.items(), key=lambda item: (item[0][0], int(item[0][1:])))
        men = [name for name, square in in_order if (pieces & ~kings) >> square & 1]
        crowned = [name for name, square in in_order if (pieces & kings) >> square & 1]
    else:
        numbers = names.numbers.items()
        men = _ranges([number for number, square in numbers if (pieces & ~kings) >> square & 1])
        crowned = [str(number) for number, square in numbers if (pieces & kings) >> square & 1]
    return ",".join([*men, *(f"K{name}" for name in crowned)])


def _ranges(numbers: Sequence[int]) -> list[str]:
    """Ascending numbers as text, three or more in a row drawn together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = []
    for run in runs:
        texts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    return texts


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 3
