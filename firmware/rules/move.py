"""A move and its identity: what it does, not how the hand gets there."""

from dataclasses import dataclass, field
from typing import TypeAlias

from firmware.rules.bitboard import Bitboard, Square, mask


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One piece's whole ply: a step or slide, or a capture with all its jumps.

    Two moves are equal when they do the same: same origin, target, captured men and crowning. By
    which squares a capture went is how it was done and takes no part in ``==`` or ``hash``. Moves
    come from :func:`firmware.rules.legal_moves`; they are shared, not made anew.

    In nearly all games a move takes pieces of the other side off the board. The last four fields
    are for those in which it may do something else.
    """

    path: tuple[Square, ...]
    """Origin, every landing in turn, target."""
    order: tuple[Square, ...] = ()
    """The captured squares in the order they are jumped; empty for a quiet move."""
    king: bool = False
    """A king makes the move."""
    crowned: bool = False
    """A man makes the move and is a king after it."""
    kept: Bitboard = 0
    """Captured squares whose king stays there, as a man."""
    friends: Bitboard = 0
    """Captured squares that hold pieces of the side that moves."""
    foreign: bool = False
    """The piece that moves is not of the side on move but of the other."""
    leaves: bool = False
    """The piece goes home: it is taken off the board from its target."""

    origin: Square = field(init=False, repr=False)
    target: Square = field(init=False, repr=False)
    captured: Bitboard = field(init=False, repr=False)
    """All captured squares."""
    clears: Bitboard = field(init=False, repr=False)
    """Squares that must be seen empty after the move."""
    fills: Bitboard = field(init=False, repr=False)
    """Squares that must be seen filled after it, and may have been empty before."""
    flips: Bitboard = field(init=False, repr=False)
    """Squares that change in the set of pieces of the side on move."""
    foe_flips: Bitboard = field(init=False, repr=False)
    """Squares that change in the set of pieces of the other side."""
    ranks: Bitboard = field(init=False, repr=False)
    """Squares whose rank, if a king's, is not lost by a capture; all but the captured ones."""
    king_flips: Bitboard = field(init=False, repr=False)
    """Squares that change in the set of kings, after the captured ones were left out."""
    identity: tuple[Square, Square, Bitboard, bool] = field(init=False, repr=False)
    """Origin, target, captured squares, crowned: what ``==`` compares."""

    def __post_init__(self) -> None:
        origin, target = self.path[0], self.path[-1]
        captured = mask(self.order)
        gone = captured & ~self.kept
        fills = 0 if self.leaves else 1 << target
        walk = 1 << origin ^ fills
        crown = fills if self.crowned else 0
        mover, other = walk ^ gone & self.friends, gone & ~self.friends
        put = object.__setattr__
        put(self, "origin", origin)
        put(self, "target", target)
        put(self, "captured", captured)
        put(self, "clears", (1 << origin | gone | 1 << target) & ~fills)
        put(self, "fills", fills)
        put(self, "flips", other if self.foreign else mover)
        put(self, "foe_flips", mover if self.foreign else other)
        put(self, "ranks", ~captured)
        put(self, "king_flips", walk if self.king else crown)
        put(self, "identity", (origin, target, captured, self.crowned))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)


Moves: TypeAlias = tuple[Move, ...]
