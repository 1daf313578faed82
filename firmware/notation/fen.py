"""Diagrams as text: ``W:Wc3,e3,Kd8:Bd6,f6`` and back.

A FEN of draughts is the side to move and the squares of each colour, ``K`` before a king, numbers
also as ranges (PDN 3.0, FEN). Read is what files hold: sides in either order, a final dot, small
letters, ``?`` for an unknown turn, letters or numbers whatever the game, the counters other
programs append. Written is one form: White first, men before kings, each in the order of the
squares.

Some games ask for more than a diagram, and PDN has no word for it, so it is appended as programs
append their counters: ``:P2`` where a turn has several plies and the second comes now, ``:+2@28+0``
where White's king on 28 has moved twice in a row and may not for ever. Nothing is appended where
there is nothing to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from firmware.errors import InvalidFen, InvalidPosition
from firmware.notation.squares import square_names
from firmware.rules import Color, Crowning, Position, Ruleset
from firmware.rules.bitboard import squares
from firmware.rules.side import Run, side_of

_COLORS = {"W": Color.WHITE, "B": Color.BLACK}
_LETTERS = {color: letter for letter, color in _COLORS.items()}
# Half and full moves, as lidraughts appends them: no part of the position.
_COUNTER = re.compile(r"[HhFf]\d{1,6}")
_PLY = re.compile(r"[Pp](\d{1,2})")
# Moves by one king in a row, White's and Black's; lidraughts does not say which king it was.
_RUNS = re.compile(r"\+(\d)(?:@(\w{1,3}))?\+(\d)(?:@(\w{1,3}))?")
_APPENDED = re.compile("|".join(each.pattern for each in (_COUNTER, _PLY, _RUNS)))
_LONGEST = 1000  # no board needs a third of it


def parse_fen(text: str, ruleset: Ruleset) -> Position:
    """The position a FEN describes; an unknown turn (``?``) is the side that begins the game.

    Raises ``InvalidFen`` with one sentence: the part that cannot be read, or why no game comes to
    it.
    """
    shown = text.strip()
    if len(shown) > _LONGEST:
        raise InvalidFen(f"a FEN of {len(shown)} characters describes no board")
    turn, *parts = (part.strip() for part in shown.removesuffix(".").split(":"))
    appended = [part for part in parts if _APPENDED.fullmatch(part)]
    sides = [part for part in parts if part not in appended]
    letter = turn.upper()
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
    position = _position(ruleset, pieces, kings, _COLORS.get(letter, ruleset.first), shown)
    return _with_state(position, appended, shown)


def write_fen(position: Position) -> str:
    """The FEN of a position in the variant's own names; numbers in a row are a range."""
    sides = (
        _LETTERS[color] + _written(position.ruleset, position.pieces(color), position.kings)
        for color in (Color.WHITE, Color.BLACK)
    )
    return ":".join((_LETTERS[position.turn], *sides, *_state(position)))


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


def _with_state(position: Position, appended: Sequence[str], fen: str) -> Position:
    """The position with what its FEN appends to the diagram."""
    ruleset, side = position.ruleset, position.side
    ply, runs = side.ply, side.runs
    for part in appended:
        if found := _PLY.fullmatch(part):
            ply = int(found[1]) - 1
        elif (found := _RUNS.fullmatch(part)) and ruleset.king_run is not None:
            white = _run(position, Color.WHITE, found[1], found[2], fen)
            black = _run(position, Color.BLACK, found[3], found[4], fen)
            runs = (white, black)
    if not 0 <= ply < ruleset.turn_plies:
        plies = f"{ruleset.turn_plies} plies" if ruleset.turn_plies > 1 else "one ply"
        raise InvalidFen(f"FEN {fen!r}: a turn of {ruleset.title} has {plies}, not {ply + 1}")
    return position._replace(side=side_of(ruleset, side.color, ply).with_runs(runs))


def _run(position: Position, color: Color, count: str, name: str | None, fen: str) -> Run:
    """Which king of this colour has moved how often in a row."""
    ruleset = position.ruleset
    kings = tuple(squares(position.pieces(color) & position.kings))
    if count == "0" or not position.pieces(color) & ~position.kings:
        return None
    if name is None:
        return (kings[0], int(count)) if len(kings) == 1 else None
    square = square_names(ruleset).find(name.lower())
    if square not in kings or not ruleset.king_run or int(count) > ruleset.king_run:
        who = color.name.lower()
        raise InvalidFen(f"FEN {fen!r}: no {who} king on {name} can have moved so often as {count}")
    return square, int(count)


def _state(position: Position) -> Iterator[str]:
    """What a position's rules ask for and its diagram does not show."""
    if position.side.ply:
        yield f"P{position.side.ply + 1}"
    if any(position.side.runs):
        names = square_names(position.ruleset).names
        told = (f"{run[1]}@{names[run[0]]}" if run else "0" for run in position.side.runs)
        yield "".join(f"+{run}" for run in told)


def _position(
    ruleset: Ruleset, pieces: dict[Color, int], kings: int, turn: Color, fen: str
) -> Position:
    for color, mask in pieces.items():
        for square in squares(mask & ~kings & ruleset.crowned_on(color)):
            name = square_names(ruleset).names[square]
            why = (
                "where it leaves the board"
                if ruleset.crowning is Crowning.LEAVES
                else f"where it is crowned; a king there is written K{name}"
            )
            raise InvalidFen(
                f"FEN {fen!r}: a {color.name.lower()} man cannot stand on {name}, {why}"
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
