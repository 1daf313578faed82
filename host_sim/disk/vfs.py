"""A layer between SQLite and the operating system, through which all that is written passes.

SQLite reaches the disk by a table of functions, its VFS (sqlite.org/vfs.html). Here a copy of the
system's table is registered in its place, in the same library that Python's sqlite3 uses, with its
own functions for opening and deleting. What is opened is opened by the system's function and stays
the system's file, byte for byte; only its table of methods is exchanged for a copy in which write,
truncate, sync and close go through Python. Reading, locking and shared memory never come here.

While it is installed it is the default, so whoever opens a database by ``sqlite3.connect`` uses it
without knowing.
"""

import _sqlite3
import ctypes as c
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from host_sim.disk.record import Disk

NAME: Final = b"reedboard-record"
_DELETE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_int)
# The name is passed on as it came: SQLite keeps more behind its end (sqlite3_filename).
_OPEN: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_CLOSE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p)
_WRITE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_TRUNCATE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_SYNC: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)
_IOERR_DELETE: Final = 10 | 10 << 8


class _Vfs(c.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("iVersion", c.c_int),
        ("szOsFile", c.c_int),
        ("mxPathname", c.c_int),
        ("pNext", c.c_void_p),
        ("zName", c.c_char_p),
        ("pAppData", c.c_void_p),
        ("xOpen", _OPEN),
        ("xDelete", _DELETE),
        ("others", c.c_void_p * 14),
    )


class _Methods(c.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("iVersion", c.c_int),
        ("xClose", _CLOSE),
        ("xRead", c.c_void_p),
        ("xWrite", _WRITE),
        ("xTruncate", _TRUNCATE),
        ("xSync", _SYNC),
        ("others", c.c_void_p * 13),
    )


class _File(c.Structure):
    """`sqlite3_file`; what follows its methods is the system's own."""

    _fields_ = (("pMethods", c.POINTER(_Methods)),)


def missing() -> str | None:
    """Why SQLite cannot be reached here, as a sentence; None if it can."""
    try:
        found = _library().sqlite3_vfs_find(None)
    except (AttributeError, OSError) as error:
        return f"SQLite's own functions cannot be called ({error})."
    return None if found else "SQLite has no VFS."


@contextmanager
def installed(disk: Disk) -> Iterator[None]:
    """Let all that SQLite writes in the disk's folder pass by `disk` while the block lasts.

    A database opened in the block stays with this disk until it is closed.
    """
    layer = _Layer(disk)
    # An open file points into the layer, and nobody can tell when the last one is closed.
    _LAYERS.append(layer)
    layer.register()
    try:
        yield
    finally:
        layer.unregister()


class _Layer:
    """The functions that SQLite calls. None of them may raise."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._folder = os.path.realpath(disk.folder)
        self._library = _library()
        self._below: Any = c.cast(self._library.sqlite3_vfs_find(None), c.POINTER(_Vfs)).contents
        self._vfs = _Vfs.from_buffer_copy(self._below)
        self._vfs.zName, self._vfs.pNext = NAME, None
        self._vfs.xOpen, self._vfs.xDelete = _OPEN(self._open), _DELETE(self._delete)
        self._files: dict[int, tuple[int, _Methods]] = {}
        """Open file -> its number, and the system's methods for it."""
        self._tables: dict[int, _Methods] = {}
        """For each table of the system's our copy; SQLite keeps pointers to it."""

    def register(self) -> None:
        self._library.sqlite3_vfs_register(c.byref(self._vfs), 1)

    def unregister(self) -> None:
        self._library.sqlite3_vfs_unregister(c.byref(self._vfs))
        self._library.sqlite3_vfs_register(c.byref(self._below), 1)

    def _open(
        self, vfs: int, name: int | None, file: int, flags: int, out_flags: int | None
    ) -> int:
        code: int = self._below.xOpen(c.addressof(self._below), name, file, flags, out_flags)
        own = None if name is None else self._own(c.string_at(name))
        if code == 0 and own is not None:
            opened = _File.from_address(file)
            self._files[file] = (self._disk.opened(own), opened.pMethods.contents)
            opened.pMethods = c.pointer(self._table(opened.pMethods.contents))
        return code

    def _own(self, path: bytes) -> str | None:
        """The name of a file in the disk's folder; None for all others."""
        folder, name = os.path.split(os.fsdecode(path))
        return name if os.path.realpath(folder) == self._folder else None

    def _table(self, system: _Methods) -> _Methods:
        address = c.addressof(system)
        if address not in self._tables:
            table = _Methods.from_buffer_copy(system)
            table.xClose, table.xWrite = _CLOSE(self._close), _WRITE(self._write)
            table.xTruncate, table.xSync = _TRUNCATE(self._truncate), _SYNC(self._sync)
            self._tables[address] = table
        return self._tables[address]

    def _close(self, file: int) -> int:
        _, system = self._files.pop(file)
        code: int = system.xClose(file)
        return code

    def _write(self, file: int, data: int, count: int, offset: int) -> int:
        number, system = self._files[file]
        code = self._disk.writes(number, offset, c.string_at(data, count))
        return code or int(system.xWrite(file, data, count, offset))

    def _truncate(self, file: int, size: int) -> int:
        number, system = self._files[file]
        return self._disk.truncates(number, size) or int(system.xTruncate(file, size))

    def _sync(self, file: int, flags: int) -> int:
        # What the simulated disk calls safe need not be safe on this one.
        return self._disk.syncs(self._files[file][0])

    def _delete(self, vfs: int, path: bytes, synced: int) -> int:
        name = self._own(path)
        code = 0 if name is None else self._disk.deletes(name, bool(synced))
        if code:
            return _IOERR_DELETE
        return int(self._below.xDelete(c.addressof(self._below), path, synced))


_LAYERS: Final[list[_Layer]] = []


def _library() -> Any:
    """The library that Python's sqlite3 is linked to, whatever its name: it is asked through it."""
    path = getattr(_sqlite3, "__file__", None)
    library = c.CDLL(None if path is None else str(Path(path)))
    library.sqlite3_vfs_find.restype = c.c_void_p
    library.sqlite3_vfs_find.argtypes = (c.c_char_p,)
    library.sqlite3_vfs_register.argtypes = (c.c_void_p, c.c_int)
    library.sqlite3_vfs_unregister.argtypes = (c.c_void_p,)
    return library
