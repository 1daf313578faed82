"""The games of a journal, read without changing it; a station may be writing it meanwhile.

A journal of an older version is read as what it would become: a copy in memory is brought forward.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.errors import JournalError
from firmware.station.chain import link, short
from firmware.station.schema import VERSION, bring_forward, is_empty, one, version_of
from firmware.station.writer import reason, text_of

OPEN: Final = "open"
"""Status of a game that is not closed."""

_GAMES: Final = "SELECT id FROM game ORDER BY id"
_GAME: Final = "SELECT id, first, created, setup, status, link, last, seal FROM game WHERE id = ?"
# By number, not by game: a game's entries stand together, and there is no second index to write.
_ENTRIES: Final = (
    "SELECT seq, game, run, kind, at_ms, body, link FROM entry"
    " WHERE seq >= ? AND game = ? ORDER BY seq"
)


@dataclass(frozen=True)
class Entry:
    """One line of a game's story; `body` is JSON."""

    kind: str
    """``input``, ``event``, or ``tick``: the session had been brought up to `at_ms` when what
    follows happened, which bears an earlier stamp. Only then does it matter, and is written."""
    at_ms: int
    body: str

    @property
    def readable(self) -> bool:
        """Whether it has the form of something that a program has written."""
        if type(self.at_ms) is not int or self.at_ms < 0:
            return False
        match self.kind, json_object(self.body):
            case "tick", _:
                return True
            case "input" | "event", {"kind": str(), "at_ms": int()}:
                return True
            case _:
                return False


@dataclass(frozen=True)
class StoredGame:
    """A game as the journal has it."""

    id: int
    created: str
    setup: str
    entries: tuple[Entry, ...]
    last_ms: int
    """The latest game time that is known."""
    status: str
    link: bytes
    """Of its last entry, or of its own row."""

    @property
    def squares(self) -> tuple[str, ...]:
        """The wired squares of the board it was played on, in picture order."""
        return tuple(json.loads(self.setup)["squares"])

    @property
    def debounce_ms(self) -> int:
        """The debounce time it was played with."""
        value: int = json.loads(self.setup)["debounce_ms"]
        return value

    def check(self) -> None:
        """A file may hold anything, and a card that fails makes it so.

        Raises JournalError naming the first row that no program has written: until it has not been
        raised, neither the board nor the bodies of the entries are to be read.
        """
        board = json_object(self.setup) or {}
        named, debounce_ms = board.get("squares"), board.get("debounce_ms")
        squares = named if isinstance(named, list) else []
        if not squares or not all(isinstance(name, str) for name in squares):
            raise JournalError(f"game {self.id} does not say on which board it was played")
        if type(debounce_ms) is not int or not isinstance(self.created, str):
            raise JournalError(f"game {self.id} does not say how it was begun")
        for number, entry in enumerate(self.entries, 1):
            if not entry.readable:
                raise JournalError(f"entry {number} of game {self.id} cannot be read")
        first = self.entries[0] if self.entries else Entry("tick", 0, "")
        match first.kind, json_object(first.body):
            case "input", {"kind": "new_game", "setup": {"variant": str(), "control": str()}}:
                pass
            case _:
                raise JournalError(f"game {self.id} does not begin with what was to be played")


@dataclass(frozen=True)
class Verified:
    """Whether a game's chain holds."""

    game: int
    rows: int
    broken: str | None
    """What was changed, as a sentence that names the row; None if all fits."""
    seal: str
    """Of a closed game, as people write it; empty while it is open."""


def json_object(text: object) -> dict[str, Any] | None:
    """The JSON object in a column, None where there is none."""
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def inspect_journal(path: Path) -> str:
    """What the journal at `path` holds, in a few words.

    Raises JournalError if this program cannot use it.
    """
    if not path.exists():
        return "none yet"
    with _opened(path) as connection:
        if is_empty(connection):
            return "none yet"
        version = version_of(connection, path)
        games = one(connection, "SELECT count(*) FROM game")
        unfinished = one(connection, "SELECT count(*) FROM game WHERE status = ?", (OPEN,))
    text = f"{games} games" + (", the last one not finished" if unfinished else "")
    if version < VERSION:
        text += f", in the form of version {version}; the next start brings it to {VERSION}"
    return text


def game_numbers(path: Path) -> tuple[int, ...]:
    """The games of the journal at `path`. Raises JournalError."""
    with _reading(path) as connection:
        return tuple(number for (number,) in connection.execute(_GAMES))


def stored_game(path: Path, number: int) -> StoredGame:
    """A game of the journal at `path`.

    Raises JournalError if there is no such game or this program cannot read the journal.
    """
    with _reading(path) as connection:
        _check_number(connection, path, number)
        return read_game(connection, number)


def verify_game(path: Path, number: int) -> Verified:
    """Whether anything was changed in a game since it was written.

    Raises JournalError if there is no such game or this program cannot read the journal.
    """
    with _reading(path) as connection:
        _check_number(connection, path, number)
        return verified(connection, number)


def read_game(connection: sqlite3.Connection, number: int) -> StoredGame:
    """A game that is there, `check` says whether it can be read. Raises sqlite3.Error."""
    row = connection.execute(_GAME, (number,)).fetchone()
    game, first, created, setup, status, digest, _, _ = row
    entries: list[Entry] = []
    for *_, kind, at_ms, body, after in connection.execute(_ENTRIES, (first, game)):
        entries.append(Entry(kind, at_ms, body))
        digest = after
    beat_ms = one(connection, "SELECT at_ms FROM beat WHERE game = ?", (game,))
    times = (*(entry.at_ms for entry in entries), beat_ms)
    last_ms = max((at_ms for at_ms in times if isinstance(at_ms, int)), default=0)
    return StoredGame(game, created, setup, tuple(entries), last_ms, status, digest)


def verified(connection: sqlite3.Connection, number: int) -> Verified:
    """Whether the chain of a game that is there holds. Raises sqlite3.Error."""
    row = connection.execute(_GAME, (number,)).fetchone()
    game, first, created, setup, status, before, last, seal = row
    rows = 1
    broken = None
    at_the_end = before
    if before != link(b"", (game, first, created, setup)):
        broken = f"row {game} of table game is not what was written"
    for *values, digest in connection.execute(_ENTRIES, (first, game)):
        rows += 1
        if broken is None and digest != link(before, tuple(values)):
            broken = f"entry {values[0]}, or what stood before it, is not what was written"
        before = digest
        if last is not None and values[0] <= last:
            at_the_end = digest
    if broken is None and (status == OPEN) is not (seal is None):
        broken = f"row {game} of table game has not the status that was written"
    elif broken is None and seal is not None and seal != link(at_the_end, (status,)):
        broken = f"its end, entry {last} or the status, is not what was written"
    return Verified(game, rows, broken, "" if seal is None else short(seal))


def _check_number(connection: sqlite3.Connection, path: Path, number: int) -> None:
    known = [found for (found,) in connection.execute(_GAMES)]
    if number not in known:
        raise JournalError(f"{path}: no game {number}; it has {len(known)}, the first is 1")


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the journal in the newest form."""
    if not path.exists():
        raise JournalError(f"{path}: there is no journal")
    with _opened(path) as connection:
        version = version_of(connection, path)
        if version == VERSION:
            yield connection
            return
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            copy.text_factory = text_of
            connection.backup(copy)
            bring_forward(copy, version)
            yield copy


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.text_factory = text_of
            yield connection
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(f"{path}: {reason(error)}") from error
