"""The journal keeps what was handed over, in order, or keeps it waiting; it never halves it."""

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware.errors import JournalError
from firmware.station.journal import Entry, Journal, open_journal
from firmware.station.storage import claim_folder, write_whole
from firmware.station.writer import WriterThread
from tests.station.rig import files_no_longer_than

SETUP = '{"variant": "russian"}'
CREATED = "2026-05-01T10:00:00"


def opened(folder: Path) -> Journal:
    return open_journal(folder / "journal.sqlite", boot="boot-1", started=CREATED)


def entries(count: int, first: int = 0) -> list[Entry]:
    return [Entry("input", 10 * n, f'{{"n":{n}}}') for n in range(first, first + count)]


def query(folder: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "journal.sqlite")) as connection:
        return connection.execute(sql).fetchall()


def test_a_game_comes_back_with_its_entries_in_order(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert journal.open_game is None
    game = journal.new_game(SETUP, CREATED)
    story = [*entries(3), Entry("event", 25, "{}"), Entry("tick", 40, ""), Entry("input", 35, "{}")]
    for entry in story:
        journal.add(game, entry)
    journal.commit()
    assert (journal.writer.committed, journal.last) == (0, len(story))
    assert journal.writer.serve()
    assert journal.safe
    stored = opened(tmp_path).open_game
    assert stored is not None
    assert (stored.id, stored.created, stored.setup) == (game, CREATED, SETUP)
    assert (stored.entries, stored.last_ms) == (tuple(story), 40)


def test_a_step_is_one_transaction_and_a_stall_makes_one_of_many(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    game = journal.new_game(SETUP, CREATED)
    for entry in entries(5):
        journal.add(game, entry)
        journal.commit()
    assert query(tmp_path, "SELECT count(*) FROM entry") == [(0,)]
    assert journal.writer.serve()
    assert query(tmp_path, "SELECT count(*) FROM entry") == [(5,)]
    assert journal.writer.committed == journal.last == 5


def test_what_was_not_served_before_a_power_cut_leaves_no_trace(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    game = journal.new_game(SETUP, CREATED)
    journal.add(game, entries(1)[0])
    journal.commit()
    journal.writer.serve()
    journal.add(game, entries(1, first=1)[0])
    journal.commit()
    journal.writer.close()
    again = opened(tmp_path)
    assert again.open_game is not None
    assert again.open_game.entries == tuple(entries(1))
    assert again.last == 1


def test_the_database_has_small_pages_a_write_ahead_log_and_the_run(tmp_path: Path) -> None:
    opened(tmp_path)
    opened(tmp_path)
    assert query(tmp_path, "PRAGMA page_size") == [(1024,)]
    assert query(tmp_path, "PRAGMA journal_mode") == [("wal",)]
    assert query(tmp_path, "SELECT id, boot FROM run") == [(1, "boot-1"), (2, "boot-1")]


@pytest.mark.parametrize("status", ["over", "left"])
def test_only_an_open_game_is_offered(tmp_path: Path, status: str) -> None:
    journal = opened(tmp_path)
    journal.close_game(journal.new_game(SETUP, CREATED), status)
    journal.commit()
    journal.writer.serve()
    again = opened(tmp_path)
    assert again.open_game is None
    assert again.new_game(SETUP, CREATED) == 2


def test_the_last_beat_counts_as_game_time_only_for_its_own_game(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    first = journal.new_game(SETUP, CREATED)
    journal.add(first, Entry("input", 100, "{}"))
    journal.beat(first, 9000, 1, 2)
    journal.commit()
    journal.writer.serve()
    stored = opened(tmp_path).open_game
    assert stored is not None and stored.last_ms == 9000
    journal.close_game(first, "left")
    second = journal.new_game(SETUP, CREATED)
    journal.add(second, Entry("input", 50, "{}"))
    journal.commit()
    journal.writer.serve()
    stored = opened(tmp_path).open_game
    assert stored is not None and (stored.id, stored.last_ms) == (second, 50)


def test_files_are_replaced_after_their_rows(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.file(tmp_path / "game.pdn", "first")
    journal.commit()
    journal.file(tmp_path / "game.pdn", "second")
    journal.commit()
    journal.writer.serve()
    assert (tmp_path / "game.pdn").read_text() == "second"
    assert not list(tmp_path.glob("*.new"))


def test_the_thread_commits_by_itself_and_finishes_what_it_has(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    thread = WriterThread(journal.writer)
    thread.start()
    game = journal.new_game(SETUP, CREATED)
    for entry in entries(200):
        journal.add(game, entry)
        journal.commit()
    thread.stop()
    assert not thread.is_alive()
    assert journal.safe
    assert query(tmp_path, "SELECT count(*) FROM entry") == [(200,)]


# Bad disks and bad files


def test_a_full_disk_keeps_the_rows_waiting_and_they_are_written_later(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    game = journal.new_game(SETUP, CREATED)
    journal.add(game, entries(1)[0])
    journal.commit()
    assert journal.writer.serve()
    with files_no_longer_than(4096):
        for entry in entries(100, first=1):
            journal.add(game, entry)
        journal.commit()
        assert not journal.writer.serve()
        assert str(journal.writer.fault).startswith(f"{tmp_path}: ")
        assert journal.writer.committed == 1
    assert journal.writer.serve()
    assert journal.writer.fault is None
    stored = opened(tmp_path).open_game
    assert stored is not None
    assert stored.entries == tuple(entries(101))


def test_a_full_disk_at_the_start_is_one_sentence_and_the_old_games_stay(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    game = journal.new_game(SETUP, CREATED)
    journal.add(game, entries(1)[0])
    journal.commit()
    journal.writer.serve()
    journal.writer.close()
    with files_no_longer_than(0), pytest.raises(JournalError, match=r"journal\.sqlite: "):
        opened(tmp_path)
    stored = opened(tmp_path).open_game
    assert stored is not None and stored.entries == tuple(entries(1))


def test_a_full_disk_keeps_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    write_whole(path, "old", synced=True)
    with files_no_longer_than(1000), pytest.raises(OSError) as caught:
        write_whole(path, "new" * 1000, synced=True)
    assert caught.value.errno == errno.EFBIG
    assert path.read_text() == "old"


READ_ONLY = """
import os, sys
from pathlib import Path
folder = Path(sys.argv[1])
from firmware.errors import JournalError
from firmware.station.journal import open_journal
# All that is imported on the way is imported before: nobody may not read root's Python.
open_journal(folder.parent / "other.sqlite", boot="", started="")
if os.getuid() == 0:
    os.setuid(65534)  # nobody; root may write whatever the mode says
try:
    open_journal(folder / "journal.sqlite", boot="", started="")
except JournalError as error:
    print(error)
"""


def test_a_read_only_journal_is_one_sentence(tmp_path: Path) -> None:
    opened(tmp_path)
    before = (tmp_path / "journal.sqlite").read_bytes()
    (tmp_path / "journal.sqlite").chmod(0o444)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(folder.stat().st_mode | 0o555)
    tmp_path.chmod(0o555)
    said = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(tmp_path)], capture_output=True, text=True, check=True
    )
    tmp_path.chmod(0o755)
    assert said.stdout.startswith(f"{tmp_path}/journal.sqlite: ")
    assert said.stdout.count("\n") == 1
    assert (tmp_path / "journal.sqlite").read_bytes() == before


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as connection, connection:
        connection.execute("UPDATE schema SET version = 7")
    before = (tmp_path / "journal.sqlite").read_bytes()
    with pytest.raises(JournalError, match=r"is of version 7, this program knows those up to 2; "):
        opened(tmp_path)
    assert (tmp_path / "journal.sqlite").read_bytes() == before


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    before = (tmp_path / "journal.sqlite").read_bytes()
    with pytest.raises(JournalError, match="this is another program's database"):
        opened(tmp_path)
    assert (tmp_path / "journal.sqlite").read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_text("dear diary, " * 100)
    with pytest.raises(JournalError, match="this is not a journal; move the file away"):
        opened(tmp_path)
    assert (tmp_path / "journal.sqlite").read_text() == "dear diary, " * 100


def test_two_stations_on_one_folder_are_one_too_many(tmp_path: Path) -> None:
    with claim_folder(tmp_path), pytest.raises(JournalError, match="another station is running"):
        claim_folder(tmp_path)
    claim_folder(tmp_path).close()


KILLED = """
import sys
from pathlib import Path
from firmware.station.journal import Entry, open_journal
from firmware.station.writer import WriterThread
from tests.station.rig import files_no_longer_than
journal = open_journal(Path(sys.argv[1]) / "journal.sqlite", boot="b", started="s")
WriterThread(journal.writer).start()
game = journal.new_game("{}", "today")
said = 0
n = 0
while True:
    journal.add(game, Entry("input", n, str(n)))
    journal.commit()
    n += 1
    while n - journal.writer.committed > 50:
        pass
    if journal.writer.committed > said + 20:
        said = journal.writer.committed
        print(said, flush=True)
"""


def test_kill_9_loses_nothing_that_was_reported_safe(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        safe = 0
        while safe < 200:
            safe = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
    stored = opened(tmp_path).open_game
    assert stored is not None
    assert len(stored.entries) >= safe
    assert stored.entries == tuple(Entry("input", n, str(n)) for n in range(len(stored.entries)))
