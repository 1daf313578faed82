"""The clock buttons: presses, holds, and both at once.

What a press means is judged by `press.judge`; here is what comes of it, and how a button that is
held differs from one that is only pressed.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from firmware.rules import Color, squares
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.desk import Made, PendingPress
from firmware.table.gestures import Gesture
from firmware.table.inference import Kind
from firmware.table.irregular import OTHER_MAN_TOUCHED
from firmware.table.masking import pressed
from firmware.table.phase import Phase
from firmware.table.press import Accept, AcceptBoth, Cleared, Ignore, Refuse, TakeOff, Wait, judge
from firmware.table.replaying import Replaying


class Presses(Replaying):
    """The part of a session that hears the buttons."""

    def _restored(self) -> bool:
        """The picture from before an irregular move stands again."""
        return self.dispute is not None and (
            self.belief.seen.picture == self.dispute.before.rest != self.belief.rest
        )

    def _button_down(self, value: inp.Pressed) -> None:
        """A press: the clock's first of all, and what comes to nothing there may be a gesture."""
        color = self.layout.side(value.button is inp.Button.LEFT)
        self._down[color] = value.at_ms
        self.hands = self.hands.pressed(color, value.at_ms)
        before = self._play
        self._pressed(value)
        if self.blind or self._play != before:
            self.hands = self.hands.judged(color, value.at_ms, idle=False)
        elif self._press is None or self._press.color is not color:
            self.hands = self.hands.judged(color, value.at_ms, idle=True)
        self._listen(value.at_ms)

    @property
    def _play(self) -> tuple[object, ...]:
        """All that a press can change: one that leaves it as it was has come to nothing."""
        running = None if self.clock is None else self.clock.running
        plies = len(self.belief.game.plies)
        return self.phase, plies, self.dispute, self._clearing, running, self.restoring

    def _listen(self, at_ms: int) -> None:
        """What buttons that have come up have said."""
        while (said := self.hands.said) is not None:
            gesture, color = said
            self.hands = self.hands.heard(color)
            self._gestured(gesture, color, at_ms)

    def _buttons_due(self) -> Iterator[tuple[int, Callable[[int], None]]]:
        """What buttons bring about by being held, or by being let alone."""
        if (both_ms := self.hands.both_due_ms) is not None:
            yield both_ms, self._both_down
        if self.menu is not None:
            yield self.menu.closes_ms, self._close_menu
        if self.proposal is not None:
            yield self.proposal.forgotten_ms, self._forget_proposal

    def _both_down(self, at_ms: int) -> None:
        first = self.hands.first
        self.hands = self.hands.moved()
        self._gestured(Gesture.BOTH, first, at_ms)

    def _forget_proposal(self, at_ms: int) -> None:
        self._close_proposal(False, at_ms)

    def _hands_busy(self, at_ms: int) -> None:
        """A man has moved: no button says anything meanwhile, and who plays reads no menu."""
        self.hands = self.hands.moved()
        if self.phase is Phase.PLAYING:
            self._close_menu(at_ms)

    def _pressed(self, value: inp.Pressed) -> None:
        color = self.layout.side(value.button is inp.Button.LEFT)
        match self.phase:
            case Phase.PLAYING if self.blind:
                self._blind_presses.append(value)
            case Phase.SETUP:
                self._press_to_start(color, value.at_ms)
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

    def _released(self, value: inp.Released) -> None:
        color = self.layout.side(value.button is inp.Button.LEFT)
        self._down.pop(color, None)
        self.hands = self.hands.released(color, value.at_ms)
        self._listen(value.at_ms)
        press = self._press
        if press and press.held and press.color is color:
            self._press = None
            self._reject(press.at_ms, value.at_ms)

    def _press_to_start(self, color: Color, at_ms: int) -> None:
        """The side that does not begin starts the first mover's clock."""
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
            self._say(ev.Chosen(press.color, "accept", due_ms))
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
        """The press that waits is judged; whether it has come to nothing is kept."""
        press, before = self._press, self._play
        assert press
        self._judge(press, at_ms, expired)
        if self._press is None or self._press.held:
            idle = self._press is None and self._play == before
            self.hands = self.hands.judged(press.color, press.at_ms, idle)
            self._listen(at_ms)

    def _judge(self, press: PendingPress, at_ms: int, expired: bool) -> None:
        if expired and self.dispute is not None and self.dispute.left_on:
            self._taken_off_late(at_ms)
            if self.phase is not Phase.PLAYING:
                return
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
        if self.masked and self.dispute is None and press.color is self.belief.turn:
            self.belief = pressed(self.belief, self.layout.to_game(self.masked))
        verdict = judge(
            self.belief, press.color, self._clearing, expired, self.setup.strict_removal
        )
        if isinstance(verdict, Wait):
            return
        if verdict == Refuse("press_without_move") and self._reads_menu(press.color):
            verdict = Ignore("press_in_menu")
        if isinstance(verdict, Accept) and self._foe_man_taken(press):
            verdict = Refuse("not_a_legal_move")
        self._press = None
        if self.adjusting is not None and self.belief.reading.kind is not Kind.REST:
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
                self._irregular_press(verdict.reason, press.color, press.at_ms, at_ms)
            case Ignore():
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

    def _reads_menu(self, color: Color) -> bool:
        return self.menu is not None and self.menu_of is color

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
