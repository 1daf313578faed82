"""Times as four digits: what each side's display shows of the clock, of a break, of a match.

The running side has a point after its last digit; the word `FLAG` stands where the flag fell first;
a flag that fell later reads 0.0.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware.rules import Color
from firmware.table.clock import Clock
from firmware.table.match import standing
from firmware.table.session import Phase, Session

TENTHS_BELOW_MS: Final = 20_000
"""Below this the display shows seconds and tenths."""

RUNS: Final = "."
"""After the last digit: this side's time is running."""
FLAG: Final = "FLAG"
"""In place of a time that is used up: this flag fell first."""

END_MS: Final = 5_000
"""After a game of a match its last times are shown for so long."""


class Texts(NamedTuple):
    """What the left and the right display show, as the seven-segment driver takes it."""

    left: str
    right: str


def sided(session: Session, white: str, black: str) -> Texts:
    """White's and Black's text on the displays where they sit."""
    if session.layout.side(left=True) is Color.WHITE:
        return Texts(white, black)
    return Texts(black, white)


def times(session: Session, clock: Clock, now_ms: int) -> Texts:
    """Both times."""
    now = clock.at(now_ms)
    first = now.first_flag(now_ms)
    shown = []
    for color in Color:
        left = FLAG if color is first else time_text(now.left_ms[color])
        shown.append(left + RUNS * (clock.running is color))
    return sided(session, *shown)


def counts(session: Session, clock: Clock) -> Texts:
    """Stage, counted from 1, and moves played: `1. 23`."""
    words = (f"{one.stage + 1}.{one.moves % 1000:>3}" for one in clock.accounts)
    return sided(session, *words)


def between(session: Session, now_ms: int) -> Texts | None:
    """Between two games of a match: what is left of the break, then each side's points.

    Who does not need the rest of the break reads `rdY`. None while there is something else to show.
    """
    if session.phase is not Phase.OVER or not session.setup.match:
        return None
    assert session.ended_ms is not None and session.result is not None
    if now_ms < session.ended_ms + END_MS:
        return None
    ends_ms = session.break_ends_ms
    if ends_ms is not None and now_ms < ends_ms:
        rest = time_text(ends_ms - now_ms, tenths=False)
        return sided(session, *(" rdY" if color in session.ready else rest for color in Color))
    return sided(session, *(f"P{n:>3}" for n in standing(session.setup, session.result).points))


def changes_ms(session: Session, now_ms: int) -> Iterator[int]:
    """When any of this reads differently next."""
    clock = session.clock
    if clock is not None and clock.running is not None:
        yield from _time_changes_ms(clock, clock.running, now_ms)
    if session.phase is Phase.OVER and session.ended_ms is not None:
        yield session.ended_ms + END_MS
    if session.break_ends_ms is not None and now_ms < session.break_ends_ms:
        yield now_ms + ((session.break_ends_ms - now_ms) % 1000 or 1000)


def _time_changes_ms(clock: Clock, running: Color, now_ms: int) -> Iterator[int]:
    """The side that runs, and in an hourglass the other, which gains."""
    now = clock.at(now_ms)
    left_ms, other_ms = now.left_ms[running], now.left_ms[running.other]
    if left_ms == 0:
        return
    step_ms = _step_ms(left_ms)
    yield now.reaches_ms(left_ms - (left_ms % step_ms or step_ms))
    if clock.control.hourglass:
        step_ms = _step_ms(other_ms + 1)
        yield now_ms + 1 + -other_ms % step_ms


def _step_ms(left_ms: int) -> int:
    return 100 if left_ms <= TENTHS_BELOW_MS else 1000


def time_text(left_ms: int, tenths: bool = True) -> str:
    """Remaining time, rounded up so that zero is shown only when it is used up.

    `h:mm` from one hour, `m:ss` below it, seconds and tenths below 20 s.
    """
    parts = -(-left_ms // 100)
    if tenths and parts < TENTHS_BELOW_MS // 100:
        return f"{parts // 10}.{parts % 10}"
    seconds = -(-left_ms // 1000)
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{seconds % 3600 // 60:02}"
