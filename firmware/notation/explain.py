"""Why a move that somebody wrote is not legal: the rule that forbids it, in one sentence.

The rule is found by asking what would be legal without it. First without compulsion, precedence and
the duty to go on capturing, which the rules themselves can leave out; then, one by one, without
each of the other limits that this ruleset has and another may not have.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from firmware.errors import AmbiguousMove, IllegalMove, TooManyCaptures
from firmware.notation.movewrite import heading, long_text, move_text
from firmware.notation.squares import square_names
from firmware.rules import Color, Crowning, Move, Position, legal_moves, unforced_moves
from firmware.rules.board import facing
from firmware.rules.ruleset import Landing

_SHOWN = 4  # more moves than this make no sentence

_LIMITS: tuple[tuple[str, Any, str], ...] = (
    ("men_take_kings", True, "a man may not take a king"),
    ("flying_kings", True, "a king goes and captures no farther than a man"),
    ("landing", Landing.ANYWHERE, "a king must come down just behind what it takes"),
    ("turns_back", True, "a capture may not turn straight back"),
    ("removed_at_once", True, "a captured piece blocks until the move ends"),
    ("crowning", Crowning.AT_ONCE, "a man that goes on capturing from its far row is still a man"),
    ("captures_own", True, "own pieces are not captured"),
)
"""Fields of a ruleset, the value that allows more, and what forbids a move where it is not so."""

Fact: TypeAlias = Callable[[Position, Move], int]
_FACTS: tuple[tuple[Fact, str], ...] = (
    (
        lambda position, move: move.captured.bit_count(),
        "it takes {less} and {more} must be taken",
    ),
    (
        lambda position, move: (move.captured & position.kings).bit_count(),
        "of the kings it takes {less} and {more} must be taken",
    ),
    (lambda position, move: move.king, "a king must capture before a man does"),
)
"""What an order of precedence may look at, as it does so, and how to say it."""


def illegal(
    position: Position, moves: Sequence[Move], text: str, way: Sequence[int]
) -> IllegalMove:
    """The error for a text that no legal move matches; ``way`` are its squares, origin first."""
    try:
        reason = _reason(position, moves, way[0], way[-1])
    except TooManyCaptures:
        reason = _other_moves(position, moves, way[0])
    return IllegalMove(f"{text!r} is not legal: {reason}")


def ambiguous(position: Position, found: Sequence[Move], text: str) -> AmbiguousMove:
    """The error for a text that fits several legal moves."""
    texts = [long_text(position.ruleset, move) for move in found]
    return AmbiguousMove(
        f"{text!r} fits {len(texts)} moves, {_listed(texts, 'and')}: write the one meant in full"
    )


def _reason(position: Position, moves: Sequence[Move], origin: int, target: int) -> str:
    names = square_names(position.ruleset).names
    mover = position.turn.name.capitalize()
    owner = position.owner(origin)
    if owner is None:
        return f"{names[origin]} is empty"
    if owner is not position.turn and not position.ruleset.moves_foes:
        return f"on {names[origin]} stands a {owner.name.lower()} piece, and it is {mover}'s turn"
    if not moves:
        won = position.ruleset.decided and position.ruleset.decided(position)
        return f"{won[0].name.capitalize()} has won" if won else f"{mover} has no legal move left"
    meant = [
        move for move in unforced_moves(position) if move.origin == origin and move.target == target
    ]
    if not meant and target != origin and position.occupied >> target & 1:
        return f"{names[target]} is not free"
    return (
        _capture_due(position, moves, origin, target, meant)
        or _has_run(position, origin)
        or _goes_backward(position, owner, origin, target)
        or _limit(position, origin, target)
        or _other_moves(position, moves, origin)
    )


def _capture_due(
    position: Position, moves: Sequence[Move], origin: int, target: int, meant: Sequence[Move]
) -> str | None:
    """The rule about captures that forbids an otherwise possible move."""
    captures = [move for move in moves if move.captured]
    if not captures:
        return None
    if any(not move.captured for move in meant):
        return f"a capture is compulsory, {_options(position, captures)}"
    ruleset = dataclasses.replace(position.ruleset, precedence=None, own_captures_first=False)
    free = [move for move in legal_moves(position.under(ruleset)) if move.captured]
    for move in free:
        if (move.origin, move.target) == (origin, target):
            return _outranked(position, captures, free, move)
    for part in meant:
        for whole in free:
            if whole.origin == origin and whole.order[: len(part.order)] == part.order:
                return f"the capture must go on, {long_text(position.ruleset, whole)}"
    return None


def _outranked(
    position: Position, captures: Sequence[Move], free: Sequence[Move], move: Move
) -> str:
    """Why a capture that exists is not the one to make; ``free`` are all without precedence."""
    if move in captures:
        return f"the capture that ends there is {long_text(position.ruleset, move)}"
    precedence = position.ruleset.precedence
    if precedence:
        keys = {each: precedence(position, each) for each in (move, *free)}
        best = precedence(position, captures[0])
        level = next((at for at, key in enumerate(keys[move]) if key != best[at]), 0)
        for fact, sentence in _FACTS:
            if all(_same(key[level], fact(position, each)) for each, key in keys.items()):
                why = sentence.format(less=keys[move][level] or "none", more=best[level])
                return f"{why}, {_options(position, captures)}"
        order = str(precedence.__doc__).partition(":")[0].lower()
        return f"another capture has precedence ({order}), {_options(position, captures)}"
    return f"another capture has precedence, {_options(position, captures)}"


def _same(one: int, other: int) -> bool:
    """Whether two values say the same; a number and a truth do not."""
    return one == other and type(one) is type(other)


def _has_run(position: Position, origin: int) -> str | None:
    """Of a king that may not go on moving while its side has men."""
    if origin != position.side.banned:
        return None
    name = square_names(position.ruleset).names[origin]
    return (
        f"the king on {name} has moved {position.ruleset.king_run} times in a row, "
        "and must let another piece move or capture"
    )


def _goes_backward(position: Position, owner: Color, origin: int, target: int) -> str | None:
    if position.is_king(origin):
        return None
    ruleset = position.ruleset
    direction = facing(heading(ruleset.board, origin, target), owner)
    passed = ruleset.board.between(origin, target)
    if direction[1] >= 0:
        return None
    if passed & position.occupied and direction not in ruleset.man_jumps:
        return "a man may not capture backward"
    if not passed and direction not in ruleset.man_steps:
        return "a man may not go backward"
    return None


def _limit(position: Position, origin: int, target: int) -> str | None:
    """The limit of this ruleset without which the move would be possible."""
    for field, wider, sentence in _LIMITS:
        if getattr(position.ruleset, field) == wider:
            continue
        change = {field: wider, "precedence": None}
        widened = position.under(dataclasses.replace(position.ruleset, **change))
        if any((move.origin, move.target) == (origin, target) for move in unforced_moves(widened)):
            return sentence
    return None


def _other_moves(position: Position, moves: Sequence[Move], origin: int) -> str:
    piece = "king" if position.is_king(origin) else "man"
    name = square_names(position.ruleset).names[origin]
    own = [move for move in moves if move.origin == origin]
    if own:
        return f"the {piece} on {name} has {_options(position, own)}"
    return f"the {piece} on {name} has no move; legal is {_options(position, moves)}"


def _options(position: Position, moves: Sequence[Move]) -> str:
    texts = sorted({move_text(position, move, moves) for move in moves})
    return _listed(texts, "or")


def _listed(texts: Sequence[str], word: str) -> str:
    if len(texts) > _SHOWN:
        texts = [*texts[:_SHOWN], f"{len(texts) - _SHOWN} more"]
    *others, last = texts
    return f"{', '.join(others)} {word} {last}" if others else last
