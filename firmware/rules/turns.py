"""Rules about a whole turn, wrapped around a generator in the games that have them."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from firmware.rules.bitboard import Square
from firmware.rules.move import Moves
from firmware.rules.position import Position
from firmware.rules.ruleset import Decision, Ruleset

Legal: TypeAlias = Callable[[Position], Moves]


class Generator(NamedTuple):
    """A game seen from one colour, compiled."""

    legal: Legal
    unforced: Legal
    """The same without compulsion, precedence and the duty to go on capturing."""


def by_choice(legal: Legal, unforced: Legal) -> Legal:
    """Capturing is not compulsory; a capture that was begun still is."""

    def chosen(position: Position) -> Moves:
        captures = [move for move in legal(position) if move.captured]
        quiet = [move for move in unforced(position) if not move.captured]
        return (*captures, *quiet)

    return chosen


def either(rules: Ruleset, own: Generator, foreign: Generator) -> Generator:
    """Either colour's pieces move: the own ones, and the foe's, seen as his."""

    def swapped(position: Position) -> Position:
        return position._replace(own=position.foe, foe=position.own)

    def legal(position: Position) -> Moves:
        ours, theirs = own.legal(position), foreign.legal(swapped(position))
        if rules.own_captures_first and any(move.captured for move in ours):
            theirs = tuple(move for move in theirs if not move.captured)
        captures = tuple(move for move in (*ours, *theirs) if move.captured)
        if captures and rules.compulsory:
            return captures
        if rules.blocked_when_own_are and not ours and not captures:
            return ()
        return (*ours, *theirs)

    def unforced(position: Position) -> Moves:
        return (*own.unforced(position), *foreign.unforced(swapped(position)))

    return Generator(legal, unforced)


def without_steps_of(banned: Square, legal: Legal) -> Legal:
    """The legal moves where the king on this square may only capture."""

    def allowed(position: Position) -> Moves:
        moves = legal(position)
        return tuple(move for move in moves if move.captured or move.origin != banned)

    return allowed


def undecided(decided: Decision, legal: Legal) -> Legal:
    """The legal moves where the game may be won already."""

    def going_on(position: Position) -> Moves:
        return () if decided(position) else legal(position)

    return going_on
