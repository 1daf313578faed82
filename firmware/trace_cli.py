"""``python -m firmware trace``: what the board saw in a game, as one file that can be run again."""

import argparse
from pathlib import Path
from typing import Any

import hardware
from firmware.devices.wiring import load_wiring
from firmware.errors import JournalError
from firmware.games_cli import journal_path
from firmware.station.archive import stored_game
from firmware.station.places import DEFAULT_CONFIG
from firmware.trace import scenario


def add_parser(subparsers: Any) -> None:
    """Add the command ``trace`` to argparse's sub-commands."""
    text = "write what the board saw in a game, to be run again"
    actions = subparsers.add_parser("trace", help=text, description=text).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    export = actions.add_parser("export", help="a game as a scenario for python -m host_sim script")
    export.add_argument("game", type=int, metavar="GAME", help="its number in the journal")
    export.add_argument("--config", type=Path, metavar="FILE", help=f"default: {DEFAULT_CONFIG}")
    export.add_argument("--journal", type=Path, metavar="FILE", help="another board's journal")


def run(args: argparse.Namespace) -> int:
    """Carry out the action that was parsed; the exit code. Raises a ReedboardError."""
    stored = stored_game(journal_path(args), args.game)
    stored.check()
    print(scenario(stored, _board(stored.squares)), end="")
    return 0


def _board(squares: tuple[str, ...]) -> str:
    """The name of the known board with these squares. Raises JournalError."""
    for path in sorted(hardware.WIRING.glob("*.toml")):
        if load_wiring(path).squares == squares:
            return path.stem
    raise JournalError(
        f"this game was played on a board with {len(squares)} squares whose wiring file is not in"
        f" {hardware.WIRING}; put it there to run the game again."
    )
