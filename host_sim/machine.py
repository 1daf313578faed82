"""A whole board: men and reeds, chips and pins, and the shipped station over a real smbus2.

Everything below smbus2 and gpiozero is simulated; everything above is the firmware, unchanged.
Time is virtual. The station's loop makes a step every scan period, at once when a button moves,
as on the board; `jump` leaves out steps in which nothing can happen: no reed, pin or fault moves,
the station's picture is steady and its next wake-up lies ahead. That a jump changes nothing is a
law the tests check, not a hope: each skipped scan would have read the same registers.
"""

import json
import shutil
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final

from firmware.devices.linux import GpiozeroPins, open_bus
from firmware.rules import Color
from firmware.station.config import BoardConfig, Config, FilesConfig, GameConfig
from firmware.station.journal import open_journal
from firmware.station.loop import Station
from firmware.station.places import GAMES, JOURNAL
from firmware.station.writer import RETRY_S
from firmware.table.events import Event
from host_sim.clock import MS, NEVER, SECOND, VirtualClock
from host_sim.faults import Fault
from host_sim.hardware import BUS, Hardware

DISK_NS: Final = 8 * MS
"""A commit with its sync, as SD cards need on a good day."""
WATCHFUL_NS: Final = 2 * SECOND
"""After a fault every scan is made: the firmware looks at some registers once a second only."""
EPOCH: Final = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
"""What the wall clock shows when the virtual clock is at 0."""
PRESS_NS: Final = 80 * MS
"""How long a player holds a button down."""


