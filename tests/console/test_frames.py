"""The feed over real connections: frames that no browser sends, and browsers that do not read."""

import base64
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from firmware.console.app import FRAME_MAX, app_for
from firmware.console.archive import Archive
from firmware.console.board import Board
from firmware.console.door import Door, hash_pin
from firmware.console.feed import Feed
from firmware.console.hall import Hall
from firmware.console.listening import listen
from firmware.console.serving import MESSAGE_MAX, server_of
from tests.console.states import state_after

PATIENCE_S = 20


class Served:
    """A console on a port of this machine, in a thread of its own."""

    def __init__(self, folder: Path, slow_s: float, unread_ms: int) -> None:
        self.hall = Hall(Door(hash_pin("483920")), Archive(folder), True, Feed(slow_s))
        self.board = Board("1", lambda board: self.hall.feed.ring())
        self.hall.boards[1] = self.board
        self.state = state_after("c3-d4")
        self.board.heard({"state": self.state})
        self._listener = listen("127.0.0.1", 0, unread_ms)
        self.port: int = self._listener.getsockname()[1]
        self.server = server_of(app_for(self.hall, "http://board/"))
        self._thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self._listener]}, daemon=True
        )
        self._thread.start()
        until(lambda: self.server.started)

    def tell(self, **more: Any) -> None:
        """The board's station tells a state; said in the server's own thread."""
        state = self.state | more
        loop = self.server.servers[0].get_loop()
        loop.call_soon_threadsafe(self.board.heard, {"state": state})

    def close(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self._thread.join(PATIENCE_S)


def until(holds: Callable[[], bool]) -> None:
    """Wait for what another thread does; fails if it does not."""
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end_s, "it does not happen"
        os.sched_yield()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path, slow_s=0.3, unread_ms=1000)
    yield one
    one.close()


@contextmanager
def raw(port: int, receive_bytes: int | None = None) -> Iterator[socket.socket]:
    """A websocket as bytes, after the handshake (RFC 6455, 4.1)."""
    with closing(socket.socket()) as line:
        if receive_bytes is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.settimeout(PATIENCE_S)
        line.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /feed HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(1)
        assert b" 101 " in head
        yield line


def frame(first: int, data: bytes, masked: bool = True) -> bytes:
    """A frame: `first` is its first byte, FIN, reserved bits and opcode (RFC 6455, 5.2)."""
    mask = b"\x00\x00\x00\x00" if masked else b""
    size = len(data)
    bit = 0x80 if masked else 0
    if size < 126:
        head = bytes([first, bit | size])
    elif size < 65536:
        head = bytes([first, bit | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, bit | 127]) + size.to_bytes(8, "big")
    return head + mask + data


def ended(line: socket.socket) -> int | None:
    """Read up to a close frame; its code, None where the connection ends without one."""
    data = b""
    try:
        while part := line.recv(65536):
            data += part
            while (size := _size(data)) is not None and len(data) >= size:
                if data[0] & 0x0F == 8:
                    return int.from_bytes(data[2:4], "big")
                data = data[size:]
    except ConnectionError:
        pass
    return None


def _size(data: bytes) -> int | None:
    """Bytes of the first frame, if its head is whole; a server's frames are not masked."""
    if len(data) < 4:
        return None
    return 4 + int.from_bytes(data[2:4], "big") if data[1] == 126 else 2 + data[1]


BIG = (1 << 40).to_bytes(8, "big")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(0x81, b"x" * (MESSAGE_MAX + 1)), 1009),
        (b"\x81\xff" + BIG, 1009),
        (frame(0x01, b"x" * 40_000) + frame(0x80, b"x" * 40_000), 1009),
        (frame(0x81, b"x" * (FRAME_MAX + 1)), 1009),
        (frame(0x81, b"hello", masked=False), 1002),
        (frame(0xF1, b"hello"), 1002),
        (frame(0x83, b"hello"), 1002),
        (frame(0x80, b"hello"), 1002),
        (frame(0x89, b"x" * 126), 1002),
        (frame(0x09, b"x"), 1002),
        (frame(0x81, b"\xff\xfe"), 1007),
        (frame(0x88, b"\x00"), 1002),
    ],
    ids=[
        "too_long",
        "said_to_be_a_terabyte",
        "too_long_in_parts",
        "longer_than_anything_to_say",
        "unmasked",
        "reserved_bits",
        "reserved_opcode",
        "continues_nothing",
        "long_ping",
        "ping_in_parts",
        "no_utf8",
        "half_a_code",
    ],
)
def test_a_frame_that_no_browser_sends_ends_its_connection_and_no_other(
    served: Served, sent: bytes, code: int
) -> None:
    """Codes as in RFC 6455, 7.4.1: protocol error, inconsistent data, too big."""
    with connect(f"ws://127.0.0.1:{served.port}/feed") as other:
        assert json.loads(other.recv())["moves"] == "1. c3-d4"
        with raw(served.port) as line:
            line.sendall(sent)
            assert ended(line) == code
        served.tell(moves="1. c3-d4 f6-g5")
        assert json.loads(other.recv())["moves"] == "1. c3-d4 f6-g5"
    until(lambda: served.hall.feed.count == 0)


@pytest.mark.parametrize("text", ["", "{", "[" * 2000, '{"command": "pause"}', "null"])
def test_what_a_browser_says_is_not_even_read(served: Served, text: str) -> None:
    with connect(f"ws://127.0.0.1:{served.port}/feed") as browser:
        browser.recv()
        browser.send(text)
        served.tell(moves="1. c3-d4 f6-g5")
        assert json.loads(browser.recv())["moves"] == "1. c3-d4 f6-g5"


def test_a_browser_that_sends_bytes_is_let_go(served: Served) -> None:
    with raw(served.port) as line:
        line.sendall(frame(0x82, b"bytes"))
        ended(line)
    until(lambda: served.hall.feed.count == 0)


def test_a_browser_that_does_not_read_is_dropped_and_keeps_nobody_waiting(served: Served) -> None:
    """Its views are replaced by newer ones; what was sent already, the kernel throws away."""
    with (
        raw(served.port, receive_bytes=4096),
        connect(f"ws://127.0.0.1:{served.port}/feed", compression=None) as reader,
    ):
        reader.recv()
        until(lambda: served.hall.feed.count == 2)
        number = 0
        end_s = time.monotonic() + PATIENCE_S
        while served.hall.feed.count == 2:
            assert time.monotonic() < end_s, "the slow browser stays"
            number += 1
            served.tell(tags={"Event": f"{number} " + "x" * 60_000})
            assert json.loads(reader.recv())["tags"]["Event"].startswith(f"{number} ")
        assert served.hall.feed.count == 1
        until(lambda: len(served.server.server_state.connections) == 1)
        served.tell(moves="1. c3-d4 f6-g5")
        assert json.loads(reader.recv())["moves"] == "1. c3-d4 f6-g5"
