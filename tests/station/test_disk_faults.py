"""A disk that is full, broken, read-only or slow: the game goes on, people see it, nothing is lost.

The disk under the journal refuses as SQLite sees it (`host_sim.disk`); what the station then does,
says and shows is the firmware's.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from firmware.station.archive import stored_game, verify_game
from firmware.station.journal import Entry, open_journal
from firmware.station.places import JOURNAL
from firmware.station.rebuilding import rebuild
from firmware.station.writer import RETRY_S
from host_sim.disk import Disk, Failure, installed, missing
from tests.station.rig import Rig

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[tuple[Rig, Disk]]:
    rig = Rig(tmp_path)
    rig.durable = True
    disk = Disk(rig.config.files.data_dir)
    with ExitStack() as stack:
        stack.enter_context(installed(disk))
        stack.enter_context(rig.kernel.installed())
        rig.power_on()
        rig.subscribe()
        rig.set_up()
        rig.run(200)
        assert rig.ask("new_game", control="600", immediate=True)["ok"]
        rig.run(300)
        yield rig, disk
        rig.crash()


def kinds(rig: Rig) -> list[tuple[str, str]]:
    """(kind, part) of what was said of the board itself."""
    events = [message["event"] for message in rig.heard() if "event" in message]
    return [(event["kind"], event["part"]) for event in events if "part" in event]


def blinking(rig: Rig) -> tuple[bool, ...]:
    """On which displays the point after the last digit goes on and off."""
    points: list[set[bool]] = [set(), set()]
    for _ in range(12):
        for seen, text in zip(points, rig.lamps.texts, strict=True):
            seen.add(text.endswith("."))
        rig.run(50)
    return tuple(len(seen) == 2 for seen in points)


def ply(rig: Rig, origin: str, target: str, side: str) -> None:
    rig.move(origin, target)
    rig.press(side)


@pytest.mark.parametrize("failure", list(Failure))
def test_play_goes_on_and_what_waited_is_recorded_when_the_disk_takes_it(
    board: tuple[Rig, Disk], failure: Failure
) -> None:
    rig, disk = board
    ply(rig, "c3", "d4", "left")
    rig.run(500)
    assert rig.state()["recorded"]
    assert kinds(rig) == []
    disk.failure = failure
    rig.move("f6", "g5")
    assert kinds(rig) == [("fault", "journal")], "told with the first thing that is not recorded"
    rig.press("right")
    ply(rig, "b2", "c3", "left")
    state = rig.state()
    assert state["moves"] == "1. c3-d4 f6-g5 2. b2-c3"
    assert state["clock"]["running"] == "black"
    assert not state["recorded"]
    assert set(state["faults"]) == {"journal"}
    assert state["faults"]["journal"].startswith(str(rig.config.files.data_dir))
    assert blinking(rig) == (True, True)

    disk.failure = None
    rig.run(int(RETRY_S * 1000) + 500)
    state = rig.state()
    assert state["recorded"] and state["faults"] == {}
    assert kinds(rig) == [("fault_over", "journal")]
    assert blinking(rig) == (False, False)
    path = rig.config.files.data_dir / JOURNAL
    assert verify_game(path, 1).broken is None
    session, _ = rebuild(stored_game(path, 1))
    assert len(session.recorded.plies) == 3


def test_what_was_recorded_before_survives_a_cut_in_the_middle_of_the_fault(
    board: tuple[Rig, Disk],
) -> None:
    rig, disk = board
    ply(rig, "c3", "d4", "left")
    rig.run(500)
    disk.failure = Failure.BROKEN
    ply(rig, "f6", "g5", "right")
    disk.recording = False
    files = disk.image().whole()
    rig.crash()
    elsewhere = rig.config.files.data_dir / "after"
    elsewhere.mkdir()
    for name, data in files.items():
        (elsewhere / name).write_bytes(data)
    game = open_journal(elsewhere / JOURNAL, boot="", started="").open_game
    assert game is not None
    session, _ = rebuild(game)
    assert len(session.recorded.plies) == 1
    assert verify_game(elsewhere / JOURNAL, 1).broken is None


def test_a_disk_that_stalls_for_two_seconds_is_told_after_one(board: tuple[Rig, Disk]) -> None:
    rig, _ = board
    rig.disk_stalls = True
    ply(rig, "c3", "d4", "left")
    rig.run(300)
    assert kinds(rig) == [], "shorter stalls are everyday on an SD card"
    rig.run(700)
    assert kinds(rig) == [("fault", "journal")]
    assert rig.state()["faults"] == {
        "journal": "the disk does not answer; what is played is written when it does"
    }
    ply(rig, "f6", "g5", "right")
    assert rig.state()["moves"] == "1. c3-d4 f6-g5"
    rig.disk_stalls = False
    rig.run(100)
    assert kinds(rig) == [("fault_over", "journal")]
    assert rig.state()["recorded"]


def test_the_corners_blink_for_five_seconds_where_the_game_shows_nothing(
    board: tuple[Rig, Disk],
) -> None:
    rig, disk = board
    disk.failure = Failure.FULL
    rig.run(5500)  # a heartbeat is refused
    seen = set()
    for _ in range(20):
        rig.run(50)
        seen.add(rig.lamps.now.both)
    corners = 1 << rig.wiring.squares.index("a1") | 1 << rig.wiring.squares.index("h8")
    assert seen == {0, corners}
    rig.run(6000)
    assert rig.lamps.now == (0, 0, 0)
    assert blinking(rig) == (True, True), "the displays go on telling"


# Real disks


def tmpfs(folder: Path, options: str) -> None:
    """A small file system of its own, where this user may mount one."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True
    )
    if done.returncode:
        pytest.skip("no file system can be mounted here")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    if os.getuid() != 0:
        pytest.skip("only root can mount a file system")
    tmpfs(folder, "size=1m")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_real_full_disk_keeps_all_that_was_recorded_and_takes_the_rest_later(
    small_disk: Path,
) -> None:
    journal = open_journal(small_disk / JOURNAL, boot="b", started="s")
    game = journal.new_game(json.dumps({"squares": ["a1"], "debounce_ms": 40}), "")
    stuffing = small_disk / "stuffing"
    count = 0

    def add(rows: int) -> bool:
        nonlocal count
        for _ in range(rows):
            journal.add(game, Entry("input", count, json.dumps({"n": count, "pad": "x" * 200})))
            count += 1
        journal.commit()
        return journal.writer.serve()

    assert add(10)
    with open(stuffing, "wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1024)):
            pass
    assert not add(50)
    assert "the disk is full; free some space" in str(journal.writer.fault)
    assert journal.writer.committed == 10
    stuffing.unlink()
    assert journal.writer.serve()
    assert journal.safe
    stored = stored_game(small_disk / JOURNAL, game)
    assert [json.loads(entry.body)["n"] for entry in stored.entries] == list(range(60))
    journal.writer.close()


def test_a_disk_that_turns_read_only_is_one_sentence_and_can_turn_back(small_disk: Path) -> None:
    journal = open_journal(small_disk / JOURNAL, boot="b", started="s")
    game = journal.new_game("{}", "")
    journal.commit()
    assert journal.writer.serve()
    journal.writer.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    journal.add(game, Entry("input", 1, "{}"))
    journal.commit()
    assert not journal.writer.serve()
    assert str(journal.writer.fault).startswith(f"{small_disk}: ")
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert journal.writer.serve()
    assert verify_game(small_disk / JOURNAL, game).rows == 2
    journal.writer.close()
