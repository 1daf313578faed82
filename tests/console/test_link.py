"""The console's line to a station, over a real socket with a station's api behind it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from firmware.console.link import Link
from firmware.console.web import BODY_MAX
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
                peer.send(answer(request.id, {}))
            writer.write(peer.take())
        writer.close()

    connected = asyncio.Event()
    link = Link(path, lambda message: connected.set(), lambda: None)
    async with await asyncio.start_unix_server(station, path):
        running = asyncio.create_task(link.run())
        await asyncio.wait_for(connected.wait(), 5)
        answers = [await link.ask("result", {"reason": text}) for text in texts]
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    return answers
