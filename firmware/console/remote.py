"""A board of another console, by its address: what that one publishes is published here too."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

AGAIN_S: Final = 2.0
"""Between two tries to connect."""


class Remote:
    """Board `number` of the console at `address` (`http://host:port`)."""

    def __init__(
        self,
        address: str,
        number: int,
        on_view: Callable[[Mapping[str, Any]], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._feed = address.rstrip("/").replace("http", "ws", 1) + "/feed"
        self._number = number
        self._on_view = on_view
        self._on_lost = on_lost

    async def run(self) -> None:
        """Stay connected until the task is cancelled."""
        while True:
            try:
                async with connect(self._feed, open_timeout=5) as socket:
                    async for text in socket:
                        view = json.loads(text)
                        if isinstance(view, dict) and view.pop("board", None) == self._number:
                            self._on_view(view)
            except (OSError, TimeoutError, ValueError, RecursionError, WebSocketException):
                pass
            self._on_lost()
            await asyncio.sleep(AGAIN_S)
