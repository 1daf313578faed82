"""A USB adapter for I2C that is given to a virtual machine, and whose bus is the simulator's.

QEMU's device ``usb-redir`` asks whoever is at the other end of a socket what a USB device would
answer. Here that is an i2c-tiny-usb, an adapter so plain that each message of a transfer is one
control request, for which every kernel of Debian has the driver. So the guest has a true
``/dev/i2c-0``: i2c-dev, the I2C core and a driver below it, all the kernel's own; the wires are
ours.

Sources: the usbredir protocol, version 0.7 (usb-redirection-protocol.md of usbredir); the driver
drivers/i2c/busses/i2c-tiny-usb.c of Linux; Universal Serial Bus Specification 2.0, chapter 9.
"""

import socket
import struct
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from host_sim.adapter import Adapter, Message

# Packets of usbredir.
HELLO, DEVICE_CONNECT, INTERFACE_INFO, EP_INFO = 0, 1, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION_STATUS = 6, 7, 8
SET_ALT_SETTING, GET_ALT_SETTING, ALT_SETTING_STATUS = 9, 10, 11
CONTROL = 100
CAPABILITIES: Final = 1 << 4 | 1 << 5 | 1 << 6
"""Sizes of packets of an endpoint; numbers of 64 bits; long bulk packets. xHCI wants them."""
FULL_SPEED, VENDOR_CLASS = 1, 0xFF
STALL: Final = 4

# Requests of i2c-tiny-usb; an I/O request has a bit for the transfer's first and last message.
ECHO, GET_FUNC, SET_DELAY, GET_STATUS, IO = range(5)
FIRST, LAST = 1, 2
ACK, NAK = 1, 2
VENDOR, PRODUCT = 0x0403, 0xC631
FUNCTIONS: Final = 0x0EFF0009
"""I2C_FUNC_I2C and SMBUS_EMUL of <linux/i2c.h>."""

DEVICE: Final = struct.pack(
    "<BBHBBBBHHHBBBB", 18, 1, 0x0110, VENDOR_CLASS, 0, 0, 8, VENDOR, PRODUCT, 0x0205, 0, 0, 0, 1
)
CONFIGURATION: Final = bytes([9, 2, 18, 0, 1, 1, 0, 0x80, 50]) + bytes(
    [9, 4, 0, 0, 0, VENDOR_CLASS, 0, 0, 0]
)
"""One configuration with one interface, which has no endpoint but the control endpoint."""


class TinyUsb:
    """The adapter: control requests in, transfers on the simulated bus out."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._written: list[Message] = []
        self._status = ACK

    def control(self, kind: int, request: int, value: int, index: int, data: bytes) -> bytes | None:
        """What one control request reads, which may be more than was asked for; None: a stall.

        `kind` is bmRequestType, `index` the chip's address in an I/O request, `data` what is
        written, or as many zeros as are wanted.
        """
        match kind & 0x60, request:
            case 0, 0:  # GET_STATUS
                return bytes(2)
            case 0, 6:  # GET_DESCRIPTOR
                return {1: DEVICE, 2: CONFIGURATION}.get(value >> 8)
            case 0x40, 0:
                return struct.pack("<H", value)  # ECHO
            case 0x40, 1:
                return struct.pack("<L", FUNCTIONS)
            case 0x40, 2:  # SET_DELAY
                return b""
            case 0x40, 3:
                return bytes([self._status])
            case 0x40, 4 | 5 | 6 | 7:
                return self._message(bool(kind & 0x80), request, index, data)
        return None

    def _message(self, reading: bool, request: int, address: int, data: bytes) -> bytes:
        """One message. A read ends what is gathered: it is the last of each transfer here."""
        if request & FIRST:
            self._written = []
        message = Message(address, None, len(data)) if reading else Message(address, data)
        self._written.append(message)
        self._status = ACK
        if reading or request & LAST:
            return self._transfer(self._written) or bytes(len(data))
        return b""

    def _transfer(self, messages: Sequence[Message]) -> bytes:
        try:
            replies = self._adapter.transfer(messages)
        except OSError:
            self._status = NAK
            return b""
        return b"".join(map(bytes, replies))


class UsbHost:
    """The other end of QEMU's ``usb-redir``, on a Unix socket, as long as its machine runs."""

    def __init__(self, path: Path, device: TinyUsb) -> None:
        self._device = device
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._configuration = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection, connection.makefile("rwb") as stream:
            hello = b"Reedboard".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES)
            stream.write(struct.pack("<III", HELLO, len(hello), 0) + hello)
            stream.flush()
            # The first packet, a hello, is numbered in 32 bits, all others in 64.
            head = "<III"
            while packet := stream.read(struct.calcsize(head)):
                kind, size, number = struct.unpack(head, packet)
                head = "<IIQ"
                for answer, body in self._answers(kind, stream.read(size)):
                    stream.write(struct.pack(head, answer, len(body), number) + body)
                stream.flush()

    def _answers(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        match kind:
            case 0:
                return _introduction()
            case 6 | 7:
                if kind == SET_CONFIGURATION:
                    self._configuration = body[0]
                return [(CONFIGURATION_STATUS, bytes([0, self._configuration]))]
            case 9 | 10:
                return [(ALT_SETTING_STATUS, bytes([0, body[0], 0]))]
            case 100:
                return [(CONTROL, self._control(body))]
        return []

    def _control(self, body: bytes) -> bytes:
        head = struct.Struct("<BBBBHHH")
        endpoint, request, kind, _, value, index, size = head.unpack_from(body)
        reading = bool(kind & 0x80)
        data = bytes(size) if reading else body[head.size :]
        found = self._device.control(kind, request, value, index, data)
        status = STALL if found is None else 0
        reply = (found or b"")[:size] if reading else b""
        length = len(reply) if reading or found is None else size
        return head.pack(endpoint, request, kind, status, value, index, length) + reply


def _introduction() -> list[tuple[int, bytes]]:
    """One interface, the control endpoint both ways, and then the device itself."""
    interfaces = struct.pack("<I32s32s32s32s", 1, b"", bytes([VENDOR_CLASS]), b"", b"")
    kinds = bytearray([255] * 32)
    kinds[0] = kinds[16] = 0
    endpoints = struct.pack("<32s32s32s32H", bytes(kinds), b"", b"", *[8] * 32)
    device = struct.pack("<BBBBHH", FULL_SPEED, VENDOR_CLASS, 0, 0, VENDOR, PRODUCT)
    return [(INTERFACE_INFO, interfaces), (EP_INFO, endpoints), (DEVICE_CONNECT, device)]
