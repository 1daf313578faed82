"""A record of all that is asked of the disk under one folder, and the ways in which it refuses."""

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_sim.disk.image import Image, Link, Op, Sync, Truncate, Unlink, Write, numbered


class Failure(enum.Enum):
    """How a disk refuses; the value is SQLite's result code for it (sqlite3.h)."""

    FULL = 13
    """SQLITE_FULL: no space left on the device."""
    READ_ONLY = 8
    """SQLITE_READONLY: the kernel has mounted the file system read-only after an error."""
    BROKEN = 10 | 3 << 8
    """SQLITE_IOERR_WRITE: EIO, a worn card."""
    UNSYNCED = 10 | 4 << 8
    """SQLITE_IOERR_FSYNC: the write was taken, the sync fails."""


@dataclass
class Disk:
    """What happens to the files in `folder`; those already there are safe.

    `mark` is asked at each operation, before it is done, for what the one who cuts wants to know of
    that moment.
    """

    folder: Path
    mark: Callable[[], Any] = lambda: None
    failure: Failure | None = None
    """How everything is refused just now."""
    refused: int = 0
    base: dict[str, bytes] = field(default_factory=dict)
    """The files at the beginning."""
    ops: list[Op] = field(default_factory=list)
    marks: list[Any] = field(default_factory=list)
    recording: bool = True

    def __post_init__(self) -> None:
        self.base = {
            path.name: path.read_bytes()
            for path in self.folder.iterdir()
            # The index of the log is shared memory; a start makes it anew.
            if path.is_file() and not path.name.endswith("-shm")
        }
        self._names = numbered(self.base)
        self._files = len(self._names)

    # What the VFS tells. Each answers with SQLite's result code, 0 if it may go on.

    def opened(self, name: str) -> int:
        """A file was opened; its number."""
        if name not in self._names:
            self._names[name] = self._files
            self._files += 1
            self._add(Link(name, self._names[name]))
        return self._names[name]

    def writes(self, file: int, offset: int, data: bytes) -> int:
        """Bytes are about to be written."""
        return self._judge(Write(file, offset, data))

    def truncates(self, file: int, size: int) -> int:
        """A file is about to be cut."""
        return self._judge(Truncate(file, size))

    def syncs(self, file: int) -> int:
        """A file is about to be synced."""
        return self._judge(Sync(file))

    def deletes(self, name: str, synced: bool) -> int:
        """A file is about to be removed."""
        if name not in self._names:
            return 0
        code = self._judge(Unlink(name, synced))
        if code == 0:
            del self._names[name]
        return code

    # What came of it

    @property
    def written(self) -> int:
        """Bytes written so far."""
        return sum(len(op.data) for op in self.ops if isinstance(op, Write))

    @property
    def synced(self) -> int:
        """Syncs so far."""
        return sum(isinstance(op, Sync) for op in self.ops)

    def image(self) -> Image:
        """The disk after all that was recorded."""
        image = Image(self.base)
        for op in self.ops:
            image.do(op)
        return image

    def _judge(self, op: Op) -> int:
        failure = self.failure
        if failure is None or (failure is Failure.UNSYNCED and not isinstance(op, Sync)):
            self._add(op)
            return 0
        self.refused += 1
        return failure.value

    def _add(self, op: Op) -> None:
        if self.recording:
            self.marks.append(self.mark())
            self.ops.append(op)


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Make the folder hold these files and no other; folders in it stay."""
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
