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
routes, which can be exponentially many. Precedence looks at what was taken, so it cannot tell such
routes apart. Where it looks at the order too, the way there is part of the state, and of the routes
of one effect the best is judged. A piece that may not turn back is on another place for each way it
came. ``occupied`` stays as it was during the search, which is the rule that captured pieces block
(or goes without what is taken, in games where that leaves at once); they are out of ``left``, which
is the rule that none is jumped twice. The landings behind one victim are judged together: if any of
them goes on, those that don't are dropped, otherwise all are ends. Lines are searched in the order
in which the ruleset first names a direction of each, landings from near to far; the route kept is
the first in that order, whatever was generated before, so a move's ``path`` depends on the position
alone.

**How games differ.** What a piece may take is its *prey*: the foe's pieces, or not his kings, or
both sides' pieces. What a capture does besides is put right once it is found (``amend``). Rules
about a whole turn are wrapped around the generator, and only in games that have them: moving the
foe's pieces, a king that has run too often, a game that is won already, capturing by choice.

**Why it is fast.** A game seen from one colour is compiled into a closure when first asked for: all
geometry is in tables by then. All men's first jumps and all their steps are found by a few
operations on long integers (``lanes``); each bit found stands for a finished move. A king looks
along a line with one dictionary access (``sight``). Nearly all first jumps end the capture, which
one ``&`` with the squares where a second victim could stand tells; only the others are searched.
Moves are shared, not made, and carry the flips that ``Position.after`` applies.
"""

from collections.abc import Mapping

from firmware.rules.bitboard import Bitboard, squares
from firmware.rules.board import Color
from firmware.rules.captures import (
    Choose,
    Prey,
    PreyOf,
    Strokes,
    compile_amend,
    compile_choice,
    compile_prey,
    compile_strokes,
)
from firmware.rules.men import men_of
from firmware.rules.move import Move, Moves
from firmware.rules.pieces import Jump, Pieces
from firmware.rules.position import Position
from firmware.rules.ruleset import Ruleset
from firmware.rules.side import Side
from firmware.rules.turns import Generator, Legal, by_choice, either, undecided, without_steps_of


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


class _Generators(dict[Side, Generator]):
    """The generators that have been asked for so far; sides of one colour share one."""

    def __missing__(self, side: Side) -> Generator:
        first = side.ruleset.sides[side.color]
        generator = _of_turn(side.ruleset, side.color) if side is first else self[first]
        if (banned := side.banned) is not None:
            generator = generator._replace(legal=without_steps_of(banned, generator.legal))
        self[side] = generator
        return generator


def _of_turn(rules: Ruleset, color: Color) -> Generator:
    """What a player of this colour may do, with the rules about a whole turn."""
    generator = _compile(rules, color)
    if rules.moves_foes:
        generator = either(rules, generator, _compile(rules, color.other, foreign=True))
    if rules.decided:
        generator = generator._replace(legal=undecided(rules.decided, generator.legal))
    return generator


_GENERATORS = _Generators()


def _compile(rules: Ruleset, color: Color, *, foreign: bool = False) -> Generator:
    pieces = Pieces(rules, color, foreign=foreign)
    prey_of, choose = compile_prey(rules), compile_choice(pieces)
    strokes = compile_strokes(pieces)
    legal = _compile_legal(pieces, prey_of, strokes, choose)
    unforced = _compile_unforced(pieces, prey_of, strokes)
    return Generator(legal if rules.compulsory else by_choice(legal, unforced), unforced)


def _compile_legal(
    pieces: Pieces, prey_of: PreyOf | None, strokes: Strokes, choose: Choose
) -> Legal:
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
    amends = compile_amend(pieces) is not None

    def legal(position: Position) -> Moves:
        own, foe, kings, _ = position
        prey, mens_prey, near = foe, foe, 0
        if prey_of:
            prey, mens_prey, near = prey_of(position)
        kings &= own
        occupied = own | foe
        empty = occupied ^ full
        men = (own ^ kings) * copies
        captures: list[Move] = []
        quiet: list[Move] = []
        states = 0

        found = men & mens_prey * jump_over & empty * jump_to & jump_mask
        while found:
            bit, man, jump, beyond, move = jump_at[found.bit_length()]
            found ^= bit
            if beyond & mens_prey:
                states = strokes([jump], occupied ^ man, mens_prey, near, captures, False, states)
            else:
                captures.append(move)

        while kings:
            king, path, looks = king_at[kings.bit_length()]
            kings ^= king
            firsts: list[Jump] = []
            for line, look in looks:
                victims, hits, slides = look[line & occupied]
                quiet += slides
                if victims & prey:
                    for victim, landings in hits:
                        if victim & prey:
                            firsts.append((path, victim, landings, victim))
            if firsts:
                states = strokes(firsts, occupied ^ king, prey, near, captures, False, states)

        if captures:
            return choose(position, captures) if amends or len(captures) > 1 else tuple(captures)

        found = men & empty * step_to & step_mask
        while found:
            bit, move = step_at[found.bit_length()]
            found ^= bit
            quiet.append(move)
        return tuple(quiet)

    return legal


def _compile_unforced(pieces: Pieces, prey_of: PreyOf | None, strokes: Strokes) -> Legal:
    full = pieces.rules.board.full
    copies, _, _, steps, step_at = men_of(pieces)
    amend = compile_amend(pieces)

    def unforced(position: Position) -> Moves:
        own, foe, kings, _ = position
        prey = prey_of(position) if prey_of else Prey(foe, foe, 0)
        occupied = own | foe
        men = (own & ~kings) * copies & (occupied ^ full) * steps.to & steps.mask
        found = [step_at[bit + 1][1] for bit in squares(men)]
        captures: list[Move] = []
        states = 0
        for square in squares(own):
            is_king = kings >> square & 1
            place = pieces.king_place(square) if is_king else square
            takes = prey.of_kings if is_king else prey.of_men
            firsts: list[Jump] = []
            for line, look in pieces.looks[place]:
                _, hits, slides = look[line & occupied]
                found += slides
                firsts += [((place,), hit[0], hit[1], hit[0]) for hit in hits if hit[0] & takes]
            standing = occupied ^ 1 << square
            states = strokes(firsts, standing, takes, prey.near, captures, True, states)
        found += [amend(position, capture) for capture in captures] if amend else captures
        return tuple(dict.fromkeys(found))

    return unforced
