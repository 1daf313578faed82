"""Whatever a client sends, it gets an answer and cannot hurt the game."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.station.protocol import (
    DEPTH_MAX,
    LINE_MAX,
    UNREAD_MAX,
    BadRequest,
    Peer,
    Request,
    answer,
    refusal,
)


def test_requests_are_lines_however_the_bytes_arrive() -> None:
    data = b'{"id": 1, "command": "hello"}\n\n  \n{"command": "take_back", "plies": 2}\n'
    wanted = [Request("hello", {}, 1), Request("take_back", {"plies": 2})]
    assert Peer().received(data) == wanted
    peer = Peer()
    assert [r for byte in data for r in peer.received(bytes([byte]))] == wanted


def test_a_line_that_is_no_request_is_answered_with_what_is_wrong() -> None:
    lines = [b"hello", b"[1]", b'{"id": 7}', b'{"command": 3}', b"\xff", b"[" * 50_000]
    lines += [b'{"command": "state", "id": NaN}', b'{"command": "take_back", "plies": -Infinity}']
    lines += [b'{"command": "state", "id": 1e999}', rb'{"command": "state", "id": "\ud800"}']
    lines += [b'{"command": "state", "\xed\xa0\x80": 1}', rb'{"command": "state", "\udfff": 1}']
    for line in lines:
        (bad,) = Peer().received(line + b"\n")
        assert isinstance(bad, BadRequest), line
        assert bad.reason == "bad_request"
        assert bad.error


@pytest.mark.parametrize("field", ["id", "by"])
@pytest.mark.parametrize("bracket", ["[]", "{}"])
def test_a_request_of_any_depth_is_answered_on_a_stack_of_any_depth(
    field: str, bracket: str
) -> None:
    opened = "[" if bracket == "[]" else '{"a":'
    deepest = "null" if bracket == "[]" else "{}"
    for depth in (1, DEPTH_MAX - 2, DEPTH_MAX, 900, 980, 990, 2000):
        value = opened * depth + deepest + bracket[1] * depth
        (request,) = Peer().received(f'{{"command": "pause", "{field}": {value}}}\n'.encode())
        assert isinstance(request, Request) is (depth < DEPTH_MAX - 1), depth


def test_the_clients_own_mark_comes_back_even_with_an_error() -> None:
    (bad,) = Peer().received(b'{"id": 7}\n')
    assert isinstance(bad, BadRequest)
    assert refusal(bad.id, bad.reason, bad.error)["id"] == 7
    assert answer("x", {"n": 1}) == {"id": "x", "ok": True, "n": 1}
    assert answer(None, {}) == {"ok": True}


def test_a_line_without_an_end_is_cut_off_after_what_was_good() -> None:
    peer = Peer()
    requests = peer.received(b'{"command": "state"}\n' + b"x" * (LINE_MAX + 1))
    assert requests[0] == Request("state", {})
    assert isinstance(requests[1], BadRequest)
    assert peer.closing
    assert peer.received(b'\n{"command": "state"}\n') == []


def test_a_client_that_does_not_read_is_let_go() -> None:
    peer = Peer()
    while not peer.lost:
        peer.send({"text": "x" * 10_000})
        assert len(peer.outgoing) <= UNREAD_MAX + 20_000
    assert peer.closing
    peer.send({"more": 1})
    assert peer.outgoing == b""


def test_messages_go_out_as_lines_and_in_pieces() -> None:
    peer = Peer()
    peer.send({"a": 1})
    peer.send({"b": "ж\n"})
    sent = peer.take(3) + peer.take()
    assert sent.count(b"\n") == 2
    assert [json.loads(line) for line in sent.splitlines()] == [{"a": 1}, {"b": "ж\n"}]
    assert peer.outgoing == b""


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_no_bytes_raise(chunks: list[bytes]) -> None:
    peer = Peer()
    for chunk in chunks:
        for request in peer.received(chunk):
            assert isinstance(request, Request | BadRequest)
