"""The Raspberry Pi's side: real smbus2 over a stand-in for the kernel, real gpiozero pins."""

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import smbus2.smbus2 as library
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.devices import linux
from firmware.devices.bus import probe
from firmware.devices.buttons import ButtonEdge, Buttons, Side
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


class FakeKernel:
    """An adapter with one chip that answers each read with the bytes it was last written."""

    O_RDWR = os.O_RDWR

    def __init__(self) -> None:
        self.errors: dict[str, int] = {}
        self.functions = 0x0EFF_0009
        self.settings: list[tuple[int, int]] = []
        self.last = b""

    def _may_fail(self, call: str) -> None:
        if call in self.errors:
            raise OSError(self.errors[call], os.strerror(self.errors[call]))

    def open(self, path: str, flags: int) -> int:
        self._may_fail("open")
        return 77

    def close(self, descriptor: int) -> None:
        self.settings.append((descriptor, -1))

    def ioctl(self, descriptor: int, request: int, argument: Any) -> int:
        match request:
            case library.I2C_FUNCS:
                self._may_fail("functions")
                argument.value = self.functions
            case library.I2C_RDWR:
                self._may_fail("transfer")
                for message in argument.msgs[: argument.nmsgs]:
                    if message.flags & library.I2C_M_RD:
                        for place in range(message.len):
                            message.buf[place] = self.last[place % len(self.last)]
                    else:
                        self.last = bytes(message)
            case _:
                self.settings.append((request, argument))
        return 0


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> FakeKernel:
    fake = FakeKernel()
    monkeypatch.setattr(library, "os", fake)
    monkeypatch.setattr(library, "ioctl", fake.ioctl)
    return fake


def test_a_bus_is_opened_with_50_ms_of_patience_and_no_retries(kernel: FakeKernel) -> None:
    linux.open_bus("/dev/i2c-1")
    assert kernel.settings == [(0x0702, 5), (0x0701, 0)]


def test_a_call_keeps_its_buffers_from_run_to_run(kernel: FakeKernel) -> None:
    call = linux.open_bus("/dev/i2c-1").prepare(0x20, b"\x12\x34", 2)
    data = call.data
    call.run()
    assert data == b"\x12\x34"
    call.payload[1] = 0x56
    call.run()
    assert data == b"\x12\x56"
    assert call.data is data


def test_a_payload_cannot_change_its_length(kernel: FakeKernel) -> None:
    call = linux.open_bus("/dev/i2c-1").prepare(0x20, b"\x12\x34")
    with pytest.raises(BufferError):
        call.payload.append(1)


