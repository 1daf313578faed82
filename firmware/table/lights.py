"""What the lamps under the squares show: a pure view of the session.

Red: this square should be empty. Green: this square should be filled. Both at once: the trace of a
move, its origin and target.
"""

from dataclasses import dataclass

from firmware.rules import Move
from firmware.table.inference import Kind
from firmware.table.session import Phase, Session


@dataclass(frozen=True, slots=True)
class Frame:
    """Physical pictures of the lit lamps."""

    red: int = 0
    green: int = 0


def frame(session: Session) -> Frame:
    """The lamps for the session as it stands."""
    red, green = _lamps(session)
    return Frame(session.layout.to_physical(red), session.layout.to_physical(green))


def _lamps(session: Session) -> tuple[int, int]:
    """(red, green) as game pictures."""
    belief = session.belief
    match session.phase:
        case Phase.IDLE | Phase.OVER:
            return 0, 0
        case Phase.SETUP:
            return belief.extra, belief.missing
        case Phase.PLAYING | Phase.PAUSED:
            if session.blind:
                return 0, 0
            if session.alarmed:
                return belief.extra, belief.missing
            red = belief.ghosts & belief.seen.picture
            if session.standing and belief.reading.kind is Kind.PENDING:
                red |= belief.reading.after[0].owed
            if red:
                return red, 0
            trace = _trace(session)
            return trace, trace


def _trace(session: Session) -> int:
    """Origin and target of the last move, until the next man is lifted."""
    plies = session.belief.game.plies
    if not (session.policy.shows_last_move and session.fresh and plies):
        return 0
    last = plies[-1]
    return 1 << last.origin | 1 << last.target if isinstance(last, Move) else 0
