"""What fingers say with the two clock buttons when they do not stop a clock.

A gesture is made of presses that came to nothing. Each press is first judged as the end of a move,
at its stamp; only if nothing whatever follows from it, because its side is not on move or has not
moved, can it be part of a gesture. So no gesture delays a press of the clock, and none takes one
away.

tap    a button goes down and up within a second. It says something only while a menu is open.
hold   a button is held for two to five seconds and let go.
both   the second button follows the first within half a second, and both stay down for a quarter.

Why nothing happens by accident: for a hold no man may move and the other button may not be touched
for two seconds, in a scramble hands do not rest that long; a bag that lies on a button holds it for
more than five; what is hit with the flat hand is not down together for a quarter of a second and
undecided at once. And a hold alone only opens a menu, on the neutral line: to choose anything takes
a hold, a tap and a hold, to resign two taps more.
"""

import enum
from dataclasses import dataclass, replace

from firmware.rules import Color


class Gesture(enum.Enum):
    """Everything that two buttons can say."""

    TAP = "tap"
    HOLD = "hold"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Fingers:
    """How long fingers have to stay, in milliseconds."""

    tap_ms: int = 1000
    """A tap is at most this long."""
    hold_ms: int = 2000
    """A hold is at least this long."""
    stuck_ms: int = 5000
    """What lies on a button longer is no finger."""
    apart_ms: int = 500
    """Two buttons pressed together are at most this far apart."""
    both_ms: int = 250
    """They stay down together for so long."""
    late_ms: int = 30
    """A release may be reported this much after its stamp."""


@dataclass(frozen=True, slots=True)
class Down:
    """One press, until all is known of it."""

    at_ms: int
    up_ms: int | None = None
    idle: bool | None = None
    """It came to nothing; None: not judged yet."""
    alone: bool = True
    """The other button was up all the time."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The last press of each button, White's and Black's. A value: each change makes a new one."""

    fingers: Fingers = Fingers()
    downs: tuple[Down | None, Down | None] = (None, None)

    def pressed(self, color: Color, at_ms: int) -> "Hands":
        """A button goes down."""
        other = self.downs[color.other]
        alone = other is None or other.up_ms is not None
        hands = self._with(color, Down(at_ms, alone=alone))
        return hands if alone else hands._with(color.other, replace(_sure(other), alone=False))

    def released(self, color: Color, at_ms: int) -> "Hands":
        """A button comes up."""
        down = self.downs[color]
        return self if down is None else self._with(color, replace(down, up_ms=at_ms))

    def judged(self, color: Color, at_ms: int, idle: bool) -> "Hands":
        """Whether the press of a button at that time has come to nothing."""
        down = self.downs[color]
        if down is None or down.at_ms != at_ms or down.idle is not None:
            return self
        return self._with(color, replace(down, idle=idle))

    def heard(self, color: Color) -> "Hands":
        """What a button has said has been heard."""
        downs = [None if side is color else self.downs[side] for side in Color]
        return replace(self, downs=(downs[0], downs[1]))

    def moved(self) -> "Hands":
        """A man has moved, or something else has happened: what is down says nothing more."""
        return replace(self, downs=(_spent(self.downs[0]), _spent(self.downs[1])))

    @property
    def said(self) -> tuple[Gesture, Color] | None:
        """What a button that has come up has said, if it is known and was anything."""
        for color in Color:
            down = self.downs[color]
            if down is not None and down.idle and down.alone and down.up_ms is not None:
                length_ms = down.up_ms - down.at_ms
                if length_ms <= self.fingers.tap_ms:
                    return Gesture.TAP, color
                if self.fingers.hold_ms <= length_ms <= self.fingers.stuck_ms:
                    return Gesture.HOLD, color
        return None

    @property
    def both_due_ms(self) -> int | None:
        """When both buttons will have been down together for long enough, if they are."""
        white, black = self.downs
        if white is None or black is None or not (white.idle and black.idle):
            return None
        first, second = sorted((white, black), key=lambda down: down.at_ms)
        ended_ms = min((d.up_ms for d in (white, black) if d.up_ms is not None), default=None)
        end_ms = second.at_ms + self.fingers.both_ms
        if second.at_ms - first.at_ms > self.fingers.apart_ms:
            return None
        if ended_ms is not None and ended_ms < end_ms:
            return None
        return end_ms + self.fingers.late_ms

    @property
    def first(self) -> Color:
        """Whose button of the two went down first; White's where that is not known."""
        white, black = self.downs
        return Color.BLACK if white and black and black.at_ms < white.at_ms else Color.WHITE

    def holding_from_ms(self, color: Color) -> int | None:
        """Since when a button has been held in a way that can become a hold."""
        down = self.downs[color]
        held = down is not None and down.up_ms is None and down.alone and down.idle
        return down.at_ms if down is not None and held else None

    def _with(self, color: Color, down: Down) -> "Hands":
        downs = list(self.downs)
        downs[color] = down
        return replace(self, downs=(downs[0], downs[1]))


def _spent(down: Down | None) -> Down | None:
    """A press that can say nothing any more; one that is over is forgotten."""
    return None if down is None or down.up_ms is not None else replace(down, idle=False)


def _sure(down: Down | None) -> Down:
    assert down is not None
    return down
