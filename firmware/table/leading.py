"""A recorded game that hands carry out on the board, led by the lights: a walk through positions.

The men are first brought to where the walk begins, from anywhere. From then on they go from one
position of the game to the next one, forward or back, and the walk goes on by itself as soon as
the board shows the picture it leads to. Who turns about in the middle of a ply turns on that ply:
the men that were moved go back first. So between two positions only the men of one ply are ever
to be moved, and colours, which no reed sees, are never confused.

A diagram that is to be set up is a game without plies.
"""

from dataclasses import dataclass, replace
from typing import Final

from firmware.errors import InputError, InvalidPdn
from firmware.notation.movetext import move_text
from firmware.notation.pdn import PdnMove, read_games, replay
from firmware.notation.which import candidates
from firmware.rules import Game, Move, Position, Ruleset

MOST_MOVES: Final = 1000
"""No game that is led through has more moves."""


@dataclass(frozen=True, slots=True)
class Leading:
    """Where a walk through a game has come to. Pictures are the game's."""

    game: Game
    tags: tuple[tuple[str, str], ...]
    """The PDN tags of the game."""
    start: int
    """After so many plies the walk begins."""
    picture: int
    masked: int = 0
    """Squares whose contacts are not believed: they are as they should be."""
    stood: int | None = None
    """After so many plies the men last stood right; None: not yet."""
    back: bool = False
    """The walk goes back towards the start."""

    @property
    def plies(self) -> int:
        """How many plies the game has."""
        return len(self.game.plies)

    @property
    def goal(self) -> int:
        """The men are being led to the position after so many plies."""
        if self.stood is None:
            return self.start
        return max(0, self.stood - 1) if self.back else min(self.plies, self.stood + 1)

    @property
    def done(self) -> bool:
        """The men stand right, and nothing follows in this direction."""
        return self.stood == self.goal

    @property
    def position(self) -> Position:
        """The position that the men are being led to."""
        return self.game.positions[self.goal]

    @property
    def missing(self) -> int:
        """Squares that should be filled and are not."""
        return self.position.occupied & ~self._seen

    @property
    def extra(self) -> int:
        """Squares that are filled and should not be."""
        return self._seen & ~self.position.occupied

    @property
    def _seen(self) -> int:
        return self.picture & ~self.masked | self.position.occupied & self.masked

    @property
    def captured(self) -> int:
        """The men that the ply between here and there takes off, or, going back, puts on again."""
        ply = self._ply
        return ply.captured if ply is not None else 0

    @property
    def crowned(self) -> int:
        """Square of the man that the last ply has made a king, while it stands right."""
        if self.stood in (None, 0) or self.back:
            return 0
        assert self.stood is not None
        last = self.game.plies[self.stood - 1]
        return 1 << last.target & self.picture if isinstance(last, Move) and last.crowned else 0

    @property
    def _ply(self) -> Move | None:
        if self.stood is None or self.done:
            return None
        ply = self.game.plies[min(self.stood, self.goal)]
        return ply if isinstance(ply, Move) else None

    def text(self, ply: int) -> str:
        """The ply that leads to the position after so many; empty for the start and no move."""
        last = self.game.plies[ply - 1] if ply else None
        return move_text(self.game.positions[ply - 1], last) if isinstance(last, Move) else ""

    def saw(self, picture: int, masked: int) -> "Leading":
        """The walk with one more picture."""
        return replace(self, picture=picture, masked=masked)._onward()

    def turned(self, back: bool) -> "Leading":
        """The walk in this direction; a ply that was begun is undone first."""
        if self.stood is None or back is self.back:
            return self
        return replace(self, stood=self.goal, back=back)._onward()

    def _onward(self) -> "Leading":
        """Past every position that the board shows."""
        at = self
        while not at.done and not (at.missing or at.extra):
            at = replace(at, stood=at.goal)
        return at


def lead_through(pdn: str, otherwise: Ruleset, ply: int = 0) -> Leading:
    """A walk through the first game of a PDN text, from the position after `ply` plies on.

    `otherwise` is the game where the text names none. Raises a ReedboardError if it cannot be
    followed to its end.
    """
    first = next(read_games(pdn), None)
    if first is None:
        raise InputError("there is no game in this PDN")
    if isinstance(first, InvalidPdn):
        raise first
    if sum(isinstance(item, PdnMove) for item in first.items) > MOST_MOVES:
        raise InputError(f"a game that is shown has at most {MOST_MOVES} moves")
    game = replay(first, None if candidates(first) else otherwise)
    if ply > len(game.plies):
        raise InputError(f"the game has {len(game.plies)} plies, it cannot be shown from {ply} on")
    tags = tuple((tag.name, tag.value) for tag in first.tags)
    return Leading(game, tags, ply, picture=0)
