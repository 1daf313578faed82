"""The clocks' times survive the process, and a power cut but for the last seconds."""

from pathlib import Path

import pytest

from firmware.station.heartbeat import Beat, Heartbeat, read_beat
from firmware.station.journal import Journal, open_journal

FILE = "heartbeat.json"


def beat_at(at_ms: int, left_ms: int = 600_000) -> Beat:
    return Beat(1, "today", at_ms, left_ms, left_ms)


def run_for(heartbeat: Heartbeat, journal: Journal, seconds: int, left_ms: int) -> list[int]:
    """Beats as a loop of 10 ms steps gives them; the times at which one went into the journal."""
    safe_ms = []
    for now_ms in range(0, seconds * 1000, 10):
        if now_ms >= heartbeat.due_ms:
            heartbeat.beat(now_ms, beat_at(now_ms, left_ms))
            journal.commit()
            if not journal.writer.empty:
                journal.writer.serve()
                safe_ms.append(now_ms)
    return safe_ms


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return open_journal(tmp_path / "journal.sqlite", boot="b", started="s", durable=False)


def test_the_file_follows_every_quarter_of_a_second(tmp_path: Path, journal: Journal) -> None:
    heartbeat = Heartbeat(tmp_path / FILE, journal)
    run_for(heartbeat, journal, 1, 600_000)
    assert read_beat(tmp_path / FILE) == beat_at(750)
    assert heartbeat.due_ms == 1000


@pytest.mark.parametrize(
    ("left_ms", "every_ms"), [(305_000, 4900), (299_999, 900)], ids=["long", "below five minutes"]
)
def test_the_journal_follows_more_often_when_time_is_short(
    tmp_path: Path, journal: Journal, left_ms: int, every_ms: int
) -> None:
    safe_ms = run_for(Heartbeat(tmp_path / FILE, journal), journal, 20, left_ms)
    assert safe_ms == list(range(0, 20_000, every_ms))


def test_the_last_long_wait_ends_at_five_minutes(tmp_path: Path, journal: Journal) -> None:
    heartbeat = Heartbeat(tmp_path / FILE, journal)
    left_ms = 307_100
    noted = []
    for now_ms in range(0, 10_000, 10):
        if now_ms >= heartbeat.due_ms:
            heartbeat.beat(now_ms, beat_at(now_ms, left_ms - now_ms))
            journal.commit()
            if not journal.writer.empty:
                journal.writer.serve()
                noted.append(left_ms - now_ms)
    assert noted == [307_100, 302_200, 300_100, 299_200, 298_300, 297_400]


def test_a_folder_that_cannot_be_written_is_a_fault_that_goes_when_it_can(
    tmp_path: Path, journal: Journal
) -> None:
    folder = tmp_path / "runtime"
    heartbeat = Heartbeat(folder / FILE, journal)
    heartbeat.beat(0, beat_at(0))
    assert str(heartbeat.fault).endswith("cannot be written (No such file or directory).")
    folder.mkdir()
    heartbeat.beat(250, beat_at(250))
    assert heartbeat.fault is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": 1}', '{"game":1,"created":"x",'])
def test_a_file_that_is_no_beat_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read_beat(tmp_path / FILE) is None
    assert read_beat(tmp_path / "absent") is None
