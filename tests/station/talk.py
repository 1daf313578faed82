"""A client of a running station: requests, events and states, over a connection of any kind."""

import json
import socket
from typing import Any


class Talk:
    """One client that has subscribed. `failed` gathers the parts that ever had a fault."""

    def __init__(self, connection: socket.socket, failed: set[str]) -> None:
        self._connection, self._lines = connection, connection.makefile("rb")
        self.failed = failed
        self.ask("subscribe")

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        """The answer to one request."""
        request = {"id": 1, "command": command, **fields}
        self._connection.sendall(json.dumps(request).encode() + b"\n")
        while "id" not in (answer := self._next()):
            pass
        return answer

    def until(self, kind: str) -> dict[str, Any]:
        """The next event of this kind."""
        while (event := self._next().get("event", {})).get("kind") != kind:
            pass
        found: dict[str, Any] = event
        return found

    def state(self) -> dict[str, Any]:
        """The state now."""
        state: dict[str, Any] = self.ask("state")["state"]
        return state

    def recorded(self) -> dict[str, Any]:
        """The state once all of it is on the disk."""
        while not (state := self.state())["recorded"]:
            pass
        return state

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._connection.close()

    def _next(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            raise ConnectionError("the station has hung up")
        message: dict[str, Any] = json.loads(line)
        if message.get("event", {}).get("kind") == "fault":
            self.failed.add(message["event"]["part"])
        return message