class Machine:
    """One simulated board. Use it in a `with` block: it stands under smbus2 while it is open.

    `folder` is for the journal and the games, which then outlive the machine. `durable` syncs what
    is written there, which matters to a disk that is watched (`host_sim.disk`).
    """

    def __init__(
        self,
        board: str = "8x8",
        profile: str = "bcm2835",
        seed: int = 0,
        jump: bool = True,
        folder: Path | None = None,
        durable: bool = False,
        game: GameConfig | None = None,
    ) -> None:
        random = Random(seed)
        self.clock = VirtualClock()
        parts = Hardware(self.clock, board, profile, random)
        self.wiring, self.world, self.pins = parts.wiring, parts.world, parts.pins
        self.network, self.faults, self.adapter = parts.network, parts.faults, parts.adapter
        self.lamps, self._kernel = parts.lamps, parts.kernel
        self.events: list[Event] = []
        """Everything the station has said so far."""
        self.heard_ns: list[int] = []
        """When each of these was said."""
        self.log: list[str] = []
        self.wall = timedelta()
        """How far the wall clock has been moved."""
        self.station: Station | None = None
        """The running firmware; None while the power is off."""
        self.turned = False
        """The board stands the other way round on the table."""
        self._jump = jump
        self._folder = folder
        self._durable = durable
        self._root = Path(tempfile.mkdtemp(prefix="reedboard-", dir=memory()))
        self._config = Config(
            board=BoardConfig(bus=BUS, wiring=board),
            files=FilesConfig(data=str(self.data_dir), runtime=str(self._root / "run")),
            game=game or GameConfig(),
        )
        self._scan_ns = self._config.board.scan_ms * MS
        self._tick_ns = 0
        self._end_ns = 0
        self._disk_due_ns = NEVER
        self._disk_stalled_ns = 0
        self._watch_until_ns = 0

    def __enter__(self) -> "Machine":
        self._kernel.install()
        (self.data_dir / GAMES).mkdir(parents=True, exist_ok=True)
        self.power_on()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.power_off()
        self._kernel.uninstall()
        shutil.rmtree(self._root, ignore_errors=True)

    @property
    def data_dir(self) -> Path:
        """Where the station keeps its journal and its games."""
        return self._folder or self._root / "data"

    # Power

    def power_on(self) -> None:
        """Start the station; returns after its first good picture."""
        runtime = self._root / "run"
        runtime.mkdir(exist_ok=True)
        journal = open_journal(
            self.data_dir / JOURNAL, boot="simulated", started=self._today(), durable=self._durable
        )
        self.station = Station(
            self._config,
            self.wiring,
            open_bus(BUS),
            GpiozeroPins(self.pins),
            journal,
            clock_ns=lambda: self.clock.now_ns,
            today=self._today,
            log=self.log.append,
            witness=self._hear,
        )
        self._tick_ns = self.clock.now_ns
        self._watch_until_ns = self.clock.now_ns + 50 * MS
        self.run_for_ms(50)

    def power_off(self) -> None:
        """The supply fails: what is not on the disk is gone, every chip forgets."""
        self.kill()
        shutil.rmtree(self._root / "run", ignore_errors=True)
        self.adapter.power_off()

    def kill(self) -> None:
        """The process dies (kill -9): memory is gone, files in memory and the chips stay."""
        if self.station is not None:
            self.station.journal.writer.close()
        self.station = None
        self._disk_due_ns = NEVER

    # Time

    def run_for_ms(self, ms: int) -> None:
        """Let this much time pass."""
        self.run_until(self.clock.now_ns + ms * MS)

    def run_until(self, end_ns: int) -> None:
        """Let time pass up to `end_ns`."""
        self._end_ns = end_ns
        while (due_ns := self._next_ns()) <= end_ns:
            self.clock.advance_to(due_ns)
            self._act()
        self.clock.advance_to(end_ns)

    def _next_ns(self) -> int:
        """When the processor, the disk or a finger next does something."""
        if self.station is None:
            return self.pins.next_edge_ns()
        return min(self._next_step_ns(), self.pins.next_edge_ns(), self._disk_due_ns)

    def _next_step_ns(self) -> int:
        """The first step, in the raster of scans, in which something can happen."""
        station = self.station
        assert station is not None
        if not self._jump or self.faults.next_ns != NEVER or self._tick_ns < self._watch_until_ns:
            return self._tick_ns
        wakes_ns = station.wakes_at_ms * MS
        beats_ms = station.beats_at_ms
        if beats_ms is not None:
            wakes_ns = min(wakes_ns, beats_ms * MS)
        ahead_ns = max(0, wakes_ns - self._tick_ns)
        step_ns = self._tick_ns + -(-ahead_ns // self._scan_ns) * self._scan_ns
        # News finds the processor busy with the scan that began before it, if that is not over.
        news_ns = min(self._end_ns, self.pins.next_edge_ns(), self.world.next_ns) - self._tick_ns
        before_ns = self._tick_ns + max(0, news_ns) // self._scan_ns * self._scan_ns
        return min(step_ns, before_ns)

    def _act(self) -> None:
        now_ns, closed = self.clock.now_ns, self.world.closed
        if self._disk_due_ns <= now_ns:
            self._disk_due_ns = NEVER
            if self.station is not None:
                self.station.journal.writer.serve()
                # The next step sees what came of it.
                self._watch_until_ns = max(self._watch_until_ns, self._tick_ns + 1)
        edges = self.pins.next_edge_ns() <= now_ns
        if edges:
            self.pins.advance_to(now_ns)
        if self.station is None:
            return
        if self._next_step_ns() <= now_ns:
            self._step()
        elif edges:
            self.station.attend()
        if self.world.closed != closed:
            self._watch_until_ns = max(self._watch_until_ns, now_ns + 2 * self._scan_ns)
        self._call_disk()

    def _hear(self, events: Sequence[Event]) -> None:
        self.events += events
        self.heard_ns += [self.clock.now_ns] * len(events)

    def _call_disk(self) -> None:
        """The journal's writer begins when there is something to write."""
        assert self.station is not None
        writer = self.station.journal.writer
        if self._disk_due_ns == NEVER and not writer.empty:
            wait_ns = DISK_NS if writer.fault is None else int(RETRY_S * SECOND)
            self._disk_due_ns = max(self.clock.now_ns + wait_ns, self._disk_stalled_ns)

    def _step(self) -> None:
        """One scan and all that follows; edges that came meanwhile are dealt with after it."""
        station = self.station
        assert station is not None
        if self.faults.next_ns != NEVER:
            self._watch_until_ns = self.clock.now_ns + WATCHFUL_NS
        began_ns = self.clock.now_ns
        station.step()
        if self.pins.next_edge_ns() <= self.clock.now_ns:
            self.pins.advance_to(self.clock.now_ns)
            station.attend()
        late_ns = max(began_ns + 1, self.clock.now_ns) - self._tick_ns
        self._tick_ns += -(-late_ns // self._scan_ns) * self._scan_ns

    # People

    def command(self, command: str, **fields: Any) -> dict[str, Any]:
        """One request through the socket's language; the answer."""
        assert self.station is not None, "the power is off"
        peer = self.station.api.attach()
        line = json.dumps({"command": command, **fields}).encode() + b"\n"
        self.station.api.received(peer, line)
        self.station.attend()
        self._call_disk()
        self.station.api.detach(peer)
        answer: dict[str, Any] = json.loads(peer.take())
        return answer

    def state(self) -> dict[str, Any]:
        """What the socket tells of the game."""
        state: dict[str, Any] = self.command("state")["state"]
        return state

    def spot(self, square: str) -> str:
        """The physical square that White sees at this coordinate."""
        if not self.turned:
            return square
        file = ord("a") + self.wiring.files - 1 - (ord(square[0]) - ord("a"))
        return f"{chr(file)}{self.wiring.ranks + 1 - int(square[1:])}"

    def press(self, color: Color, at_ns: int | None = None, for_ns: int = PRESS_NS) -> None:
        """A player's finger on his button, now or at a time ahead."""
        left = (color is Color.WHITE) is not self.turned
        pin = self.wiring.left_button if left else self.wiring.right_button
        down_ns = self.clock.now_ns if at_ns is None else at_ns
        self.pins.press(pin, down_ns)
        self.pins.release(pin, down_ns + for_ns)

    def plan(self, *faults: Fault) -> None:
        """Let something go wrong on the bus."""
        self.faults.plan(*faults)
        self._watch_until_ns = self.clock.now_ns + WATCHFUL_NS

    def stall_disk(self, for_ns: int) -> None:
        """Nothing reaches the disk for this long."""
        self._disk_stalled_ns = self.clock.now_ns + for_ns
        if self._disk_due_ns != NEVER:
            self._disk_due_ns = max(self._disk_due_ns, self._disk_stalled_ns)

    def _today(self) -> str:
        now = EPOCH + self.wall + timedelta(microseconds=self.clock.now_ns // 1000)
        return now.strftime("%Y-%m-%dT%H:%M:%S")


def memory() -> str | None:
    """A folder in memory, where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
