"""Clients of the Unix socket come and go; the loop never waits for one."""

import json
import selectors
import socket
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware.errors import SocketError
from firmware.station.api import Api
from firmware.station.protocol import UNREAD_MAX
from firmware.station.server import CLIENTS_MAX, Server
from firmware.table.events import Event, Paused, Refused


class Board:
    """A station that says what was asked of it."""

    def __init__(self) -> None:
        self.commands: list[Mapping[str, Any]] = []

    def hello(self) -> Mapping[str, Any]:
        return {"program": "reedboard"}

    def state(self) -> Mapping[str, Any]:
        return {"phase": "idle"}

    def new_game(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        return []

    def replay(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        return []

    def set_up(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        return []

    def sheet(self) -> Mapping[str, Any]:
        return {"sheet": "  1. c3-d4  f6-g5\n"}

    def power(self, fields: Mapping[str, Any]) -> None:
        self.commands.append(fields)

    def command(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        self.commands.append(fields)
        if fields["kind"] == "resume":
            return [Refused("not_paused", "the game is not paused", 5)]
        return [Paused(5)]


class Listening:
    """A server, and the loop around it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.board = Board()
        self.api = Api(self.board)
        self.selector = selectors.DefaultSelector()
        self.server = Server(path, self.api, self.selector)

    def turn(self) -> None:
        """What the loop does when clients have news."""
        for key, _ in self.selector.select(0):
            key.data()
        self.api.serve()
        self.server.flush()

    def client(self) -> socket.socket:
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.connect(str(self.path))
        line.setblocking(False)
        self.turn()
        return line

    @property
    def clients(self) -> int:
        return len(self.selector.get_map()) - 1


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Listening]:
    each = Listening(tmp_path / "run" / "socket")
    yield each
    each.server.close()
    each.selector.close()


def answers(client: socket.socket) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in client.recv(1 << 20).splitlines()]
    except BlockingIOError:
        return []


def test_a_request_is_answered_with_its_mark(listening: Listening) -> None:
    with listening.client() as client:
        client.sendall(b'{"id": 1, "command": "hello"}\n{"id": 2, "command": "pause"}\n')
        listening.turn()
        hello, pause = answers(client)
    assert hello == {"id": 1, "ok": True, "hello": {"program": "reedboard"}}
    assert pause == {"id": 2, "ok": True, "events": [{"kind": "paused", "at_ms": 5}]}
    assert listening.board.commands == [{"kind": "pause"}]


def test_what_the_table_refuses_is_refused(listening: Listening) -> None:
    with listening.client() as client:
        client.sendall(b'{"command": "resume"}\nnonsense\n')
        listening.turn()
        refused, bad = answers(client)
    assert refused == {"ok": False, "reason": "not_paused", "error": "the game is not paused"}
    assert bad["reason"] == "bad_request"


def test_only_user_and_group_may_connect(listening: Listening) -> None:
    mode = listening.path.stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o660


def test_a_client_that_closes_its_half_still_gets_its_answer(listening: Listening) -> None:
    with listening.client() as client:
        client.sendall(b'{"command": "state"}\n')
        client.shutdown(socket.SHUT_WR)
        listening.turn()
        listening.turn()
        assert answers(client) == [{"ok": True, "state": {"phase": "idle"}}]
    assert listening.clients == 0


def test_a_client_that_vanishes_is_forgotten(listening: Listening) -> None:
    client = listening.client()
    client.sendall(b'{"command": "subscribe"}\n')
    listening.turn()
    client.close()
    listening.api.publish([{"kind": "paused"}], None)
    listening.turn()
    listening.turn()
    assert not listening.api.watched
    assert listening.clients == 0


def test_a_subscriber_that_does_not_read_is_let_go(listening: Listening) -> None:
    with listening.client() as client:
        client.sendall(b'{"command": "subscribe"}\n')
        listening.turn()
        text = "x" * 10_000
        for _ in range(3 * UNREAD_MAX // len(text)):
            listening.api.publish([{"text": text}], None)
            listening.server.flush()
        assert listening.clients == 0


def test_one_client_too_many_is_turned_away(listening: Listening) -> None:
    clients = [listening.client() for _ in range(CLIENTS_MAX)]
    extra = listening.client()
    assert extra.recv(10) == b""
    assert listening.clients == CLIENTS_MAX
    for client in (*clients, extra):
        client.close()


def test_the_socket_of_a_dead_station_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(path))
    assert path.exists()
    again = Listening(path)
    with again.client() as client:
        client.sendall(b'{"command": "hello"}\n')
        again.turn()
        assert answers(client)[0]["ok"]
    again.server.close()
    assert not path.exists()


def test_a_place_where_no_socket_can_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SocketError, match=r"the socket cannot be made .* key socket in section"):
        Listening(tmp_path / "file" / "socket")
    with pytest.raises(SocketError, match="the socket cannot be made"):
        Listening(tmp_path / ("x" * 200))
