"""What the board shows: pictures, badly standing men, and times when it cannot be read.

A picture first becomes what hands did (`tracker`, `touches`), then what it says of the game
(`belief`); what follows from that is decided in the layers below. While scans fail nothing is
decided: presses wait, and are judged at their stamps once the board is seen again.
"""

from dataclasses import replace

from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.inference import Kind
from firmware.table.masking import saw
from firmware.table.phase import Phase
from firmware.table.presses import Presses


class Looking(Presses):
    """The part of a session that sees."""

    def _picture(self, value: inp.PictureSeen) -> None:
        if value.picture != self._physical:
            self._hands_busy(value.at_ms)
        self._physical = value.picture
        if self.testing is not None:
            self.testing = self.testing.saw(value.picture)
        if self.phase in (Phase.IDLE, Phase.SETUP, Phase.OVER):
            self._look_again(value.at_ms)
            return
        stood = self.belief.reading
        standing = stood.after if self.standing else ()
        picture = self._completed(self.layout.to_game(value.picture))
        picture = self._without_crowning(picture, value.since_ms)
        self._remember(picture, value)
        self.belief = saw(self.belief, picture, self.layout.to_game(self.masked))
        self._unsettle(value.since_ms)
        self._revise(picture, value)
        if self._put_right(value.at_ms) or self._landed_wrong(value.at_ms):
            self._unsettle(value.since_ms)
        reading = self.belief.reading
        self.fresh = self.fresh and reading.kind is Kind.REST
        if self.phase is Phase.PAUSED:
            pass  # nothing is judged
        elif self._is_entered(reading):
            self._make_entered(value.since_ms, value.at_ms)
        elif self.claim is not None or self.entered is not None:
            pass
        elif standing and reading.kind in (Kind.REPLYING, Kind.REPLIED):
            self._accept_shown(standing, value.since_ms, value.at_ms)
        elif self.clock is None and reading.kind is Kind.REPLIED and len(reading.after) == 1:
            self._accept(reading.after, value.since_ms)
        elif self.clock is None and self._restored():
            self._reject(value.since_ms, value.at_ms)
        self._make_final(value.at_ms)
        if self._press and not self._press.held and self.phase is Phase.PLAYING:
            self._decide(value.at_ms, expired=False)
        if self.clock and self.belief.reading.kind is Kind.LEGAL:
            self._say(ev.Provisional(self.text(self.belief.reading.after[0]), value.at_ms))

    def _remember(self, picture: int, value: inp.PictureSeen) -> None:
        """What hands do, beside what stands: touches, moves taken back, men in the air."""
        timing, belief = self.timing, self.belief
        if not self.policy.refuses:
            self.tracker = self.tracker.saw(picture)
        if self._stroke is not None:
            self._stroke = self._stroke.saw(picture, value.since_ms)
        if self.adjusting is not None or self.phase is not Phase.PLAYING:
            self.touches = self.touches.forgiven(picture)
            return
        stood, stood_ms = belief.reading, value.since_ms - self._since_ms
        released = stood.kind is Kind.LEGAL and len(stood.after) == 1
        if released and stood_ms >= timing.settle_ms and self._undone is None:
            self._undone = stood.after[0].last
        self.touches = self.touches.saw(picture, belief.rest, value.since_ms, timing.touch_ms)
        crowned = self._uncrowned & picture & ~belief.seen.picture
        self.touches = self.touches.without(crowned)
        self._uncrowned &= ~crowned
        if picture == belief.rest and not (self.restoring or self._rejections):
            foes = belief.game.position.foe
            for square in self.touches.returned(value.since_ms):
                if foes >> square & 1:
                    self._note("foe_man_touched", self.name(square), value.at_ms)

    def _without_crowning(self, picture: int, since_ms: int) -> int:
        """A new king that is off its square is being crowned: nobody plays with it (001 3.5).

        So it is as long as that, and no move, explains the picture, and not for long: a king may as
        well have been moved while the board was not read, or have been taken away.
        """
        off, shown = self.crowns & ~picture & self.belief.rest, self._shown
        self._shown = picture
        if not off:
            self._crown_due_ms = None
            if self.crowns & ~shown:
                self.touches = self.touches.without(self.crowns)
                self._uncrowned &= ~self.crowns
                self.crowns = 0
            return picture
        if self._crown_due_ms is None:
            self._crown_due_ms = since_ms + self.timing.crowning_ms
        alone = self.belief.saw(picture | off).reading.kind is not Kind.ASTRAY
        if alone and self.belief.saw(picture).reading.kind is Kind.ASTRAY:
            return picture | off
        return picture

    def _crown_off(self, due_ms: int) -> None:
        """The new king does not come back: its square wants a man like any other."""
        self._crown_due_ms, self.crowns = None, 0
        self.belief = self.belief.saw(self._shown)
        self._unsettle(due_ms)

    def _revise(self, picture: int, value: inp.PictureSeen) -> None:
        """A man that the hand had not let go of at the press has moved on."""
        made = self._made
        if made is None or value.since_ms > made.until_ms:
            self._made = None
            return
        if self.belief.reading.kind is not Kind.ASTRAY or self.belief.seen.doubted:
            return
        again = made.before.saw(picture)
        origin = self.belief.stories[0].last.origin
        after = again.reading.after
        if again.reading.kind not in (Kind.LEGAL, Kind.PENDING) or after[0].last.origin != origin:
            return
        plies = len(self.belief.game.plies)
        if self._final == plies:
            self._final -= 1
            text = self.text(self.belief.stories[0])
            self._say(ev.MoveWithdrawn(text, plies, value.at_ms))
        self.belief = again.accept(after)
        self._unsettle(value.since_ms)

    def _flicker(self, value: inp.Flickering) -> None:
        """A man stands badly; it is nobody's move."""
        before, self.flickering = self.flickering, self.layout.to_game(value.squares)
        if self.phase in (Phase.PLAYING, Phase.PAUSED):
            note = "flickering" if self.flickering & ~before else "flickered"
            names = " ".join(self.names(self.flickering ^ before))
            self._note(note, f"{names}: {value.changes} changes", value.at_ms)

    def _scan_lost(self, at_ms: int) -> None:
        """No verdict from now on; people are told only if it lasts."""
        self.blind = True
        self._lost_due_ms = at_ms + self.timing.lost_ms

    def _sensor_lost(self, due_ms: int) -> None:
        self._lost_due_ms = None
        self._say(ev.SensorLost(due_ms))

    def _scan_back(self, at_ms: int) -> None:
        self.blind = False
        self._since_ms = at_ms
        self.belief = self.belief.looked_away()
        self._seen_again_ms = at_ms + self.timing.landing_ms + self.timing.debounce_ms
        if self._press:
            wait_ms = self.timing.landing_ms + self.timing.debounce_ms
            self._press = replace(self._press, due_ms=max(self._press.due_ms, at_ms + wait_ms))
        if self._lost_due_ms is None:
            self._say(ev.SensorBack(at_ms))
        self._lost_due_ms = None

    def _take_blind_presses(self, due_ms: int) -> None:
        """Presses made while the board could not be read, in their order and at their stamps."""
        presses, self._blind_presses = self._blind_presses, []
        for value in presses:
            self._pressed(value)
            if self._press and self.phase is Phase.PLAYING:
                self._decide(due_ms, expired=True)
