"""How long a press takes until it is safe on the disk, and what a slow disk costs the loop.

The station runs on simulated hardware, its journal on the real disk under the current folder, with
its writer in a thread of its own as on the board. Between its commits a page is appended to a file
on the same disk and synced, which is the least that any record of a move can cost there.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from firmware.rules import Color
from firmware.station.writer import WriterThread
from host_sim.clock import MS
from tests.bench.figure import Figure, interleaved
from tests.bench.loop import instant_kernel
from tests.station.rig import Rig

TITLE = "The disk: press to durable commit, and the loop beside it"

PRESSES: Final = 60
PAGE: Final = 1024
POLL_S: Final = 0.0001
MOVES: Final = (("c3", "d4", "left"), ("f6", "g5", "right"), ("b2", "c3", "left"))
STEPS: Final = 1000
PLIES: Final = 300
KINGS: Final = "W:WKc1:BKb8"
SHUFFLE: Final = (
    ("c1", "b2", "left"),
    ("b8", "a7", "right"),
    ("b2", "c1", "left"),
    ("a7", "b8", "right"),
)
"""Two kings that never see each other."""


def measure() -> Iterator[Figure]:
    """Yield the times of commits and appends, then the processor time of steps."""
    commits, appends = _presses()
    for name, of in (("median", statistics.median), ("worst", max)):
        commit_ms, append_ms = of(commits), of(appends)
        yield Figure(f"one page appended and synced, {name}", append_ms, "ms")
        bar = max(3 * append_ms, 3.0)
        yield Figure(f"press to durable commit, {name}", commit_ms, "ms", at_most=bar)
    fresh, long, stalled = _steps()
    yield Figure("a step of the loop, a game just begun", fresh, "us")
    yield Figure(f"the same after {PLIES} plies", long / fresh, "times", at_most=1.1)
    yield Figure("the same while the disk stalls", stalled / fresh, "times", at_most=1.1)


def _presses() -> tuple[list[float], list[float]]:
    commits: list[float] = []
    appends: list[float] = []
    with tempfile.TemporaryDirectory(prefix="bench-", dir=".") as folder:
        rig = Rig(Path(folder).absolute())
        rig.durable = rig.disk_stalls = True  # the thread writes, the rig does not
        with rig.kernel.installed(), open(Path(folder) / "page", "wb", buffering=0) as page:
            rig.power_on()
            thread = WriterThread(rig.journal.writer)
            thread.start()
            rig.set_up()
            rig.run(300)
            while len(commits) < PRESSES:
                for man in reversed(rig.world.men):
                    rig.world.put_aside(man, rig.clock.now_ns)
                rig.set_up()
                rig.run(300)
                assert rig.ask("new_game", control="600", immediate=True)["ok"]
                rig.run(300)
                for origin, target, side in MOVES:
                    rig.move(origin, target)
                    _wait_until_safe(rig, thread)
                    appends.append(_timed(lambda: _append(page.fileno())))
                    pin = rig.wiring.left_button if side == "left" else rig.wiring.right_button
                    rig.pins.press(pin, rig.clock.now_ns)
                    commits.append(_timed(lambda: _commit(rig, thread)))
                    rig.pins.release(pin, rig.clock.now_ns)
                    rig.run(200)
            thread.stop()
    return commits, appends


def _append(file: int) -> None:
    os.write(file, bytes(PAGE))
    os.fdatasync(file)


def _commit(rig: Rig, thread: WriterThread) -> None:
    plies = len(rig.station.session.recorded.plies)
    rig.step()
    assert len(rig.station.session.recorded.plies) == plies + 1, "the press made the move"
    _wait_until_safe(rig, thread)


def _wait_until_safe(rig: Rig, thread: WriterThread) -> None:
    while not rig.journal.safe:
        # It does not end; waiting for it leaves it the processor.
        thread.join(POLL_S)


def _timed(action: Callable[[], None]) -> float:
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


# The loop


def _steps() -> tuple[float, float, float]:
    """Mean processor time of a step: in a fresh game, in a long one, while the disk stalls."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        fresh, long, stalled = (
            _shuffled(Path(folder) / name, plies)
            for name, plies in (("fresh", 4), ("long", PLIES), ("stalled", 4))
        )
        stalled.disk_stalls = True
        with instant_kernel():
            _mean_us(stalled)  # it has called the disk late, and its corners have blinked
            runs = [partial(_mean_us, rig) for rig in (fresh, long, stalled)]
            fresh_us, long_us, stalled_us = interleaved(*runs)
        assert set(stalled.station.state()["faults"]) == {"journal"}
        assert len(long.station.session.recorded.plies) == PLIES
    return fresh_us, long_us, stalled_us


def _shuffled(folder: Path, plies: int) -> Rig:
    """A game in which two kings have gone to and fro so often."""
    rig = Rig(folder)
    with rig.kernel.installed():
        rig.power_on()
        for color, square in ((Color.WHITE, "c1"), (Color.BLACK, "b8")):
            rig.world.add(color, square, rig.clock.now_ns, king=True)
        rig.run(300)
        fields = {"fen": KINGS, "control": "36000", "draws": "claim", "immediate": True}
        answer = rig.ask("new_game", **fields)
        assert answer["ok"], answer
        rig.run(100)
        for number in range(plies):
            origin, target, side = SHUFFLE[number % len(SHUFFLE)]
            rig.move(origin, target)
            rig.press(side)
    return rig


def _mean_us(rig: Rig) -> float:
    """Processor time of the loop's own thread for a step, ten seconds of board time."""
    spent_ns = 0
    for _ in range(STEPS):
        rig.time.advance(10 * MS)
        started_ns = time.thread_time_ns()
        rig.station.step()
        spent_ns += time.thread_time_ns() - started_ns
        if not rig.disk_stalls:
            rig.journal.writer.serve()
    return spent_ns / STEPS / 1000
