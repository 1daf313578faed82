"""The games that were played: PDN files in a folder, listed, replayed, and joined to one file.

The station writes each file whole under another name and then renames it, so whatever is read here
is complete, be it of a game that still goes on.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.console.views import drawn
from firmware.errors import ReedboardError
from firmware.notation.clocks import read_clocks
from firmware.notation.movetext import move_text
from firmware.notation.pdn import PdnGame, read_pdn, read_record
from firmware.rules import Color, Game, Move

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.pdn")
"""Names that a game's file may have: none of them leads out of the folder."""


@dataclass
class Archive:
    """One folder of PDN files. `wall_s` stands for time.time, which stamps files."""

    folder: Path
    wall_s: Callable[[], float] = time.time

    def __post_init__(self) -> None:
        self._listed: dict[Path, tuple[int, dict[str, Any]]] = {}

    def list(self) -> list[dict[str, Any]]:
        """Name and tags of every game, the newest first; files that are no PDN are left out."""
        if not self.folder.is_dir():
            return []
        paths = (path for path in self.folder.iterdir() if NAME.fullmatch(path.name))
        entries = [entry for path in sorted(paths, reverse=True) if (entry := self._entry(path))]
        self._listed = {path: known for path, known in self._listed.items() if path.exists()}
        return entries

    def text(self, name: str) -> str | None:
        """A game's PDN; None if there is none of this name."""
        if not NAME.fullmatch(name):
            return None
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def text_at(self, path: Path) -> str | None:
        """The PDN that a station keeps at this path; None unless that is a file of this folder.

        Stations number their games alike, so a name alone could be another board's game.
        """
        return self.text(path.name) if path.parent.resolve() == self.folder.resolve() else None

    def unchanged_for(self, name: str, least_s: float) -> bool:
        """Whether there is that game, and its file has been as it is for so long."""
        if not NAME.fullmatch(name):
            return False
        try:
            return self.wall_s() - (self.folder / name).stat().st_mtime >= least_s
        except OSError:
            return False

    def replay(self, name: str) -> dict[str, Any] | None:
        """A game move by move, each with its diagram and clock; None if there is none."""
        text = self.text(name)
        if text is None:
            return None
        try:
            return replay_of(read_pdn(text)[0])
        except (ReedboardError, IndexError):
            return None

    def _entry(self, path: Path) -> dict[str, Any] | None:
        try:
            changed = path.stat().st_mtime_ns
        except OSError:
            return None
        known = self._listed.get(path)
        if known is None or known[0] != changed:
            text = self.text(path.name)
            try:
                games = () if text is None else read_pdn(text)
            except ReedboardError:
                games = ()
            if not games:
                return None
            entry = {"name": path.name, "tags": {tag.name: tag.value for tag in games[0].tags}}
            known = self._listed[path] = (changed, entry)
        return known[1]


def replay_of(pdn: PdnGame) -> dict[str, Any]:
    """A game move by move: `tags`, `result`, and `plies`, the first of them the start.

    Raises ReedboardError for a game that cannot be followed.
    """
    record = read_record(pdn)
    game = record.game
    plies: list[dict[str, Any]] = [{"text": "", "clock": None} | drawn(game.first)]
    for index, position in enumerate(game.positions[1:]):
        plies.append(
            {"text": _text(game, index), "clock": _clock(record.comments[index], game, index)}
            | {"comment": _words(record.comments[index])}
            | drawn(position)
        )
    return {
        "tags": dict(record.tags),
        "title": game.ruleset.title,
        "result": record.result,
        "first": game.first.turn.name.lower(),
        "plies": plies,
    }


def _text(game: Game, index: int) -> str:
    ply = game.plies[index]
    return move_text(game.positions[index], ply) if isinstance(ply, Move) else "…"


def _clock(comment: str, game: Game, index: int) -> list[int | None] | None:
    """White's and Black's time left after a ply, in milliseconds."""
    mover: Color = game.positions[index].turn
    for times in read_clocks(comment, mover):
        return [times.white_ms, times.black_ms]
    return None


def _words(comment: str) -> str:
    return re.sub(r"\[%[^\]]*\]", "", comment).strip()
