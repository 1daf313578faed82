"""All boards that one console serves, what was paired, and who listens."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.console.archive import Archive
from firmware.console.board import Board
from firmware.console.door import Door
from firmware.console.feed import Feed
from firmware.console.link import Link
from firmware.console.livepdn import live_pdn
from firmware.console.pairings import Pairing
from firmware.console.remote import Remote
from firmware.errors import StationAway


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board is found, and what it is called."""

    name: str
    at: Path | str
    """A station's socket, or the address of another console, `http://host:port`."""
    number: int = 1
    """Which of that console's boards."""


@dataclass
class Hall:
    """The boards are numbered from 1, as on the tables."""

    door: Door
    archive: Archive
    open_games: bool
    feed: Feed = field(default_factory=Feed)
    boards: dict[int, Board] = field(default_factory=dict)
    pairings: tuple[Pairing, ...] = ()
    _archives: dict[Path, Archive] = field(default_factory=dict)
    _links: list[Link | Remote] = field(default_factory=list)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def seat(self, places: Sequence[Place], delay_s: float, confirming: bool) -> None:
        """Put up the boards; `start` connects them."""
        for number, place in enumerate(places, 1):
            board = Board(place.name, self._changed, delay_s, confirming)
            self.boards[number] = board
            if isinstance(place.at, str):
                self._links.append(Remote(place.at, place.number, board.told, board.lost))
            else:
                link = Link(place.at, board.heard, board.lost)
                board.station = link
                self._links.append(link)

    def start(self) -> None:
        """Connect to the stations, and publish what comes."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(link.run()) for link in self._links]
        self._tasks.append(loop.create_task(self.feed.run(self.views, self.next_due_s)))
        for task in self._tasks:
            task.add_done_callback(_report)

    async def stop(self) -> None:
        """Let everything go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def views(self) -> dict[int, dict[str, Any]]:
        """What spectators see of every board."""
        return {number: board.published for number, board in self.boards.items()}

    def next_due_s(self) -> float | None:
        """When a delayed view of any board is due."""
        dues = [due for board in self.boards.values() if (due := board.next_due_s) is not None]
        return min(dues, default=None)

    @property
    def archives(self) -> dict[int, Archive]:
        """Every folder of games once, by the number of the board that keeps it; 0 is our own."""
        found = {0: self.archive}
        known = {self.archive.folder.resolve()}
        for number, board in self.boards.items():
            folder = board.folder
            if folder is not None and folder.resolve() not in known:
                known.add(folder.resolve())
                found[number] = self._archives.setdefault(folder, Archive(folder))
        return found

    def games(self, everything: bool) -> list[dict[str, Any]]:
        """The games of all folders; a name has its board's number in front where it needs one.

        Spectators get, instead of `everything`, those of which they have seen all that is recorded.
        """
        return [
            entry | {"name": f"{number}/{entry['name']}" if number else entry["name"]}
            for number, archive in self.archives.items()
            for entry in archive.list()
            if everything or self._seen(archive, entry["name"])
        ]

    def game(self, name: str, everything: bool) -> tuple[Archive, str] | None:
        """The folder and the file that a name of `games` means; None if it is not among them."""
        number, _, file = name.rpartition("/")
        for key, archive in self.archives.items():
            if str(key) == (number or "0") and (everything or self._seen(archive, file)):
                return archive, file
        return None

    def _seen(self, archive: Archive, file: str) -> bool:
        """Nothing is in this file that spectators are to see later."""
        boards = self.boards.values()
        delay_s = max((board.delay_s for board in boards), default=0.0)
        if delay_s and not archive.unchanged_for(file, delay_s):
            return False
        return not any(board.keeps_back(archive.folder / file) for board in boards)

    async def ask(self, number: int, command: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """A command for a board's station; its answer. Raises StationAway."""
        station = self.boards[number].station
        if station is None:
            raise StationAway(f"board {number} is another console's; give the order there")
        return await station.ask(command, fields)

    def live_pdn(self, number: int) -> str | None:
        """The game on a board as PDN, as far as it may be seen; None while there is none."""
        board = self.boards[number]
        view = board.published
        if "fen" not in view:
            return None
        file = (board.state or {}).get("file")
        whole = None
        if file is not None and not board.delay_s and not board.confirming:
            folders = self.archives.values()
            whole = next((text for one in folders if (text := one.text_at(Path(file)))), None)
        return whole or live_pdn(view)

    def games_pdn(self) -> str:
        """The games on all boards in one file."""
        texts = (self.live_pdn(number) for number in self.boards)
        return "\n".join(text for text in texts if text)

    def _changed(self, board: Board) -> None:
        self.feed.ring()


def _report(task: asyncio.Task[None]) -> None:
    """A task that ends by itself is a bug, and is to be seen at once."""
    if not task.cancelled() and (error := task.exception()) is not None:
        context = {"message": "the console has lost a part of itself", "exception": error}
        task.get_loop().call_exception_handler(context)
