"""The socket's language, without a socket: bytes in, bytes out.

One JSON object a line, both ways. A request names a command and may carry an `id`, which its answer
repeats. Whatever a client sends, it gets an answer and cannot hurt the game: a line that is no
request is answered with an error, a line that does not end is cut off, a client that does not read
is let go.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

LINE_MAX: Final = 64 * 1024
"""Longest request, in bytes."""
UNREAD_MAX: Final = 1024 * 1024
"""So much may wait for a client to read it."""
DEPTH_MAX: Final = 8
"""No request needs more objects and lists one inside another; what repeats or writes a value out
again recurses, and that of any client's depth would not end in an answer."""


@dataclass(frozen=True)
class Request:
    """A command with its fields; `id` is the client's own mark."""

    command: str
    fields: Mapping[str, Any]
    id: Any = None


@dataclass(frozen=True)
class BadRequest:
    """A line that is no request, and why."""

    reason: str
    error: str
    id: Any = None


@dataclass(eq=False)
class Peer:
    """One client's conversation. `outgoing` is what is still to be sent to it."""

    outgoing: bytearray = field(default_factory=bytearray)
    subscribed: bool = False
    closing: bool = False
    """No more is read from it; to be let go once `outgoing` is sent."""
    lost: bool = False
    """It does not read; nothing more is sent to it."""
    _incoming: bytearray = field(default_factory=bytearray)

    def received(self, data: bytes) -> list[Request | BadRequest]:
        """Take in bytes; the requests that are complete with them."""
        if self.closing:
            return []
        self._incoming += data
        *lines, rest = self._incoming.split(b"\n")
        self._incoming = rest
        if len(rest) > LINE_MAX:
            self.closing = True
            return [*map(read_request, filter(bytes.strip, map(bytes, lines))), _TOO_LONG]
        return [read_request(bytes(line)) for line in lines if line.strip()]

    def send(self, message: Mapping[str, Any]) -> None:
        """Have a message sent. A client that has left too much unread is let go instead."""
        if len(self.outgoing) > UNREAD_MAX:
            self.outgoing.clear()
            self.lost = self.closing = True
        if not self.lost:
            self.outgoing += json.dumps(message, separators=(",", ":")).encode() + b"\n"

    def take(self, count: int = -1) -> bytes:
        """Take up to `count` bytes to be sent, all by default."""
        taken = bytes(self.outgoing if count < 0 else self.outgoing[:count])
        del self.outgoing[: len(taken)]
        return taken


_TOO_LONG: Final = BadRequest("bad_request", f"a request is at most {LINE_MAX} bytes long")


def read_request(line: bytes) -> Request | BadRequest:
    """The request in a line, or what is wrong with it."""
    try:
        value = json_of(line)
    except (ValueError, RecursionError) as error:
        return BadRequest("bad_request", f"this line is not JSON: {error}")
    if not isinstance(value, dict):
        return BadRequest("bad_request", "a request is a JSON object")
    if deeper_than(DEPTH_MAX, value):
        return BadRequest("bad_request", f"a request is at most {DEPTH_MAX} levels deep")
    mark = value.pop("id", None)
    command = value.pop("command", None)
    if not isinstance(command, str):
        return BadRequest("bad_request", 'a request has a field "command", a text', mark)
    return Request(command, value, mark)


def json_of(text: bytes) -> Any:
    """What JSON of a client's says. Raises ValueError, or RecursionError, for what is none.

    Python reads more than can be told to others: `NaN` and numbers without end, which JSON has not
    (RFC 8259, 6), and half of a surrogate pair, which is no character (8.2).
    """
    value = json.loads(text)
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value


def deeper_than(levels: int, value: Any) -> bool:
    """Whether a JSON value has more than so many objects and lists one inside another."""
    layer = [value]
    while levels >= 0:
        layer = [
            item
            for holder in layer
            if isinstance(holder, dict | list)
            for item in (holder.values() if isinstance(holder, dict) else holder)
        ]
        if not layer:
            return False
        levels -= 1
    return True


def answer(mark: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request that was carried out."""
    return _marked(mark) | {"ok": True} | dict(fields)


def refusal(mark: Any, reason: str, error: str) -> dict[str, Any]:
    """The answer to a request that was not: a word for programs, a sentence for people."""
    return _marked(mark) | {"ok": False, "reason": reason, "error": error}


def _marked(mark: Any) -> dict[str, Any]:
    return {} if mark is None else {"id": mark}
