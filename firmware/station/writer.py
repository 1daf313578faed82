"""The writer of the journal: the one owner of its database connection.

It takes batches of rows from a queue and commits whatever is waiting as one transaction. On the
board it has a thread of its own (`WriterThread`), because a disk may stall for half a second and
the clock must not; elsewhere whoever holds it calls `serve` when the disk is due.

SQLite with a write-ahead log and ``synchronous=FULL``: a transaction whose commit returned survives
a power cut, one that was cut short leaves no trace. Rows are committed in the order they were
handed over, so a journal is always a true beginning of what happened. A commit that fails (full
disk, worn card) leaves its rows waiting, sets `Writer.fault` and is tried again.
"""

import queue
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.station.storage import write_whole

RETRY_S: Final = 1.0

Row = tuple[str, tuple[Any, ...]]
"""A statement and its values."""


@dataclass(frozen=True)
class Batch:
    """What one step of the loop hands over: rows, and files to be replaced after them."""

    last: int
    """Number of the last entry up to here."""
    rows: tuple[Row, ...]
    files: Mapping[Path, str]


class Writer:
    """Commits batches. `put` and `end` may be called from any thread, the rest from one.

    `durable` False leaves out waiting for the disk; what is written is the same.
    """

    def __init__(self, path: Path, *, committed: int = 0, durable: bool = True) -> None:
        self.committed = committed
        """Number of the last entry that is safe on the disk."""
        self.fault: str | None = None
        """What keeps the writer from writing, as a sentence; None while all is well."""
        self.served = 0
        """How often the disk has taken something."""
        self.ended = False
        self._path = path
        self._durable = durable
        self._queue: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._waiting: list[Batch] = []
        self._files: dict[Path, str] = {}
        self._connection: sqlite3.Connection | None = None

    def put(self, batch: Batch) -> None:
        """Hand over a batch; returns at once."""
        self._queue.put(batch)

    def end(self) -> None:
        """Say that nothing more will come."""
        self._queue.put(None)

    @property
    def empty(self) -> bool:
        """Whether nothing is waiting to be written."""
        return self._queue.empty() and not self._waiting and not self._files

    def wait(self) -> None:
        """Block until something is handed over."""
        self._take(self._queue.get())

    def serve(self) -> bool:
        """Commit all that is waiting as one transaction; whether nothing is left to do.

        Never raises for what a disk can do: `fault` then says what happened, the rows stay.
        """
        while not self._queue.empty():
            self._take(self._queue.get_nowait())
        try:
            self._commit_rows()
            self._replace_files()
        except (sqlite3.Error, OSError) as error:
            self.close()
            self.fault = f"{self._path.parent}: {reason(error)}"
            return False
        self.fault = None
        self.served += 1
        return True

    def close(self) -> None:
        """Let go of the database; what was not served is lost, as in a power cut."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _take(self, batch: Batch | None) -> None:
        if batch is None:
            self.ended = True
        else:
            self._waiting.append(batch)

    def _commit_rows(self) -> None:
        if not self._waiting:
            return
        if self._connection is None:
            self._connection = connect(self._path, create=False, durable=self._durable)
            if self.fault is not None:
                # After a sync that failed Linux takes what it could not write for written, and
                # later syncs say nothing. So nothing is built on what the log holds now: it goes
                # into the database, which is synced anew, and begins again.
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with transaction(self._connection):
            for batch in self._waiting:
                for sql, values in batch.rows:
                    self._connection.execute(sql, values)
        for batch in self._waiting:
            self._files.update(batch.files)
        self.committed = self._waiting[-1].last
        self._waiting.clear()

    def _replace_files(self) -> None:
        for path, text in list(self._files.items()):
            write_whole(path, text, synced=self._durable)
            del self._files[path]


class WriterThread(threading.Thread):
    """Serves a writer for as long as it lives; `stop` lets it finish what it has."""

    def __init__(self, writer: Writer) -> None:
        super().__init__(name="journal", daemon=True)
        self._writer = writer
        self._stopping = threading.Event()

    def run(self) -> None:
        clean = True
        while not self._writer.ended:
            if clean:
                self._writer.wait()
            else:
                self._stopping.wait(RETRY_S)
            clean = self._writer.serve()
        self._writer.close()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Write what is waiting and end; gives up after `timeout_s` if the disk stalls."""
        self._stopping.set()
        self._writer.end()
        self.join(timeout_s)


def connect(path: Path, *, create: bool, durable: bool) -> sqlite3.Connection:
    """A connection whose transactions are explicit. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=2.0)
    connection.text_factory = text_of
    connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
    return connection


def text_of(column: bytes) -> str:
    """The text in a column. Bytes that are none spoil their own row and no other."""
    return column.decode("utf-8", "replace")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is executed inside happens, or none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except sqlite3.Error:
        # A full disk may have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def reason(error: sqlite3.Error | OSError | UnicodeDecodeError) -> str:
    """What a person should do about an error of the disk; the system's own words are kept.

    SQLite's message may quote what it found in a damaged file, and then cannot be decoded.
    """
    words = str(error)
    if isinstance(error, OSError) and error.strerror:
        words = error.strerror
    match words:
        case "file is not a database":
            advice = "this is not a journal; move the file away"
        case "database or disk is full" | "No space left on device":
            advice = "the disk is full; free some space"
        case "attempt to write a readonly database" | "Read-only file system":
            advice = "file or disk is read-only; make it writable"
        case "database is locked":
            advice = "another program holds the journal; close it"
        case _ if "malformed" in words or isinstance(error, UnicodeDecodeError):
            advice = "the journal is damaged; move the file away to keep what is left of it"
        case _:
            advice = "this cannot be written; check the disk and the user's permissions"
    return f"{advice} ({words})."
