"""Whole games played over a recorded disk: what was asked of it, and what was known at each moment.

A game has one life or more: from a start of the board to the next failure of its power. Two hands
play; now and then the disk stalls, the game is paused, the power fails.
"""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from firmware.rules import Ruleset
from firmware.station.heartbeat import LOST_MS, LOST_SHORT_MS, SHORT_MS
from firmware.station.places import JOURNAL
from host_sim.clock import MS
from host_sim.crash.rows import Row, all_rows
from host_sim.disk import Disk, Op, installed
from host_sim.disk.record import put
from host_sim.hands import STYLES
from host_sim.machine import Machine
from host_sim.match import Match, Terms, board_of, control_for

PLIES: Final = 30
THINKS_MS: Final = 14_000
CONTROLS: Final = ("600", "310+2", "280+3", "none")
"""Above, about and below the five minutes under which clocks are noted more often."""
STALLS: Final = 0.05
PAUSES: Final = 0.05
FAILS: Final = 0.04
"""Shares of turns before which these happen."""
STALL_MS: Final = 6000
SETTLED_MS: Final = 7000
"""Longer than a stall: after this all that was played is recorded."""
AFTER_MS: Final = 100
"""After a stall the heartbeat that waited reaches the disk within this time."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What was known just before something was asked of the disk."""

    committed: int = 0
    """The last entry that was shown as recorded."""
    left_ms: int | None = None
    """What both players had left together, while a clock runs."""
    loses_ms: int = 0
    """How much of it a power cut may cost; not counted while the disk stalls."""


@dataclass(frozen=True, slots=True)
class Life:
    """The board from a start to the end of its power."""

    game: int
    base: dict[str, bytes]
    """The disk at its start."""
    ops: list[Op]
    marks: list[Mark]
    rows: list[Row]
    """All entries of the journal at its end."""


class Table:
    """One game on one machine, whose disk is recorded.

    Without `durable` the journal syncs nothing, so cuts must find losses: a check of the checks.
    """

    def __init__(
        self, folder: Path, ruleset: Ruleset, seed: int, number: int, durable: bool = True
    ) -> None:
        self._random = random = Random((seed << 32) + number)
        self._folder = folder
        self._number = number
        self._durable = durable
        self._vfs = ExitStack()
        self._disk = self._new_disk()
        self._stalled_ns = 0
        self.lives: list[Life] = []
        self._machine = Machine(
            board_of(ruleset), seed=random.getrandbits(32), folder=folder, durable=durable
        )
        styles = tuple(STYLES.values())
        pair = (styles[self._below(len(styles))], styles[self._below(len(styles))])
        self._match = Match(self._machine, ruleset, random, style=pair)

    def play(self) -> None:
        """Play the game to its end, and let the power fail after it."""
        match, random = self._match, self._random
        with self._machine:
            match.set_up()
            control = CONTROLS[self._below(len(CONTROLS))]
            match.start(Terms(control_for(match.played.ruleset, control, CONTROLS[0])))
            for _ in range(PLIES):
                if match.played.outcome is not None:
                    break
                self._between()
                match.move(match.choose(), int(random.random() * THINKS_MS))
            self._machine.run_for_ms(SETTLED_MS)
            match.agree("1/2-1/2", "agreement")
            self._machine.run_for_ms(1000)
            self._fail()
        self._vfs.close()

    def _between(self) -> None:
        """What happens between two turns, if anything does."""
        chance, machine = self._random.random(), self._machine
        if chance < STALLS:
            machine.stall_disk(STALL_MS * MS)
            self._stalled_ns = machine.clock.now_ns + (STALL_MS + AFTER_MS) * MS
            return
        chance -= STALLS
        if chance < PAUSES:
            machine.command("pause")
            machine.run_for_ms(1500)
            machine.command("resume")
            return
        chance -= PAUSES
        if chance < FAILS and self._durable:
            machine.run_for_ms(SETTLED_MS)
            self._fail()
            self._disk = self._new_disk()
            machine.power_on()
            machine.run_for_ms(300)
            answer = machine.command("resume")
            assert answer["ok"], f"the men stand as they stood, yet: {answer}"

    def _fail(self) -> None:
        """The power goes: what the journal has written by now is one life."""
        disk, self._disk.recording = self._disk, False
        self._machine.power_off()
        self._vfs.close()
        image = disk.image()
        put(self._folder, image.whole())
        told = all_rows(self._folder / JOURNAL)
        self.lives.append(Life(self._number, disk.base, disk.ops, disk.marks, told))
        put(self._folder, image.cut(self._random))

    def _new_disk(self) -> Disk:
        disk = Disk(self._folder, self._mark)
        self._vfs.enter_context(installed(disk))
        return disk

    def _mark(self) -> Mark:
        station = self._machine.station
        if station is None:
            return Mark()
        committed = station.journal.writer.committed
        clock = station.session.clock
        if clock is None or clock.running is None or self._machine.clock.now_ns < self._stalled_ns:
            return Mark(committed)
        times_ms = station.times_ms
        loses_ms = LOST_MS if min(times_ms) >= SHORT_MS else LOST_SHORT_MS
        return Mark(committed, sum(times_ms), loses_ms)

    def _below(self, count: int) -> int:
        return int(self._random.random() * count)
