"""What the lamps under the squares show: a pure view of the session.

Every verdict has one meaning and every meaning one pattern, told apart by its rhythm as well as by
its colour, so that nobody needs to tell red from green. Only squares concerned are lit; when all is
well there is silence, or the last move where the policy shows it. A rhythm begins anew with each
event, so the first thing seen of a verdict is light.
"""

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from firmware.rules import Move, squares
from firmware.table.inference import Kind
from firmware.table.leading import Leading
from firmware.table.restoring import cheapest
from firmware.table.session import Phase, Session

Rhythm = tuple[int, ...]
"""Milliseconds on, off, on, off, ... and over again; empty: always on."""

STEADY: Final[Rhythm] = ()
SLOW: Final[Rhythm] = (500, 500)
FAST: Final[Rhythm] = (120, 120)
WINK: Final[Rhythm] = (800, 200)
FLASH: Final[Rhythm] = (100, 900)
TWICE: Final[Rhythm] = (100, 150, 100, 650)
RARE: Final[Rhythm] = (50, 1950)


class Meaning(enum.Enum):
    """Everything a lamp can say. `PATTERNS` has how, and in words what."""

    LIFT = enum.auto()
    FILL = enum.auto()
    TAKE_OFF = enum.auto()
    LAST_MOVE = enum.auto()
    IRREGULAR = enum.auto()
    LOOK = enum.auto()
    CROWN = enum.auto()
    HINT = enum.auto()
    MENU = enum.auto()
    ASKED = enum.auto()
    CLAIM = enum.auto()
    MASKED = enum.auto()


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a meaning looks."""

    red: bool
    green: bool
    rhythm: Rhythm
    says: str
    """In words, for people."""

    def lit(self, for_ms: int) -> bool:
        """Whether it is on, this long after it began."""
        return not self.rhythm or self._place(for_ms)[0] % 2 == 0

    def changes_in_ms(self, for_ms: int) -> int | None:
        """How long until it goes on or off; None for a steady light."""
        return self._place(for_ms)[1] if self.rhythm else None

    def _place(self, for_ms: int) -> tuple[int, int]:
        """(which part of the rhythm, how long that part still lasts)."""
        left_ms = for_ms % sum(self.rhythm)
        for part, length_ms in enumerate(self.rhythm):
            if left_ms < length_ms:
                return part, length_ms - left_ms
            left_ms -= length_ms
        raise AssertionError("the rest is smaller than the sum")


PATTERNS: Final[dict[Meaning, Pattern]] = {
    Meaning.LIFT: Pattern(True, False, FAST, "a man too many: lift this one"),
    Meaning.FILL: Pattern(False, True, SLOW, "a man is wanted here: put it down"),
    Meaning.TAKE_OFF: Pattern(True, False, WINK, "a captured man that is still on: take it off"),
    Meaning.LAST_MOVE: Pattern(
        True, True, STEADY, "from and to of the last move (casual, training)"
    ),
    Meaning.IRREGULAR: Pattern(True, True, SLOW, "an irregular move: the other side decides"),
    Meaning.LOOK: Pattern(
        True, True, FAST, "the man first touched, one that stands badly, or where one is missing"
    ),
    Meaning.CROWN: Pattern(True, True, FLASH, "this man has become a king: crown it"),
    Meaning.HINT: Pattern(
        False, True, TWICE, "training: this man must capture, or the stroke goes on here"
    ),
    Meaning.MENU: Pattern(False, True, FLASH, "home row: this side has its menu open"),
    Meaning.ASKED: Pattern(
        True, True, TWICE, "home row: this side is asked: a draw, a pause, a result"
    ),
    Meaning.CLAIM: Pattern(True, True, WINK, "home row: this side has claimed a draw"),
    Meaning.MASKED: Pattern(True, True, RARE, "this square is masked: its contact is not believed"),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Physical pictures of the lit lamps."""

    red: int = 0
    green: int = 0


def frame(session: Session, now_ms: int | None = None) -> Frame:
    """The lamps at `now_ms`; without a time, all that are on at some time of their rhythm."""
    walk = session.testing
    if walk is not None:
        return Frame(walk.left, walk.felt)
    red = green = 0
    for meaning, picture in lamps(session):
        pattern = PATTERNS[meaning]
        if now_ms is None or pattern.lit(now_ms - session.spoke_ms):
            red |= picture if pattern.red else 0
            green |= picture if pattern.green else 0
    return Frame(session.layout.to_physical(red), session.layout.to_physical(green))


def next_change_ms(session: Session, now_ms: int) -> int | None:
    """When a lamp goes on or off without any event; None if none does."""
    for_ms = now_ms - session.spoke_ms
    waits = (PATTERNS[meaning].changes_in_ms(for_ms) for meaning, _ in lamps(session))
    wait_ms = min((wait for wait in waits if wait is not None), default=None)
    return None if wait_ms is None else now_ms + wait_ms


