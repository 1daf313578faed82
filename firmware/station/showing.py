"""What players see and hear of the session: lights, both displays, the buzzer."""

from collections.abc import Iterable

from firmware.devices.buzzer import Buzzer
from firmware.devices.ht16k33 import SquareLights
from firmware.devices.seven_segment import SevenSegment
from firmware.station.signs import POINT_MS, Alert, Signs, signed
from firmware.table import displays, lights
from firmware.table.events import Event
from firmware.table.session import Session
from firmware.table.sounds import beeps

BLANK = "    "


class Show:
    """Shows what changed; the chips are written anew now and then by themselves."""

    def __init__(
        self,
        squares: SquareLights,
        left: SevenSegment,
        right: SevenSegment,
        buzzer: Buzzer | None,
        alert: Alert,
    ) -> None:
        self._squares = squares
        self._left = left
        self._right = right
        self._buzzer = buzzer
        self._alert = alert
        self._chips = (*squares.chips, left, right)
        self._change_due_ms: int | None = None

    def update(self, session: Session, signs: Signs, game_ms: int, now_ms: int) -> None:
        """Show the session as it stands at `game_ms`, its own time, which is `now_ms` here."""
        self._alert.see(signs.unrecorded, now_ms)
        frame = lights.frame(session, game_ms)
        said = frame.red | frame.green
        alert = 0 if said else self._alert.lamps(now_ms)
        self._squares.show(frame.red | alert, frame.green | alert)
        left, right = displays.texts(session, game_ms)
        self._left.show(signed(left, signs, now_ms))
        self._right.show(signed(right, signs, now_ms))
        changes_ms = [
            due - game_ms + now_ms
            for view in (lights, displays)
            if (due := view.next_change_ms(session, game_ms)) is not None
        ]
        if signs.unrecorded:
            changes_ms.append(now_ms + POINT_MS - now_ms % POINT_MS)
        if (blink_ms := self._alert.next_change_ms(now_ms)) is not None:
            changes_ms.append(blink_ms)
        self._change_due_ms = min(changes_ms, default=None)

    def sound(self, events: Iterable[Event], now_ms: int) -> None:
        """Play the signal of the last of the events that has one."""
        signals = [signal for event in events if (signal := beeps(event))]
        if signals and self._buzzer is not None:
            self._buzzer.play(signals[-1], now_ms)

    def refresh(self, now_ms: int) -> None:
        """Bring the hardware up to date: lights first, they carry the verdict. Raises nothing."""
        for chip in self._chips:
            chip.refresh(now_ms)
        if self._buzzer is not None:
            self._buzzer.advance(now_ms)

    def dark(self, now_ms: int) -> None:
        """Put everything out."""
        self._squares.show(0, 0)
        self._left.show(BLANK)
        self._right.show(BLANK)
        self.refresh(now_ms)

    @property
    def faults(self) -> dict[str, str]:
        """Chip -> why it does not show what it should."""
        return {f"chip {c.address:#04x}": c.trouble for c in self._chips if c.trouble is not None}

    @property
    def wakes_at_ms(self) -> int:
        """When something changes by itself next."""
        times = [chip.wakes_at_ms for chip in self._chips]
        if self._change_due_ms is not None:
            times.append(self._change_due_ms)
        if self._buzzer is not None and self._buzzer.wakes_at_ms is not None:
            times.append(self._buzzer.wakes_at_ms)
        return min(times)
