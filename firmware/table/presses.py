"""The clock buttons: presses, holds, and both at once.

What a press means is judged by `press.judge`; here is what comes of it, and how a button that is
held differs from one that is only pressed.
"""

from dataclasses import replace
from typing import assert_never

from firmware.rules import Color, squares
from firmware.table import inputs as inp
from firmware.table.arbiter import Arbiter
from firmware.table.desk import Made, PendingPress
from firmware.table.inference import Kind
from firmware.table.irregular import OTHER_MAN_TOUCHED
from firmware.table.phase import Phase
from firmware.table.press import Accept, AcceptBoth, Cleared, Ignore, Refuse, TakeOff, Wait, judge


class Presses(Arbiter):
    """The part of a session that hears the buttons."""

    def _restored(self) -> bool:
        """The picture from before an irregular move stands again."""
        return self.dispute is not None and (
            self.belief.seen.picture == self.dispute.before.rest != self.belief.rest
        )

    def _pressed(self, value: inp.Pressed) -> None:
        color = self.layout.side(value.button is inp.Button.LEFT)
        self._down[color] = value.at_ms
        match self.phase:
            case Phase.PLAYING if self.blind:
                self._blind_presses.append(value)
            case Phase.SETUP:
                self._press_to_start(color, value.at_ms)
            case Phase.PLAYING if self._gesture(color):
                self._press = self._idle = None
                self._adjust(color.other, value.at_ms)
            case Phase.PLAYING if self._press is None:
                wait_ms = self.timing.landing_ms + self.timing.debounce_ms
                self._press = PendingPress(color, value.at_ms, value.at_ms + wait_ms)
                if value.calm and not self.blind:
                    self._decide(value.at_ms, expired=False)
            case Phase.PLAYING if self._press and self._press.color is not color:
                self._decide(value.at_ms, expired=True)
                if self.phase is Phase.PLAYING:
                    self._pressed(value)
            case Phase.IDLE | Phase.PLAYING | Phase.PAUSED | Phase.OVER:
                self._note("press_ignored", self.phase.name.lower(), value.at_ms)
            case _:
                assert_never(self.phase)

    def _gesture(self, color: Color) -> bool:
        """Both buttons are down and nothing was moved: "I adjust", by whose was down first."""
        first = color.other
        if first not in self._down or self.belief.reading.kind is not Kind.REST or self.dispute:
            return False
        return self._idle is first or (self._press is not None and self._press.color is first)

    def _released(self, value: inp.Released) -> None:
        color = self.layout.side(value.button is inp.Button.LEFT)
        self._down.pop(color, None)
        if self._idle is color:
            self._idle = None
        press = self._press
        if press and press.held and press.color is color:
            self._press = None
            self._reject(press.at_ms, value.at_ms)

    def _press_to_start(self, color: Color, at_ms: int) -> None:
        """The side that does not begin starts the first mover's clock (decision 65)."""
        if self.belief.missing or self.belief.extra:
            self._refuse("setup_incomplete", self._difference(), at_ms)
        elif color is self.belief.turn:
            self._note("press_not_on_move", "the other side starts the clock", at_ms)
        else:
            self._start(at_ms)

    def _press_expired(self, due_ms: int) -> None:
        press = self._press
        assert press
        if press.held:
            self._press = None
            self._accept_dispute(due_ms)
        else:
            self._decide(due_ms, expired=True)

    def _says_no(self, press: PendingPress) -> bool:
        """The side that has to decide about an irregular move presses and has not moved."""
        return (
            self.dispute is not None
            and press.color is not self.dispute.offender
            and press.color is self.belief.turn
            and (self.belief.reading.kind is Kind.REST or self._restored())
        )

    def _decide(self, at_ms: int, expired: bool) -> None:
        press = self._press
        assert press
        if expired and not press.held and self._says_no(press):
            if press.color in self._down:
                due_ms = press.at_ms + self.timing.hold_ms
                self._press = replace(press, due_ms=due_ms, held=True)
            else:
                self._press = None
                self._reject(press.at_ms, at_ms)
            return
        if self._held_by_claim(press, expired, at_ms):
            return
        verdict = judge(
            self.belief, press.color, self._clearing, expired, self.setup.strict_removal
        )
        if isinstance(verdict, Wait):
            return
        if isinstance(verdict, Accept) and self._foe_man_taken(press):
            verdict = Refuse("not_a_legal_move")
        self._press = None
        if self.adjusting is not None:
            self._adjusted(at_ms)
        match verdict:
            case Accept():
                self._accept_press(verdict, press, at_ms)
            case AcceptBoth():
                self._note("forgotten_press", press.color.other.name.lower(), at_ms)
                self._accept((verdict.first,), press.at_ms, passes=False, completed=False)
                self._accept(verdict.replied, press.at_ms, passes=False)
                self._make_final(at_ms)
            case TakeOff():
                self._clearing = press.color.other
                self._run(self._clearing, press.at_ms)
                self._note("take_off_demanded", "", at_ms)
            case Cleared():
                self._clearing = None
                self._run(self.belief.turn, press.at_ms)
                self._note("men_taken_off", "", at_ms)
            case Refuse():
                self._idle = press.color if press.color in self._down else None
                self._irregular_press(verdict.reason, press.color, press.at_ms, at_ms)
            case Ignore():
                self._idle = press.color if press.color in self._down else None
                self._note(verdict.note, press.color.name.lower(), at_ms)
            case _:
                assert_never(verdict)

    def _held_by_claim(self, press: PendingPress, expired: bool, at_ms: int) -> bool:
        """No press makes a move while a claim is checked, nor before an entered move is made."""
        if self.claim is None and self.entered is None:
            return False
        if expired:
            word = "entered_move_due" if self.claim is None else "claim_open"
            self._press = None
            self._refuse(word, self._difference(), at_ms)
        return True

    def _foe_man_taken(self, press: PendingPress) -> bool:
        """The reply that seems to have begun is none: the mover took that man off.

        It was lifted before the mover's own man was, or, with a capture, long before the press.
        """
        reading, belief = self.belief.reading, self.belief
        if reading.kind is not Kind.REPLYING:
            return False
        move = reading.after[0].last
        lifted_ms = self.touches.gone_ms(move.origin)
        for square in squares(belief.game.position.foe & ~belief.seen.picture & ~move.captured):
            gone_ms = self.touches.gone_ms(square)
            if gone_ms is None or lifted_ms is None:
                continue
            long = press.at_ms - gone_ms >= self.timing.touch_ms
            if gone_ms < lifted_ms or (move.captured and long):
                return True
        return False

    def _accept_press(self, verdict: Accept, press: PendingPress, at_ms: int) -> None:
        """A legal or pending move is pressed."""
        obliged = self._obliged
        if obliged not in (None, verdict.stories[0].last.origin) and not self.policy.refuses:
            self._refuse_named(OTHER_MAN_TOUCHED, "", at_ms)
            return
        before = self.belief
        self._accept_shown(verdict.stories, press.at_ms, at_ms)
        if self.dispute is None:
            self._made = Made(before, press.at_ms + self.timing.landing_ms)
