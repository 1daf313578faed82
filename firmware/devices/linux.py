"""The Raspberry Pi's side: smbus2 below the I2C bus, gpiozero's pins below the buttons and buzzer.

Nothing else in the firmware imports these libraries, and they are imported only when something is
opened, so that all other commands run where they are missing. Their errors are translated here,
once, into sentences that say what to do.
"""

import contextlib
import ctypes
import errno
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from firmware.errors import (
    ArbitrationLost,
    BusError,
    BusTimeout,
    BusUnavailable,
    CallRefused,
    NoAcknowledge,
    PinError,
    PinLibraryError,
)

if TYPE_CHECKING:
    import smbus2

# uapi/linux/i2c-dev.h, which smbus2 does not repeat.
I2C_RETRIES: Final = 0x0701
I2C_TIMEOUT: Final = 0x0702

TIMEOUT_10MS: Final = 5
"""The kernel gives up on a call after 50 ms, where the drivers' default is about a second."""

PIN_LIBRARIES: Final = ("lgpio", "rpigpio", "native")
"""What `open_pins` accepts. pigpio's stamps are of a clock of its own, so it cannot serve here."""

_CALL_ERRORS: Final[dict[int, tuple[type[BusError], str]]] = {
    errno.EREMOTEIO: (NoAcknowledge, "no chip answers; check its supply, address pins and wires"),
    errno.ENXIO: (NoAcknowledge, "no chip answers; check its supply, address pins and wires"),
    errno.ETIMEDOUT: (
        BusTimeout,
        "SDA or SCL is held low; take the chips' supply away for a moment, then unplug them one by"
        " one",
    ),
    errno.EAGAIN: (ArbitrationLost, "the bus was taken away; look for noise or a second master"),
    errno.EOPNOTSUPP: (
        CallRefused,
        "this adapter cannot do such a call; use the Pi's own I2C pins",
    ),
    errno.EINVAL: (CallRefused, "this adapter cannot do such a call; use the Pi's own I2C pins"),
    errno.ENODEV: (BusUnavailable, "the adapter has gone; check its module and its cable"),
}
_OPEN_ERRORS: Final = {
    errno.ENOENT: "there is no such bus; switch I2C on (raspi-config) or correct its name",
    errno.EACCES: "permission denied; add this user to the group i2c (usermod -aG i2c NAME)",
    errno.EPERM: "permission denied; add this user to the group i2c (usermod -aG i2c NAME)",
    errno.EBUSY: "it is in use; stop the other program",
    errno.ENODEV: "its adapter is not there; check its kernel module (dtparam=i2c_arm=on)",
    errno.ENXIO: "its adapter is not there; check its kernel module (dtparam=i2c_arm=on)",
    errno.ENOTTY: "this is no I2C bus; give the name of one, such as /dev/i2c-1",
}


def open_bus(path: str) -> "LinuxBus":
    """The I2C bus at `path`, such as "/dev/i2c-1", with a short time-out and no silent retries.

    Raises BusUnavailable.
    """
    import smbus2.smbus2 as library

    bus = library.SMBus()
    try:
        bus.open(path)
        # Looked up in smbus2, where a simulated kernel puts its own.
        ioctl: Callable[..., Any] = vars(library)["ioctl"]
        ioctl(bus.fd, I2C_TIMEOUT, TIMEOUT_10MS)
        ioctl(bus.fd, I2C_RETRIES, 0)
    except OSError as error:
        bus.close()
        advice = _OPEN_ERRORS.get(error.errno or 0, f"{error.strerror}; run the doctor for more")
        raise BusUnavailable(f"the I2C bus {path} cannot be opened: {advice}") from error
    if not bus.funcs & library.I2cFunc.I2C:
        bus.close()
        raise BusUnavailable(
            f"the I2C bus {path} can only do SMBus transfers; use the Pi's own I2C pins"
        )
    return LinuxBus(path, bus)


class LinuxBus:
    """The I2CBus over smbus2. Only ``i2c_rdwr`` is used: its messages carry the address."""

    def __init__(self, path: str, bus: "smbus2.SMBus") -> None:
        self._path = path
        self._bus = bus

    def prepare(self, address: int, payload: bytes, read: int = 0) -> "LinuxCall":
        """See I2CBus."""
        return LinuxCall(self._path, self._bus, address, payload, read)

    def close(self) -> None:
        """See I2CBus."""
        self._bus.close()


