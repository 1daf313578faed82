"""``python -m firmware games``: the games in the journal, while the board runs or not."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from firmware.errors import ConfigError, JournalError
from firmware.notation.pdn import write_pdn
from firmware.station.archive import (
    StoredGame,
    game_numbers,
    stored_game,
    verify_game,
)
from firmware.station.config import load_config
from firmware.station.places import DEFAULT_CONFIG, JOURNAL, pdn_name
from firmware.station.play import pdn_date
from firmware.station.rebuilding import judged_alike, rebuild
from firmware.station.storage import write_whole
from firmware.table.recorder import UNFINISHED, record

ACTIONS: Final = {
    "list": "all games, one a line",
    "show": "a game's moves, and all that was said while it was played",
    "export": "games as PDN",
    "verify": "whether anything was changed since it was written; exit code 1 if so",
}
_SAID_OFTEN: Final = ("provisional", "move_made")
"""Events that the moves themselves tell."""


def add_parser(subparsers: Any) -> None:
    """Add the command ``games`` to argparse's sub-commands."""
    text = "the games in the journal: list, show, export, verify"
    actions = subparsers.add_parser("games", help=text, description=text).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    for action, help_text in ACTIONS.items():
        parser = actions.add_parser(action, help=help_text, description=help_text)
        parser.add_argument("--config", type=Path, metavar="FILE", help=f"not {DEFAULT_CONFIG}")
        parser.add_argument("--journal", type=Path, metavar="FILE", help="another board's journal")
        if action == "show":
            parser.add_argument("games", type=int, nargs=1, metavar="GAME")
        elif action != "list":
            parser.add_argument("games", type=int, nargs="*", metavar="GAME", help="default: all")
        if action == "export":
            parser.add_argument("--folder", type=Path, metavar="DIR", help="one file a game there")


def run(args: argparse.Namespace) -> int:
    """Carry out the action that was parsed; the exit code. Raises a ReedboardError."""
    path = journal_path(args)
    if not getattr(args, "games", ()) and not game_numbers(path):
        print(f"{path}: no game has been recorded here yet", file=sys.stderr)
        return 0
    match args.action:
        case "list":
            for number in game_numbers(path):
                print(_line(stored_game(path, number)))
            return 0
        case "show":
            print("\n".join(_story(stored_game(path, args.games[0]))))
            return 0
        case "export":
            return _export(path, args.games, args.folder)
        case _:
            return _verify(path, args.games)


def journal_path(args: argparse.Namespace) -> Path:
    """The journal that a command line means. Raises ConfigError."""
    if args.journal is not None:
        return Path(args.journal)
    found = args.config or (DEFAULT_CONFIG if DEFAULT_CONFIG.exists() else None)
    return load_config(found).files.data_dir / JOURNAL


def _line(stored: StoredGame) -> str:
    try:
        stored.check()
    except JournalError as error:
        return f"{stored.id:>5}  {error}"
    setup, result = _setup(stored), _result(stored)
    date = stored.created[:16].replace("T", " ") or "unknown date"
    status = "" if stored.status == "over" else stored.status
    line = f"{stored.id:>5}  {date:<16}  {setup['variant']:<14} {setup['control']:<10} {result:<8}"
    return f"{line} {status}".rstrip()


def _setup(stored: StoredGame) -> dict[str, Any]:
    """What was asked for when the game was begun."""
    setup: dict[str, Any] = json.loads(stored.entries[0].body)["setup"]
    return setup


def _result(stored: StoredGame) -> str:
    for event in reversed(_events(stored)):
        if event["kind"] == "game_over":
            return str(event.get("result", UNFINISHED))
    return UNFINISHED


def _events(stored: StoredGame) -> list[dict[str, Any]]:
    return [json.loads(entry.body) for entry in stored.entries if entry.kind == "event"]


def _story(stored: StoredGame) -> Iterator[str]:
    yield _pdn(stored).rstrip()
    yield ""
    for event in _events(stored):
        kind, at_ms = event.pop("kind"), event.pop("at_ms")
        if kind not in _SAID_OFTEN:
            details = " ".join(f"{name}={json.dumps(event[name])}" for name in event)
            yield f"{_time(at_ms)}  {kind} {details}".rstrip()


def _time(at_ms: int) -> str:
    seconds = at_ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{at_ms % 1000:03}"


def _pdn(stored: StoredGame) -> str:
    session, events = rebuild(stored)
    if not judged_alike(stored, events):
        print(
            f"game {stored.id}: this program judges it otherwise than the one it was played with;"
            " the file written when it was played is the record.",
            file=sys.stderr,
        )
    return write_pdn(record(session, pdn_date(stored.created)))


def _export(path: Path, numbers: list[int], folder: Path | None) -> int:
    for number in numbers or game_numbers(path):
        text = _pdn(stored_game(path, number))
        if folder is None:
            print(text)
            continue
        target = folder / pdn_name(number)
        try:
            write_whole(target, text, synced=True)
        except OSError as error:
            raise ConfigError(f"{target}: it cannot be written ({error.strerror}).") from error
        print(target)
    return 0


def _verify(path: Path, numbers: list[int]) -> int:
    known = game_numbers(path)
    sound = True
    for number in numbers or range(1, max(known, default=0) + 1):
        if number not in known and not numbers:
            print(f"game {number}: CHANGED, it is missing")
            sound = False
            continue
        found = verify_game(path, number)
        sound = sound and found.broken is None
        if found.broken is not None:
            print(f"game {number}: CHANGED, {found.broken}")
        else:
            seal = f"seal {found.seal}" if found.seal else "not closed yet"
            print(f"game {number}: {found.rows} rows as they were written, {seal}")
    return 0 if sound else 1
