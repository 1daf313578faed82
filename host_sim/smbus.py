"""SMBus calls as plain I2C messages, the way the kernel emulates them on a bus without SMBus.

(i2c_smbus_xfer_emulated in Linux, drivers/i2c/i2c-core-smbus.c.) A call is told what to write, and
how many bytes to read after a repeated start; the answer is put where the caller will look for it.
"""

import enum
import errno
from typing import Any, Final

from host_sim.adapter import Adapter, Message, error

BLOCK_MAX: Final = 32
"""I2C_SMBUS_BLOCK_MAX: the most data bytes in a block."""


class Size(enum.IntEnum):
    """The kinds of call, as <linux/i2c.h> numbers them."""

    QUICK = 0
    BYTE = 1
    BYTE_DATA = 2
    WORD_DATA = 3
    PROC_CALL = 4
    BLOCK_DATA = 5
    I2C_BLOCK_DATA = 8


def smbus_call(adapter: Adapter, address: int, call: Any) -> None:
    """Carry out one `struct i2c_smbus_ioctl_data`.

    Raises OSError as `Adapter.transfer` does; EOPNOTSUPP for block calls in which the chip states
    the length, EINVAL for a block that is too long.
    """
    reading = call.read_write == 1
    if call.size == Size.QUICK:
        adapter.transfer([Message(address, None) if reading else Message(address, b"")])
        return
    written, wanted = _shape(call, reading)
    messages = [Message(address, written)] if written else []
    if wanted:
        messages.append(Message(address, None, wanted))
    replies = adapter.transfer(messages)
    if wanted:
        _answer(call, replies[0])


def _shape(call: Any, reading: bool) -> tuple[bytes, int]:
    """The bytes a call writes first, and how many it then reads."""
    command = bytes([call.command])
    data: Any = call.data.contents if call.data else None
    match call.size:
        case Size.BYTE:
            return (b"", 1) if reading else (command, 0)
        case Size.BYTE_DATA:
            return (command, 1) if reading else (command + bytes([data.byte]), 0)
        case Size.WORD_DATA:
            return (command, 2) if reading else (command + data.word.to_bytes(2, "little"), 0)
        case Size.PROC_CALL:
            return command + data.word.to_bytes(2, "little"), 2
        case Size.BLOCK_DATA if not reading:
            length = _block_length(data)
            return command + bytes(data.block[: length + 1]), 0
        case Size.I2C_BLOCK_DATA:
            length = _block_length(data)
            return (
                (command, length) if reading else (command + bytes(data.block[1 : length + 1]), 0)
            )
        case _:
            raise error(errno.EOPNOTSUPP)


def _answer(call: Any, reply: bytearray) -> None:
    data = call.data.contents
    match call.size:
        case Size.BYTE | Size.BYTE_DATA:
            data.byte = reply[0]
        case Size.WORD_DATA | Size.PROC_CALL:
            data.word = int.from_bytes(reply, "little")
        case _:
            data.block[0] = len(reply)
            data.block[1 : len(reply) + 1] = list(reply)


def _block_length(data: Any) -> int:
    length: int = data.block[0]
    if not 0 < length <= BLOCK_MAX:
        raise error(errno.EINVAL)
    return length
