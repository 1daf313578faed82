"""Between the games of a match: the break, and the press that opens the next game.

The next game begins by a press after the break, or earlier if both players press while the men
stand ready for it. A press out of habit, when the game has just ended, opens nothing. The press
that opens a game also starts its clock, where the men stand ready and the side that does not begin
has pressed. A player who wants something else holds his button: the menu leads out of the match.
"""

from dataclasses import replace
from typing import Final

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table.choosing import Choosing
from firmware.table.gestures import Gesture
from firmware.table.match import next_game, parse_match, standing
from firmware.table.phase import Phase

HABIT_MS: Final = 3000
"""Presses so soon after the end of a game are those of its players, not for the next one."""


class Between(Choosing):
    """The part of a session that waits for the next game of a match."""

    @property
    def match_goes_on(self) -> bool:
        """The game is over, and another one of its match will follow."""
        return (
            self.phase is Phase.OVER
            and self.result is not None
            and bool(self.setup.match)
            and not self.next_begun
            and not standing(self.setup, self.result).decided
        )

    @property
    def break_ends_ms(self) -> int | None:
        """Until when the players rest, between two games of a match."""
        terms = parse_match(self.setup.match)
        if terms is None or self.ended_ms is None or not self.match_goes_on:
            return None
        return self.ended_ms + terms.break_ms

    def _gestured(self, gesture: Gesture, color: Color, at_ms: int) -> None:
        if gesture is Gesture.TAP and self.menu is None and self.match_goes_on:
            self._ask_for_next(color, at_ms)
        else:
            super()._gestured(gesture, color, at_ms)

    def _ask_for_next(self, color: Color, at_ms: int) -> None:
        """A player has pressed between two games."""
        ends_ms = self.break_ends_ms
        assert ends_ms is not None and self.ended_ms is not None and self.result is not None
        if at_ms - self.ended_ms < HABIT_MS:
            return
        setup = next_game(self.setup, self.result, self.clock, self.layout.turned)
        layout = replace(self.layout, turned=setup.turned)
        first = self.belief.game.first
        stand = layout.to_game(self._physical) == first.occupied
        if at_ms < ends_ms and not stand:
            return
        self.ready |= {color}
        if at_ms < ends_ms and len(self.ready) < len(Color):
            self._note("ready", color.name.lower(), at_ms)
            return
        self.next_begun = True
        side = color.other if setup.turned is not self.layout.turned else color
        starts = stand and side is not first.turn
        self._say(ev.GameWanted(replace(setup, immediate=starts), at_ms))
