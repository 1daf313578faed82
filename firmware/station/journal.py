"""The journal: every game, and for every game all that was fed to it and all that came of it.

Replaying a game's inputs in order rebuilds its session exactly. That is how the board comes back
after a power cut, and how a wrong reading becomes a test.

The loop gathers rows in a `Journal` and hands them to the `Writer` once a step; it never waits for
a disk. What is safe is known by number: `Journal.last` was handed over, `Writer.committed` is on
the disk.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from firmware.errors import JournalError
from firmware.station.writer import Batch, Row, Writer, connect, reason, transaction

VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE schema (version INTEGER NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, started TEXT NOT NULL);
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,        -- number of its first entry
    created TEXT NOT NULL,         -- date and time by the wall clock
    setup TEXT NOT NULL,           -- JSON
    status TEXT NOT NULL           -- open, over, or left
);
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game,
    run INTEGER NOT NULL REFERENCES run,
    kind TEXT NOT NULL,            -- input, tick, or event
    at_ms INTEGER NOT NULL,        -- since the game was created
    body TEXT NOT NULL             -- JSON
);
CREATE TABLE beat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    game INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    white_ms INTEGER NOT NULL,
    black_ms INTEGER NOT NULL
);
"""
_NEW_RUN: Final = "INSERT INTO run VALUES (NULL, ?, ?)"
_NEW_GAME: Final = "INSERT INTO game VALUES (?, ?, ?, ?, 'open')"
_CLOSE_GAME: Final = "UPDATE game SET status = ? WHERE id = ?"
_ENTRY: Final = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)"
_BEAT: Final = "INSERT OR REPLACE INTO beat VALUES (1, ?, ?, ?, ?)"
_OPEN_GAME: Final = (
    "SELECT id, first, created, setup FROM game WHERE status = 'open' ORDER BY id DESC LIMIT 1"
)
_GAME: Final = "SELECT id, first, created, setup FROM game WHERE id = ?"
_FIRST_ENTRIES: Final = (
    "SELECT body FROM game JOIN entry ON seq = first ORDER BY game.id DESC LIMIT 100"
)
_ENTRIES: Final = "SELECT kind, at_ms, body FROM entry WHERE seq >= ? AND game = ? ORDER BY seq"


@dataclass(frozen=True)
class Entry:
    """One line of a game's story; `body` is JSON."""

    kind: str
    """``input``, ``event``, or ``tick``: the session had been brought up to `at_ms` before the next
    input, which bears an earlier stamp, arrived. Only then does it matter, and is written."""
    at_ms: int
    body: str


@dataclass(frozen=True)
class StoredGame:
    """A game as the journal has it."""

    id: int
    created: str
    setup: str
    entries: tuple[Entry, ...]
    last_ms: int
    """The latest game time that is known."""

    @property
    def squares(self) -> tuple[str, ...]:
        """The wired squares of the board it was played on, in picture order."""
        return tuple(json.loads(self.setup)["squares"])


@dataclass
class Journal:
    """The loop's side. Times are game-relative milliseconds, bodies and set-ups JSON."""

    writer: Writer
    run: int
    last: int
    games: int
    open_game: StoredGame | None
    """The game that was open when the journal was."""
    begun: tuple[str, ...] = ()
    """The first entries of the games before this run, the latest game's first."""
    _rows: list[Row] = field(default_factory=list)
    _files: dict[Path, str] = field(default_factory=dict)

    def new_game(self, setup: str, created: str) -> int:
        """Begin a game; returns its number."""
        self.games += 1
        self._rows.append((_NEW_GAME, (self.games, self.last + 1, created, setup)))
        return self.games

    def close_game(self, game: int, status: str) -> None:
        """Say how a game was closed: ``over``, ``left`` for another, or ``open``: not after all."""
        self._rows.append((_CLOSE_GAME, (status, game)))

    def add(self, game: int, entry: Entry) -> None:
        """Write down what was fed to a game or what came of it."""
        self.last += 1
        values = (self.last, game, self.run, entry.kind, entry.at_ms, entry.body)
        self._rows.append((_ENTRY, values))

    def beat(self, game: int, at_ms: int, white_ms: int, black_ms: int) -> None:
        """Note how far a game's time has come, and what the clocks show."""
        self._rows.append((_BEAT, (game, at_ms, white_ms, black_ms)))

    def file(self, path: Path, text: str) -> None:
        """Have the file at `path` replaced once the rows before it are safe."""
        self._files[path] = text

    def commit(self) -> None:
        """Hand over what was gathered since the last time, to be written as one."""
        if self._rows or self._files:
            self.writer.put(Batch(self.last, tuple(self._rows), self._files))
            self._rows, self._files = [], {}

    @property
    def safe(self) -> bool:
        """Whether all entries are on the disk."""
        return self.writer.committed >= self.last


