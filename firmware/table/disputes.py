"""The life of an irregular move where it is not refused (001 5.4 to 5.8).

It is signalled and the clock passes; the position as it stands is the game's for the time being.
The other side's pressed reply accepts it for good, its press without a move rejects it, and its
own side may still put it right as long as no reply has been made. A rejection leads back to the
belief before, and the board shows man by man how.
"""

from dataclasses import replace
from typing import Final

from firmware.errors import TooManyCaptures
from firmware.rules import Color, Move, Position, Put, unforced_moves
from firmware.table import events as ev
from firmware.table.belief import Belief
from firmware.table.desk import Stamp
from firmware.table.dispute import Dispute, as_it_stands
from firmware.table.inference import Kind, Seen, Story, read
from firmware.table.irregular import (
    MAN_MISSING,
    MEN_REMOVED,
    MOVE_TAKEN_BACK,
    OTHER_MAN_TOUCHED,
    QUIET_WHEN_CAPTURE_DUE,
    STROKE_STOPPED,
    TWO_MOVES,
    WRONG_COUNT_CAPTURED,
    name_of_move,
)
from firmware.table.phase import Phase
from firmware.table.removal import Removal
from firmware.table.touches import Touches
from firmware.table.tracker import Tracker

HINTED: Final = frozenset({QUIET_WHEN_CAPTURE_DUE, WRONG_COUNT_CAPTURED, STROKE_STOPPED})
"""Irregularities after which a learner is shown what was due."""
REPLIES: Final = (Kind.REPLYING, Kind.REPLIED)


