"""The part of the walk at the Raspberry Pi's own pins: both buttons and the buzzer."""

from collections.abc import Callable, Iterator

from firmware.devices.bus import Pins
from firmware.devices.buttons import Buttons, Side
from firmware.devices.buzzer import LONG, Buzzer
from firmware.errors import PinError
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.stand import POLL_MS, STEADY_MS, Stand, yes


def try_pins(stand: Stand, open_pins: Callable[[], Pins]) -> Iterator[Finding]:
    """Both buttons, then the buzzer."""
    try:
        pins = open_pins()
    except PinError as error:
        yield Finding(False, "pin library", str(error))
        return
    try:
        yield from _buttons(stand, pins)
        yield _buzzer(stand, Buzzer(pins.output(stand.wiring.buzzer)))
    except PinError as error:
        yield Finding(False, "pins", str(error))
    finally:
        pins.close()


def _buttons(stand: Stand, pins: Pins) -> Iterator[Finding]:
    numbers = (stand.wiring.left_button, stand.wiring.right_button)
    inputs = (pins.input(numbers[0]), pins.input(numbers[1]))
    stand.person.told("Let both buttons go.")
    stand.person.pause(STEADY_MS)
    held = [not each.state for each in inputs]
    buttons = Buttons(*inputs)
    for side in Side:
        what = f"{side.name.lower()} button"
        gpio = f"GPIO {numbers[side]}"
        if held[side]:
            cure = f"pressed though nobody presses it; look for a short from {gpio} to ground"
            yield Finding(False, what, cure)
            continue
        buttons.poll(stand.now_ms)
        stand.person.told(f"Press the {what} (White's {side.name.lower()} hand).")
        pressed = _pressed(stand, buttons)
        if pressed is side:
            yield Finding(True, what, gpio)
        elif pressed is None:
            cure = f"no press; check the wires from {gpio} and from ground to the button"
            yield Finding(False, what, cure)
        else:
            yield Finding(False, what, "the other button answers; exchange their wires")


def _pressed(stand: Stand, buttons: Buttons) -> Side | None:
    while not stand.person.gives_up():
        stand.person.pause(POLL_MS)
        for edge in buttons.poll(stand.now_ms):
            if edge.pressed:
                return edge.side
    return None


def _buzzer(stand: Stand, buzzer: Buzzer) -> Finding:
    buzzer.play(LONG, stand.now_ms)
    while buzzer.wakes_at_ms is not None:
        stand.person.pause(POLL_MS)
        buzzer.advance(stand.now_ms)
    heard = yes(stand.person.asked("Was a long beep to be heard? (y/n) "))
    cure = f"check GPIO {stand.wiring.buzzer}, the buzzer's plus and minus, and its transistor"
    return Finding(heard, "buzzer", "heard" if heard else cure)