def open_journal(path: Path, *, boot: str, started: str, durable: bool = True) -> Journal:
    """The journal at `path`, made if it is not there.

    Notes this run (`boot`: the kernel's boot id, `started`: date and time), so that a journal which
    cannot be written is found here and not in the middle of a game.
    Raises JournalError; what stood in the file is then unchanged.
    """
    try:
        with closing(connect(path, create=True, durable=durable)) as connection:
            if not _tables(connection):
                _create(connection)
            _check_version(connection, path)
            with transaction(connection):
                run = connection.execute(_NEW_RUN, (boot, started)).lastrowid
            assert run is not None, "SQLite gives every inserted row a number"
            last = _one(connection, "SELECT coalesce(max(seq), 0) FROM entry")
            games = _one(connection, "SELECT coalesce(max(id), 0) FROM game")
            game = _read_open_game(connection)
            begun = tuple(body for (body,) in connection.execute(_FIRST_ENTRIES))
    except sqlite3.Error as error:
        raise JournalError(f"{path}: {reason(error)}") from error
    return Journal(Writer(path, committed=last, durable=durable), run, last, games, game, begun)


def inspect_journal(path: Path) -> str:
    """What the journal at `path` holds, in a few words, without changing it.

    Raises JournalError if this program cannot use it.
    """
    if not path.exists():
        return "none yet"
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            if not _tables(connection):
                return "none yet"
            _check_version(connection, path)
            games = _one(connection, "SELECT count(*) FROM game")
            unfinished = _one(connection, "SELECT count(*) FROM game WHERE status = 'open'")
    except sqlite3.Error as error:
        raise JournalError(f"{path}: {reason(error)}") from error
    return f"{games} games" + (", the last one not finished" if unfinished else "")


def stored_game(path: Path, number: int) -> StoredGame:
    """A game of the journal at `path`, which is not changed.

    Raises JournalError if there is no such game or this program cannot read the journal.
    """
    if not path.exists():
        raise JournalError(f"{path}: there is no journal")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            _check_version(connection, path)
            row = connection.execute(_GAME, (number,)).fetchone()
            if row is None:
                games = _one(connection, "SELECT count(*) FROM game")
                raise JournalError(f"{path}: no game {number}; it has {games}, the first is 1")
            return _stored(connection, row)
    except sqlite3.Error as error:
        raise JournalError(f"{path}: {reason(error)}") from error


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    tables = _tables(connection)
    found = _one(connection, "SELECT max(version) FROM schema") if "schema" in tables else None
    if found != VERSION:
        what = f"is of version {found}" if found is not None else "is another program's database"
        raise JournalError(
            f"{path}: this journal {what}, this program writes version {VERSION}; move the file"
            " away to keep it, or choose another folder with key data in section [files]."
        )


def _create(connection: sqlite3.Connection) -> None:
    # Small pages, because a commit writes whole ones; both settings stay with the file.
    connection.execute("PRAGMA page_size = 1024")
    connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute("INSERT INTO schema VALUES (?)", (VERSION,))


def _read_open_game(connection: sqlite3.Connection) -> StoredGame | None:
    row = connection.execute(_OPEN_GAME).fetchone()
    return None if row is None else _stored(connection, row)


def _stored(connection: sqlite3.Connection, row: tuple[int, int, str, str]) -> StoredGame:
    game, first, created, setup = row
    entries = tuple(Entry(*row) for row in connection.execute(_ENTRIES, (first, game)))
    beat = connection.execute("SELECT at_ms FROM beat WHERE game = ?", (game,)).fetchone()
    times_ms = [entry.at_ms for entry in entries] + ([beat[0]] if beat else [])
    return StoredGame(game, created, setup, entries, max(times_ms, default=0))


def _one(connection: sqlite3.Connection, query: str) -> Any:
    return connection.execute(query).fetchone()[0]
