"""Files under a root folder: written, linked and removed only where that changes something."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path


class Tree:
    """A file system whose ``/`` is `root`. `tell` hears of every change, in a few words."""

    def __init__(self, root: Path, tell: Callable[[str], None]) -> None:
        self.root = root
        self._tell = tell
        self.changed: set[str] = set()
        """Paths that were made, changed or removed."""

    def path(self, place: str) -> Path:
        """Where a path of the installed system is found from here."""
        return self.root / place.lstrip("/")

    def text(self, place: str) -> str | None:
        """What stands in a file; None where there is none."""
        try:
            return self.path(place).read_bytes().decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return None

    def write(self, place: str, text: str, mode: int | None = None) -> None:
        """Make the file hold this text; it is replaced whole, so a power cut leaves old or new.

        `mode` None keeps what an existing file has; a new one gets 0o644.
        """
        before = self.text(place)
        if before == text:
            return
        path = self.path(place)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".reedboard-new")
        with open(fresh, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None or before is None:
            fresh.chmod(mode or 0o644)
        else:
            shutil.copymode(path, fresh)
        os.replace(fresh, path)
        self.note("made" if before is None else "changed", place)

    def remove(self, place: str) -> None:
        """Remove a file or a whole folder, if it is there."""
        path = self.path(place)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.is_symlink() or path.exists():
            path.unlink()
        else:
            return
        self.note("removed", place)

    def note(self, what: str, place: str) -> None:
        """Remember and tell one change."""
        self.changed.add(place)
        self._tell(f"{what} {place}")
