"""What the two four-digit displays of the clock box show: a pure view of the session."""

from collections.abc import Iterator
from typing import Final

from firmware.rules import Color
from firmware.table.menu import BACK, MEANINGS
from firmware.table.session import Phase, Session

TENTHS_BELOW_MS: Final = 20_000
"""Below this the display shows seconds and tenths."""

PULSE_MS: Final = 250
"""A pulsing colon is on and off for this long."""


ASKED_MS: Final = 1000
"""What a side is asked stands for this long, in the place of its time."""
ASKED_EVERY: Final = 4
"""One of so many of these times."""


def texts(session: Session, now_ms: int) -> tuple[str, str]:
    """(left, right), as the seven-segment driver takes them: `5:00`, `19.3`, `1:00`, `turn`."""
    if session.testing is not None:
        return f"{session.testing.left.bit_count():4}", "tESt"
    texts = list(_standing(session, now_ms))
    for color in Color:
        word = _asked(session, color, now_ms) or _held(session, color, now_ms)
        if word is not None:
            texts[_place(session, color)] = word
    if session.menu is not None:
        shown = session.menu.line
        texts[_place(session, session.menu_of)] = shown.word
        if shown.other is not None:
            texts[_place(session, session.menu_of.other)] = shown.other
    return texts[0], texts[1]


def _place(session: Session, color: Color) -> int:
    """0 for the left display, 1 for the right one."""
    return 0 if session.layout.side(left=True) is color else 1


def _held(session: Session, color: Color, now_ms: int) -> str | None:
    """A button has been held for long enough: letting it go now opens the menu."""
    since_ms = session.hands.holding_from_ms(color)
    if since_ms is None:
        return None
    fingers = session.hands.fingers
    enough = fingers.hold_ms <= now_ms - since_ms <= fingers.stuck_ms
    return MEANINGS[BACK][0] if enough else None


def _asked(session: Session, color: Color, now_ms: int) -> str | None:
    """What the other side offers or proposes, now and then, but for the last seconds of a time."""
    clock, word = session.clock, None
    running = clock is not None and clock.running is color
    if clock is not None and running and clock.remaining_ms(color, now_ms) <= TENTHS_BELOW_MS:
        return None
    if session.offer is not None and session.offer.color is not color:
        word = MEANINGS["draw"][0]
    if session.proposal is not None and session.proposal.color is not color:
        word = session.proposal.word
    return word if now_ms // ASKED_MS % ASKED_EVERY == 0 else None


def _standing(session: Session, now_ms: int) -> tuple[str, str]:
    """The same without what buttons say."""
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
    times = [*_buttons_change_ms(session, now_ms)]
    if (time_ms := _times_change_ms(session, now_ms)) is not None:
        times.append(time_ms)
    return min(times, default=None)


def _buttons_change_ms(session: Session, now_ms: int) -> Iterator[int]:
    """When what buttons say changes on the displays."""
    if session.offer is not None or session.proposal is not None:
        yield now_ms + ASKED_MS - now_ms % ASKED_MS
    for color in Color:
        since_ms = session.hands.holding_from_ms(color)
        if since_ms is not None:
            fingers = session.hands.fingers
            ends = (since_ms + fingers.hold_ms, since_ms + fingers.stuck_ms + 1)
            yield from (end_ms for end_ms in ends if end_ms > now_ms)


def _times_change_ms(session: Session, now_ms: int) -> int | None:
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
