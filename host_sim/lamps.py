"""What people see of the lights and displays: the chips' outputs, through the wiring, to the eye.

An HT16K33 lights its LEDs one COM after the other and comes round once in 9.5 ms. Two chips, or two
frames, that follow each other faster than that may never be seen apart: a square whose red and
green LEDs hang on different chips must not count as green because its red LED went out 0.5 ms
earlier. So a state counts only if it lasted for a whole round, or if it is the state now.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware.devices.wiring import Led, Wiring
from host_sim.chips.ht16k33 import Ht16k33, segments_text

ROUND_NS: Final = 9_504_000
"""One frame: nine slots of 1056 us (HT16K33 rev. 1.10, "LED drive mode waveforms")."""


class Lights(NamedTuple):
    """Squares by the colour of their light, as pictures in wiring order."""

    red: int = 0
    green: int = 0
    both: int = 0
    """Red and green at once: neither of the two above."""


class Lamps:
    """The lights under the squares and the two displays of one board."""

    def __init__(self, wiring: Wiring, chips: Mapping[int, Ht16k33]) -> None:
        self._wiring = wiring
        self._chips = chips
        self._lights = tuple(sorted({led.address for led in (*wiring.red, *wiring.green)}))

    @property
    def now(self) -> Lights:
        """What shines at this moment."""
        return self._lights_of({address: self._chips[address].lit for address in self._lights})

    def lately(self, now_ns: int, for_ns: int) -> Lights:
        """What shone at any time in the last `for_ns`; a square may be in all three pictures."""
        changes = sorted(
            (lit.at_ns, address, lit.leds)
            for address in self._lights
            for lit in self._chips[address].history
        )
        ends = [at_ns for at_ns, _, _ in changes[1:]] + [now_ns]
        state = dict.fromkeys(self._lights, 0)
        red, green, both = self.now
        for (at_ns, address, leds), until_ns in zip(changes, ends, strict=True):
            state[address] = leds
            if until_ns <= now_ns - for_ns or until_ns - at_ns < ROUND_NS:
                continue
            lights = self._lights_of(state)
            red, green, both = red | lights.red, green | lights.green, both | lights.both
        return Lights(red, green, both)

    @property
    def changed_ns(self) -> int:
        """When the lights last changed."""
        histories = [self._chips[address].history for address in self._lights]
        return max((history[-1].at_ns for history in histories if history), default=0)

    def answered_ns(self, since_ns: int) -> int | None:
        """When the lights first changed after that moment, as far as is remembered."""
        histories = [self._chips[address].history for address in self._lights]
        later = (lit.at_ns for history in histories for lit in history if lit.at_ns > since_ns)
        return min(later, default=None)

    @property
    def texts(self) -> tuple[str, str]:
        """What the displays at White's left and right hand show, such as `5:00`."""
        left, right = self.segments
        return segments_text(left), segments_text(right)

    @property
    def segments(self) -> tuple[int, int]:
        """The LEDs of the two displays that shine now, bit `16 * com + row`."""
        wiring = self._wiring
        return self._chips[wiring.left_display].lit, self._chips[wiring.right_display].lit

    def _lights_of(self, state: Mapping[int, int]) -> Lights:
        red, green = _picture(self._wiring.red, state), _picture(self._wiring.green, state)
        return Lights(red & ~green, green & ~red, red & green)


def _picture(leds: tuple[Led, ...], state: Mapping[int, int]) -> int:
    return sum(
        1 << square
        for square, led in enumerate(leds)
        if state[led.address] >> 16 * led.com + led.row & 1
    )
