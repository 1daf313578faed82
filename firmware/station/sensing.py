"""What the board reports, as inputs of the table: steady pictures, presses, and blindness.

Times here are those of the station's clock; the game's own axis comes later (`play`).
"""

from firmware.devices.buttons import Buttons, Side
from firmware.devices.sensor import Sensor
from firmware.table.debounce import Debounce
from firmware.table.flicker import Flicker
from firmware.table.inputs import (
    Button,
    Flickering,
    Input,
    PictureSeen,
    Pressed,
    Released,
    ScanBack,
    ScanLost,
)
from firmware.table.policy import Timing

_BUTTON = {Side.LEFT: Button.LEFT, Side.RIGHT: Button.RIGHT}


class Senses:
    """Reeds and buttons. `scan` is called once a scan period, `edges` as often as one likes."""

    def __init__(self, sensor: Sensor, debounce: Debounce, buttons: Buttons, scan_ms: int) -> None:
        self.lost = False
        """The table has been told that the board cannot be read."""
        self._sensor = sensor
        self._debounce = debounce
        timing = Timing()
        self._flicker = Flicker(timing.touch_ms, timing.grace_ms)
        self._buttons = buttons
        self._scan_ms = scan_ms
        self._scanned_ms = 0
        self._since_ms = 0

    def scan(self, now_ms: int) -> list[Input]:
        """One scan, and what has become certain by it. A scan that failed says nothing."""
        self._scanned_ms = now_ms
        picture = self._sensor.poll(now_ms)
        if picture is None:
            self._debounce.lost()
            self._flicker.lost()
            if self.lost:
                return []
            self.lost = True
            return [ScanLost(now_ms)]
        inputs: list[Input] = []
        if self.lost:
            self.lost = False
            inputs.append(ScanBack(now_ms))
        if (change := self._debounce.saw(picture, now_ms)) is not None:
            steady, self._since_ms = change
            inputs.append(PictureSeen(steady, self._since_ms, now_ms))
        if (flicker := self._flicker.saw(picture, now_ms)) is not None:
            inputs.append(Flickering(*flicker, now_ms))
        return inputs

    def edges(self, now_ms: int, *, fresh: bool = False) -> list[Input]:
        """Presses and releases since the last call.

        With `fresh` the board is looked at once more before a press is called calm: since the last
        scan a man may have begun to move. That look is no sample; the debounce keeps its period.
        """
        inputs: list[Input] = []
        for edge in self._buttons.poll(now_ms):
            button = _BUTTON[edge.side]
            if edge.pressed:
                calm = self._debounce.calm and not (fresh and self._moving(now_ms))
                inputs.append(Pressed(button, calm, edge.at_ms))
            else:
                inputs.append(Released(button, edge.at_ms))
        return inputs

    def present(self, now_ms: int) -> list[Input]:
        """How the board is now, for a game that has seen nothing of it yet."""
        inputs: list[Input] = []
        if self.lost:
            inputs.append(ScanLost(now_ms))
        if (steady := self._debounce.steady) is not None:
            inputs.append(PictureSeen(steady, min(self._since_ms, now_ms), now_ms))
        return inputs

    @property
    def fault(self) -> str | None:
        """Why there is no picture, once that has lasted; None while there is one."""
        return self._sensor.trouble if self._sensor.lost(self._scanned_ms) else None

    @property
    def wakes_at_ms(self) -> int:
        """When a scan or a look at the buttons is due though no reed and no pin has moved."""
        buttons_ms = self._buttons.wakes_at_ms
        return min(self._next_scan_ms, self._next_scan_ms if buttons_ms is None else buttons_ms)

    @property
    def _next_scan_ms(self) -> int:
        retry_ms = self._sensor.wakes_at_ms
        if retry_ms is None:
            if not self._debounce.calm:
                return self._scanned_ms + self._scan_ms
            audits_ms, ceases_ms = self._sensor.audits_at_ms, self._flicker.wakes_at_ms
            return audits_ms if ceases_ms is None else min(audits_ms, ceases_ms)
        return retry_ms

    def _moving(self, now_ms: int) -> bool:
        return self._sensor.poll(now_ms) != self._debounce.steady
