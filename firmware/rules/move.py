"""A move and its identity: what it does, not how the hand gets there."""

from dataclasses import dataclass, field

from firmware.rules.bitboard import Bitboard, Square, mask


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One man's or king's whole turn: a step or slide, or a capture with all its jumps.

    Two moves are equal when they do the same: same origin, target, captured men and crowning. By
    which squares a capture went is how it was done and takes no part in ``==`` or ``hash``. Moves
    come from :func:`firmware.rules.legal_moves`; they are shared, not made anew.
    """

    path: tuple[Square, ...]
    """Origin, every landing in turn, target."""
    order: tuple[Square, ...] = ()
    """The captured squares in the order they are jumped; empty for a quiet move."""
    king: bool = False
    """A king makes the move."""
    crowned: bool = False
    """A man makes the move and is a king after it."""

    origin: Square = field(init=False, repr=False)
    target: Square = field(init=False, repr=False)
    captured: Bitboard = field(init=False, repr=False)
    """All captured squares."""
    clears: Bitboard = field(init=False, repr=False)
    """Squares that must be seen empty after the move."""
    fills: Bitboard = field(init=False, repr=False)
    """Squares that must be seen filled after it, and may have been empty before."""
    flips: Bitboard = field(init=False, repr=False)
    """Squares that change in the mover's set of pieces."""
    king_flips: Bitboard = field(init=False, repr=False)
    """Squares that change in the mover's set of kings."""
    identity: tuple[Square, Square, Bitboard, bool] = field(init=False, repr=False)
    """Origin, target, captured squares, crowned: what ``==`` compares."""

    def __post_init__(self) -> None:
        origin, target = self.path[0], self.path[-1]
        captured = mask(self.order)
        fills = 1 << target
        flips = 1 << origin ^ fills
        crown = fills if self.crowned else 0
        put = object.__setattr__
        put(self, "origin", origin)
        put(self, "target", target)
        put(self, "captured", captured)
        put(self, "clears", (1 << origin | captured) & ~fills)
        put(self, "fills", fills)
        put(self, "flips", flips)
        put(self, "king_flips", flips if self.king else crown)
        put(self, "identity", (origin, target, captured, self.crowned))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)
