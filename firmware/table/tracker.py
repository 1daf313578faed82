"""Which man stands where, followed from lift to put.

A legal move needs none of this: its picture tells all. After an irregular one the picture alone
does not say which man landed where, so each is followed by hand. With one man in the air at a time
everything is known. With several, a landing man may be any of them: each possibility is a *world*
of its own, and worlds that come to the same are one. Men in the air together that are alike never
make a difference. What remains is as many worlds as there are truly different answers, and only
then need people be asked.

Men beside the board stay in the air. A captured man that comes off late is laid aside for good, as
long as somebody else can have landed. Too many worlds (a swept board) are none: nothing is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from firmware.errors import InvalidPosition
from firmware.rules import Color, Position, mask, squares

Piece = tuple[Color, bool]
"""Whose it is, and whether it is a king."""

MOST: Final = 32
"""More worlds than this are not followed."""
MOST_LANDINGS: Final = 256
"""Nor more ways in which the men of one picture may have landed."""


@dataclass(frozen=True, slots=True)
class World:
    """One account of where every man is."""

    white: int
    black: int
    kings: int
    air: tuple[Piece, ...] = ()
    """Men in hands and beside the board, sorted."""
    aside: tuple[Piece, ...] = ()
    """Captured men that have come off, sorted."""

    def without(self, square: int) -> tuple["World", Piece]:
        """The account without the man of a square, and that man."""
        bit = 1 << square
        piece = (Color.WHITE if self.white & bit else Color.BLACK, bool(self.kings & bit))
        white, black, kings = self.white & ~bit, self.black & ~bit, self.kings & ~bit
        return replace(self, white=white, black=black, kings=kings), piece

    def with_man(self, square: int, piece: Piece) -> "World":
        """The account with one man more."""
        bit, (color, king) = 1 << square, piece
        white = self.white | bit if color is Color.WHITE else self.white
        black = self.black | bit if color is Color.BLACK else self.black
        kings = self.kings | bit if king else self.kings
        return replace(self, white=white, black=black, kings=kings)


@dataclass(frozen=True, slots=True)
class Tracker:
    """All accounts that the pictures seen so far allow; none: nothing is known."""

    worlds: tuple[World, ...]
    picture: int
    captured: int = 0
    """Where captured men still stand."""

    @classmethod
    def of(cls, position: Position, ghosts: tuple[tuple[int, Piece], ...] = ()) -> "Tracker":
        """Certainty: the men of a position, and captured men that still stand."""
        world = World(position.white, position.black, position.kings)
        for square, piece in ghosts:
            world = world.with_man(square, piece)
        captured = mask(square for square, _ in ghosts)
        return cls((world,), world.white | world.black, captured)

    def saw(self, picture: int) -> "Tracker":
        """The accounts after one more picture."""
        gone, new = self.picture & ~picture, tuple(squares(picture & ~self.picture))
        if not gone and not new:
            return self
        worlds: dict[World, None] = {}
        for world in self.worlds:
            for after in _after(world, gone, new, self.captured):
                worlds[after] = None
            if len(worlds) > MOST:
                return Tracker((), picture)
        return Tracker(tuple(worlds), picture, self.captured & picture)

    def positions(self, like: Position, turn: Color) -> tuple[Position, ...]:
        """The different diagrams the accounts come to, with this side to move.

        A man on its far row is a king. Men outside the game's squares are not part of it.
        """
        found: dict[Position, None] = {}
        ruleset = like.ruleset
        full = ruleset.board.full
        for world in self.worlds:
            white, black = world.white & full, world.black & full
            kings = world.kings & full
            kings |= white & ruleset.board.far_row(Color.WHITE)
            kings |= black & ruleset.board.far_row(Color.BLACK)
            try:
                found[Position.setup(ruleset, white, black, kings, turn)] = None
            except InvalidPosition:
                continue
        return tuple(found)


def _after(world: World, gone: int, new: tuple[int, ...], captured: int) -> Iterator[World]:
    """The accounts that a picture makes of one."""
    air, aside = list(world.air), list(world.aside)
    for square in squares(gone):
        world, piece = world.without(square)
        (aside if captured >> square & 1 else air).append(piece)
    if len(new) > len(air):
        air, aside = air + aside, []
    if len(new) > len(air) or len(air) ** len(new) > MOST_LANDINGS:
        return
    air.sort()
    for landed in product(range(len(air)), repeat=len(new)):
        if len(set(landed)) < len(landed):
            continue
        after = world
        for square, index in zip(new, landed, strict=True):
            after = after.with_man(square, air[index])
        left = tuple(piece for index, piece in enumerate(air) if index not in landed)
        yield replace(after, air=left, aside=tuple(sorted(aside)))
