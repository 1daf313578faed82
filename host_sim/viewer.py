"""Somebody who watches a machine while its time passes: in a picture, or line by line.

Simulated time is let pass in slices, each a picture long, and after each the watcher waits until
the clock on the wall has caught up. Looking changes nothing: the same game comes out, watched or
not.
"""

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Protocol, TextIO

from firmware.table import events as ev
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.terminal import Screen, fits, picture, plain_board

SPEED: Final = 3
"""Simulated time runs so much faster than the clock on the wall."""
FRAME_MS: Final = 50
"""Between two pictures, real time."""
SLICE_NS: Final = FRAME_MS * SPEED * MS


class Viewer(Protocol):
    """What shows the machine. Use it in a `with` block, which ends with a last look."""

    def __enter__(self) -> object:
        """Begin to show."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal as it was."""

    def look(self) -> None:
        """Show the machine as it is now."""


class Pace:
    """Keeps pictures apart by the clock on the wall; what was late is not made up for."""

    def __init__(self) -> None:
        self._due_s = time.monotonic()

    def wait(self) -> None:
        """Until the next picture is due."""
        self._due_s = max(self._due_s + FRAME_MS / 1000, time.monotonic())
        time.sleep(max(0.0, self._due_s - time.monotonic()))


class Watch:
    """Lets a machine's time pass while a viewer looks on.

    `wait` is called after each picture; without it nobody waits, and the viewer looks only as often
    as somebody lets time pass.
    """

    def __init__(
        self, machine: Machine, viewer: Viewer, wait: Callable[[], None] | None = None
    ) -> None:
        self._machine = machine
        self._viewer = viewer
        self._wait = wait
        self._due_ns = machine.clock.now_ns + SLICE_NS
        """When the next picture is due."""

    def until(self, end_ns: int) -> None:
        """Let simulated time pass up to `end_ns`."""
        while self._wait and self._due_ns <= end_ns:
            self._machine.run_until(self._due_ns)
            self._viewer.look()
            self._due_ns += SLICE_NS
            self._wait()
        self._machine.run_until(end_ns)
        if not self._wait:
            self._viewer.look()


class Pictures:
    """Draws in place, as often as it is asked to look; with `moves_only`, once a move."""

    def __init__(self, machine: Machine, title: str, moves_only: bool) -> None:
        self._machine = machine
        self._title = title
        self._moves_only = moves_only
        self._moves = 0
        self._screen = Screen(sys.stdout)

    def __enter__(self) -> None:
        self._screen.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._draw()
        self._screen.__exit__(kind, error, trace)

    def look(self) -> None:
        """Draw the machine, if that is wanted now."""
        moves = len(_made(self._machine))
        if not self._moves_only or moves != self._moves:
            self._draw()
        self._moves = moves

    def _draw(self) -> None:
        self._screen.draw(picture(self._machine, self._title))


class Lines:
    """Writes one line a move, and in the end the board in letters; no colours, no cursor."""

    def __init__(self, machine: Machine, title: str) -> None:
        self._machine = machine
        self._title = title
        self._told = 0

    def __enter__(self) -> None:
        print(self._title)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.look()
            print("", *plain_board(self._machine), "", sep="\n", flush=True)

    def look(self) -> None:
        """Tell the moves that were made since the last look, with times and lights."""
        made = _made(self._machine)
        for event in made[self._told :]:
            left, right = self._machine.lamps.texts
            side = event.color.name.capitalize()
            line = f"{event.ply:>3}  {side} {event.text:<16} {left:>5} {right:>5}  {self._lit()}"
            print(line.rstrip(), flush=True)
        self._told = len(made)

    def _lit(self) -> str:
        """The squares whose lights shine, by colour."""
        squares = self._machine.wiring.squares
        return "  ".join(
            f"{colour}: {' '.join(name for bit, name in enumerate(squares) if lit >> bit & 1)}"
            for colour, lit in zip(("red", "green", "amber"), self._machine.lamps.now, strict=True)
            if lit
        )


def viewer_for(stream: TextIO, machine: Machine, title: str, fast: bool) -> Pictures | Lines:
    """Pictures where they can be shown whole and colours are wanted, lines elsewhere."""
    dumb = os.environ.get("TERM", "dumb") == "dumb" or bool(os.environ.get("NO_COLOR"))
    if dumb or not stream.isatty():
        return Lines(machine, title)
    size = os.get_terminal_size(stream.fileno())
    if not fits(size, len(picture(machine, title))):
        return Lines(machine, f"{title} (for pictures the terminal is too small)")
    return Pictures(machine, title, moves_only=fast)


def _made(machine: Machine) -> list[ev.MoveMade]:
    return [event for event in machine.events if isinstance(event, ev.MoveMade)]
