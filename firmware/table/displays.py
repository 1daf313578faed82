"""What the two four-digit displays of the clock box show: a pure view of the session."""

from typing import Final

from firmware.rules import Color
from firmware.table.session import Phase, Session

TENTHS_BELOW_MS: Final = 20_000
"""Below this the display shows seconds and tenths."""


def texts(session: Session, now_ms: int) -> tuple[str, str]:
    """(left, right), as the seven-segment driver takes them: `5:00`, `19.3`, `1:00`, `turn`."""
    if session.phase is Phase.IDLE:
        return "    ", "    "
    if session.question:
        word = "turn" if session.question.question == "turn" else "ASH "
        return word, word
    if session.clock is None:
        return "    ", "    "
    white = time_text(session.clock.remaining_ms(Color.WHITE, now_ms))
    black = time_text(session.clock.remaining_ms(Color.BLACK, now_ms))
    return (white, black) if session.layout.side(left=True) is Color.WHITE else (black, white)


def next_change_ms(session: Session, now_ms: int) -> int | None:
    """When a display will next show something else without any event; None if never."""
    clock = session.clock
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
