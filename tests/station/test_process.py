"""The shipped command as a process: it starts fast, stays small, dies and comes back."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0
WATCHDOG_S = 0.6
"""How long the service manager waits for a sign of life."""
TIMES = ("white_ms", "black_ms")


class Process:
    """A running station, its hands, and one client that has subscribed."""

    def __init__(self, folder: Path) -> None:
        self.socket_path = folder / "run" / "socket"
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        (folder / "notify").unlink(missing_ok=True)
        self.notify.bind(str(folder / "notify"))
        self.notify.settimeout(PATIENCE_S)
        environ = {
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": f"{WATCHDOG_S * 1e6:.0f}",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.station.board", str(folder / "reedboard.toml")],
            cwd=ROOT,
            env=environ,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.notify.recv(100) == b"READY=1", "the first scan is made"
        self.first_scan_s = self._used_s()
        """Processor time up to then: what else the machine does meanwhile is not counted."""
        self.client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.client.settimeout(PATIENCE_S)
        self.client.connect(str(self.socket_path))
        self.lines: IO[bytes] = self.client.makefile("rb")
        self.state: dict[str, Any] = {}
        self.ask("subscribe")

    def _used_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        user, system = int(fields[11]), int(fields[12])
        return (user + system) / os.sysconf("SC_CLK_TCK")

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        request = {"id": command, "command": command, **fields}
        self.client.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self.next()
            if message.get("id") == command:
                return message

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.lines.readline())
        self.state = message.get("state", self.state)
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next event of this kind."""
        while True:
            event: dict[str, Any] = self.next().get("event", {})
            if event.get("kind") == kind:
                return event

    def hand(self, *deeds: str) -> None:
        assert self.process.stdin is not None
        for deed in deeds:
            self.process.stdin.write(deed + "\n")
        self.process.stdin.flush()

    def end(self, number: int) -> str:
        """Send a signal and wait for the end; what was said on standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        self.lines.close()
        self.client.close()
        self.notify.close()
        return said


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "reedboard.toml").write_text(
        '[board]\npins = "native"\n'
        f'[files]\ndata = "{tmp_path / "data"}"\nruntime = "{tmp_path / "run"}"\n'
    )
    yield tmp_path


def play_one_move(station: Process) -> None:
    assert station.ask("new_game", control="300+3", immediate=True)["ok"]
    if station.state["phase"] != "playing":
        station.until("game_started")
    station.hand("lift c3", "drop d4")
    station.until("provisional")
    station.hand("press left", "release left")
    assert station.until("move_made")["text"] == "c3-d4"
    while not station.ask("state")["state"]["recorded"]:
        pass  # each answer comes from another step of the station's loop


def test_kill_9_in_the_middle_of_a_game_and_the_next_run_offers_it(folder: Path) -> None:
    station = Process(folder)
    play_one_move(station)
    before = station.ask("state")["state"]
    assert station.end(signal.SIGKILL) == ""
    assert station.process.returncode == -signal.SIGKILL

    again = Process(folder)
    after = again.ask("state")["state"]
    assert (after["phase"], after["restored"]) == ("paused", True)
    assert (after["moves"], after["fen"]) == ("1. c3-d4", before["fen"])
    assert after["clock"]["white_ms"] == before["clock"]["white_ms"]
    assert -50 < after["clock"]["black_ms"] - before["clock"]["black_ms"] < 1000
    assert again.ask("resume")["ok"]
    assert "taken up, paused" in again.end(signal.SIGTERM)
    assert again.process.returncode == 0
    assert not again.socket_path.exists()


def test_kill_9_at_any_moment_keeps_what_was_shown_as_recorded(folder: Path) -> None:
    """Three times in one game: between two deeds of a hand, wherever the disk is just then."""
    random = Random(5)
    deeds = ("lift c3", "drop d4", "press left", "release left")
    arguments = ("--config", str(folder / "reedboard.toml"))
    for number in range(3):
        station = Process(folder)
        assert station.ask("new_game", control="60", immediate=True)["ok"]
        if station.state["phase"] != "playing":
            station.until("game_started")
        station.hand(*deeds[:2])
        station.until("provisional")
        station.hand(*deeds[2 : 3 + number % 2])
        shown: dict[str, Any] = {}
        for _ in range(int(random.random() * 40)):
            state = station.ask("state")["state"]
            shown = state if state["recorded"] else shown
        station.end(signal.SIGKILL)
        again = Process(folder)
        after = again.ask("state")["state"]
        assert after["game"] == number + 1
        assert (after["phase"], after["restored"]) == ("paused", True)
        assert after["moves"] in ("", "1. c3-d4")
        if shown:
            assert len(after["moves"]) >= len(shown["moves"])
            lost_ms = sum(after["clock"][side] - shown["clock"][side] for side in TIMES)
            assert lost_ms < 1000
        again.end(signal.SIGTERM)
        said = subprocess.run(
            [sys.executable, "-m", "firmware", "games", "verify", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert said.returncode == 0, said.stdout


def test_first_scan_within_half_a_second_and_forty_megabytes(folder: Path) -> None:
    station = Process(folder)
    play_one_move(station)
    status = Path(f"/proc/{station.process.pid}/status").read_text()
    station.end(signal.SIGTERM)
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None
    assert int(resident[1]) < 40_000
    assert station.first_scan_s < 0.5


def test_the_service_manager_hears_of_every_stage(folder: Path) -> None:
    station = Process(folder)
    assert station.notify.recv(100) == b"WATCHDOG=1"
    assert station.notify.recv(100) == b"WATCHDOG=1"
    station.process.terminate()
    messages = [b""]
    while messages[-1] != b"STOPPING=1":
        messages.append(station.notify.recv(100))
    assert set(messages[1:-1]) <= {b"WATCHDOG=1"}
    assert station.end(signal.SIGTERM) == ""


def test_a_loop_that_stops_is_missed_and_the_next_run_takes_up_the_game(folder: Path) -> None:
    """The service manager's part is played here: no sign of life in time, so kill and restart."""
    station = Process(folder)
    play_one_move(station)
    station.process.send_signal(signal.SIGSTOP)
    station.notify.settimeout(WATCHDOG_S)
    with pytest.raises(TimeoutError):
        while True:
            assert station.notify.recv(100) == b"WATCHDOG=1"
    station.end(signal.SIGKILL)
    again = Process(folder)
    state = again.ask("state")["state"]
    assert (state["phase"], state["moves"]) == ("paused", "1. c3-d4")
    again.end(signal.SIGTERM)
