"""The processor's own pins: buttons and buzzer as gpiozero sees them, on the simulator's clock.

gpiozero's MockPin is a whole pin; it only looks at the wall clock for its time stamps. Here the
stamp is that of the edge itself, to the nanosecond, even when the edge is delivered late because
the processor was busy on the bus: a kernel stamps edges in its interrupt handler in the same way.

A button joins its pin to ground, against the pull-up. Its contact bounces: the first edge comes
exactly when the button is pressed or let go, the others are drawn from the stream of random numbers
that the factory was given.
"""

import heapq
from collections import deque
from random import Random
from typing import Any, Final, NamedTuple

from gpiozero.pins.mock import MockFactory, MockPin, PinState

from host_sim.clock import MS, NEVER, SECOND, US, Clock

BOUNCE_MIN_NS: Final = 500 * US
BOUNCE_MAX_NS: Final = 5 * MS
"""A snap-action switch bounces for some milliseconds; makers state 5 ms as the longest."""
BOUNCES_MAX: Final = 3
HISTORY_MAX: Final = 10_000
"""Edges remembered for each pin."""

_REVISION = "a02082"  # a Raspberry Pi 3B: the forty-pin header that all later ones share


class Edge(NamedTuple):
    """A pin took this level at this time."""

    at_ns: int
    high: bool


class SimPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose history and stamps are in the simulator's time."""

    _state: bool
    grounded = False
    """A closed contact joins the pin to ground, whatever its pull."""

    def clear_states(self) -> None:
        """Forget the past; the present level stays."""
        self._last_change = self.factory.ticks()
        self.history = deque([Edge(self.factory.stamp_ns, bool(self._state))], HISTORY_MAX)

    @property
    def states(self) -> list[PinState]:
        """The history as MockPin tells it: seconds since the change before."""
        stamps = [edge.at_ns for edge in self.history]
        before = [stamps[0], *stamps]
        return [
            PinState((edge.at_ns - earlier) / SECOND, edge.high)
            for edge, earlier in zip(self.history, before, strict=False)
        ]

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state = value
        self._last_change = self.factory.ticks()
        self.history.append(Edge(self.factory.stamp_ns, bool(value)))
        return True

    def _set_pull(self, value: str) -> None:
        if self.grounded:
            self._pull = value
        else:
            super()._set_pull(value)


class SimFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """The pins of one processor, and the contacts that hang on them.

    Pin names are gpiozero's ("GPIO17", 17, ...). Edges are delivered by `advance_to`, in the
    calling thread.
    """

    def __init__(self, clock: Clock, random: Random) -> None:
        super().__init__(revision=_REVISION, pin_class=SimPin)
        self._clock = clock
        self._random = random
        self._due: list[tuple[int, int, SimPin, bool]] = []
        self._arrivals = 0
        self._delivering_ns: int | None = None

    @property
    def stamp_ns(self) -> int:
        """The time of whatever happens now: of the edge being delivered, or the clock's."""
        return self._clock.now_ns if self._delivering_ns is None else self._delivering_ns

    def ticks(self) -> float:
        """Seconds on the simulator's clock, as gpiozero's pins stamp their edges."""
        return self.stamp_ns / SECOND

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Seconds between two stamps."""
        return later - earlier

    def press(self, name: Any, at_ns: int) -> None:
        """A hand closes the contact between this pin and ground."""
        self._move(name, at_ns, closed=True)

    def release(self, name: Any, at_ns: int) -> None:
        """A hand lets the contact open again."""
        self._move(name, at_ns, closed=False)

    def next_edge_ns(self) -> int:
        """When the next edge is due; NEVER when no contact is moving."""
        return self._due[0][0] if self._due else NEVER

    def advance_to(self, now_ns: int) -> None:
        """Deliver every edge due by `now_ns`, in order, each with its own stamp."""
        while self._due and self._due[0][0] <= now_ns:
            self._delivering_ns, _, pin, closed = heapq.heappop(self._due)
            pin.grounded = closed
            try:
                if closed:
                    pin.drive_low()
                elif pin.pull == "up":
                    pin.drive_high()
            finally:
                self._delivering_ns = None

    def history(self, name: Any) -> tuple[Edge, ...]:
        """Every level this pin has had, with its time, the first being its state when opened."""
        return tuple(self.pin(name).history)

    def _move(self, name: Any, at_ns: int, closed: bool) -> None:
        """Plan the edges of one movement; those that an earlier one still owed are dropped."""
        pin = self.pin(name)
        self._due = [due for due in self._due if due[2] is not pin or due[0] < at_ns]
        heapq.heapify(self._due)
        for number, delay_ns in enumerate(self._bounce()):
            self._arrivals += 1
            edge = (
                at_ns + delay_ns,
                self._arrivals,
                pin,
                closed if number % 2 == 0 else not closed,
            )
            heapq.heappush(self._due, edge)

    def _bounce(self) -> list[int]:
        """Delays of a contact's edges: an odd number, the first at once."""
        lasts_ns = BOUNCE_MIN_NS + int(self._random.random() * (BOUNCE_MAX_NS - BOUNCE_MIN_NS))
        bounces = min(self._random.getrandbits(2), BOUNCES_MAX)
        return [0, *sorted(int(self._random.random() * lasts_ns) for _ in range(2 * bounces))]
