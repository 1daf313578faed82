"""Which moves are legal: one generator for every game.

**What it has to get right.** Capturing is compulsory, and so is going on with a capture. A captured
piece stays on the board until the move ends: it may not be jumped twice, and it still blocks. The
square the capturing piece has left counts as empty. A flying king that could go on from one of the
squares behind its victim may not stop on, nor go by, another. Some games then allow only the
captures that stand highest in an order of precedence. Moves are told apart by what they do, not by
the way they go.

**Why it does.** A capture is searched by levels, a level being the number of men taken. What can
follow depends on where the piece stands, as what (together: its *place*), and on the set of men
taken, and on nothing else; so routes that meet in one such state are the same from there on, and
only the first of them is kept. This makes the search as long as the number of states, not of
routes, which can be exponentially many. (Precedence looks at what was taken, so it cannot tell such
routes apart; if it looked at the order too, the order would have to be part of the state.)
``occupied`` never changes during the search, which is the rule that captured pieces block; they are
out of ``left``, which is the rule that none is jumped twice. The landings behind one victim are
judged together: if any of them goes on, those that don't are dropped, otherwise all are ends. Rays
are searched in the order the ruleset names them, landings from near to far; the route kept is the
first in that order, whatever was generated before, so a move's ``path`` depends on the position
alone.

**Why it is fast.** A game seen from one colour is compiled into a closure when first asked for: all
geometry is in tables by then. All men's first jumps and all their steps are found by a few
operations on long integers (``lanes``); each bit found stands for a finished move. A king looks
along a ray with one dictionary access (``sight``). Nearly all first jumps end the capture, which
one ``&`` with the squares where a second victim could stand tells; only the others are searched.
Moves are shared, not made, and carry the flips that ``Position.after`` applies.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from firmware.errors import TooManyCaptures
from firmware.rules.bitboard import Bitboard, squares
from firmware.rules.men import men_of
from firmware.rules.move import Move
from firmware.rules.pieces import Jump, Path, Pieces
from firmware.rules.position import Position
from firmware.rules.ruleset import Precedence, Side
from firmware.rules.sight import Place, Sight

STATES_MAX = 500_000
"""States of one level of a search; beyond, there are too many captures to work them all out."""

Moves: TypeAlias = tuple[Move, ...]


def legal_moves(position: Position) -> Moves:
    """The legal moves, one for each effect, in an order that depends on the position alone.

    Raises :class:`TooManyCaptures` for diagrams far beyond anything that comes up in play.
    """
    return _GENERATORS[position.side].legal(position)


def results(position: Position) -> Mapping[Bitboard, Moves]:
    """The legal moves by the picture (the squares filled) that each leads to."""
    return _by_picture(position, legal_moves(position))


def possible(position: Position, picture: Bitboard) -> Moves:
    """The moves to this picture that would be legal but for compulsion, precedence, continuation.

    That is what a player may have meant who moved quietly though a capture was due, took fewer than
    he had to, or stopped on the way. Raises :class:`TooManyCaptures` like :func:`legal_moves`.
    """
    return _by_picture(position, unforced_moves(position)).get(picture, ())


def unforced_moves(position: Position) -> Moves:
    """The moves that would be legal but for compulsion, precedence and the duty to go on.

    Raises :class:`TooManyCaptures` like :func:`legal_moves`.
    """
    return _GENERATORS[position.side].unforced(position)


def _by_picture(position: Position, moves: Moves) -> dict[Bitboard, Moves]:
    occupied = position.occupied
    pictures: dict[Bitboard, Moves] = {}
    for move in moves:
        picture = occupied & ~move.clears | move.fills
        pictures[picture] = (*pictures.get(picture, ()), move)
    return pictures


class _Generator(NamedTuple):
    """A game seen from one colour, compiled."""

    legal: Callable[[Position], Moves]
    unforced: Callable[[Position], Moves]
    """The same without compulsion, precedence and the duty to go on capturing."""


class _Generators(dict[Side, _Generator]):
    """The generators that have been asked for so far."""

    def __missing__(self, side: Side) -> _Generator:
        pieces = Pieces(side)
        strokes = _compile_strokes(pieces)
        generator = self[side] = _Generator(
            _compile_legal(pieces, strokes), _compile_unforced(pieces, strokes)
        )
        return generator


_GENERATORS = _Generators()

Strokes: TypeAlias = Callable[[Sequence[Jump], Bitboard, Bitboard, list[Move], bool], None]


def _compile_strokes(pieces: Pieces) -> Strokes:
    looks, victims, captures = pieces.looks, pieces.victims, pieces.captures

    def strokes(
        jumps: Sequence[Jump],
        occupied: Bitboard,
        foe: Bitboard,
        found: list[Move],
        stopping: bool,
    ) -> None:
        """Add to ``found`` the captures of one piece that begin with one of these jumps.

        ``occupied`` is without that piece. With ``stopping`` it may stop after any jump.
        """
        while jumps:
            onward: dict[tuple[Place, Bitboard], tuple[Path, list[Sight]]] = {}
            for path, taken, landings in jumps:
                left = foe ^ taken
                goes_on = False
                for place in landings:
                    if victims[place] & left:
                        hits = [
                            seen
                            for ray, look in looks[place]
                            if (seen := look[ray & occupied])[0] & left
                        ]
                        if hits:
                            goes_on = True
                            onward.setdefault((place, taken), ((*path, place), hits))
                if stopping or not goes_on:
                    for place in landings:
                        found.append(captures[(*path, place), taken])
            if len(onward) > STATES_MAX:
                raise TooManyCaptures("this position has too many captures to work them all out")
            jumps = [
                (path, taken | victim, landings)
                for (_, taken), (path, hits) in onward.items()
                for victim, landings, _ in hits
            ]

    return strokes


def _compile_legal(pieces: Pieces, strokes: Strokes) -> Callable[[Position], Moves]:
    full = pieces.rules.board.full
    copies, jumps, jump_at, steps, step_at = men_of(pieces)
    jump_over, jump_to, jump_mask = jumps.over, jumps.to, jumps.mask
    step_to, step_mask = steps.to, steps.mask
    king_at = {
        square + 1: (
            1 << square,
            (pieces.king_place(square),),
            pieces.looks[pieces.king_place(square)],
        )
        for square in range(pieces.size)
    }
    choose = _compile_choice(pieces.rules.precedence)

    def legal(position: Position) -> Moves:
        own, foe, kings, _ = position
        kings &= own
        occupied = own | foe
        empty = occupied ^ full
        men = (own ^ kings) * copies
        captures: list[Move] = []
        quiet: list[Move] = []

        found = men & foe * jump_over & empty * jump_to & jump_mask
        while found:
            bit, man, jump, beyond, move = jump_at[found.bit_length()]
            found ^= bit
            if beyond & foe:
                strokes([jump], occupied ^ man, foe, captures, False)
            else:
                captures.append(move)

        while kings:
            king, path, looks = king_at[kings.bit_length()]
            kings ^= king
            firsts: list[Jump] = []
            for ray, look in looks:
                seen = look[ray & occupied]
                if seen[0] & foe:
                    firsts.append((path, seen[0], seen[1]))
                else:
                    quiet += seen[2]
            if firsts:
                strokes(firsts, occupied ^ king, foe, captures, False)

        if captures:
            return choose(position, captures) if len(captures) > 1 else tuple(captures)

        found = men & empty * step_to & step_mask
        while found:
            bit, move = step_at[found.bit_length()]
            found ^= bit
            quiet.append(move)
        return tuple(quiet)

    return legal


def _compile_choice(precedence: Precedence | None) -> Callable[[Position, list[Move]], Moves]:
    def choose(position: Position, captures: list[Move]) -> Moves:
        """The captures of the highest precedence, one for each effect."""
        if precedence:
            keys = [precedence(position, capture) for capture in captures]
            best = max(keys)
            captures = [capture for capture, key in zip(captures, keys, strict=True) if key == best]
        unique: dict[object, Move] = {}
        for capture in captures:
            unique.setdefault(capture.identity, capture)
        return tuple(unique.values())

    return choose


def _compile_unforced(pieces: Pieces, strokes: Strokes) -> Callable[[Position], Moves]:
    full = pieces.rules.board.full
    copies, _, _, steps, step_at = men_of(pieces)

    def unforced(position: Position) -> Moves:
        own, foe, kings, _ = position
        occupied = own | foe
        men = (own & ~kings) * copies & (occupied ^ full) * steps.to & steps.mask
        found = [step_at[bit + 1][1] for bit in squares(men)]
        for square in squares(own):
            place = pieces.king_place(square) if kings >> square & 1 else square
            seen = [look[ray & occupied] for ray, look in pieces.looks[place]]
            for _, _, slides in seen:
                found += slides
            firsts = [((place,), hit[0], hit[1]) for hit in seen if hit[0] & foe]
            strokes(firsts, occupied ^ 1 << square, foe, found, True)
        return tuple(dict.fromkeys(found))

    return unforced
