"""What the two four-digit displays of the clock box show: a pure view of the session."""

from collections.abc import Iterator
from typing import Final

from firmware.rules import Color
from firmware.table.clockface import TENTHS_BELOW_MS, Texts, between, changes_ms, counts, times
from firmware.table.menu import BACK, MEANINGS
from firmware.table.session import Phase, Session

PULSE_MS: Final = 250
"""A pulsing colon is on and off for this long."""


ASKED_MS: Final = 1000
"""What a side is asked stands for this long, in the place of its time."""
ASKED_EVERY: Final = 4
"""One of so many of these times."""


DARK: Final = Texts("    ", "    ")


def texts(session: Session, now_ms: int) -> Texts:
    """What the displays show: `5:00.`, `19.3`, `1:00`, `FLAG`, `turn`, a menu's line."""
    if session.testing is not None:
        return Texts(f"{session.testing.left.bit_count():4}", "tESt")
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
    return Texts(*texts)


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


def _standing(session: Session, now_ms: int) -> Texts:
    """The same without what buttons say."""
    if session.leading is not None:
        return Texts(f"{session.leading.goal:>4}", f"{session.leading.plies:>4}")
    if session.phase is Phase.IDLE:
        return DARK
    if session.question:
        word = "turn" if session.question.question == "turn" else "ASH "
        return Texts(word, word)
    if session.adjusting is not None:
        return _adjusting(session, now_ms)
    if (rest := between(session, now_ms)) is not None:
        return rest
    if session.clock is None:
        return DARK
    if now_ms < session.counts_until_ms:
        return counts(session, session.clock)
    return times(session, session.clock, now_ms)


def _adjusting(session: Session, now_ms: int) -> Texts:
    """Both colons pulse while men are being adjusted; without a clock there is nothing else."""
    shown = Texts(" :  ", " :  ")
    if session.clock is not None:
        shown = times(session, session.clock, now_ms)
    if now_ms // PULSE_MS % 2 == 0:
        return shown
    return Texts(shown.left.replace(":", ""), shown.right.replace(":", ""))


def next_change_ms(session: Session, now_ms: int) -> int | None:
    """When a display will next show something else without any event; None if never."""
    changes = [
        session.counts_until_ms,
        *_buttons_change_ms(session, now_ms),
        *changes_ms(session, now_ms),
    ]
    if session.adjusting is not None:
        changes.append(now_ms + PULSE_MS - now_ms % PULSE_MS)
    return min((change_ms for change_ms in changes if change_ms > now_ms), default=None)


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