class Disputes(Removal):
    """The part of a session that deals with irregular moves."""

    # ------------------------------------------------------------------------------ presses

    def _irregular_press(self, reason: str, color: Color, pressed_ms: int, at_ms: int) -> None:
        """A press on a picture that is no legal move: refused, or signalled and passed on."""
        belief = self.belief
        if reason == "press_without_move" and self.setup.pass_allowed and not belief.owed:
            self._pass_turn(color, pressed_ms, at_ms)
            return
        if reason in ("press_without_move", "captured_men_still_on"):
            self._refuse(reason, self._difference(), at_ms)
            return
        if self.restoring:
            self._refuse("board_not_restored", self._difference(), at_ms)
            return
        if not self.policy.refuses and self._reply_with_men_left(pressed_ms, at_ms):
            return
        name = self._name(belief)
        if self.policy.refuses or self._rejections:
            self._refuse_named(name, reason, at_ms)
        elif name is None:
            self._refuse("disturbed", self._difference(), at_ms)
        else:
            stories = as_it_stands(belief, self.tracker, name, color, color.other)
            if stories:
                self._dispute_press(name, stories, color, pressed_ms, at_ms)
            else:
                self._refuse("disturbed", self._difference(), at_ms)

    def _refuse_named(self, name: str | None, reason: str, at_ms: int) -> None:
        if self._rejections:
            self._rejections += 1
            self._note("irregular_again", f"time {self._rejections}", at_ms)
        word = reason if name in (None, MAN_MISSING) else name
        assert word is not None
        if self.policy.hints and word in HINTED:
            self._show_hint()
        self._refuse(word, self._difference() + self._doubt(name), at_ms)

    def _dispute_press(
        self, name: str, stories: tuple[Story, ...], color: Color, pressed_ms: int, at_ms: int
    ) -> None:
        """An irregular press that counts until the other side has decided."""
        before = self.belief
        touched = self._touched()
        self._close_dispute(at_ms)
        what, doubt = self._what(before), self._doubt(name)
        stamp = self._settled_stamp("accepted", name, what)
        # The men in the air stay there: one that is missing may still land.
        self._accept(stories, pressed_ms, completed=None, stamp=stamp)
        gone = before.rest & ~before.seen.picture
        dispute = Dispute(
            name,
            self.number(name),
            color,
            before,
            trace=gone | before.seen.picture & ~before.rest,
            doubtful=gone if name in (MAN_MISSING, MEN_REMOVED) else 0,
            obliged=touched,
            increment="due" if self.clock else "none",
        )
        self._open(dispute, what + doubt, at_ms)

    def _accept_shown(self, stories: tuple[Story, ...], made_ms: int, at_ms: int) -> None:
        """A legal move is pressed, or stands: was another man touched, another move released?"""
        before, color = self.belief, self.belief.turn
        touched, undone = self._touched(stories[0].last.captured), self._undone
        after_rejection = self._obliged is not None
        self._accept(stories, made_ms)
        last = stories[0].last
        name = None if after_rejection else name_of_move(last, touched, undone)
        if name is not None and self.policy.notes_touches:
            square = last.origin if touched is None else touched
            self._judge_touching(name, before, last, color, square, at_ms)
        self._make_final(at_ms)

    def _judge_touching(
        self, name: str, before: Belief, move: Move, color: Color, square: int, at_ms: int
    ) -> None:
        """A legal move after which the other side may point at the man touched first."""
        if self.policy.refuses:
            self._note(name, self.name(square), at_ms)
            return
        remark = f"{self.number(name) or name} {self.name(square)} lifted first"
        self.stamps = (*self.stamps[:-1], replace(self.stamps[-1], remark=remark))
        dispute = Dispute(
            name,
            self.number(name),
            color,
            before,
            trace=1 << move.origin | move.fills,
            doubtful=1 << square,
            obliged=square,
            increment="given" if self.clock else "none",
            loud=name != OTHER_MAN_TOUCHED,
        )
        self._open(dispute, f"{self.name(square)} was lifted first", at_ms, square)

    # ----------------------------------------------------------------------------- at rest

    def _changed_after_press(self, at_ms: int) -> bool:
        """The side that has moved takes its move back, changes it, or moves on (5.4.1, 5.4.4).

        Or it has not, though it looks so: there is nothing to be said before the press.
        """
        before = self._before
        game = self.belief.game
        if before is None or self.dispute or not game.plies or len(self.belief.stories) > 1:
            return False
        offender = self.belief.turn.other
        if not isinstance(game.plies[-1], Move) or self._hand_of_mover():
            return False
        if self.belief.seen.doubted:
            return False
        if self._man_left_replies():
            return True
        picture = self.belief.seen.picture
        move = self.belief.stories[0].last
        lifted = self.belief.seen.lifted | move.clears
        reading = read(before.stories, Seen(picture, lifted, lifted=lifted))
        if reading.kind is Kind.REST or (
            reading.kind in (Kind.LEGAL, Kind.PENDING)
            and reading.after[0].last.origin == move.origin
        ):
            self._dispute_rest(MOVE_TAKEN_BACK, offender, at_ms)
            return True
        if self._steps_again(offender, picture):
            self._dispute_rest(TWO_MOVES, offender, at_ms)
            return True
        return False

    def _steps_again(self, offender: Color, picture: int) -> bool:
        """The side that has just moved has made a step more."""
        now = self.belief.game.position
        again = Position.setup(now.ruleset, now.white, now.black, now.kings, offender)
        try:
            moves = unforced_moves(again)
        except TooManyCaptures:
            return False
        return any(
            not move.captured and now.occupied & ~move.clears | move.fills == picture
            for move in moves
        )

    def _dispute_rest(self, name: str, offender: Color, at_ms: int) -> bool:
        """An irregularity without a press: the turn is the same as before."""
        before = self.belief
        turn = before.turn if offender is not before.turn else offender.other
        stories = as_it_stands(before, self.tracker, name, offender, turn)
        if not stories:
            return False
        what = self._what(before)
        touched = self._touched()
        self._close_dispute(at_ms)
        stamp = self._settled_stamp("accepted", name, what)
        made = self._before
        self._accept(stories, at_ms, passes=False, completed=None, stamp=stamp)
        self._before = made if offender is not before.turn else before
        picture = before.seen.picture
        trace = before.rest ^ picture
        dispute = Dispute(name, self.number(name), offender, before, trace, obliged=touched)
        self._open(dispute, what, at_ms)
        return True

    @property
    def _being_put_back(self) -> bool:
        """The men of the irregular move are on their way back, and nothing else has moved."""
        if self.dispute is None:
            return False
        before, now = self.dispute.before.rest, self.belief.rest
        return not (self.belief.seen.picture ^ before) & ~(now ^ before)

    def _irregular_at_rest(self, at_ms: int) -> bool:
        """Without a clock a wrong picture at rest is judged as a press would be."""
        if self.restoring or self._rejections:
            return False
        name = self._name(self.belief)
        if name in (None, MEN_REMOVED, MAN_MISSING):
            return False  # without a press a man that is off may as well be in a hand
        return name is not None and self._dispute_rest(name, self.belief.turn, at_ms)

    # ----------------------------------------------------------------------------- decided

    def _accept_dispute(self, at_ms: int) -> None:
        """The other side, or an arbiter, lets it stand."""
        assert self.dispute
        self._note("irregular_accepted", self.dispute.name, at_ms)
        self._close_dispute(at_ms)
        if len(self.belief.stories) > 1:
            self._ask_which(at_ms)
        self._make_final(at_ms)
        if self.phase is Phase.PLAYING and self._final == len(self.belief.game.plies):
            self._check_outcome(at_ms)

    def _reject(self, pressed_ms: int, at_ms: int) -> None:
        """Position and turn go back; the offender's time runs (001 5.4)."""
        dispute = self.dispute
        assert dispute
        self.dispute = None
        if self.clock and dispute.increment == "given":
            self.clock = self.clock.withdraw(dispute.offender, at_ms)
        self._go_back(dispute, at_ms)
        self._run(dispute.offender, pressed_ms)
        self._restorer = None if dispute.offender is self.belief.turn else dispute.offender
        self._obliged = dispute.obliged
        self._rejections = 1
        self.restoring = self.belief.reading.kind is not Kind.REST
        self._say(ev.Rejected(dispute.name, dispute.number, dispute.offender, at_ms))
        self._unsettle(self._since_ms)
        if self.restoring:
            self._alarm(at_ms)
        elif self._restorer is not None:
            self._run(self.belief.turn, at_ms)
            self._restorer = None

    def _go_back(self, dispute: Dispute, at_ms: int) -> None:
        """The game is again what it was before the irregular move."""
        while self._final > dispute.ply:
            self._withdraw(at_ms)
        self.stamps = self.stamps[: dispute.ply]
        before = dispute.before
        seen = Seen(self.belief.seen.picture)
        stories = tuple(story for story in before.stories)
        self.belief = replace(before, seen=seen, reading=read(stories, seen))
        self._before = None
        self._press = self._made = self._undecided_due_ms = self._leftover = None
        self._stroke, self._clearing = None, None
        self._track()
        self.touches = Touches()

    def _put_right(self, at_ms: int, resting: bool = False) -> bool:
        """The offender has put it right before a reply was made (001 5.5).

        A captured man that was left on and is lifted now may as well be the other side's move: its
        taking off counts when that side lifts another, or when no hand has held it for so long.
        After the reply it may as well be captured anew: it counts at the press.
        """
        dispute = self.dispute
        kinds = (Kind.ASTRAY, Kind.ON_THE_WAY, *REPLIES) if resting else (Kind.ASTRAY,)
        if dispute is None or self.belief.reading.kind not in kinds or self.belief.seen.doubted:
            return False
        disputed = self.belief.game.plies[dispute.ply]
        if not isinstance(disputed, Put):
            return False
        off = dispute.before.rest & ~disputed.position.occupied | self.belief.seen.lifted
        again = dispute.before.saw(self.belief.seen.picture, off)
        own_turn = dispute.before.turn is dispute.offender
        if again.reading.kind is Kind.REST and not own_turn:
            self.dispute = None
            self._go_back(dispute, at_ms)
            self._note("put_right", dispute.name, at_ms)
            return True
        still_on = dispute.left_on and dispute.trace & ~self.belief.seen.lifted
        made = [Kind.LEGAL, Kind.PENDING]
        if not still_on:
            # A hand at work may be that of somebody who adjusts, a whole reply is a reply.
            made += REPLIES if dispute.left_on else [Kind.REPLIED]
        if not own_turn or again.reading.kind not in made:
            return False
        self.dispute = None
        self._go_back(dispute, at_ms)
        self.belief = again
        self._accept(again.reading.after, at_ms, passes=False, completed=None)
        if self.clock and dispute.increment == "due":
            self.clock = self.clock.complete(dispute.offender, at_ms)
        # Where a turn has several plies it may be the same side's again.
        self._run(self.belief.turn, at_ms)
        self._note("put_right", dispute.name, at_ms)
        return True

    def _taken_off_late(self, at_ms: int) -> None:
        """Captured men that were left on have been lifted and did not come down again."""
        self._looked = True
        if self._put_right(at_ms, resting=True):
            self._unsettle(self._since_ms)
            self._make_final(at_ms)

    def _landed_wrong(self, at_ms: int) -> bool:
        """The man that was missing at the press has landed on a wrong square."""
        dispute = self.dispute
        if dispute is None or dispute.name != MAN_MISSING or self._hand_of_mover():
            return False
        again = dispute.before.saw(self.belief.seen.picture)
        name = self._name(again)
        if name in (None, MAN_MISSING):
            return False
        assert name is not None
        tracker = Tracker.of(again.game.position).saw(dispute.before.seen.picture)
        tracker = tracker.saw(again.seen.picture)
        stories = as_it_stands(again, tracker, name, dispute.offender, self.belief.turn)
        if not stories:
            return False
        self._go_back(dispute, at_ms)
        self.belief = again
        what = self._what(again)
        self.dispute = None
        stamp = self._settled_stamp("accepted", name, what)
        self._accept(stories, at_ms, passes=False, completed=None, stamp=stamp)
        trace = again.rest ^ again.seen.picture
        self._open(
            replace(dispute, name=name, number=self.number(name), trace=trace, doubtful=0),
            what,
            at_ms,
        )
        return True

    # ------------------------------------------------------------------------------- others

    def _pass_turn(self, color: Color, pressed_ms: int, at_ms: int) -> None:
        """A press without a move passes the turn, where that was agreed."""
        now = self.belief.game.position
        position = Position.setup(now.ruleset, now.white, now.black, now.kings, color.other)
        story = Story(self.belief.game.put(position, color), self.belief.ghosts)
        self._accept((story,), pressed_ms, stamp=Stamp(None, "pass", "", "pass"))
        self._make_final(at_ms)