@pytest.mark.parametrize(
    ("number", "kind", "advice"),
    [
        (errno.EREMOTEIO, NoAcknowledge, "no chip answers; check its supply"),
        (errno.ENXIO, NoAcknowledge, "no chip answers; check its supply"),
        (errno.ETIMEDOUT, BusTimeout, "SDA or SCL is held low"),
        (errno.EAGAIN, ArbitrationLost, "look for noise"),
        (errno.EOPNOTSUPP, CallRefused, "this adapter cannot do such a call"),
        (errno.EINVAL, CallRefused, "this adapter cannot do such a call"),
        (errno.ENODEV, BusUnavailable, "the adapter has gone"),
        (errno.EIO, BusError, "check the wires"),
    ],
)
def test_an_errno_becomes_a_kind_and_a_sentence_that_names_chip_and_bus(
    kernel: FakeKernel, number: int, kind: type[BusError], advice: str
) -> None:
    call = linux.open_bus("/dev/i2c-1").prepare(0x20, b"\x12", 2)
    kernel.errors["transfer"] = number
    with pytest.raises(BusError, match=f"^chip 0x20 on /dev/i2c-1: .*{advice}") as caught:
        call.run()
    assert type(caught.value) is kind
    assert isinstance(caught.value, OSError)


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOENT, "no such bus; switch I2C on"),
        (errno.EACCES, "the group i2c"),
        (errno.EBUSY, "stop the other program"),
        (errno.ENODEV, "check its kernel module"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_bus_that_cannot_be_opened_says_what_to_do(
    kernel: FakeKernel, number: int, advice: str
) -> None:
    kernel.errors["open"] = number
    with pytest.raises(BusUnavailable, match=f"/dev/i2c-9 cannot be opened: .*{advice}"):
        linux.open_bus("/dev/i2c-9")


def test_a_file_that_is_no_bus_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "i2c-1"
    path.write_bytes(b"")
    with pytest.raises(BusUnavailable, match="no I2C bus"):
        linux.open_bus(str(path))


def test_an_adapter_for_smbus_only_is_refused_and_closed(kernel: FakeKernel) -> None:
    kernel.functions = 0x0EFF_0008
    with pytest.raises(BusUnavailable, match="only do SMBus"):
        linux.open_bus("/dev/i2c-1")
    assert kernel.settings[-1] == (77, -1)


def test_a_chip_is_probed_by_reading_one_byte(kernel: FakeKernel) -> None:
    bus = linux.open_bus("/dev/i2c-1")
    kernel.last = b"\x00"
    assert probe(bus, 0x20)
    kernel.errors["transfer"] = errno.EREMOTEIO
    assert not probe(bus, 0x21)
    kernel.errors["transfer"] = errno.ETIMEDOUT
    with pytest.raises(BusTimeout):
        probe(bus, 0x20)


# Pins


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(revision="a02082")
    yield factory
    factory.reset()


def test_a_button_is_an_input_with_pull_up_and_no_bounce_time(factory: MockFactory) -> None:
    pin = linux.GpiozeroPins(factory).input(17)
    gpiozero_pin: MockPin = factory.pin(17)
    assert gpiozero_pin.function == "input"
    assert gpiozero_pin.pull == "up"
    assert gpiozero_pin.bounce is None
    assert pin.state is True


def test_edges_reach_the_buttons_with_the_stamps_of_the_library(factory: MockFactory) -> None:
    pins = linux.GpiozeroPins(factory)
    buttons = Buttons(pins.input(17), pins.input(27))
    pin: MockPin = factory.pin(27)
    pin.drive_low()
    (edge,) = buttons.poll(0)
    assert edge == ButtonEdge(Side.RIGHT, True, edge.at_ms)
    stamp: float = pin._last_change
    assert edge.at_ms == int(stamp * 1000)


def test_a_stamp_on_the_millisecond_is_not_rounded_to_the_one_before(factory: MockFactory) -> None:
    seen: list[int] = []
    pin = linux.GpiozeroPins(factory).input(17)
    pin.watch(lambda at_ms, level: seen.append(at_ms))
    times_ms = [1, 29, 57, 1001, 4_194_305, 86_400_007, 8_640_000_013]
    for at_ms in times_ms:
        pin._changed(at_ms / 1000, 0)
    assert seen == times_ms


def test_the_buzzer_pin_starts_low_and_follows(factory: MockFactory) -> None:
    output = linux.GpiozeroPins(factory).output(22)
    pin: MockPin = factory.pin(22)
    assert (pin.function, pin.state) == ("output", False)
    output.drive(True)
    assert pin.state is True


def test_a_pin_the_board_does_not_have_is_one_sentence(factory: MockFactory) -> None:
    with pytest.raises(PinError, match=r"^GPIO 99 cannot be used \(.*\); stop the program"):
        linux.GpiozeroPins(factory).input(99)


def test_without_lgpio_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    before = Path.cwd()
    with pytest.raises(PinLibraryError, match=r'"lgpio" does not work here .*python3-lgpio'):
        linux.open_pins("lgpio")
    assert Path.cwd() == before


def test_an_rpi_gpio_that_refuses_this_machine_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "RPi"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "GPIO.py").write_text(
        "raise RuntimeError('Cannot determine SOC peripheral base address')\n"
    )
    for name in ("RPi", "RPi.GPIO", "gpiozero.pins.rpigpio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PinLibraryError, match=r'peripheral base address.*set pins = "lgpio"'):
        linux.open_pins("rpigpio")


@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="needs a machine with no GPIO")
def test_on_a_machine_that_is_no_pi_the_native_library_is_one_sentence() -> None:
    with pytest.raises(PinLibraryError, match="of a Raspberry Pi only"):
        linux.open_pins("native")
