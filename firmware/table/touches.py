"""Which men were lifted since the last certain move, in what order, and for how long.

A reed feels no touch: *touched* means lifted and seen empty for a while, or still away. Shorter
absences are noise or adjusting and are forgotten when the man is back. The value is fed pictures
with the time their change began and answers with squares; what follows from a touch is decided
elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware.rules import Move, squares


@dataclass(frozen=True, slots=True)
class Lift:
    """A man taken from its square."""

    square: int
    at_ms: int
    back_ms: int | None = None
    """When a man stood there again; None: not yet."""


@dataclass(frozen=True, slots=True)
class Touches:
    """What hands did in this turn."""

    lifts: tuple[Lift, ...] = ()
    """In the order of lifting; those put back at once are left out."""
    landings: tuple[tuple[int, int], ...] = ()
    """(square, when) of men that stand where none did at rest."""

    def saw(self, picture: int, rest: int, at_ms: int, touch_ms: int) -> "Touches":
        """The same with one more picture, whose change began at `at_ms`."""
        lifts = []
        away = 0
        for lift in self.lifts:
            if lift.back_ms is None and picture >> lift.square & 1:
                if at_ms - lift.at_ms >= touch_ms:
                    lifts.append(replace(lift, back_ms=at_ms))
                continue
            lifts.append(lift)
            if lift.back_ms is None:
                away |= 1 << lift.square
        lifts += [Lift(square, at_ms) for square in squares(rest & ~picture & ~away)]
        stood = {square: when for square, when in self.landings if picture >> square & 1}
        new = squares(picture & ~rest)
        landings = tuple((square, stood.get(square, at_ms)) for square in new)
        return replace(self, lifts=tuple(lifts), landings=landings)

    def forgiven(self, picture: int) -> "Touches":
        """The same in a time in which nothing counts: men that come back then were not touched."""
        lifts = tuple(
            lift
            for lift in self.lifts
            if lift.back_ms is not None or not picture >> lift.square & 1
        )
        return replace(self, lifts=lifts)

    def without(self, crowned: int) -> "Touches":
        """The same but for men that were only crowned: that is no touching."""
        if not crowned:
            return self
        lifts = tuple(lift for lift in self.lifts if not crowned >> lift.square & 1)
        return replace(self, lifts=lifts)

    def first(self, among: int) -> int | None:
        """The square of the first man touched of these squares, wherever it is now."""
        return next((lift.square for lift in self.lifts if among >> lift.square & 1), None)

    def returned(self, at_ms: int) -> Iterator[int]:
        """Squares to which a touched man came back at this time."""
        return (lift.square for lift in self.lifts if lift.back_ms == at_ms)

    def gone_ms(self, square: int) -> int | None:
        """When the man that is away from this square was taken; None if none is."""
        for lift in reversed(self.lifts):
            if lift.square == square and lift.back_ms is None:
                return lift.at_ms
        return None

    def landed_ms(self, square: int) -> int | None:
        """When the man that stands on this square, empty at rest, was put down."""
        return dict(self.landings).get(square)

    def of_next_turn(self, own: int) -> "Touches":
        """What of this already belongs to the reply: men of its side that are away."""
        return Touches(
            tuple(lift for lift in self.lifts if lift.back_ms is None and own >> lift.square & 1)
        )


@dataclass(frozen=True, slots=True)
class Stroke:
    """How the men of a capture came off."""

    move: Move
    landed_ms: int | None
    """When the capturing man was put down at the end; None where it ended where it began."""
    gone: tuple[tuple[int, int], ...]
    """(square, when) of captured men seen off."""

    @classmethod
    def of(cls, move: Move, touches: Touches) -> "Stroke":
        """What was seen of it up to the press."""
        times = ((square, touches.gone_ms(square)) for square in move.order)
        gone = tuple((square, when) for square, when in times if when is not None)
        return cls(move, touches.landed_ms(move.target), gone)

    def saw(self, picture: int, at_ms: int) -> "Stroke":
        """The same with one more picture after the press."""
        known = dict(self.gone)
        off = [sq for sq in self.move.order if sq not in known and not picture >> sq & 1]
        return replace(self, gone=(*self.gone, *((sq, at_ms) for sq in off))) if off else self

    @property
    def out_of_order(self) -> bool:
        """Men came off neither first to last nor last to first (001 4.5, 4.11; 004 4.7).

        Men taken off at one time were taken in any order.
        """
        known = dict(self.gone)
        times = [known[square] for square in self.move.order if square in known]
        return times != sorted(times) and times != sorted(times, reverse=True)

    @property
    def early(self) -> bool:
        """A man came off before the capturing man had landed for good (001 5.4.10)."""
        return self.landed_ms is not None and any(when < self.landed_ms for _, when in self.gone)
