"""Captures: what may be taken, the search for all ways to take it, and which of them count.

The search is the one the essay of ``movegen`` speaks of.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from firmware.errors import TooManyCaptures
from firmware.rules.bitboard import Bitboard
from firmware.rules.move import Move, Moves
from firmware.rules.pieces import Jump, Path, Pieces
from firmware.rules.position import Position
from firmware.rules.ruleset import Landing, Precedence, Ruleset
from firmware.rules.sight import Hit

STATES_MAX = 150_000
"""States of a position's searches; beyond, there are too many captures to work them all out.

It takes two or three seconds to get there. Play stays below a few hundred, the worst diagram known,
in which a Frisian king takes 19 men in 562,040 ways, at 89,475.
"""

STOPS_MAX = 50_000
"""The same where a capture may stop after each jump, so that most states give a move as well."""


class Prey(NamedTuple):
    """What may be taken in a position."""

    of_kings: Bitboard
    of_men: Bitboard
    near: Bitboard
    """Where a capture that ends with one of these taken lands just behind it."""


PreyOf: TypeAlias = Callable[[Position], Prey]


def compile_prey(rules: Ruleset) -> PreyOf | None:
    """None if all pieces take the foe's pieces, however they land."""
    shy, near = not rules.men_take_kings, rules.landing is Landing.BEHIND_KINGS
    if not (shy or near or rules.captures_own):
        return None

    def prey_of(position: Position) -> Prey:
        prey = position.occupied if rules.captures_own else position.foe
        kings = position.kings
        return Prey(prey, prey & ~kings if shy else prey, prey & kings if near else 0)

    return prey_of


Strokes: TypeAlias = Callable[
    [Sequence[Jump], Bitboard, Bitboard, Bitboard, list[Move], bool, int], int
]


def compile_strokes(pieces: Pieces) -> Strokes:
    looks, victims, captures = pieces.looks, pieces.victims, pieces.captures
    at_once, ordered = pieces.rules.removed_at_once, pieces.rules.order_matters

    def strokes(
        jumps: Sequence[Jump],
        occupied: Bitboard,
        prey: Bitboard,
        near: Bitboard,
        found: list[Move],
        stopping: bool,
        states: int,
    ) -> int:
        """Add to ``found`` the captures of one piece that begin with one of these jumps.

        ``occupied`` is without that piece. With ``stopping`` it may stop after any jump. Returns
        how many states were met, those of earlier searches of the position (``states``) included.
        """
        most = STOPS_MAX if stopping else STATES_MAX
        while jumps:
            onward: dict[object, tuple[Path, Bitboard, list[Hit]]] = {}
            for path, taken, landings, victim in jumps:
                left = prey & ~taken
                standing = occupied ^ taken if at_once else occupied
                goes_on = False
                for place in landings:
                    if victims[place] & left:
                        hits: list[Hit] = []
                        for line, look in looks[place]:
                            if line & left:
                                for hit in look[line & standing][1]:
                                    if hit[0] & left:
                                        hits.append(hit)
                        if hits:
                            goes_on = True
                            way = (*path, place)
                            state = way if ordered else (place, taken)
                            onward.setdefault(state, (way, taken, hits))
                if stopping or not goes_on:
                    for place in landings[:1] if near & victim else landings:
                        found.append(captures[(*path, place), taken])
            states += len(onward)
            if states > most:
                raise TooManyCaptures("this position has too many captures to work them all out")
            jumps = [
                (way, taken | victim, landings, victim)
                for way, taken, hits in onward.values()
                for victim, landings in hits
            ]
        return states

    return strokes


Choose: TypeAlias = Callable[[Position, list[Move]], Moves]


def compile_choice(pieces: Pieces) -> Choose:
    precedence, amend = pieces.rules.precedence, compile_amend(pieces)

    def choose(position: Position, captures: list[Move]) -> Moves:
        """The captures of the highest precedence, one for each effect."""
        if amend:
            captures = [amend(position, capture) for capture in captures]
        if precedence:
            captures = _first(precedence, position, captures)
            if len(captures) == 1:
                return (captures[0],)
        unique: dict[object, Move] = {}
        for capture in captures:
            unique.setdefault(capture.identity, capture)
        return tuple(unique.values())

    return choose


def _first(precedence: Precedence, position: Position, captures: list[Move]) -> list[Move]:
    """Those with the greatest key."""
    best: tuple[int, ...] = ()
    first: list[Move] = []
    for capture in captures:
        key = precedence(position, capture)
        if key > best:
            best, first = key, [capture]
        elif key == best:
            first.append(capture)
    return first


Amend: TypeAlias = Callable[[Position, Move], Move]


def compile_amend(pieces: Pieces) -> Amend | None:
    """What turns a capture into what it does here; None if it does what captures mostly do."""
    rules, amended = pieces.rules, pieces.amended
    if not (rules.kings_demoted or rules.captures_own):
        return None

    def amend(position: Position, capture: Move) -> Move:
        taken = capture.captured
        kept = taken & position.kings if rules.kings_demoted else 0
        friends = taken & position.own
        return amended.capture(capture, kept, friends) if kept or friends else capture

    return amend
