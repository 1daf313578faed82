"""What changes, told to every browser that listens.

A view is complete in itself and carries a number that only grows, so a browser that comes back
after an hour needs nothing but the newest: there is no gap to fill and nothing to count twice. For
the same reason a slow browser does not queue: what it has not been sent yet is replaced by what is
newer, and one that takes nothing for `SLOW_S` is let go.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from starlette.websockets import WebSocketDisconnect

SLOW_S: Final = 10.0
LISTENERS_MAX: Final = 2000
Views = Callable[[], Mapping[int, Mapping[str, Any]]]


class Socket(Protocol):
    """A browser's websocket."""

    async def send_text(self, data: str) -> None:
        """Returns when the text is on its way."""


@dataclass(eq=False)
class Listener:
    """One browser: what it still has to be sent, by board."""

    socket: Socket
    slow_s: float = SLOW_S
    waiting: dict[int, str] = field(default_factory=dict)
    had: dict[int, int] = field(default_factory=dict)
    """The number of the newest view it was told of, by board."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, number: int, view: int, text: str) -> None:
        """There is a view of a board, by its number; nothing is told twice."""
        if view > self.had.get(number, -1):
            self.had[number], self.waiting[number] = view, text
            self.news.set()

    async def run(self) -> None:
        """Send what comes; returns when the browser is too slow or gone."""
        while True:
            await self.news.wait()
            self.news.clear()
            waiting, self.waiting = self.waiting, {}
            for text in waiting.values():
                try:
                    await asyncio.wait_for(self.socket.send_text(text), self.slow_s)
                except (TimeoutError, OSError, RuntimeError, WebSocketDisconnect):
                    return


class Feed:
    """All listeners."""

    def __init__(self, slow_s: float = SLOW_S) -> None:
        self._slow_s = slow_s
        self._listeners: set[Listener] = set()
        self._told: dict[int, int] = {}
        self._news = asyncio.Event()

    def ring(self) -> None:
        """Something may have changed."""
        self._news.set()

    async def run(self, views: Views, next_due_s: Callable[[], float | None]) -> None:
        """Publish until the task is cancelled; `next_due_s` is when something delayed is due."""
        while True:
            due_s = next_due_s()
            wait_s = None if due_s is None else max(0.0, due_s - time.monotonic())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), wait_s)
            self._news.clear()
            self._publish(views())

    @property
    def full(self) -> bool:
        """No more listeners are taken."""
        return len(self._listeners) >= LISTENERS_MAX

    @property
    def count(self) -> int:
        """How many browsers listen."""
        return len(self._listeners)

    def join(self, socket: Socket, views: Mapping[int, Mapping[str, Any]]) -> Listener:
        """A new browser; it is sent everything as it stands."""
        listener = Listener(socket, self._slow_s)
        for number, view in views.items():
            listener.tell(number, view["number"], message(number, view))
        self._listeners.add(listener)
        return listener

    def part(self, listener: Listener) -> None:
        """A browser is gone."""
        self._listeners.discard(listener)

    def _publish(self, views: Mapping[int, Mapping[str, Any]]) -> None:
        for number, view in views.items():
            if self._told.get(number) == view["number"]:
                continue
            self._told[number] = view["number"]
            text = message(number, view)
            for listener in self._listeners:
                listener.tell(number, view["number"], text)


def message(number: int, view: Mapping[str, Any]) -> str:
    """A view as a browser gets it."""
    return json.dumps({"board": number, **view})
