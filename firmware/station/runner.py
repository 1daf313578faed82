"""The loop in real time: a step every scan period, and at once when a button or a client calls."""

import gc
import os
import selectors
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from firmware.station.loop import Station
from firmware.station.notify import Notify
from firmware.station.server import Server


class Waker:
    """A pipe that ends the loop's wait; `ring` may be called from any thread or signal handler."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.reader, False)
        os.set_blocking(self.writer, False)

    def ring(self) -> None:
        """End the wait that goes on, or the next one."""
        try:
            os.write(self.writer, b"\0")
        except BlockingIOError:
            return  # the pipe is full of rings already

    def quiet(self) -> None:
        """Forget the rings so far."""
        try:
            while os.read(self.reader, 4096):
                pass
        except BlockingIOError:
            return

    def close(self) -> None:
        """Let the pipe go."""
        os.close(self.reader)
        os.close(self.writer)


class Runner:
    """Runs a station until SIGTERM or SIGINT."""

    def __init__(
        self, station: Station, waker: Waker, socket_path: Path, notify: Notify, scan_ms: int
    ) -> None:
        self._station = station
        self._waker = waker
        self._notify = notify
        self._scan_ms = scan_ms
        self._stopping = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(waker.reader, selectors.EVENT_READ, waker.quiet)
        self._server = Server(socket_path, station.api, self._selector)

    def run(self) -> None:
        """Step by step until told to stop; the first step is made at once."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        self._station.step()
        self._notify.ready()
        # What was made at the start stays for good; the collector need not look at it again.
        gc.collect()
        gc.freeze()
        due_ms = self._station.now_ms + self._scan_ms
        while not self._stopping:
            due_ms = self._round(due_ms)
        self._notify.stopping()
        self._server.close()
        self._selector.close()

    def _round(self, due_ms: int) -> int:
        """Wait for the next scan, a button or a client; when the scan after it is due."""
        wait_ms = max(0, due_ms - self._station.now_ms)
        ready = self._selector.select(wait_ms / 1000)
        for key, _ in ready:
            call: Callable[[], None] = key.data
            call()
        now_ms = self._station.now_ms
        if now_ms >= due_ms:
            self._step(now_ms)
            # A scan that was missed is not made up for: the board is as it is now.
            due_ms = max(due_ms + self._scan_ms, now_ms + 1)
        elif ready:
            self._station.attend()
        self._server.flush()
        return due_ms

    def _step(self, now_ms: int) -> None:
        playing = not self._station.resting
        self._station.step()
        # A scan that failed is over too, and the players know of it. Only a loop that hangs is to
        # be killed: a restart pauses the game, and mends no bus.
        self._notify.alive(now_ms)
        if playing and self._station.resting:
            gc.collect()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        self._waker.ring()
