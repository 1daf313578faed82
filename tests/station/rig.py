"""A station on simulated hardware in virtual time, and the hands and clients around it.

Everything below the station is the simulator's: the kernel under smbus2, the chips, the reeds and
the pins. A power cut here is what it is on the board: the process and what was in memory are gone,
the disk has what was written.
"""

import json
import resource
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.devices.linux import GpiozeroPins, open_bus
from firmware.rules import Color
from firmware.station.config import Config, FilesConfig
from firmware.station.journal import Entry, Journal, open_journal
from firmware.station.loop import Station
from firmware.station.places import GAMES, HEARTBEAT, JOURNAL
from firmware.table import events as ev
from firmware.table import wire
from firmware.table.policy import Timing
from firmware.table.session import Session
from host_sim.clock import MS, Clock, VirtualClock
from host_sim.hardware import BUS, Hardware
from host_sim.world import World

TODAY: Final = "2026-05-01T10:00:00+0200"

WHITE_START: Final = ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3"]
BLACK_START: Final = ["b8", "d8", "f8", "h8", "a7", "c7", "e7", "g7", "b6", "d6", "f6", "h6"]


class SharedWorld(World):
    """A world in which a hand's thread and the bus's thread take turns."""

    def __init__(self, squares: Sequence[str], random: Random) -> None:
        super().__init__(squares, random)
        self.turn = threading.RLock()

    def advance_to(self, now_ns: int) -> int:
        with self.turn:
            return super().advance_to(now_ns)


class Board(Hardware):
    """The simulated parts of one board, on a clock of any kind, for hands of any thread."""

    world: SharedWorld

    def __init__(self, clock: Clock, board: str) -> None:
        self.clock = clock
        super().__init__(clock, board, "bcm2835", Random(1), SharedWorld)

    def set_up(self) -> None:
        """Men on the squares of a Russian game."""
        for color, squares in ((Color.WHITE, WHITE_START), (Color.BLACK, BLACK_START)):
            for square in squares:
                self.world.add(color, square, self.clock.now_ns)


