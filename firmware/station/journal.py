"""The journal: every game, and for every game all that was fed to it and all that came of it.

Replaying a game's inputs in order rebuilds its session exactly. That is how the board comes back
after a power cut, and how a wrong reading becomes a test.

The loop gathers rows in a `Journal` and hands them to the `Writer` once a step; it never waits for
a disk. What is safe is known by number: `Journal.last` was handed over, `Writer.committed` is on
the disk. `schema` has the tables, `archive` reads the games of a journal without changing it.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.errors import JournalError
from firmware.station.archive import OPEN, Entry, StoredGame, read_game, verified
from firmware.station.chain import link
from firmware.station.schema import bring_forward, create, is_empty, one, version_of
from firmware.station.writer import Batch, Row, Writer, connect, reason, transaction

__all__ = ["Entry", "Journal", "StoredGame", "open_journal"]

_NEW_RUN: Final = "INSERT INTO run (boot, started) VALUES (?, ?)"
# A commit that seemed to fail may have been made after all; written again, it is the same.
_NEW_GAME: Final = (
    "INSERT OR REPLACE INTO game (id, first, created, setup, link, status)"
    " VALUES (?, ?, ?, ?, ?, 'open')"
)
_SET_STATUS: Final = "UPDATE game SET status = ?, last = ?, seal = ? WHERE id = ?"
_ENTRY: Final = (
    "INSERT OR REPLACE INTO entry (seq, game, run, kind, at_ms, body, link)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_FIRST_ENTRIES: Final = (
    "SELECT body FROM game JOIN entry ON seq = first ORDER BY game.id DESC LIMIT 100"
)
_BEAT: Final = "INSERT OR REPLACE INTO beat VALUES (1, ?, ?, ?, ?)"


@dataclass
class Journal:
    """The loop's side. Times are game-relative milliseconds, bodies and set-ups JSON."""

    writer: Writer
    run: int
    last: int
    games: int
    open_game: StoredGame | None
    """The game that was open when the journal was."""
    doubt: str | None
    """What of that game is not what was written, as a sentence; None if all is."""
    begun: tuple[str, ...]
    """The first entries of the games before this run, the latest game's first."""
    _links: dict[int, bytes]
    """The last link of the game that is written to, if there is one."""
    _rows: list[Row] = field(default_factory=list)
    _files: dict[Path, str] = field(default_factory=dict)

    def new_game(self, setup: str, created: str) -> int:
        """Begin a game; returns its number."""
        self.games += 1
        values = (self.games, self.last + 1, created, setup)
        self._links = {self.games: link(b"", values)}
        self._rows.append((_NEW_GAME, (*values, self._links[self.games])))
        return self.games

    def close_game(self, game: int, status: str) -> None:
        """Say how a game was closed, ``over`` or ``left`` for another, and seal it."""
        seal = link(self._links[game], (status,))
        self._rows.append((_SET_STATUS, (status, self.last, seal, game)))

    def reopen_game(self, game: int) -> None:
        """The game goes on after all."""
        self._rows.append((_SET_STATUS, (OPEN, None, None, game)))

    def add(self, game: int, entry: Entry) -> None:
        """Write down what was fed to a game or what came of it."""
        self.last += 1
        values = (self.last, game, self.run, entry.kind, entry.at_ms, entry.body)
        self._links[game] = link(self._links[game], values)
        self._rows.append((_ENTRY, (*values, self._links[game])))

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
    """The journal at `path`, made if it is not there, brought forward if it is an older one.

    Notes this run (`boot`: the kernel's boot id, `started`: date and time), so that a journal which
    cannot be written is found here and not in the middle of a game.
    Raises JournalError; what stood in the file is then unchanged.
    """
    try:
        with closing(connect(path, create=True, durable=durable)) as connection:
            if is_empty(connection):
                create(connection)
            bring_forward(connection, version_of(connection, path))
            with transaction(connection):
                run = connection.execute(_NEW_RUN, (boot, started)).lastrowid
            assert run is not None, "SQLite gives every inserted row a number"
            last = one(connection, "SELECT coalesce(max(seq), 0) FROM entry")
            games = one(connection, "SELECT coalesce(max(id), 0) FROM game")
            game = _open_game(connection)
            doubt = None if game is None else verified(connection, game.id).broken
            begun = tuple(body for (body,) in connection.execute(_FIRST_ENTRIES))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(f"{path}: {reason(error)}") from error
    links = {} if game is None else {game.id: game.link}
    writer = Writer(path, committed=last, durable=durable)
    return Journal(writer, run, last, games, game, doubt, begun, links)


def _open_game(connection: sqlite3.Connection) -> StoredGame | None:
    number = one(connection, "SELECT max(id) FROM game WHERE status = ?", (OPEN,))
    return None if number is None else read_game(connection, number)
