"""What the two four-digit displays of the clock box show: a pure view of the session."""

from typing import Final

from firmware.rules import Color
from firmware.table.session import Phase, Session

TENTHS_BELOW_MS: Final = 20_000
"""Below this the display shows seconds and tenths."""

PULSE_MS: Final = 250
"""A pulsing colon is on and off for this long."""


def texts(session: Session, now_ms: int) -> tuple[str, str]:
    """(left, right), as the seven-segment driver takes them: `5:00`, `19.3`, `1:00`, `turn`."""
    if session.phase is Phase.IDLE:
        return "    ", "    "
    if session.question:
        word = "turn" if session.question.question == "turn" else "ASH "
        return word, word
    if session.adjusting is not None:
        return _adjusting(session, now_ms)
    if session.clock is None:
        return "    ", "    "
    return _times(session, now_ms)


def _times(session: Session, now_ms: int) -> tuple[str, str]:
    assert session.clock is not None
    white = time_text(session.clock.remaining_ms(Color.WHITE, now_ms))
    black = time_text(session.clock.remaining_ms(Color.BLACK, now_ms))
    return (white, black) if session.layout.side(left=True) is Color.WHITE else (black, white)


def _adjusting(session: Session, now_ms: int) -> tuple[str, str]:
    """Both colons pulse while men are being adjusted; without a clock there is nothing else."""
    on = now_ms // PULSE_MS % 2 == 0
    left, right = (" :  ", " :  ") if session.clock is None else _times(session, now_ms)
    if on:
        return left, right
    return left.replace(":", ""), right.replace(":", "")


def next_change_ms(session: Session, now_ms: int) -> int | None:
    """When a display will next show something else without any event; None if never."""
    clock = session.clock
    if session.adjusting is not None:
        return now_ms + PULSE_MS - now_ms % PULSE_MS
    if clock is None or clock.running is None or session.phase is not Phase.PLAYING:
        return None
    left_ms = clock.remaining_ms(clock.running, now_ms)
    if left_ms == 0:
        return None
    step_ms = 100 if left_ms <= TENTHS_BELOW_MS else 1000
    return now_ms + (left_ms % step_ms or step_ms)


def time_text(left_ms: int) -> str:
    """Remaining time, rounded up so that zero is shown only when it is used up.

    `h:mm` from one hour, `m:ss` below it, seconds and tenths below 20 s.
    """
    tenths = -(-left_ms // 100)
    if tenths < TENTHS_BELOW_MS // 100:
        return f"{tenths // 10}.{tenths % 10}"
    seconds = -(-left_ms // 1000)
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{seconds % 3600 // 60:02}"
