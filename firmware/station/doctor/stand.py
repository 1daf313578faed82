"""What the guided walk works with: the board's parts, the person, and a count of what failed."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

from firmware.devices.bus import I2CBus
from firmware.devices.ht16k33 import SquareLights
from firmware.devices.matrix import Matrix
from firmware.devices.wiring import Wiring
from firmware.errors import BusError, ScanFault

STEADY_MS: Final = 100
"""What was felt counts when it has been the same for so long."""
BLIND_MS: Final = 3000
"""A board that has given no picture for so long is not waited for any longer."""
POLL_MS: Final = 10


class Person(Protocol):
    """Who walks: told what to do, asked what is to be seen."""

    def told(self, sentence: str) -> None:
        """One thing to do."""

    def asked(self, question: str) -> str:
        """The answer, a line."""

    def gives_up(self) -> bool:
        """Whether the person wants to go on without the thing that is waited for."""

    def shown(self, done: int, total: int) -> None:
        """How far the walk along the squares is."""

    def pause(self, ms: int) -> None:
        """Let time pass."""


class Stand:
    """The board of `wiring` under the hands of `person`. `clock_ns` never goes back."""

    def __init__(
        self, wiring: Wiring, bus: I2CBus, person: Person, clock_ns: Callable[[], int]
    ) -> None:
        self.wiring, self.bus, self.person, self.clock_ns = wiring, bus, person, clock_ns
        self.matrix = Matrix(bus, wiring)
        self.lights = SquareLights(bus, wiring)
        self.errors: Counter[str] = Counter()
        """Failed calls, by the name of their error."""
        self.scans = 0
        self.trouble: str | None = None
        """Why there is no picture, in a sentence, after failures that lasted; else None."""
        self._blind_since_ms: int | None = None

    @property
    def now_ms(self) -> int:
        """Milliseconds of the clock."""
        return self.clock_ns() // 1_000_000

    def light(self, red: int, green: int) -> None:
        """Show these squares, and no other."""
        self.lights.show(red, green)
        self.lights.refresh(self.now_ms)

    def look(self) -> int | None:
        """A picture, or None; errors are counted."""
        self.scans += 1
        now_ms = self.now_ms
        try:
            picture = self.matrix.scan(now_ms)
        except (BusError, ScanFault) as error:
            self.count(error)
            if self._blind_since_ms is None:
                self._blind_since_ms = now_ms
            elif now_ms - self._blind_since_ms >= BLIND_MS:
                self.trouble = str(error)
            return None
        self._blind_since_ms = self.trouble = None
        return picture

    def count(self, error: Exception) -> None:
        """Remember that a call failed."""
        self.errors[type(error).__name__] += 1

    def waited(self, done: Callable[[int], bool]) -> int | None:
        """The first steady picture that is `done`; the last one if the person gives up.

        None if there is no picture any more: see `trouble`.
        """
        since_ms, last = self.now_ms, None
        while not self.person.gives_up() and self.trouble is None:
            self.person.pause(POLL_MS)
            picture = self.look()
            if picture != last:
                since_ms, last = self.now_ms, picture
            steady = self.now_ms - since_ms >= STEADY_MS
            if picture is not None and steady and done(picture):
                return picture
        return self.look()


def yes(answer: str) -> bool:
    """Whether the answer is one; Enter alone agrees."""
    return answer.strip().lower() in ("", "y", "yes")
