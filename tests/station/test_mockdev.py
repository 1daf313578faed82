"""The shipped command, unmodified, on a kernel device: a game, a pulled chip, a restart."""

import json
import os
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = "/usr/bin/python3"
PATIENCE_S = 30.0
BINDINGS = (
    "import sys, gi; gi.require_version('UMockdev', '1.0'); sys.exit(sys.version_info < (3, 11))"
)


def bound() -> bool:
    if not Path(PYTHON).exists():
        return False
    return subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(
    not bound(), reason="needs umockdev (Debian: umockdev gir1.2-umockdev-1.0 python3-gi)"
)


class Bed:
    """The station on its device, and one client that has subscribed."""

    def __init__(self, folder: Path) -> None:
        self.socket_path = folder / "run/socket"
        config = folder / "reedboard.toml"
        config.write_text(f'[files]\ndata = "{folder / "data"}"\nruntime = "{folder / "run"}"\n')
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(str(folder / "notify"))
        self.notify.settimeout(PATIENCE_S)
        self.process = subprocess.Popen(
            [PYTHON, "-m", "tests.station.mockdev", sys.executable, str(config)],
            cwd=ROOT,
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(folder / "notify"),
                "PYTHONPATH": sysconfig.get_path("purelib"),
            },
            stdin=subprocess.PIPE,
            text=True,
        )
        self.connect()

    def connect(self) -> None:
        assert self.notify.recv(100) == b"READY=1"
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.settimeout(PATIENCE_S)
        client.connect(str(self.socket_path))
        self.client, self.lines = client, client.makefile("rb")
        self.ask("subscribe")

    client: socket.socket
    lines: IO[bytes]

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        self.client.sendall(json.dumps({"id": 1, "command": command, **fields}).encode() + b"\n")
        while "id" not in (answer := self.next()):
            pass
        return answer

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.lines.readline())
        return message

    def until(self, kind: str) -> dict[str, Any]:
        while (event := self.next().get("event", {})).get("kind") != kind:
            pass
        found: dict[str, Any] = event
        return found

    def hand(self, *deeds: str) -> None:
        assert self.process.stdin is not None
        for deed in deeds:
            self.process.stdin.write(deed + "\n")
        self.process.stdin.flush()

    def move(self, start: str, end: str, side: str) -> str:
        self.hand(f"lift {start}", f"drop {end}")
        self.until("provisional")
        self.hand(f"press {side}")
        text: str = self.until("move_made")["text"]
        self.hand("release")
        return text


@pytest.fixture
def bed(tmp_path: Path) -> Iterator[Bed]:
    bed = Bed(tmp_path)
    yield bed
    bed.client.close()
    bed.lines.close()
    bed.process.communicate(timeout=PATIENCE_S)
    bed.notify.close()


def test_a_game_a_pulled_chip_and_a_restart(bed: Bed, tmp_path: Path) -> None:
    assert bed.ask("new_game", control="300+3", immediate=True)["ok"]
    while bed.ask("state")["state"]["phase"] != "playing":
        pass
    assert bed.move("c3", "d4", "left") == "c3-d4"

    bed.hand("pull 0x20 1500")
    assert bed.until("fault")["part"] == "sensor"
    bed.until("fault_over")
    if bed.ask("state")["state"]["phase"] == "paused":
        assert bed.ask("resume")["ok"]
    assert bed.move("d6", "c5", "right") == "d6-c5"

    while not bed.ask("state")["state"]["recorded"]:
        pass
    bed.hand("kill", "start")
    bed.connect()
    state = bed.ask("state")["state"]
    assert (state["phase"], state["moves"]) == ("paused", "1. c3-d4 d6-c5")
    assert bed.ask("resume")["ok"]
    assert bed.ask("resign", color="black")["ok"]
    state = bed.ask("state")["state"]
    assert (state["phase"], state["result"]) == ("over", "1-0")
