"""What is known of the supply: from the pins of a power board, or from a program that asks it.

A supply that has failed means minutes, or seconds, of reserve: the game is paused, so that nobody
loses time in the dark, and all is written down. A low battery is only told: on the displays, ten
hours ahead where the power board knows it (FIDE, Standards of Chess Equipment, clocks).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.devices.bus import Pins
from firmware.devices.sign import Sign
from firmware.devices.wiring import Wiring
from firmware.errors import ConfigError, InputError
from firmware.station.config import PowerConfig
from firmware.table.inputs import Input, PowerLost

MAINS: Final = "mains"
FAILED: Final = "failed"
SUPPLIES: Final = (MAINS, FAILED)


class Power:
    """The supply and the battery. `poll` looks at the pins that the configuration names.

    Raises ConfigError if one of them is in use.
    """

    def __init__(
        self, config: PowerConfig, wiring: Wiring, pins: Pins, on_edge: Callable[[], None]
    ) -> None:
        taken = {wiring.left_button, wiring.right_button, wiring.buzzer}
        active_high = config.active == "high"

        def sign(key: str, number: int) -> Sign | None:
            if number == 0:
                return None
            if number in taken:
                raise ConfigError(
                    f"section [power], key {key}: GPIO{number} is a button's, the buzzer's or the"
                    " other key's; choose a free pin, or 0 for none."
                )
            taken.add(number)
            return Sign(pins.input(number), active_high, on_edge)

        self._fails = sign("fail_pin", config.fail_pin)
        self._runs_low = sign("low_pin", config.low_pin)
        self._told_failed = False
        self._told_low = False
        self._was_failed = False
        self._fresh = False
        """Something was told that nobody has looked at."""

    def poll(self, now_ms: int) -> list[Input]:
        """Look at the pins; what the table must know of it."""
        self._fresh = False
        for sign in self._signs:
            sign.poll(now_ms)
        fails = self.failed and not self._was_failed
        self._was_failed = self.failed
        return [PowerLost(now_ms)] if fails else []

    def tell(self, fields: Mapping[str, Any]) -> None:
        """A program says how things are: `supply` (mains, failed), `battery_low`.

        Raises InputError.
        """
        unknown = sorted(set(fields) - {"supply", "battery_low"})
        if unknown:
            raise InputError(f"power has no field {unknown[0]!r}; it has: supply, battery_low")
        supply = fields.get("supply", FAILED if self._told_failed else MAINS)
        low = fields.get("battery_low", self._told_low)
        if supply not in SUPPLIES:
            raise InputError(f"power.supply must be one of {', '.join(SUPPLIES)}, not {supply!r}")
        if not isinstance(low, bool):
            raise InputError(f"power.battery_low must be true or false, not {low!r}")
        self._told_failed, self._told_low, self._fresh = supply == FAILED, low, True

    @property
    def failed(self) -> bool:
        """The board runs on its reserve."""
        return self._told_failed or (self._fails is not None and self._fails.on)

    @property
    def low(self) -> bool:
        """The battery will not last, or nobody knows how long the reserve does."""
        return self.failed or self._told_low or (self._runs_low is not None and self._runs_low.on)

    @property
    def state(self) -> Mapping[str, Any]:
        """As clients see it."""
        return {"supply": FAILED if self.failed else MAINS, "battery_low": self.low}

    @property
    def fault(self) -> str | None:
        """What a person should do, as a sentence; None while all is well."""
        if self.failed:
            return "the supply has failed; the game is paused and written down"
        if self.low:
            return "the battery is low; connect the supply"
        return None

    @property
    def wakes_at_ms(self) -> int | None:
        """When a look decides something."""
        if self._fresh:
            return 0
        times = [sign.wakes_at_ms for sign in self._signs]
        return min((time for time in times if time is not None), default=None)

    @property
    def _signs(self) -> tuple[Sign, ...]:
        return tuple(sign for sign in (self._fails, self._runs_low) if sign is not None)
