"""What was played while the board was off: plies that lead from a certain position to a picture.

The shortest accounts are wanted: one ply, else two, else three; every account of that length is
found, for with several people must choose. A ply fills at most one square that was empty, so a
position that lacks more men on the picture's squares than plies are left leads nowhere, and the
last ply is looked up, not searched. Even so three plies with many kings are thousands of positions;
the search therefore is a value that is taken on by a number of positions at a time, and gives up,
saying so, when it has seen too many.
"""

from dataclasses import dataclass, replace
from typing import Final

from firmware.rules import Game, Move, Position, legal_moves, results

LONGEST: Final = 3
"""Plies."""
SLICE: Final = 6
"""Positions looked at in one go: about 2 ms on a Raspberry Pi."""
SLICE_MS: Final = 5
"""From one go to the next."""
MOST: Final = 2400
"""Positions after which the search gives up: two seconds of goes."""
MOST_FOUND: Final = 8
"""Accounts after which no more are wanted."""

Line = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """How far the search has come."""

    start: Position
    picture: int
    plies: int = 1
    """Length of the accounts looked for now."""
    open: tuple[tuple[Line, Position], ...] = ()
    """Beginnings still to be followed, the next one last."""
    found: tuple[Line, ...] = ()
    seen: int = 0
    """Positions looked at so far."""
    done: bool = False

    @classmethod
    def of(cls, game: Game, picture: int) -> "Search":
        """A search that has not begun."""
        return cls(game.position, picture, open=(((), game.position),))

    @property
    def gave_up(self) -> bool:
        """It ended without having looked everywhere."""
        return self.done and self.seen >= MOST

    def go_on(self) -> "Search":
        """The search after one slice of work."""
        search = self
        for _ in range(SLICE):
            if search.done:
                break
            search = search._look()
        return search

    def _look(self) -> "Search":
        """One position more."""
        if not self.open:
            return self._deeper()
        *rest, (line, position) = self.open
        here = replace(self, open=tuple(rest), seen=self.seen + 1)
        if here.seen >= MOST:
            return replace(here, done=True)
        left = self.plies - len(line)
        if left == 1:
            ends = results(position).get(self.picture, ())
            found = (*self.found, *((*line, move) for move in ends))
            return replace(here, found=found, done=len(found) >= MOST_FOUND)
        on = []
        for move in legal_moves(position):
            after = position.after(move)
            if (self.picture & ~after.occupied).bit_count() < left:
                on.append(((*line, move), after))
        return replace(here, open=(*rest, *reversed(on)))

    def _deeper(self) -> "Search":
        if self.found or self.plies == LONGEST:
            return replace(self, done=True)
        return replace(self, plies=self.plies + 1, open=(((), self.start),))
