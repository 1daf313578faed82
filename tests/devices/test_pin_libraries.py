"""The same pins through lgpio and through RPi.GPIO 0.7.1, as gpiozero's own factories use them.

The two libraries are stand-ins with the calls, the constants and the manners of the real ones:
lgpio stamps edges in nanoseconds of the kernel's clock; RPi.GPIO calls back with the channel alone,
so its stamp is the moment of the call, and refuses a second watch on a channel.
"""

import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.devices import linux
from firmware.errors import PinLibraryError

PI_4 = 0xA03111
PI_5 = 0xC04170

Edge = Callable[..., None]


class Header:
    """What the fake libraries do to the pins, and fingers that move them."""

    def __init__(self) -> None:
        self.chip: int | None = None
        self.pulls: dict[int, str] = {}
        self.outputs: dict[int, bool] = {}
        self.levels: dict[int, bool] = {}
        self.watched: dict[int, Edge] = {}
        self.bounce: dict[int, int] = {}


def fake_lgpio(header: Header) -> types.ModuleType:
    lib = types.ModuleType("lgpio")
    names = ("SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN")
    flags = dict(zip(names, (0x80, 0x20, 0x40), strict=True))
    pulls = {0x80: "floating", 0x20: "up", 0x40: "down"}

    class Error(Exception):
        """lgpio.error"""

    class Watch:
        """What lgpio.callback returns."""

        def __init__(self, handle: int, gpio: int, edges: int, edge: Edge) -> None:
            self.gpio = gpio
            header.watched[gpio] = lambda level, ns: edge(handle, gpio, level, ns)

        def cancel(self) -> None:
            header.watched.pop(self.gpio, None)

    def opened(chip: int) -> int:
        header.chip = chip
        return 7

    def claim_input(handle: int, gpio: int, flags: int = 0) -> None:
        header.pulls[gpio] = pulls.get(flags, "floating")

    def claim_output(handle: int, gpio: int, level: int = 0, flags: int = 0) -> None:
        header.outputs[gpio] = bool(level)

    def mode(handle: int, gpio: int) -> int:
        if gpio in header.outputs:
            return 2
        return {"up": 0x20, "down": 0x40, "floating": 0x80}[header.pulls[gpio]]

    def write(handle: int, gpio: int, level: int) -> None:
        header.outputs[gpio] = bool(level)

    members: dict[str, Any] = {
        **flags,
        "RISING_EDGE": 1,
        "FALLING_EDGE": 2,
        "BOTH_EDGES": 3,
        "error": Error,
        "gpiochip_open": opened,
        "gpiochip_close": lambda handle: None,
        "gpio_claim_input": claim_input,
        "gpio_claim_output": claim_output,
        "gpio_claim_alert": lambda handle, gpio, edges, flags=0: claim_input(handle, gpio, flags),
        "gpio_free": lambda handle, gpio: None,
        "gpio_get_mode": mode,
        "gpio_read": lambda handle, gpio: int(header.levels.get(gpio, True)),
        "gpio_write": write,
        "gpio_set_debounce_micros": lambda handle, gpio, us: header.bounce.update({gpio: us}),
        "callback": Watch,
    }
    vars(lib).update(members)
    return lib


def fake_rpi_gpio(header: Header) -> types.ModuleType:
    lib = types.ModuleType("RPi.GPIO")
    pulls = {20: "floating", 21: "down", 22: "up"}

    def setup(channel: int, direction: int, pull_up_down: int = 20, initial: int = -1) -> None:
        if direction == 0:
            header.outputs[channel] = bool(initial)
        else:
            header.pulls[channel] = pulls[pull_up_down]

    def output(channel: int, level: int) -> None:
        if channel not in header.outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        header.outputs[channel] = bool(level)

    def add(channel: int, edge: int, callback: Edge, bouncetime: int = -666) -> None:
        if bouncetime <= 0 and bouncetime != -666:
            raise ValueError("Bouncetime must be greater than 0")
        if channel in header.watched:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        header.bounce[channel] = bouncetime
        header.watched[channel] = lambda level, ns: callback(channel)

    members: dict[str, Any] = {
        "VERSION": "0.7.1",
        "BCM": 11,
        "IN": 1,
        "OUT": 0,
        "I2C": 42,
        "SPI": 41,
        "SERIAL": 40,
        "HARD_PWM": 43,
        "UNKNOWN": -1,
        "PUD_OFF": 20,
        "PUD_DOWN": 21,
        "PUD_UP": 22,
        "RISING": 31,
        "FALLING": 32,
        "BOTH": 33,
        "setmode": lambda mode: None,
        "setwarnings": lambda on: None,
        "setup": setup,
        "input": lambda channel: int(header.levels.get(channel, True)),
        "output": output,
        "gpio_function": lambda channel: 0 if channel in header.outputs else 1,
        "add_event_detect": add,
        "remove_event_detect": lambda channel: header.watched.pop(channel, None),
        "cleanup": lambda channel=None: None,
    }
    vars(lib).update(members)
    return lib