def lamps(session: Session) -> list[tuple[Meaning, int]]:
    """What is to be said of which squares (a game picture)."""
    said: list[tuple[Meaning, int]] = []
    taken = 0
    for meaning, picture in _wanted(session):
        if picture & ~taken:
            said.append((meaning, picture & ~taken))
            taken |= picture
    return said


def _wanted(session: Session) -> Iterator[tuple[Meaning, int]]:
    """The same, more urgent things first; one square may be named twice."""
    yield from _said_of_men(session)
    yield from _said_of_players(session)
    if session.leading is not None or session.phase in (Phase.SETUP, Phase.PLAYING, Phase.PAUSED):
        yield Meaning.MASKED, session.layout.to_game(session.masked)


def _said_of_men(session: Session) -> Iterator[tuple[Meaning, int]]:
    """What is the matter with the men on the board."""
    belief = session.belief
    match session.phase:
        case Phase.IDLE if session.leading is not None and not session.blind:
            yield from _led(session, session.leading)
        case Phase.SETUP:
            yield Meaning.LIFT, belief.extra
            yield Meaning.FILL, belief.missing
        case Phase.PLAYING | Phase.PAUSED if not session.blind:
            if session.alarmed:
                yield from _restoring(session, belief.extra, belief.missing)
                yield Meaning.LOOK, session.flickering
                return
            yield from _disputed(session)
            if session.entered is not None:
                picture = belief.seen.picture
                yield Meaning.LIFT, 1 << session.entered.origin & picture
                yield Meaning.FILL, session.entered.fills & ~picture
            yield Meaning.LOOK, session.flickering
            yield Meaning.CROWN, session.crowns
            yield Meaning.TAKE_OFF, _to_take_off(session)
            yield Meaning.HINT, session.hint
            if not _to_take_off(session):
                yield Meaning.LAST_MOVE, _last_move(session)
        case _:
            return


def _said_of_players(session: Session) -> Iterator[tuple[Meaning, int]]:
    """Whose menu is open, who is asked, who claims: on that side's home row."""
    board = session.ruleset.board
    if session.claim is not None:
        yield Meaning.CLAIM, board.far_row(session.claim.color.other)
    for asking in (session.offer, session.proposal):
        if asking is not None:
            yield Meaning.ASKED, board.far_row(asking.color)
    if session.menu is not None:
        yield Meaning.MENU, board.far_row(session.menu_of.other)


def _restoring(session: Session, extra: int, missing: int) -> Iterator[tuple[Meaning, int]]:
    """One man at a time; squares that only want a man, or only have one too many, all at once."""
    full, empty = tuple(squares(extra)), tuple(squares(missing))
    if not (full and empty):
        yield Meaning.LIFT, extra
        yield Meaning.FILL, missing
        return
    here = tuple(session.layout.coord(square) for square in full)
    there = tuple(session.layout.coord(square) for square in empty)
    lift, fill = cheapest(here, there)[0]
    yield Meaning.LIFT, 1 << full[lift]
    yield Meaning.FILL, 1 << empty[fill]


def _led(session: Session, leading: Leading) -> Iterator[tuple[Meaning, int]]:
    """The next ply of a game that is shown: the man that moves, and the men that it captures.

    Going back, captured men are put on again after the man that took them has gone back.
    """
    extra, missing = leading.extra, leading.missing
    if leading.stood is None:
        yield Meaning.LIFT, extra
        yield Meaning.FILL, missing
        return
    yield Meaning.TAKE_OFF, extra & leading.captured
    extra &= ~leading.captured
    yield from _restoring(session, extra, missing & ~leading.captured if extra else missing)
    yield Meaning.CROWN, leading.crowned


def _disputed(session: Session) -> Iterator[tuple[Meaning, int]]:
    dispute = session.dispute
    if dispute is not None and session.setup.announce == "players":
        yield Meaning.LOOK, dispute.doubtful
        there = session.belief.seen.picture if dispute.left_on else dispute.trace
        yield Meaning.IRREGULAR, dispute.trace & there


def _to_take_off(session: Session) -> int:
    belief = session.belief
    red = belief.ghosts & belief.seen.picture
    pending = belief.reading.kind is Kind.PENDING
    if pending and (session.standing or session.removal_stopped):
        red |= belief.reading.after[0].owed
    return red


def _last_move(session: Session) -> int:
    """Origin and target of the last move, until the next man is lifted."""
    plies = session.belief.game.plies
    if not (session.policy.shows_last_move and session.fresh and plies):
        return 0
    last = plies[-1]
    return 1 << last.origin | 1 << last.target if isinstance(last, Move) else 0
