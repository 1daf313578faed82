"""The kernel under smbus2: `os.open`, `os.close` and `ioctl` for simulated `/dev/i2c-*` files.

smbus2 is one module of plain Python that reaches the kernel through two of its names, `os` and
`ioctl`. Replacing those, and nothing else, leaves every line of smbus2 in use: its ctypes
structures are filled by the real code and taken apart here as the kernel would, by address.

`I2C_RDWR` is the call a scan makes nine times, so its structures are read in one go: an array of
`struct i2c_msg` is copied as bytes and unpacked, and buffers are read and filled through their
pointers.
"""

import ctypes
import enum
import errno
import os
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ctypes import addressof, memmove, string_at
from typing import Any, Final

from smbus2 import smbus2

from host_sim.adapter import MESSAGES_MAX, Adapter, Message, error
from host_sim.smbus import smbus_call


class Request(enum.IntEnum):
    """The requests of <linux/i2c-dev.h>."""

    RETRIES = 0x0701
    TIMEOUT = 0x0702
    SLAVE = 0x0703
    FUNCS = 0x0705
    SLAVE_FORCE = 0x0706
    RDWR = 0x0707
    PEC = 0x0708
    SMBUS = 0x0720


TIMEOUT_UNIT_NS: Final = 10_000_000
"""I2C_TIMEOUT counts in tens of milliseconds."""

_DEVICE = "/dev/i2c-"
_FIRST_FD = 1 << 20
"""Far above any file descriptor a process is given."""
_ADDRESS_MAX = 0x7F

_RDWR: Final = int(Request.RDWR)
_READS = 0x0001  # I2C_M_RD
_MESSAGE = ctypes.sizeof(smbus2.i2c_msg)
# struct i2c_msg { u16 addr, flags, len; u8 *buf; }, natively aligned.
_UNPACK = [struct.Struct("@" + "HHHP" * count).unpack for count in range(MESSAGES_MAX + 1)]


class _File:
    """One opening of a bus, with the address that I2C_SLAVE gave it."""

    __slots__ = ("adapter", "address")

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self.address = 0


class Kernel:
    """Simulated buses by path, such as ``{"/dev/i2c-1": adapter}``.

    `refused` gives the errno with which opening a path fails (13 when the user is not in the group
    `i2c`). A bus that is not simulated does not exist, even where a real one does; every other file
    is the machine's own.
    """

    def __init__(
        self, buses: Mapping[str, Adapter], refused: Mapping[str, int] | None = None
    ) -> None:
        self.buses = dict(buses)
        self.refused = dict(refused or {})
        self._files: dict[int, _File] = {}
        self._next_fd = _FIRST_FD
        self._real: tuple[Any, Callable[..., Any]] | None = None

    @contextmanager
    def installed(self) -> Iterator["Kernel"]:
        """For the duration of a `with` block smbus2 sees these buses."""
        self.install()
        try:
            yield self
        finally:
            self.uninstall()

    def install(self) -> None:
        """Put this kernel under smbus2. One at a time."""
        names = vars(smbus2)
        assert self._real is None and names["os"] is os, "a simulated kernel is installed already"
        self._real = names["os"], names["ioctl"]
        names["os"], names["ioctl"] = _Os(self), self.ioctl

    def uninstall(self) -> None:
        """Give smbus2 the machine's own kernel back; what is still open is closed."""
        assert self._real is not None, "this kernel is not installed"
        names = vars(smbus2)
        names["os"], names["ioctl"] = self._real
        self._real = None
        self._files.clear()

    # System calls

    def open(self, path: str, flags: int) -> int:
        """Open a bus, or a file of the machine."""
        if path in self.refused:
            number = self.refused[path]
            raise OSError(number, os.strerror(number), path)
        if path in self.buses:
            self._next_fd += 1
            self._files[self._next_fd] = _File(self.buses[path])
            return self._next_fd
        if path.startswith(_DEVICE):
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return os.open(path, flags)

    def close(self, fd: int) -> None:
        """Close a bus, or a file of the machine."""
        if self._files.pop(fd, None) is None:
            os.close(fd)

    def ioctl(self, fd: Any, request: int, arg: Any = 0, *rest: Any) -> int:
        """One request of <linux/i2c-dev.h>; files of the machine get the machine's own answer.

        Raises OSError: ENOTTY for an unknown request, and what each request fails with.
        """
        file = self._files.get(fd) if isinstance(fd, int) else None
        if file is None:
            assert self._real is not None, "this kernel is not installed"
            answer: int = self._real[1](fd, request, arg, *rest)
            return answer
        if request == _RDWR:
            return _rdwr(file.adapter, arg)
        match request:
            case Request.SLAVE | Request.SLAVE_FORCE:
                _take_address(file, arg, force=request == Request.SLAVE_FORCE)
            case Request.FUNCS:
                arg.value = file.adapter.profile.functions
            case Request.SMBUS:
                smbus_call(file.adapter, file.address, arg)
            case Request.TIMEOUT:
                file.adapter.timeout_ns = arg * TIMEOUT_UNIT_NS
            case Request.RETRIES:
                file.adapter.retries = arg
            case Request.PEC if arg == 0:
                pass
            case _:
                raise error(errno.ENOTTY)
        return 0


class _Os:
    """The module `os`, but for two functions."""

    def __init__(self, kernel: Kernel) -> None:
        self.open = kernel.open
        self.close = kernel.close

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


def _take_address(file: _File, address: int, force: bool) -> None:
    if not 0 <= address <= _ADDRESS_MAX:
        raise error(errno.EINVAL)
    if address in file.adapter.claimed and not force:
        raise error(errno.EBUSY)
    file.address = address


def _rdwr(adapter: Adapter, data: Any) -> int:
    """I2C_RDWR: the messages of a `struct i2c_rdwr_ioctl_data`, as one transfer."""
    count: int = data.nmsgs
    if not 0 < count <= MESSAGES_MAX:
        raise error(errno.EINVAL)
    raw = string_at(addressof(data.msgs.contents), _MESSAGE * count)
    fields = _UNPACK[count](raw)
    messages = []
    buffers = []
    for at in range(0, 4 * count, 4):
        address, flags, length, pointer = fields[at : at + 4]
        if flags & ~_READS:
            raise error(errno.EOPNOTSUPP)
        if flags:
            messages.append(Message(address, None, length))
            buffers.append(pointer)
        else:
            messages.append(Message(address, string_at(pointer, length)))
    for pointer, reply in zip(buffers, adapter.transfer(messages), strict=True):
        memmove(pointer, bytes(reply), len(reply))
    return count
