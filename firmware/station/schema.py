"""The tables of the journal, and how an older journal is brought forward.

`run`: each start of the station, with the kernel's boot id. `game`: each game with what a replay
needs besides its inputs (`setup`, JSON) and how it stands: open, over, or left for another.
`entry`: all that was fed to a game and all that came of it, in one order; times are the game's own,
so that neither a jump of the wall clock nor a restart touches them. `beat`: how far the clocks had
come at the last heartbeat. `link` and `seal` chain a game's rows (`chain`).

A new version gets one function here that makes it from the version before, in one transaction: a
power cut in the middle leaves the old journal. A version this program does not know is refused, not
guessed at.
"""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from firmware.errors import JournalError
from firmware.station.chain import link
from firmware.station.writer import transaction

VERSION: Final = 2

_SCHEMA: Final = """
CREATE TABLE schema (version INTEGER NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, started TEXT NOT NULL);
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,        -- number of its first entry
    created TEXT NOT NULL,         -- date and time by the wall clock
    setup TEXT NOT NULL,           -- JSON
    status TEXT NOT NULL,          -- open, over, or left
    link BLOB,                     -- of id, first, created, setup
    last INTEGER,                  -- number of its last entry when it was closed
    seal BLOB                      -- of that entry's link and the status, null while open
);
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game,
    run INTEGER NOT NULL REFERENCES run,
    kind TEXT NOT NULL,            -- input, tick, or event
    at_ms INTEGER NOT NULL,        -- since the game was created
    body TEXT NOT NULL,            -- JSON
    link BLOB                      -- of the link before and all other columns
);
CREATE TABLE beat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    game INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    white_ms INTEGER NOT NULL,
    black_ms INTEGER NOT NULL
);
"""


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty database. Raises sqlite3.Error."""
    # Small pages, because a commit writes whole ones; both settings stay with the file.
    connection.execute("PRAGMA page_size = 1024")
    connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute("INSERT INTO schema VALUES (?)", (VERSION,))


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether the database has no tables yet."""
    return not _tables(connection)


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Which version the journal has.

    Raises JournalError if it is no journal, or newer than this program.
    """
    found = one(connection, "SELECT max(version) FROM schema") if _is_journal(connection) else None
    if not isinstance(found, int):
        raise JournalError(
            f"{path}: this is another program's database; move the file away to keep it, or choose"
            " another folder with key data in section [files]."
        )
    if not 1 <= found <= VERSION:
        raise JournalError(
            f"{path}: this journal is of version {found}, this program knows those up to {VERSION};"
            " install the newer program again, or move the file away to keep it."
        )
    return found


def bring_forward(connection: sqlite3.Connection, found: int) -> None:
    """Make a journal of version `found` one of `VERSION`. Raises sqlite3.Error."""
    for version in range(found, VERSION):
        with transaction(connection):
            _STEPS[version](connection)
            connection.execute("UPDATE schema SET version = ?", (version + 1,))


def one(connection: sqlite3.Connection, query: str, values: tuple[Any, ...] = ()) -> Any:
    """The first column of the first row, None where there is no row. Raises sqlite3.Error."""
    row = connection.execute(query, values).fetchone()
    return None if row is None else row[0]


def _is_journal(connection: sqlite3.Connection) -> bool:
    return {"schema", "run", "game", "entry", "beat"} <= _tables(connection)


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


def _chain_up(connection: sqlite3.Connection) -> None:
    """From version 1, which had no chain: link what is there, as it is there."""
    for table, column in (("game", "link BLOB"), ("game", "last INTEGER"), ("game", "seal BLOB")):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    connection.execute("ALTER TABLE entry ADD COLUMN link BLOB")
    games = connection.execute("SELECT id, first, created, setup, status FROM game").fetchall()
    for game, first, created, setup, status in games:
        last, digest = None, link(b"", (game, first, created, setup))
        connection.execute("UPDATE game SET link = ? WHERE id = ?", (digest, game))
        rows = "SELECT seq, game, run, kind, at_ms, body FROM entry WHERE game = ? ORDER BY seq"
        for row in connection.execute(rows, (game,)).fetchall():
            last, digest = row[0], link(digest, row)
            connection.execute("UPDATE entry SET link = ? WHERE seq = ?", (digest, last))
        if status != "open":
            sealed = (last, link(digest, (status,)), game)
            connection.execute("UPDATE game SET last = ?, seal = ? WHERE id = ?", sealed)


_STEPS: Final[Mapping[int, Callable[[sqlite3.Connection], None]]] = {1: _chain_up}
"""Version -> what makes the next of it."""
