"""Files that are whole or absent, and the claim of one station on its folder."""

import fcntl
import os
from pathlib import Path
from typing import IO

from firmware.errors import ConfigError, JournalError


def write_whole(path: Path, text: str, *, synced: bool) -> None:
    """Replace the file at `path` by `text` in one step; readers see the old file or the new one.

    With `synced` the new file is also on the disk, name and all, when this returns.
    Raises OSError; the old file is then still there.
    """
    fresh = path.with_name(path.name + ".new")
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(text)
        if synced:
            file.flush()
            os.fsync(file.fileno())
    os.replace(fresh, path)
    if synced:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def make_folder(path: Path, key: str) -> Path:
    """The folder at `path`, made if it is not there; `key` names it in the configuration.

    Raises ConfigError.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"{path}: this folder cannot be made ({error.strerror}); choose another with key {key}"
            " in section [files], or make it writable for the user who runs the station."
        ) from error
    return path


def claim_folder(data_dir: Path) -> IO[str]:
    """Lock `data_dir` for this process until the file returned is closed or the process ends.

    Two stations on one journal would each undo what the other knows, so the second is refused.
    Raises JournalError.
    """
    path = data_dir / "lock"
    try:
        file = open(path, "w", encoding="utf-8")  # noqa: SIM115 - stays open, it is the lock
    except OSError as error:
        raise JournalError(f"{path}: cannot be written ({error.strerror}).") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise JournalError(
            f"{data_dir}: another station is running on this folder; stop it, or give this one"
            " another folder with key data in section [files]."
        ) from error
    return file


def folder_is_claimed(data_dir: Path) -> bool:
    """Whether a station is running on `data_dir`; nothing is changed by asking."""
    try:
        with open(data_dir / "lock", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
