"""Leading hands through a recorded game, or to a diagram, while no game is being played.

The session of such a walk is no game: it stays idle, so nothing of it is recorded, and a new game,
which is always a new session, ends it. The buttons say where it goes, taps as they are: the left
one back, the right one forward, both together end it; a hold opens the menu as ever.
"""

from firmware.rules import Color, Game, find_variant
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.belief import Belief
from firmware.table.between import Between
from firmware.table.gestures import Gesture
from firmware.table.layout import layout_of
from firmware.table.leading import Leading, lead_through
from firmware.table.phase import Phase


class Replaying(Between):
    """The part of a session that shows games instead of judging them."""

    def _lead(self, value: inp.LeadThrough) -> None:
        if self.phase is not Phase.IDLE:
            self._refuse("not_over", "a game is being played in this session", value.at_ms)
            return
        leading = lead_through(value.pdn, find_variant(value.variant), value.ply)
        layout = layout_of(leading.game.ruleset, self._wired)
        self.ruleset = leading.game.ruleset
        self.layout = layout.turn() if value.turned else layout
        self.belief = Belief.of(Game.start(self.ruleset, leading.game.first), 0)
        self.leading = None
        picture, masked = (self.layout.to_game(one) for one in (self._physical, self.masked))
        self._led(leading.saw(picture, masked), value.at_ms)

    def _lead_on(self, value: inp.LeadStep) -> None:
        if self.leading is None:
            self._refuse("no_replay", "no game is being shown", value.at_ms)
        else:
            self._led(self.leading.turned(value.back), value.at_ms)

    def _lead_no_more(self, at_ms: int) -> None:
        if self.leading is None:
            self._refuse("no_replay", "no game is being shown", at_ms)
        else:
            self.leading = None
            self._say(ev.LedAway(at_ms))

    def _look_again(self, at_ms: int) -> None:
        super()._look_again(at_ms)
        if self.leading is not None:
            picture, masked = (self.layout.to_game(one) for one in (self._physical, self.masked))
            self._led(self.leading.saw(picture, masked), at_ms)

    def _led(self, now: Leading, at_ms: int) -> None:
        """The walk stands so now; where it leads is said when that is another position."""
        before, self.leading = self.leading, now
        if before is None or (before.goal, before.done) != (now.goal, now.done):
            text = now.text(now.goal)
            self._say(ev.LedTo(now.goal, now.plies, text, now.done, at_ms))

    def _gestured(self, gesture: Gesture, color: Color, at_ms: int) -> None:
        if self.leading is None or self.menu is not None or gesture is Gesture.HOLD:
            super()._gestured(gesture, color, at_ms)
            return
        self._say(ev.Gestured(gesture.value, color, at_ms))
        if gesture is Gesture.BOTH:
            self._lead_no_more(at_ms)
        else:
            back = color is self.layout.side(left=True)
            self._led(self.leading.turned(back), at_ms)
