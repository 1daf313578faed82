"""What can be seen of a machine, as plain data: men, reeds, lights, segments, buttons, the buzzer.

Lights and segments are decoded from the registers of the simulated chips through the wiring, never
from what the firmware believes it shows.
"""

from typing import Any

from firmware.rules import Color
from host_sim.chips.ht16k33 import COLON, DIGIT_COMS
from host_sim.machine import Machine
from host_sim.world import Man, Off, OnBoard


def hardware(machine: Machine) -> dict[str, Any]:
    """What does not change while the machine stands on the table."""
    wiring = machine.wiring
    return {
        "files": wiring.files,
        "ranks": wiring.ranks,
        "reeds": list(wiring.squares),
    }


def visible(machine: Machine) -> dict[str, Any]:
    """What there is to be seen now; pictures in hexadecimal, one bit a reed."""
    lights = machine.lamps.now
    left, right = machine.lamps.segments
    return {
        "men": [_man(man) for man in machine.world.men],
        "closed": f"{machine.world.closed:x}",
        "red": f"{lights.red:x}",
        "green": f"{lights.green:x}",
        "both": f"{lights.both:x}",
        "left": _segments(left),
        "right": _segments(right),
        "buzzer": bool(machine.pins.pin(machine.wiring.buzzer).state),
        "power": machine.station is not None,
        "turned": machine.turned,
        "ms": machine.clock.now_ms // 100 * 100,
    }


def _man(man: Man) -> list[Any]:
    """Number, colour, whether a king, and where: [x, y, level], "hand" or "aside"."""
    match man.place:
        case OnBoard(x, y, level):
            place: Any = [round(x, 3), round(y, 3), level]
        case Off.HAND:
            place = "hand"
        case Off.ASIDE:
            place = "aside"
    return [man.number, "w" if man.color is Color.WHITE else "b", int(man.king), place]


def _segments(leds: int) -> list[int]:
    """Segments of the four digits (a in bit 0, g in bit 6, the point in bit 7), and the colon."""
    return [*(leds >> 16 * com & 0xFF for com in DIGIT_COMS), leds >> COLON & 1]
