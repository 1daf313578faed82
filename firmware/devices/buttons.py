"""The two buttons: edges in, presses and releases out, debounced on the edges' own stamps.

A press is the end of a move, so its time decides games. It is the stamp of the first edge, taken
in the kernel's interrupt where the pin library allows, and no filter delays it. What follows is
contact bounce: a button counts as released, and can be pressed again, only once its contact has
been open for `SETTLE_MS` without a break; the release bears the stamp at which that began.

The pin library calls from a thread of its own. That thread only appends to a queue, which is safe
in Python without a lock, and rings `on_edge`, so that the loop wakes at once.
"""

import enum
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.devices.bus import InputPin

SETTLE_MS: Final = 30
"""Several times the bounce of an arcade button, a fraction of the quickest second press."""


class Side(enum.IntEnum):
    """Which button, as White sees the board."""

    LEFT = 0
    RIGHT = 1


class ButtonEdge(NamedTuple):
    """A button went down, or came up, at this time."""

    side: Side
    pressed: bool
    at_ms: int


class _Contact:
    """One button's debounce: what its contact does, and what has been said of it."""

    def __init__(self, side: Side, closed: bool) -> None:
        self._side = side
        self._closed = closed
        self._pressed = closed
        self._opened_at_ms = 0

    def changed(self, at_ms: int, closed: bool) -> list[ButtonEdge]:
        """What one edge of the contact means."""
        edges = self.settled(at_ms)
        if closed and not self._pressed:
            self._pressed = True
            edges.append(ButtonEdge(self._side, True, at_ms))
        if self._closed and not closed:
            self._opened_at_ms = at_ms
        self._closed = closed
        return edges

    def settled(self, now_ms: int) -> list[ButtonEdge]:
        """The release, once the contact has been open long enough."""
        if self.settles_at_ms is None or now_ms < self.settles_at_ms:
            return []
        self._pressed = False
        return [ButtonEdge(self._side, False, self._opened_at_ms)]

    @property
    def settles_at_ms(self) -> int | None:
        if self._pressed and not self._closed:
            return self._opened_at_ms + SETTLE_MS
        return None


class Buttons:
    """Both buttons. One that is held at the start is pressed already: only its release is told."""

    def __init__(
        self, left: InputPin, right: InputPin, on_edge: Callable[[], None] = lambda: None
    ) -> None:
        self._queue: deque[tuple[Side, int, bool]] = deque()
        self._on_edge = on_edge
        # A pin is watched only as long as somebody holds it.
        self._pins = (left, right)
        self._contacts = []
        for side, pin in zip(Side, self._pins, strict=True):
            self._contacts.append(_Contact(side, closed=not pin.state))
            pin.watch(self._queueing(side))

    def _queueing(self, side: Side) -> Callable[[int, bool], None]:
        def edge(at_ms: int, level: bool) -> None:
            self._queue.append((side, at_ms, not level))
            self._on_edge()

        return edge

    def poll(self, now_ms: int) -> list[ButtonEdge]:
        """What happened since the last poll, by time.

        A press comes with the poll after its edge, a release up to `SETTLE_MS` later, so a release
        may bear an earlier time than a press already told.
        """
        edges: list[ButtonEdge] = []
        while self._queue:
            side, at_ms, closed = self._queue.popleft()
            edges += self._contacts[side].changed(at_ms, closed)
        for contact in self._contacts:
            edges += contact.settled(now_ms)
        return sorted(edges, key=lambda edge: edge.at_ms)

    @property
    def wakes_at_ms(self) -> int | None:
        """When a release is next due to be told; None when only an edge can bring news."""
        times = [contact.settles_at_ms for contact in self._contacts]
        return min((time for time in times if time is not None), default=None)
