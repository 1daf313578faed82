"""Why a move that somebody wrote is not legal: the rule that forbids it, in one sentence."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from firmware.errors import AmbiguousMove, IllegalMove
from firmware.notation.movewrite import heading, long_text, move_text
from firmware.notation.squares import square_names
from firmware.rules import Move, Position, legal_moves, possible
from firmware.rules.board import facing

_SHOWN = 4  # more moves than this make no sentence


def illegal(
    position: Position, moves: Sequence[Move], text: str, way: Sequence[int]
) -> IllegalMove:
    """The error for a text that no legal move matches; ``way`` are its squares, origin first."""
    return IllegalMove(f"{text!r} is not legal: {_reason(position, moves, way)}")


def ambiguous(position: Position, found: Sequence[Move], text: str) -> AmbiguousMove:
    """The error for a text that fits several legal moves."""
    texts = [long_text(position.ruleset, move) for move in found]
    return AmbiguousMove(
        f"{text!r} fits {len(texts)} moves, {_listed(texts, 'and')}: write the one meant in full"
    )


def _reason(position: Position, moves: Sequence[Move], way: Sequence[int]) -> str:
    names = square_names(position.ruleset).names
    origin, target = way[0], way[-1]
    mover = position.turn.name.capitalize()
    owner = position.owner(origin)
    if owner is None:
        return f"{names[origin]} is empty"
    if owner is not position.turn:
        return f"on {names[origin]} stands a {owner.name.lower()} piece, and it is {mover}'s turn"
    if not moves:
        return f"{mover} has no legal move left"
    if target != origin and position.occupied >> target & 1:
        return f"{names[target]} is not free"
    return (
        _capture_due(position, moves, origin, target)
        or _goes_backward(position, origin, target)
        or _other_moves(position, moves, origin)
    )


def _capture_due(position: Position, moves: Sequence[Move], origin: int, target: int) -> str | None:
    """The rule about captures that forbids an otherwise possible move."""
    captures = [move for move in moves if move.captured]
    if not captures:
        return None
    step = position.occupied ^ 1 << origin ^ 1 << target
    if any(move.origin == origin for move in possible(position, step)):
        return f"a capture is compulsory, {_options(position, captures)}"
    free = position.under(dataclasses.replace(position.ruleset, precedence=None))
    from_there = [move for move in legal_moves(free) if move.captured and move.origin == origin]
    for move in from_there:
        if move.target == target:
            return _outranked(position, captures, move)
    for move in from_there:
        if target in _landings(position, move):
            return f"the capture must go on, {long_text(position.ruleset, move)}"
    return None


def _outranked(position: Position, captures: Sequence[Move], move: Move) -> str:
    """Why a capture that exists is not the one to make."""
    if move in captures:
        return f"the capture that ends there is {long_text(position.ruleset, move)}"
    took = move.captured.bit_count()
    most = max(capture.captured.bit_count() for capture in captures)
    if took < most:
        return f"it takes {took} and {most} must be taken, {_options(position, captures)}"
    return f"another capture has precedence, {_options(position, captures)}"


def _goes_backward(position: Position, origin: int, target: int) -> str | None:
    if position.is_king(origin):
        return None
    ruleset = position.ruleset
    direction = facing(heading(ruleset.board, origin, target), position.turn)
    passed = ruleset.board.between(origin, target)
    if direction[1] >= 0:
        return None
    if passed & position.occupied and direction not in ruleset.man_jumps:
        return "a man may not capture backward"
    if not passed and direction not in ruleset.man_steps:
        return "a man may not go backward"
    return None


def _other_moves(position: Position, moves: Sequence[Move], origin: int) -> str:
    piece = "king" if position.is_king(origin) else "man"
    name = square_names(position.ruleset).names[origin]
    own = [move for move in moves if move.origin == origin]
    if own:
        return f"the {piece} on {name} has {_options(position, own)}"
    return f"the {piece} on {name} has no move; legal is {_options(position, moves)}"


def _landings(position: Position, move: Move) -> Iterator[int]:
    """Every square on which a capture can be thought to end before its end."""
    board = position.ruleset.board
    for jump, victim in enumerate(move.order):
        here, landing = move.path[jump], move.path[jump + 1]
        for square in board.rays[heading(board, here, landing)][victim]:
            if position.occupied >> square & 1:
                break
            yield square


def _options(position: Position, moves: Sequence[Move]) -> str:
    texts = sorted({move_text(position, move, moves) for move in moves})
    return _listed(texts, "or")


def _listed(texts: Sequence[str], word: str) -> str:
    if len(texts) > _SHOWN:
        texts = [*texts[:_SHOWN], f"{len(texts) - _SHOWN} more"]
    *others, last = texts
    return f"{', '.join(others)} {word} {last}" if others else last
