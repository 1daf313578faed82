"""The USB adapter by itself: what the kernel's driver asks of it, without a machine."""

import struct
from random import Random

import pytest

from host_sim.clock import VirtualClock
from host_sim.hardware import Hardware
from tests.guest.usbredir import ACK, FIRST, GET_FUNC, GET_STATUS, IO, LAST, NAK, TinyUsb

READS, WRITES = 0xC1, 0x41
"""bmRequestType of a vendor's request to an interface."""
IODIR = 0x00


@pytest.fixture
def adapter() -> TinyUsb:
    return TinyUsb(Hardware(VirtualClock(), "8x8", "bcm2835", Random(1)).adapter)


def status(adapter: TinyUsb) -> int:
    answer = adapter.control(READS, GET_STATUS, 0, 0, bytes(1))
    assert answer is not None
    return answer[0]


def test_a_register_is_written_and_read_back_with_a_repeated_start(adapter: TinyUsb) -> None:
    adapter.control(WRITES, IO | FIRST | LAST, 0, 0x20, bytes([IODIR, 0xF0, 0x0F]))
    assert status(adapter) == ACK
    adapter.control(WRITES, IO | FIRST, 0, 0x20, bytes([IODIR]))
    assert adapter.control(READS, IO | LAST, 1, 0x20, bytes(2)) == bytes([0xF0, 0x0F])
    assert status(adapter) == ACK


def test_a_chip_that_is_not_there_does_not_acknowledge(adapter: TinyUsb) -> None:
    assert adapter.control(READS, IO | FIRST | LAST, 1, 0x27, bytes(1)) == bytes(1)
    assert status(adapter) == NAK


def test_plain_i2c_is_offered_and_a_request_nobody_knows_is_a_stall(adapter: TinyUsb) -> None:
    answer = adapter.control(READS, GET_FUNC, 0, 0, bytes(4))
    assert answer is not None
    assert struct.unpack("<L", answer)[0] & 1, "I2C_FUNC_I2C"
    assert adapter.control(READS, 99, 0, 0, bytes(4)) is None
