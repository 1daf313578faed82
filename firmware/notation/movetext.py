"""Moves as text, both ways: writing is PDN 3.0's form, reading takes any form in print.

Read are: origin and target; the whole way by every landing, by the squares of PDN 3.0, or by the
turning squares alone; the file of the origin for the origin (``cd4``, ``c:h4``); no sign, or the
wrong one (English files write ``10x14`` for a step); leading zeros, capitals, blanks around the
sign.

A text with squares in between is judged by what it *does*: walked in straight lines over the
board it takes certain men, and those name the move, whichever landings were written down. Only
where it leaves out a turn, so that no straight line joins two of its squares, must its squares
lie on the way of the move.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from firmware.errors import InvalidMove
from firmware.notation.explain import ambiguous, illegal
from firmware.notation.movewrite import heading, long_text, move_text, written_way
from firmware.notation.squares import square_names
from firmware.notation.tokens import MOVE_PATTERN
from firmware.rules import Board, Move, Position, Ruleset, legal_moves
from firmware.rules.bitboard import mask

__all__ = [
    "WrittenMove",
    "long_text",
    "matching",
    "move_text",
    "parse_move",
    "read_move",
    "reader",
    "supposed_way",
]

_MOVE = re.compile(MOVE_PATTERN)
_NAME = re.compile(r"[a-l](?:1[0-2]|[1-9])?|\d{1,2}")
_LONGEST = 200  # the longest capture on any board here is far shorter


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """What a text says about a move."""

    text: str
    origins: tuple[int, ...]
    """Where it may begin: one square, or where the text gives a file only, all squares of that."""
    then: tuple[int, ...]
    """The squares named after the origin, the target last."""
    with_dash: bool
    """It has the sign of a quiet move."""
    ends: tuple[int, int] | None
    """Origin and target, if it names these and nothing else."""


def parse_move(position: Position, text: str) -> Move:
    """The legal move a text means.

    Raises ``InvalidMove`` for a text that is no move, ``IllegalMove`` saying which rule forbids it,
    ``AmbiguousMove`` listing the full texts of the moves it fits.
    """
    moves = legal_moves(position)
    written = read_move(position.ruleset, text)
    found = matching(position, moves, written)
    if not found:
        raise illegal(position, moves, written.text, supposed_way(position, written))
    if len(found) > 1:
        found = tuple(in_full(position, found, written)) or found
    if len(found) > 1:
        raise ambiguous(position, found, written.text)
    return found[0]


def read_move(ruleset: Ruleset, text: str) -> WrittenMove:
    """The squares a move text names. Raises ``InvalidMove``."""
    bare = text.strip()
    if len(bare) > _LONGEST or not _MOVE.fullmatch(bare):
        example = "c3-d4, c3:e5 or cd4" if ruleset.notation.algebraic else "32-28 or 28x19"
        raise InvalidMove(f"{bare[:40]!r} is no move: expected a text like {example}")
    first, *rest = _NAME.findall(bare.lower())
    if first.isalpha():
        letters = square_names(ruleset).letters
        origins = tuple(square for name, square in letters.items() if name[0] == first)
        if not origins:
            raise InvalidMove(f"{bare!r} is no move: {ruleset.title} has no file {first}")
    else:
        origins = _squares(ruleset, bare, (first,))
    with_dash = any(sign in bare for sign in "-–—−")
    then = _squares(ruleset, bare, rest)
    ends = (origins[0], then[0]) if len(origins) == len(then) == 1 else None
    return WrittenMove(bare, origins, then, with_dash, ends)


@cache
def reader(ruleset: Ruleset) -> Callable[[str], WrittenMove]:
    """:func:`read_move` for one game, which remembers: files say the same over and over."""
    return lru_cache(maxsize=4096)(partial(read_move, ruleset))


def _squares(ruleset: Ruleset, text: str, names: Sequence[str]) -> tuple[int, ...]:
    find = square_names(ruleset).find
    found = []
    for name in names:
        square = find(name)
        if square is None:
            raise InvalidMove(f"{text!r} is no move: {name} is no square of {ruleset.title}")
        found.append(square)
    return tuple(found)


def matching(position: Position, moves: Sequence[Move], written: WrittenMove) -> tuple[Move, ...]:
    """The moves among ``moves`` that a written move can mean: none, one, or the several it fits."""
    if written.ends:
        origin, target = written.ends
        found = [move for move in moves if move.target == target and move.origin == origin]
        if len(found) < 2:
            return tuple(found)
        between: Sequence[int] = ()
    else:
        *between, target = written.then
        found = [move for move in moves if move.target == target and move.origin in written.origins]
    if between:
        found = [
            move
            for move in found
            if _taken(position, (move.origin, *between, target)) == move.captured
        ] or [move for move in found if _in_order(between, _passed(position, move))]
    if len(found) > 1:
        as_signed = [move for move in found if written.with_dash == (not move.captured)]
        found = as_signed or found
    if len(found) > 1 and between:
        found = in_full(position, found, written) or found
    return tuple(found)


def in_full(position: Position, moves: Sequence[Move], written: WrittenMove) -> list[Move]:
    """Those of several moves whose whole way, as PDN 3.0 has it, is what was written.

    A capture of one man has no squares between: its ends are its whole way, and a writer who keeps
    to the standard means it by them, though a longer one shares its ends.
    """
    board = position.ruleset.board
    return [move for move in moves if written_way(board, move) == (move.origin, *written.then)]


def _taken(position: Position, way: Sequence[int]) -> int | None:
    """The men passed over by walking straight from square to square; None if two share no line."""
    others = position.occupied & ~(1 << way[0])
    taken = 0
    for here, there in itertools.pairwise(way):
        passed = _walk(position.ruleset.board, here, there)
        if passed is None:
            return None
        taken |= mask(passed) & others
    return taken


def _passed(position: Position, move: Move) -> list[int]:
    """Every square a move passes or lands on, in order."""
    passed = []
    for here, there in itertools.pairwise(move.path):
        passed += [*(_walk(position.ruleset.board, here, there) or ()), there]
    return passed


def _walk(board: Board, here: int, there: int) -> tuple[int, ...] | None:
    """The squares strictly between two squares of a line, None if no line joins them."""
    if here == there:
        return None
    ray = board.rays[heading(board, here, there)][here]
    return ray[: ray.index(there)] if there in ray else None


def _in_order(wanted: Sequence[int], passed: Sequence[int]) -> bool:
    """Whether the wanted squares are among those passed, in this order."""
    rest = iter(passed)
    return all(square in rest for square in wanted)


def supposed_way(position: Position, written: WrittenMove) -> tuple[int, ...]:
    """The squares of a written move, origin first; of a whole file, the nearest own piece."""
    coords = position.ruleset.board.coords
    _, rank = coords[written.then[-1]]
    origin = min(
        written.origins,
        key=lambda square: (not position.own >> square & 1, abs(coords[square][1] - rank)),
    )
    return (origin, *written.then)