class Rig(Board):
    """One board in virtual time, with or without power."""

    def __init__(self, folder: Path, config: Config | None = None) -> None:
        files = FilesConfig(str(folder / "data"), str(folder / "runtime"))
        self.config = replace(config or Config(), files=files)
        self.games = files.data_dir / GAMES
        for place in (self.games, files.runtime_dir):
            place.mkdir(parents=True, exist_ok=True)
        self.time = VirtualClock(1_000 * MS)
        super().__init__(self.time, self.config.board.wiring)
        self.log: list[str] = []
        self.disk_stalls = False
        self.durable = False
        """The journal waits for its disk to have written."""
        self.lazy = False
        """Steps in which nothing can happen are left out."""
        self._stirred = False
        self._heard: list[dict[str, Any]] = []

    # Power

    def power_on(self) -> None:
        """Start the station."""
        self.pins.reset()
        path = self.config.files.data_dir / JOURNAL
        self.journal: Journal = open_journal(path, boot="boot", started=TODAY, durable=self.durable)
        self.station = Station(
            self.config,
            self.wiring,
            open_bus(BUS),
            GpiozeroPins(self.pins),
            self.journal,
            clock_ns=lambda: self.clock.now_ns,
            today=lambda: TODAY,
            log=self.log.append,
        )
        self.peer = self.station.api.attach()

    def crash(self) -> None:
        """The process ends here and now; the machine goes on."""
        self.journal.writer.close()

    def power_cut(self) -> None:
        """The machine ends too, and with it what was in memory."""
        self.crash()
        self.adapter.power_off()
        (self.config.files.runtime_dir / HEARTBEAT).unlink(missing_ok=True)

    def stored_entries(self, game: int) -> tuple[Entry, ...]:
        """What the journal has of a game, over or not."""
        with closing(sqlite3.connect(self.config.files.data_dir / JOURNAL)) as connection:
            query = "SELECT kind, at_ms, body FROM entry WHERE game = ? ORDER BY seq"
            return tuple(Entry(*row) for row in connection.execute(query, (game,)))

    # Time

    def run(self, for_ms: int) -> None:
        """Let time pass as the loop in real time would."""
        until_ns = self.clock.now_ns + for_ms * MS
        while self.clock.now_ns < until_ns:
            if self.lazy and not self._stirred and self._skip_to(until_ns):
                return
            self.step()

    def _skip_to(self, until_ns: int) -> bool:
        """Pass over the steps in which nothing can happen; whether the time is then over."""
        period_ns = self.config.board.scan_ms * MS
        news_ns = min(
            self.station.wakes_at_ms * MS,
            self.world.next_edge_ns(),
            self.pins.next_edge_ns(),
            self.faults.next_ns,
            until_ns,
        )
        periods = max(0, news_ns - self.clock.now_ns) // period_ns
        self.time.advance(periods * period_ns)
        self.station.beat(self.station.now_ms)
        return self.clock.now_ns >= until_ns

    def step(self) -> None:
        """One scan period."""
        started_ns = self.clock.now_ns
        closed = self.world.closed
        self.pins.advance_to(started_ns)
        self.station.step()
        # A contact that moved during the scan may have done so behind its back.
        self._stirred = self.world.closed != closed
        if not self.disk_stalls:
            self.journal.writer.serve()
        self.time.advance_to(started_ns + self.config.board.scan_ms * MS)

    # Hands

    def move(self, origin: str, target: str, *captured: str) -> None:
        """A man is moved, others are taken off; no press."""
        man = self.world.lift(origin, self.clock.now_ns)
        self.run(200)
        self.world.place(man, target, self.clock.now_ns)
        self.run(200)
        for square in captured:
            self.world.put_aside(square, self.clock.now_ns)
            self.run(200)

    def press(self, side: str) -> None:
        """A short press of the `left` or the `right` button."""
        pin = self.wiring.left_button if side == "left" else self.wiring.right_button
        self.pins.press(pin, self.clock.now_ns)
        self.run(100)
        self.pins.release(pin, self.clock.now_ns)
        self.run(100)

    # Clients

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        """One request over the socket's language, and its answer."""
        request = {"id": "rig", "command": command, **fields}
        self.station.api.received(self.peer, json.dumps(request).encode() + b"\n")
        self.step()
        lines = self.peer.take().splitlines()
        messages = [json.loads(line) for line in lines]
        answer: dict[str, Any]
        (answer,) = [message for message in messages if message.get("id") == "rig"]
        self._heard += [message for message in messages if message.get("id") != "rig"]
        return answer

    def subscribe(self) -> None:
        """Hear of events and states from now on."""
        assert self.ask("subscribe")["ok"]
        self.heard()

    def heard(self) -> list[dict[str, Any]]:
        """What the client has been sent since it last looked."""
        self._heard += [json.loads(line) for line in self.peer.take().splitlines()]
        heard, self._heard = self._heard, []
        return heard

    def state(self) -> dict[str, Any]:
        """The station's state, as a client sees it."""
        state: dict[str, Any] = self.ask("state")["state"]
        return state


@contextmanager
def rig_in(folder: Path, config: Config | None = None) -> Iterator[Rig]:
    """A running rig whose kernel is under smbus2 for as long as the block lasts."""
    rig = Rig(folder, config)
    with rig.kernel.installed():
        rig.power_on()
        yield rig


def rebuilt(
    entries: Sequence[Entry], squares: Sequence[str], until_ms: int = 0
) -> tuple[Session, list[str]]:
    """A fresh session fed with a story's inputs, and the events it said by then, as JSON."""
    session = Session(squares, Timing(debounce_ms=40))
    said: list[ev.Event] = []
    for entry in entries:
        if entry.kind == "input":
            said += session.feed(wire.input_from_json(json.loads(entry.body)))
        elif entry.kind == "tick":
            said += session.advance(entry.at_ms)
    said += session.advance(until_ms)
    return session, [json.dumps(wire.to_json(event), separators=(",", ":")) for event in said]


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """The kernel refuses to let a file grow: what a full disk does, for this process alone."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
