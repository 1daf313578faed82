"""Captured men that are left on the board (001 4.12, 5.4.11, 5.4.13, 5.7).

Until the pause is over they are on their way off. After it, where irregular moves are not refused,
they are part of the game again: by a dispute if no reply has been made, for good if one has.
"""

from dataclasses import replace

from firmware.rules import Move, squares
from firmware.table import events as ev
from firmware.table.belief import Belief
from firmware.table.dispute import Dispute, with_men_left_on
from firmware.table.inference import Kind, Seen, Story, read
from firmware.table.irregular import (
    REMOVAL_INCOMPLETE,
    REMOVAL_STOPPED,
)
from firmware.table.signals import Signals


class Removal(Signals):
    """The part of a session that waits for captured men to come off."""

    def _reply_with_men_left(self, pressed_ms: int, at_ms: int) -> bool:
        """The reply is legal only if captured men that were left standing count (5.4.11, 5.7)."""
        before, made, after = self._before, self._accepted, self._if_men_left_count()
        if before is None or made is None or after is None:
            return False
        if self._final == len(self.belief.game.plies):
            self._withdraw(at_ms)
        self._count_men_left(REMOVAL_INCOMPLETE, made, before, at_ms)
        self.belief = replace(self.belief, seen=after.seen, reading=after.reading)
        self._accept(after.reading.after, pressed_ms)
        self._make_final(at_ms)
        return True

    def _if_men_left_count(self) -> Belief | None:
        """The belief by which captured men that stood at the press count, if it shows a reply."""
        before, made = self._before, self._accepted
        if before is None or made is None or not made.owed or len(self.belief.stories) > 1:
            return None
        story = with_men_left_on(before.stories[0], made, before.turn)
        picture = self.belief.seen.picture
        if picture.bit_count() > story.rest.bit_count():
            return None
        gone = story.rest & ~picture
        seen = Seen(picture, gone, picture & ~story.rest, gone)
        reading = read((story,), seen)
        legal = reading.kind in (Kind.LEGAL, Kind.PENDING)
        return Belief((story,), seen, reading) if legal else None

    def _man_left_replies(self) -> bool:
        """A captured man that was left on was lifted last, and has landed: no other has moved."""
        after = self._if_men_left_count()
        if after is None or self._accepted is None:
            return False
        reply = after.reading.after[0].last
        gone_ms = [self.touches.gone_ms(square) or 0 for square in squares(reply.clears)]
        lifted_last = self.touches.gone_ms(reply.origin) == max(gone_ms)
        return bool(self._accepted.owed >> reply.origin & 1 and lifted_last)

    def _men_left_on(self, at_ms: int) -> None:
        """The pause is over and captured men still stand (001 4.12)."""
        self._looked = True
        before = self._before
        if self.policy.refuses or before is None:
            owed = self.names(self.belief.owed)
            self._say(ev.Pending(self.text(self.belief.stories[0]), owed, at_ms))
            return
        name = REMOVAL_STOPPED if self.removal_stopped else REMOVAL_INCOMPLETE
        self._count_men_left(name, self.belief.stories[0], before, at_ms)

    def _count_men_left(self, name: str, made: Story, before: Belief, at_ms: int) -> None:
        """The last ply becomes one after which the captured men still count."""
        what = f"{self.text(made)}, left on {' '.join(self.names(made.owed))}"
        trace = made.owed
        story = with_men_left_on(before.stories[0], made, before.turn)
        self.belief = self.belief.accept((story,))
        stamp = self._settled_stamp("accepted", name, what)
        old = self.stamps[-1]
        self.stamps = (*self.stamps[:-1], replace(stamp, clock=old.clock))
        self._stroke = self._undecided_due_ms = None
        given = "given" if self.clock else "none"
        self._track()
        self._open(
            Dispute(name, self.number(name), before.turn, before, trace, increment=given),
            what,
            at_ms,
        )

    def _men_left_behind(self, at_ms: int) -> None:
        """Replied to, and the captured men still stand: they stay in the game (001 5.7)."""
        before, self._leftover = self._leftover, None
        game = self.belief.game
        assert before is not None
        made = len(before.game.plies)
        if len(self.belief.stories) > 1 or len(game.plies) != made + 2:
            return
        capture, reply = game.plies[made:]
        if not isinstance(capture, Move) or not isinstance(reply, Move):
            return
        after = Story(before.game.play(capture), self.belief.ghosts)
        story = with_men_left_on(before.stories[0], after, before.turn)
        if reply not in story.game.moves:
            return
        while self._final > made:
            self._withdraw(at_ms)
        what = f"{self.text(after)}, left on {' '.join(self.names(after.ghosts))}"
        stamp = self._settled_stamp("removal", REMOVAL_INCOMPLETE, what)
        old = self.stamps[made]
        stamp = replace(stamp, clock=old.clock)
        self.stamps = (*self.stamps[:made], stamp, self.stamps[made + 1])
        self.belief = self.belief.accept((Story(story.game.play(reply), story.ghosts),))
        self._track()
        self._unsettle(self._since_ms)
        self._make_final(at_ms)

    def _removal_left(self, at_ms: int) -> None:
        """Before the press, the removal was begun and has been left (001 4.12)."""
        self._looked = self.removal_stopped = True
        story = self.belief.reading.after[0]
        left = self.names(story.owed)
        loud = self.setup.announce == "players"
        number, what = self.number(REMOVAL_STOPPED), f"left on {' '.join(left)}"
        self._say(
            ev.Irregular(
                REMOVAL_STOPPED, number, what, self.belief.turn, (), left, None, loud, at_ms
            )
        )
