"""An irregular move that the other side has still to decide about.

Until then the game goes on from the position as it stands, by a ply that is not final: a `Put`, or
the legal move itself where only the touching was irregular. The belief before it is kept whole, so
that a rejection or a correction has nothing to work out.
"""

from dataclasses import dataclass

from firmware.rules import Color, Position
from firmware.table.belief import Belief
from firmware.table.inference import Story
from firmware.table.irregular import FOE_MAN_MOVED, REMOVAL_INCOMPLETE, REMOVAL_STOPPED
from firmware.table.tracker import Tracker


@dataclass(frozen=True, slots=True)
class Dispute:
    """What waits for a decision."""

    name: str
    number: str | None
    offender: Color
    before: Belief
    """What was held for true before it: a rejection leads back there."""
    trace: int
    """From and to of the move concerned."""
    doubtful: int = 0
    """Squares to look at: the man first touched, or the origin of one that is missing."""
    obliged: int | None = None
    """Square of the man that must move if this is rejected."""
    increment: str = "none"
    """`due`: it waits for the move to be settled; `given`: it is withdrawn by a rejection."""
    loud: bool = True
    """Players are told."""

    @property
    def left_on(self) -> bool:
        """Captured men were left on the board."""
        return self.name in (REMOVAL_INCOMPLETE, REMOVAL_STOPPED)

    @property
    def ply(self) -> int:
        """Index of the disputed ply in the game."""
        return len(self.before.game.plies)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A wrong set-up about which the other side has to decide."""

    color: Color
    """Whose men were set up wrongly."""
    position: Position
    """What stands in truth."""


def as_it_stands(
    before: Belief, tracker: Tracker, name: str, offender: Color, turn: Color
) -> tuple[Story, ...]:
    """The stories after what is on the board was brought about; none if the men are not known.

    Where men of different kinds were in the air together there may be several; a man that landed
    is taken for the offender's own unless the irregularity says otherwise.
    """
    position = before.game.position
    new = tracker.picture & ~before.rest
    owner = offender.other if name == FOE_MAN_MOVED else offender
    found = tracker.positions(position, turn)
    full = position.ruleset.board.full
    fitting = [one for one in found if not new & full & ~one.pieces(owner)] or found
    outside = tracker.picture & ~full
    return tuple(Story(before.game.put(one, offender), outside) for one in fitting)


def with_men_left_on(before: Story, after: Story, offender: Color) -> Story:
    """The account of a capture whose standing men are part of the game again (001 5.4.11, 5.7).

    `before` ends before the capture, `after` with it.
    """
    stood, now, ghosts = before.game.position, after.game.position, after.ghosts
    position = Position.setup(
        stood.ruleset,
        now.white | ghosts & stood.white,
        now.black | ghosts & stood.black,
        now.kings | ghosts & stood.kings,
        now.turn,
    )
    return Story(before.game.put(position, offender), ghosts & ~position.occupied)
