"""The shipped command, unmodified, on a kernel device: a whole game, pulled chips, restarts."""

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

from firmware.notation.movewrite import move_text
from firmware.notation.pdn_read import read_pdn
from firmware.notation.pdn_write import numbered_moves
from firmware.notation.replay import replay
from firmware.notation.squares import square_names
from firmware.rules import Color, Move, find_variant

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
        self.failed: set[str] = set()
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
        while self.notify.recv(100) != b"READY=1":
            pass  # the process before it said that it stops
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
        if message.get("event", {}).get("kind") == "fault":
            self.failed.add(message["event"]["part"])
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

    def press(self, color: Color) -> None:
        self.hand("press left" if color is Color.WHITE else "press right", "release")

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.ask("state")["state"]
        return state

    def close(self) -> None:
        """The hands go home and the station is stopped; what it had to write is written."""
        self.client.close()
        self.lines.close()
        self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0

    def again(self, *deeds: str) -> dict[str, Any]:
        """The process ends in one way or the other and is started anew; what it then shows."""
        while not self.state()["recorded"]:
            pass
        self.hand(*deeds, "start")
        self.client.close()
        self.lines.close()
        self.connect()
        return self.state()


@pytest.fixture
def bed(tmp_path: Path) -> Iterator[Bed]:
    bed = Bed(tmp_path)
    yield bed
    if bed.process.poll() is None:
        bed.close()
    bed.notify.close()


SHORT = (
    "1. a3-b4 d6-c5 2. b4:d6 c7:e5 3. e3-f4 b8-c7 4. f4:b8 h6-g5 5. g3-h4 d8-c7 6. b8:h6 f6-g5"
    " 7. h4:a5 f8-e7 8. h6:a3 h8-g7 9. a5-b6 a7:c5 10. a3:h6"
)
"""A helping opponent loses all twelve men. The fourth move crowns at its end, the seventh takes
three men and is crowned on the way, kings take two and two."""


def test_a_whole_game_with_chips_pulled_a_kill_and_a_restart(bed: Bed) -> None:
    (written,) = read_pdn(SHORT)
    whole = replay(written, find_variant("russian"))
    assert whole.outcome is not None
    assert bed.ask("new_game", control="300+3", immediate=True)["ok"]
    while bed.state()["phase"] != "playing":
        pass

    for ply, (move, before) in enumerate(zip(whole.plies, whole.positions, strict=False), 1):
        assert isinstance(move, Move)
        names = square_names(whole.ruleset).names
        text = move_text(before, move)
        bed.hand(f"lift {names[move.origin]}")
        deeds = [f"drop {names[move.target]}", *(f"aside {names[man]}" for man in move.order)]
        match ply:
            case 4:  # the matrix, with the man in the hand
                bed.hand("pull 0x20 1500")
                bed.until("fault_over")
                assert bed.state()["phase"] == "playing"
            case 6:  # a display: nobody's move waits for it
                bed.hand("pull 0x71 1500")
            case 13:  # the capture of three is pressed when one of them is off
                bed.hand(*deeds[:2])
                bed.press(before.turn)
                assert bed.until("pending")["squares"] == ["e7", "b6"]
                state = bed.again("kill")
                assert (state["phase"], state["restored"]) == ("paused", True)
                assert (state["plies"], state["pending"]) == (ply - 1, ["e7", "b6"])
                assert bed.ask("resume")["ok"]
                bed.hand(*deeds[2:])  # which ends the move; it is pressed already
                assert bed.until("move_made")["text"] == text
                continue
            case 17:  # as an update does
                state = bed.again("stop")
                assert (state["phase"], state["plies"]) == ("paused", ply - 1)
                assert bed.ask("resume")["ok"]
        bed.hand(*deeds)
        assert bed.until("provisional")["text"] == text
        bed.press(before.turn)
        assert bed.until("move_made")["text"] == text

    while (state := bed.state())["phase"] != "over" or not state["recorded"]:
        pass
    assert (state["result"], state["reason"]) == ("1-0", "no_pieces")
    assert (bed.failed, state["faults"]) == ({"sensor", "chip 0x71"}, {})
    assert state["moves"] == numbered_moves(whole)
    bed.close()
    (record,) = read_pdn(Path(state["file"]).read_text("utf-8"))
    assert replay(record).plies == whole.plies
    assert record.result == "1-0"
