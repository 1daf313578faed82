"""All entries of a journal, as plain rows."""

import sqlite3
from contextlib import closing
from pathlib import Path

Row = tuple[int, int, int, str, int, str]
"""seq, game, run, kind, at_ms, body."""


def all_rows(path: Path) -> list[Row]:
    """Every entry, in order. Raises sqlite3.Error."""
    query = "SELECT seq, game, run, kind, at_ms, body FROM entry ORDER BY seq"
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()
