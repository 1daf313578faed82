"""A client of one station's socket that comes back by itself.

The station never waits for it: what it does not read in time the station throws away, and then it
connects anew and is told the whole state, so nothing is missing and nothing comes twice.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from firmware.errors import StationAway
from firmware.station import protocol

AGAIN_S: Final = (0.1, 0.2, 0.5, 1.0)
"""Before each new try to connect; the last again and again."""
ANSWER_S: Final = 5.0
"""A station answers within a step; one that has not after this long is away."""
LINE_MAX: Final = 4 * 1024 * 1024
"""The state of a long game is some 20 kB."""


class Link:
    """One station. `on_message` gets what it publishes, `on_lost` is called when it goes away."""

    def __init__(
        self,
        path: Path,
        on_message: Callable[[Mapping[str, Any]], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._path = path
        self._on_message = on_message
        self._on_lost = on_lost
        self._writer: asyncio.StreamWriter | None = None
        self._asked: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._count = 0

    async def run(self) -> None:
        """Stay connected until the task is cancelled."""
        tries = 0
        while True:
            try:
                reader, writer = await asyncio.open_unix_connection(self._path, limit=LINE_MAX)
            except OSError:
                await asyncio.sleep(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
                tries += 1
                continue
            tries = 0
            try:
                await self._listen(reader, writer)
            finally:
                self._writer = None
                writer.close()
                self._forget()
                self._on_lost()

    async def ask(self, command: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """The station's answer to a command, as its socket gives it.

        A request longer than it reads is refused here: it would hang up.
        Raises StationAway if it is not there, or goes before it has answered.
        """
        if self._writer is None:
            raise StationAway("the board's station is not running")
        line = json.dumps({**fields, "command": command, "id": self._count + 1})
        if len(line) > protocol.LINE_MAX:
            error = f"a request is at most {protocol.LINE_MAX} bytes long"
            return protocol.refusal(None, "bad_request", error)
        self._count += 1
        number, answer = self._count, asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            self._writer.write(line.encode() + b"\n")
            await self._writer.drain()
            return await asyncio.wait_for(answer, ANSWER_S)
        except (OSError, TimeoutError, asyncio.CancelledError) as error:
            if isinstance(error, asyncio.CancelledError) and not answer.cancelled():
                raise
            raise StationAway("the board's station does not answer") from None
        finally:
            self._asked.pop(number, None)

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number, command in enumerate(("hello", "subscribe")):
            line = json.dumps({"command": command, "id": -1 - number}) + "\n"
            writer.write(line.encode())
        while True:
            try:
                line_read = await reader.readline()
            except (OSError, ValueError):
                return
            if not line_read.endswith(b"\n"):
                return
            message: dict[str, Any] = json.loads(line_read)
            answer = self._asked.get(message.get("id", 0))
            if answer is None:
                self._on_message(message)
                if "state" in message:
                    self._writer = writer  # nothing is asked before it is known what is going on
            elif not answer.done():
                answer.set_result(message)

    def _forget(self) -> None:
        for answer in self._asked.values():
            answer.cancel()
        self._asked.clear()
