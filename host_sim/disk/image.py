"""What a disk may hold after a power cut.

A cut keeps all that was synced. Of the rest it keeps whatever it likes: each sector of 512 bytes of
each write that was not synced is on the disk or is not, whatever the order of the writes. Names are
another matter: file systems with a journal (ext4, f2fs) keep the order of their own changes, so of
the files made and removed since the last sync a beginning is kept. A sync of a new file makes its
name safe too, as ext4 does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, assert_never

SECTOR: Final = 512
"""Bytes that a disk writes whole or not at all."""


@dataclass(frozen=True, slots=True)
class Link:
    """A new, empty file gets this name."""

    name: str
    file: int


@dataclass(frozen=True, slots=True)
class Unlink:
    """A name goes; if `synced`, it is gone for good when the call returns."""

    name: str
    synced: bool


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes are put into a file."""

    file: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """A file is cut to this length."""

    file: int
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """All that a file holds is to be on the disk when the call returns."""

    file: int


Op = Link | Unlink | Write | Truncate | Sync
"""What is asked of a disk. Files are known by number: a name may come to stand for another file."""


class Image:
    """A disk on which one thing after another is done. It begins with `files`, all of them safe."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._names = numbered(files)
        self._safe = {self._names[name]: bytearray(data) for name, data in files.items()}
        self._moved: list[Link | Unlink] = []
        """Changes of names that are not safe yet, in their order."""
        self._dirty: dict[int, list[Write | Truncate]] = {}
        """For each file what is not safe yet."""

    def do(self, op: Op) -> None:
        """Carry out one thing whole."""
        match op:
            case Link():
                self._moved.append(op)
                self._safe[op.file] = bytearray()
            case Unlink():
                self._moved.append(op)
                if op.synced:
                    self._keep_names(len(self._moved))
            case Write() | Truncate():
                self._dirty.setdefault(op.file, []).append(op)
            case Sync():
                for change in self._dirty.pop(op.file, ()):
                    _apply(self._safe[op.file], change)
                made = [place for place, one in enumerate(self._moved) if _makes(one, op.file)]
                if made:
                    self._keep_names(made[-1] + 1)
            case _:
                assert_never(op)

    def whole(self) -> dict[str, bytes]:
        """All files as the operating system sees them: what is left when only the process dies."""
        return self._files(len(self._moved))

    def cut(self, random: Random, doing: Op | None = None) -> dict[str, bytes]:
        """All files after the power has failed now, in the middle of what the disk was `doing`."""
        names = int(random.random() * (len(self._moved) + 1))
        # In one cut of four nothing unsynced is kept, in another all of it.
        kept = min(1.0, max(0.0, 2 * random.random() - 0.5))
        return self._files(names, random, kept, doing)

    def _keep_names(self, count: int) -> None:
        for op in self._moved[:count]:
            _move(self._names, op)
        del self._moved[:count]

    def _files(
        self,
        moved: int,
        random: Random | None = None,
        kept: float = 1.0,
        doing: Op | None = None,
    ) -> dict[str, bytes]:
        names = dict(self._names)
        for op in self._moved[:moved]:
            _move(names, op)
        files: dict[str, bytes] = {}
        for name, file in names.items():
            data = bytearray(self._safe[file])
            changes = list(self._dirty.get(file, ()))
            if isinstance(doing, Write | Truncate) and doing.file == file:
                changes.append(doing)
            for change in changes:
                for part in _parts(change):
                    if random is None or random.random() < kept:
                        _apply(data, part)
            files[name] = bytes(data)
        return files


def numbered(files: Mapping[str, bytes]) -> dict[str, int]:
    """The numbers by which files that were there at the beginning are known."""
    return {name: number for number, name in enumerate(sorted(files))}


def _move(names: dict[str, int], op: Link | Unlink) -> None:
    match op:
        case Link():
            names[op.name] = op.file
        case Unlink():
            names.pop(op.name, None)


def _makes(op: Link | Unlink, file: int) -> bool:
    return isinstance(op, Link) and op.file == file


def _apply(data: bytearray, change: Write | Truncate) -> None:
    match change:
        case Write():
            data.extend(bytes(max(0, change.offset - len(data))))
            data[change.offset : change.offset + len(change.data)] = change.data
        case Truncate():
            del data[change.size :]
            data.extend(bytes(change.size - len(data)))


def _parts(change: Write | Truncate) -> Iterator[Write | Truncate]:
    """What of a change is kept or lost by itself: the sectors of a write."""
    if isinstance(change, Truncate):
        yield change
        return
    start, end = change.offset, change.offset + len(change.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield Write(change.file, start, change.data[start - change.offset : stop - change.offset])
        start = stop