def be_a_pi(monkeypatch: pytest.MonkeyPatch, revision: int) -> None:
    import gpiozero.pins.local

    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: revision)


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Header:
    header = Header()
    package = types.ModuleType("RPi")
    gpio = fake_rpi_gpio(header)
    vars(package).update(GPIO=gpio, __path__=[])
    monkeypatch.setitem(sys.modules, "lgpio", fake_lgpio(header))
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
    for name in ("gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    be_a_pi(monkeypatch, PI_4)
    # All factories of a process share their pins.
    from gpiozero.pins.local import LocalPiFactory

    monkeypatch.setattr(LocalPiFactory, "pins", {})
    return header


@pytest.mark.parametrize("library", ["lgpio", "rpigpio"])
def test_a_button_has_its_pull_up_no_bounce_time_and_is_told_of_both_edges(
    header: Header, library: str
) -> None:
    pins = linux.open_pins(library)
    pin = pins.input(17)
    assert header.pulls[17] == "up"
    assert header.bounce.get(17, 0) in (0, -666)
    seen: list[tuple[int, bool]] = []
    pin.watch(lambda at_ms, level: seen.append((at_ms, level)))
    header.levels[17] = False
    header.watched[17](0, 5_000_700_000)
    header.levels[17] = True
    header.watched[17](1, 5_080_000_000)
    assert [level for _, level in seen] == [False, True]
    pins.close()


def test_lgpio_s_stamps_are_the_kernel_s(header: Header) -> None:
    pin = linux.open_pins("lgpio").input(27)
    seen: list[int] = []
    pin.watch(lambda at_ms, level: seen.append(at_ms))
    header.watched[27](0, 5_000_700_000)
    assert seen == [5000]


def test_rpi_gpio_s_stamps_are_the_moment_of_its_call(
    header: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gpiozero.pins.local

    monkeypatch.setattr(gpiozero.pins.local, "monotonic", lambda: 77.25)
    pin = linux.open_pins("rpigpio").input(27)
    seen: list[int] = []
    pin.watch(lambda at_ms, level: seen.append(at_ms))
    header.levels[27] = False
    header.watched[27](0, 5_000_700_000)
    assert seen == [77_250]


@pytest.mark.parametrize("library", ["lgpio", "rpigpio"])
def test_the_buzzer_starts_low_and_follows(header: Header, library: str) -> None:
    buzzer = linux.open_pins(library).output(22)
    assert header.outputs[22] is False
    buzzer.drive(True)
    assert header.outputs[22] is True


@pytest.mark.parametrize(
    ("revision", "chip_4", "chip"), [(PI_4, False, 0), (PI_5, True, 4), (PI_5, False, 0)]
)
def test_the_header_of_a_pi_5_is_chip_4_on_older_kernels_and_chip_0_elsewhere(
    header: Header, monkeypatch: pytest.MonkeyPatch, revision: int, chip_4: bool, chip: int
) -> None:
    be_a_pi(monkeypatch, revision)
    exists = Path.exists
    monkeypatch.setattr(
        "os.path.exists",
        lambda path: chip_4 if path == "/dev/gpiochip4" else exists(Path(path)),
    )
    linux.open_pins("lgpio")
    assert header.chip == chip


def test_with_neither_each_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lgpio", "RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(PinLibraryError, match="apt install python3-lgpio"):
        linux.open_pins("lgpio")
    with pytest.raises(PinLibraryError, match=r'with a kernel before 6\.6 only; .*"lgpio"'):
        linux.open_pins("rpigpio")
