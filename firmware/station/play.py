"""The game on the board and its story in the journal.

Everything that enters the session passes here, is put on the game's own axis of time (0 at its
creation) and is written down, so that the journal's inputs alone rebuild it. The other way round,
`restore` takes a stored game, replays it, and says that there was an outage.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from firmware.errors import InputError, ReedboardError
from firmware.notation.pdn import write_pdn
from firmware.notation.sheet import score_sheet
from firmware.station.journal import Entry, Journal, StoredGame
from firmware.station.places import pdn_name
from firmware.station.rebuilding import rebuild
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import wire
from firmware.table.orders import MaskSquare
from firmware.table.policy import Timing
from firmware.table.recorder import record
from firmware.table.session import Phase, Session

RECORD_MS: Final = 5000
"""The PDN file of a running game is at most this old."""


class Play:
    """One session after another. Times given are the station's, `session` has the game's."""

    def __init__(
        self,
        journal: Journal,
        squares: Sequence[str],
        timing: Timing,
        games: Path,
        today: Callable[[], str],
    ) -> None:
        self.session = Session(squares, timing)
        self.game: int | None = None
        """Number of the game in the journal; None before the first."""
        self.created = ""
        self.restored = False
        """The game was found in the journal and has not been resumed yet."""
        self.journal = journal
        self.games = games
        """Where the PDN files are."""
        self._squares = tuple(squares)
        self._timing = timing
        self._today = today
        self._closed = False
        """The journal calls the game over."""
        self._began_ms = 0
        self._reached_ms = 0
        self._ticked_ms = 0
        self._record_due_ms: int | None = None

    def game_ms(self, now_ms: int) -> int:
        """The game's time at a time of the station."""
        return max(0, now_ms - self._began_ms)

    @property
    def path(self) -> Path | None:
        """The PDN file of the game."""
        return None if self.game is None else self.games / pdn_name(self.game)

    @property
    def wakes_at_ms(self) -> int | None:
        """When `advance` next has something to do."""
        session_ms = self.session.wakes_at_ms
        times = [] if session_ms is None else [session_ms + self._began_ms]
        times += [] if self._record_due_ms is None else [self._record_due_ms]
        return min(times, default=None)

    def begin(
        self, setup: inp.GameSetup, present: Iterable[inp.Input], now_ms: int
    ) -> list[ev.Event]:
        """Start a new game on a board that reports `present`; the one before is left.

        Raises a ReedboardError if the set-up cannot be played; then nothing has changed.
        """
        first = inp.NewGame(setup, 0)
        session, events = self._fresh(first)
        masked = self._replace(session, now_ms)
        self.created = self._today()
        self.game = self.journal.new_game(self._board(), self.created)
        self._write("input", first)
        self._note(events, now_ms)
        for value in (*masked, *present):
            events += self.feed(value)
        return events

    def show(
        self, value: inp.LeadThrough, present: Iterable[inp.Input], now_ms: int
    ) -> list[ev.Event]:
        """Lead hands through a game that was recorded, in a session that is none: it has no number,
        and nothing of it is written down.

        Raises a ReedboardError if that game cannot be shown; then nothing has changed.
        """
        if self.session.phase not in (Phase.IDLE, Phase.OVER) or self.session.match_goes_on:
            return [ev.Refused("not_over", "a game is going on at this board", now_ms)]
        session, events = self._fresh(replace(value, at_ms=0))
        masked = self._replace(session, now_ms)
        self.created, self.game = "", None
        for each in (*masked, *present):
            events += self.feed(each)
        return events

    def _fresh(self, first: inp.Input) -> tuple[Session, list[ev.Event]]:
        """A session that begins with this input, and what it says."""
        session = Session(self._squares, self._timing)
        return session, session.feed(first)

    def _replace(self, session: Session, now_ms: int) -> list[inp.Input]:
        """Another session begins now; what it has to know of the board from the one before."""
        self._leave()
        squares = enumerate(self._squares)
        masked = [coord for bit, coord in squares if self.session.masked >> bit & 1]
        self.session, self.restored = session, False
        self._began_ms, self._reached_ms, self._ticked_ms = now_ms, 0, 0
        self._closed = False
        return [MaskSquare(coord, masked=True, at_ms=now_ms) for coord in masked]

    def feed(self, value: inp.Input) -> list[ev.Event]:
        """One input, at a time of the station; the events it brings."""
        placed = _placed(value, self._began_ms)
        self._tick([placed])
        self._write("input", placed)
        events = self.session.feed(placed)
        self.restored = self.restored and self.session.phase is Phase.PAUSED
        self._note(events, value.at_ms)
        return events

    def advance(self, now_ms: int) -> list[ev.Event]:
        """Do what is due by `now_ms`."""
        if self._record_due_ms is not None and now_ms >= self._record_due_ms:
            self.record()
        self._reached_ms = self.game_ms(now_ms)
        events = self.session.advance(self._reached_ms)
        self._tick(events)
        self._note(events, now_ms)
        return events

    def sheet(self) -> dict[str, Any]:
        """The score sheet and the PDN of the game, whose file is written anew.

        Raises InputError if there is none.
        """
        if self.game is None:
            raise InputError("there is no game")
        self.record()
        written = record(self.session, pdn_date(self.created))
        return {
            "sheet": score_sheet(written),
            "pdn": write_pdn(written),
            "file": str(self.path),
        }

    def record(self) -> None:
        """Have the game's PDN file written, as the game stands."""
        self._record_due_ms = None
        if self.path is not None:
            self.journal.file(self.path, write_pdn(record(self.session, pdn_date(self.created))))

    def restore(self, stored: StoredGame, last_ms: int, now_ms: int) -> list[ev.Event]:
        """Take up a stored game, paused, at the last game time that is known.

        The events are those the journal does not have yet. Raises a ReedboardError if the game
        cannot be rebuilt; then nothing has changed.
        """
        stored.check()
        if stored.squares != self._squares:
            raise ReedboardError("it was played on a board with other wiring")
        session, events = rebuild(stored)
        outage = inp.Outage(last_ms)
        events += session.feed(outage)
        self.session, self.restored = session, True
        self.game, self.created, self._closed = stored.id, stored.created, False
        self._began_ms, self._reached_ms, self._ticked_ms = now_ms - last_ms, last_ms, 0
        self._write("input", outage)
        known = sum(entry.kind == "event" for entry in stored.entries)
        self._note(events[known:], now_ms)
        return events[known:]

    def set_aside(self, stored: StoredGame) -> None:
        """Give up a stored game; its entries stay in the journal."""
        self.journal.close_game(stored.id, "left")

    def _leave(self) -> None:
        if self.game is None:
            return
        if self.session.phase is not Phase.OVER:
            self.record()
            self.journal.close_game(self.game, "left")
        elif not self._closed:
            self.journal.close_game(self.game, "over")

    def _note(self, events: Sequence[ev.Event], now_ms: int) -> None:
        for event in events:
            self._write("event", event)
            match event:
                case ev.MoveMade() | ev.MoveWithdrawn() | ev.TakenBack():
                    if self._record_due_ms is None:
                        self._record_due_ms = now_ms + RECORD_MS
                case ev.GameCreated() | ev.Paused():
                    self.record()
                case ev.GameOver() | ev.ResultUndone():
                    self.record()
                case _:
                    pass
        self._keep_status()

    def _keep_status(self) -> None:
        """A game is closed in the journal when its last event is in, opened if it goes on.

        Between the games of a match the last one stays open, so that the match is taken up again.
        """
        over = self.session.phase is Phase.OVER and not self.session.match_goes_on
        if self.game is None or over is self._closed:
            return
        self._closed = over
        if over:
            self.journal.close_game(self.game, "over")
        else:
            self.journal.reopen_game(self.game)

    def _tick(self, followed_by: Iterable[inp.Input | ev.Event]) -> None:
        """Note how far time has come before what bears an earlier stamp.

        Of such an event nothing else would say when a replay has to bring it about: a press that
        waited until the board could be read is judged then, at its own stamp.
        """
        if self._ticked_ms == self._reached_ms:
            return
        if any(one.at_ms < self._reached_ms for one in followed_by):
            self._add(Entry("tick", self._reached_ms, ""))
            self._ticked_ms = self._reached_ms

    def _write(self, kind: str, value: inp.Input | ev.Event) -> None:
        body = json.dumps(wire.to_json(value), separators=(",", ":"))
        self._add(Entry(kind, value.at_ms, body))

    def _add(self, entry: Entry) -> None:
        if self.game is not None:
            self.journal.add(self.game, entry)

    def _board(self) -> str:
        """What a replay needs besides the inputs."""
        board: dict[str, Any] = {
            "squares": self._squares,
            "debounce_ms": self._timing.debounce_ms,
        }
        return json.dumps(board)


def pdn_date(created: str) -> str:
    """The date of a moment in ISO 8601 as PDN has it; an empty text is an unknown date."""
    return created[:10].replace("-", ".") or "????.??.??"


def _placed(value: inp.Input, began_ms: int) -> inp.Input:
    """The input on the game's axis; what began before the game began with it."""
    at_ms = max(0, value.at_ms - began_ms)
    if isinstance(value, inp.PictureSeen):
        return replace(value, since_ms=max(0, value.since_ms - began_ms), at_ms=at_ms)
    return replace(value, at_ms=at_ms)
