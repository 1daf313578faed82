"""The shipped command, unmodified, on a kernel device: a whole game, pulled chips, restarts."""

import os
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.notation.pdn_read import read_pdn
from firmware.notation.pdn_write import numbered_moves
from firmware.notation.replay import replay
from tests.station.short_game import short_game, turns
from tests.station.talk import Talk

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

    talk: Talk

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
        self.talk = Talk(client, self.failed)

    def hand(self, *deeds: str) -> None:
        assert self.process.stdin is not None
        for deed in deeds:
            self.process.stdin.write(deed + "\n")
        self.process.stdin.flush()

    def press(self, button: str) -> None:
        self.hand(f"press {button}", "release")

    def close(self) -> None:
        """The hands go home and the station is stopped; what it had to write is written."""
        self.talk.close()
        self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0

    def again(self, deed: str) -> dict[str, Any]:
        """The process ends in one way or the other and is started anew; what it then shows."""
        self.talk.recorded()
        self.hand(deed, "start")
        self.talk.close()
        self.connect()
        return self.talk.state()


@pytest.fixture
def bed(tmp_path: Path) -> Iterator[Bed]:
    bed = Bed(tmp_path)
    yield bed
    if bed.process.poll() is None:
        bed.close()
    bed.notify.close()


def test_a_whole_game_with_chips_pulled_a_kill_and_a_restart(bed: Bed) -> None:
    game = short_game()
    assert bed.talk.ask("new_game", control="300+3", immediate=True)["ok"]
    while bed.talk.state()["phase"] != "playing":
        pass

    for ply, text, lift, deeds, button in turns(game):
        bed.hand(lift)
        match ply:
            case 4:  # the matrix, with the man in the hand
                bed.hand("pull 0x20 1500")
                bed.talk.until("fault_over")
                assert bed.talk.state()["phase"] == "playing"
            case 6:  # a display: nobody's move waits for it
                bed.hand("pull 0x71 1500")
            case 13:  # the capture of three is pressed when one of them is off
                bed.hand(*deeds[:2])
                bed.press(button)
                assert bed.talk.until("pending")["squares"] == ["e7", "b6"]
                state = bed.again("kill")
                assert (state["phase"], state["restored"]) == ("paused", True)
                assert (state["plies"], state["pending"]) == (ply - 1, ["e7", "b6"])
                assert bed.talk.ask("resume")["ok"]
                bed.hand(*deeds[2:])  # which ends the move; it is pressed already
                assert bed.talk.until("move_made")["text"] == text
                continue
            case 17:  # as an update does
                state = bed.again("stop")
                assert (state["phase"], state["plies"]) == ("paused", ply - 1)
                assert bed.talk.ask("resume")["ok"]
        bed.hand(*deeds)
        assert bed.talk.until("provisional")["text"] == text
        bed.press(button)
        assert bed.talk.until("move_made")["text"] == text

    state = bed.talk.recorded()
    assert (state["phase"], state["result"], state["reason"]) == ("over", "1-0", "no_pieces")
    assert (bed.failed, state["faults"]) == ({"sensor", "chip 0x71"}, {})
    assert state["moves"] == numbered_moves(game)
    bed.close()
    (record,) = read_pdn(Path(state["file"]).read_text("utf-8"))
    assert replay(record).plies == game.plies
    assert record.result == "1-0"
