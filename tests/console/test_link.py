"""The console's line to a station, over a real socket with a station's api behind it."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware.console.link import Link
from firmware.console.web import BODY_MAX
from firmware.errors import StationAway
from firmware.station.protocol import Peer, Request, answer


def test_a_request_that_no_station_reads_is_refused_and_the_line_stays(tmp_path: Path) -> None:
    """A body that a console takes may be longer on the line, where every letter is ASCII."""
    answers = asyncio.run(_asked(tmp_path / "socket", ["x", "ж" * (BODY_MAX // 2), "y"]))
    assert [one["ok"] for one in answers] == [True, False, True]
    assert "at most" in answers[1]["error"]


async def _asked(path: Path, texts: list[str]) -> list[Any]:
    """What a link answers to requests with these texts, at a station that agrees to all."""

    async def station(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Peer()
        while (data := await reader.read(65536)) and not peer.closing:
            for request in peer.received(data):
                assert isinstance(request, Request)
                told: dict[str, Any] = {"state": {}} if request.command == "subscribe" else {}
                peer.send(answer(request.id, told))
            writer.write(peer.take())
        writer.close()

    connected = asyncio.Event()

    def heard(message: Mapping[str, Any]) -> None:
        if "state" in message:
            connected.set()

    link = Link(path, heard, lambda: None)
    async with await asyncio.start_unix_server(station, path):
        running = asyncio.create_task(link.run())
        await asyncio.wait_for(connected.wait(), 5)
        answers = [await link.ask("result", {"reason": text}) for text in texts]
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    return answers


def test_nothing_is_asked_of_a_station_that_has_not_told_its_state(tmp_path: Path) -> None:
    """A game may be going on there, which a new one would end."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps({"id": -1, "ok": True, "hello": {}}).encode() + b"\n")
        await reader.read()

    async def ask() -> None:
        heard = asyncio.Event()
        link = Link(tmp_path / "socket", lambda message: heard.set(), lambda: None)
        async with await asyncio.start_unix_server(silent, tmp_path / "socket"):
            running = asyncio.create_task(link.run())
            await asyncio.wait_for(heard.wait(), 5)
            with pytest.raises(StationAway):
                await link.ask("new_game", {})
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running

    asyncio.run(ask())