class LinuxCall:
    """A Call whose kernel messages point into its own buffers and are built once."""

    __slots__ = ("_messages", "_path", "_transfer", "address", "data", "payload")

    def __init__(
        self, path: str, bus: "smbus2.SMBus", address: int, payload: bytes, read: int
    ) -> None:
        import smbus2.smbus2 as library

        self.address = address
        self.payload = bytearray(payload)
        self.data = bytearray(read)
        self._path = path
        self._transfer = bus.i2c_rdwr
        self._messages = [
            library.i2c_msg(
                addr=address,
                flags=flags,
                len=len(buffer),
                buf=(ctypes.c_char * len(buffer)).from_buffer(buffer),
            )
            for flags, buffer in ((0, self.payload), (library.I2C_M_RD, self.data))
            if buffer
        ]

    def run(self) -> None:
        """See Call."""
        try:
            self._transfer(*self._messages)
        except OSError as error:
            raise self._translated(error) from error

    def _translated(self, error: OSError) -> BusError:
        kind, advice = _CALL_ERRORS.get(
            error.errno or 0, (BusError, f"{error.strerror}; check the wires for noise")
        )
        return kind(f"chip {self.address:#04x} on {self._path}: {advice}")


def open_pins(library: str) -> "GpiozeroPins":
    """The GPIO header through gpiozero and the pin library of this name, one of PIN_LIBRARIES.

    The library is always named: left to choose, gpiozero tries one after the other and reports
    the failure of the last. Raises PinLibraryError.
    """
    assert library in PIN_LIBRARIES
    try:
        return GpiozeroPins(_FACTORIES[library]())
    except _pin_errors() as error:
        raise PinLibraryError(
            f'the pin library "{library}" does not work here ({error}): {_PIN_ADVICE[library]}'
        ) from error


def _lgpio_factory() -> Any:
    # On import, lgpio makes a named pipe in the working directory, and may change that directory.
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        from gpiozero.pins.lgpio import LGPIOFactory
    return LGPIOFactory()


def _rpigpio_factory() -> Any:
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    return RPiGPIOFactory()


def _native_factory() -> Any:
    from gpiozero.pins.native import NativeFactory

    return NativeFactory()


_FACTORIES: Final = {
    "lgpio": _lgpio_factory,
    "rpigpio": _rpigpio_factory,
    "native": _native_factory,
}
_PIN_ADVICE: Final = {
    "lgpio": "install it on a Raspberry Pi (apt install python3-lgpio), let this user into the "
    "group gpio, or try the board without one (python -m host_sim demo)",
    "rpigpio": "it reaches the pins of a Raspberry Pi 1 to 4 with a kernel before 6.6 only; "
    'elsewhere set pins = "lgpio"',
    "native": 'it reaches the pins of a Raspberry Pi only; prefer pins = "lgpio"',
}


def _pin_errors() -> tuple[type[Exception], ...]:
    """What pin libraries raise where they cannot work.

    An RPi.GPIO off its Pi is a RuntimeError on import, an lgpio too old for gpiozero an
    AttributeError; lgpio's own error can be named only once lgpio is there.
    """
    from gpiozero.exc import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    own = (lgpio.error,) if lgpio is not None else ()
    return (GPIOZeroError, ImportError, AttributeError, OSError, RuntimeError, *own)


@contextlib.contextmanager
def _claiming(number: int) -> Iterator[None]:
    try:
        yield
    except _pin_errors() as error:
        raise PinError(
            f"GPIO {number} cannot be used ({error}); stop the program that holds it, or wire "
            "another pin and say so in the wiring file"
        ) from error


class GpiozeroPins:
    """The Pins over a gpiozero factory, whichever it is."""

    def __init__(self, factory: Any) -> None:
        self._factory = factory

    def input(self, number: int) -> "GpiozeroInput":
        """See Pins."""
        return GpiozeroInput(self._factory, number)

    def output(self, number: int) -> "GpiozeroOutput":
        """See Pins."""
        return GpiozeroOutput(self._factory, number)

    def close(self) -> None:
        """See Pins."""
        self._factory.close()


class GpiozeroInput:
    """An InputPin. gpiozero's Button is not used: it hands no stamp on, and starts threads."""

    def __init__(self, factory: Any, number: int) -> None:
        self._number = number
        self._edge: Callable[[int, bool], None] | None = None
        with _claiming(number):
            self._pin = factory.pin(number)
            self._pin.input_with_pull("up")
            # Each library means something else by bounce; edges are debounced by their stamps.
            self._pin.bounce = None

    @property
    def state(self) -> bool:
        """See InputPin."""
        return bool(self._pin.state)

    def watch(self, edge: Callable[[int, bool], None]) -> None:
        """See InputPin."""
        self._edge = edge
        with _claiming(self._number):
            # gpiozero refers to the method weakly, so it lives as long as this object does.
            self._pin.when_changed = self._changed

    def _changed(self, ticks: float, state: int) -> None:
        assert self._edge is not None
        # Ticks are seconds of CLOCK_MONOTONIC. By way of nanoseconds, so that a time that lies on
        # a millisecond is not rounded down to the one before.
        self._edge(round(ticks * 1e9) // 1_000_000, bool(state))


class GpiozeroOutput:
    """An OutputPin."""

    def __init__(self, factory: Any, number: int) -> None:
        with _claiming(number):
            self._pin = factory.pin(number)
            self._pin.output_with_state(False)

    def drive(self, level: bool) -> None:
        """See OutputPin."""
        self._pin.state = level
