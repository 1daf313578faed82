"""A console as people start it, and a crowd of browsers in a process of their own.

``python -m tests.bench.crowd PORT COUNT`` is the crowd: at `come` on its standard input all connect
to the feed and say `here`, at `go` they leave and say how many views they have been sent.
"""

import asyncio
import contextlib
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from websockets.asyncio.client import connect


def start_console(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A console for the station whose socket is `socket` in this folder, and its port."""
    config = folder / "reedboard.toml"
    config.write_text(
        f'[files]\ndata = "{folder}"\nsocket = "{folder}/socket"\n[console]\nhost = "127.0.0.1"\n'
    )
    arguments = [sys.executable, "-m", "firmware", "console", "--config", str(config)]
    process = subprocess.Popen([*arguments, "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().split("http://")[1].split("/")[0]
    return process, int(address.split(":")[1])


class Crowd:
    """The process of the crowd. Use it in a `with` block; `come` and `go` return when it is so."""

    def __init__(self, port: int, count: int) -> None:
        arguments = [sys.executable, "-m", "tests.bench.crowd", str(port), str(count)]
        self._process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def come(self) -> None:
        """All connect, and have been sent the first view."""
        said = self._say("come")
        assert said == "here", f"the crowd says {said!r}"

    def go(self) -> int:
        """All leave; how many views they were sent after the first."""
        return int(self._say("go"))

    def _say(self, word: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()


async def _watch(port: int, ready: asyncio.Semaphore) -> int:
    heard = 0
    async with connect(f"ws://127.0.0.1:{port}/feed", compression=None) as socket:
        await socket.recv()
        ready.release()
        with contextlib.suppress(asyncio.CancelledError):
            async for _ in socket:
                heard += 1
    return heard


async def _obey(port: int, count: int) -> None:
    watching: list[asyncio.Task[int]] = []
    while word := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if word == "come":
            ready = asyncio.Semaphore(0)
            watching = [asyncio.create_task(_watch(port, ready)) for _ in range(count)]
            for _ in watching:
                await ready.acquire()
            print("here", flush=True)
        else:
            for task in watching:
                task.cancel()
            print(sum(await asyncio.gather(*watching)), flush=True)


if __name__ == "__main__":
    asyncio.run(_obey(int(sys.argv[1]), int(sys.argv[2])))
