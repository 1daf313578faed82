"""Five hundred browsers that watch one board, and what they cost the board."""

import asyncio
import contextlib
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.bench import beside
from tests.bench.crowd import start_console
from tests.bench.figure import Figure

TITLE = "console: 500 spectators on websockets, live.pdn"

SPECTATORS: Final = 500
MOVES: Final = 12
PULLS_PER_S: Final = 50
PULLING_S: Final = 60
GAME: Final = [
    "c3-d4",
    "f6-g5",
    "g3-h4",
    "b6-a5",
    "h4:f6",
    "g7:c3",
    "d2:b4",
    "a5:c3",
    "b2:d4",
    "e7-f6",
    "a3-b4",
    "h6-g5",
]


class Station:
    """A socket that speaks as a station's does, with a new state whenever it is told."""

    def __init__(self, path: Path, states: list[dict[str, Any]], file: Path) -> None:
        self._path, self._states, self._file = path, states, str(file)
        self._writers: list[asyncio.StreamWriter] = []
        self.at = 0

    async def run(self) -> None:
        """Listen until the task is cancelled."""
        server = await asyncio.start_unix_server(self._serve, self._path)
        async with server:
            await server.serve_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await _line(reader):
            request = json.loads(line)
            answer = {"id": request["id"], "ok": True}
            if request["command"] == "subscribe":
                self._writers.append(writer)
                answer["state"] = self._state
            writer.write(json.dumps(answer).encode() + b"\n")

    @property
    def _state(self) -> dict[str, Any]:
        return self._states[self.at] | {"file": self._file}

    def move(self) -> None:
        """The next move is recorded."""
        self.at += 1
        for writer in self._writers:
            writer.write(json.dumps({"state": self._state}).encode() + b"\n")


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The next line; none when the client or this program has ended."""
    with contextlib.suppress(asyncio.CancelledError):
        return await reader.readline()
    return b""


def measure() -> Iterator[Figure]:
    """Latency of a move to all, memory of the console, errors of a feed that is pulled hard.

    And what all that costs the station.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder)))
    yield from beside.measure(SPECTATORS)


async def _measured(folder: Path) -> list[Figure]:
    from tests.console.states import state_after

    states = [state_after(" ".join(GAME[:count])) for count in range(len(GAME) + 1)]
    games = folder / "games"
    games.mkdir()
    pdn = games / "game-00001.pdn"
    pdn.write_text('[Event "?"]\n[Result "*"]\n[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 *\n')
    station = Station(folder / "socket", states, pdn)
    serving = asyncio.create_task(station.run())
    await asyncio.sleep(0.2)
    process, port = start_console(folder)
    try:
        late_ms = await _watched(port, station)
        resident_mb = _resident_kb(process.pid) / 1024
        wrong, slowest_ms = await _pulled(port)
    finally:
        process.terminate()
        process.wait(10)
        serving.cancel()
    late_ms.sort()
    return [
        Figure("a move at a spectator, median", statistics.median(late_ms), "ms"),
        Figure("the same, 99th percentile", late_ms[len(late_ms) * 99 // 100], "ms", at_most=500),
        Figure("memory of the console", resident_mb, "MB", at_most=80),
        Figure(f"live.pdn {PULLS_PER_S}/s for {PULLING_S} s: errors", wrong, "", at_most=0),
        Figure("its slowest answer", slowest_ms, "ms", at_most=200),
    ]


async def _watched(port: int, station: Station) -> list[float]:
    """Milliseconds from a move to each spectator, for all moves and spectators."""
    from websockets.asyncio.client import connect

    late_ms: list[float] = []
    moved_s = [0.0] * (MOVES + 1)
    ready = asyncio.Semaphore(0)

    async def watch() -> None:
        async with connect(f"ws://127.0.0.1:{port}/feed", compression=None) as socket:
            # The console may not have heard of its board yet.
            while (plies := json.loads(await socket.recv()).get("plies")) is None:
                pass
            ready.release()
            while plies < MOVES:
                plies = json.loads(await socket.recv())["plies"]
                late_ms.append((time.monotonic() - moved_s[plies]) * 1000)

    async with asyncio.TaskGroup() as group:
        for _ in range(SPECTATORS):
            group.create_task(watch())
        for _ in range(SPECTATORS):
            await ready.acquire()
        for ply in range(1, MOVES + 1):
            await asyncio.sleep(1.0)
            moved_s[ply] = time.monotonic()
            station.move()
    return late_ms


async def _pulled(port: int) -> tuple[int, float]:
    """Wrong answers, and the slowest one in milliseconds."""
    import httpx

    wrong, slowest_ms = 0, 0.0
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        began_s = time.monotonic()
        for number in range(PULLS_PER_S * PULLING_S):
            await asyncio.sleep(max(0.0, began_s + number / PULLS_PER_S - time.monotonic()))
            asked_s = time.monotonic()
            answer = await client.get("/live.pdn")
            slowest_ms = max(slowest_ms, (time.monotonic() - asked_s) * 1000)
            wrong += answer.status_code != 200 or not answer.text.rstrip().endswith("*")
    return wrong, slowest_ms


def _resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])
