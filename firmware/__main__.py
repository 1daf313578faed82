"""``python -m firmware``: its commands."""

import sys
from collections.abc import Sequence

from firmware.commands import dispatch

COMMANDS = {
    "run": ("firmware.station.cli", "run the board"),
    "doctor": ("firmware.station.cli", "check the board, and say what to do about each failure"),
    "rules": ("firmware.rules_cli", "list variants, legal moves, sizes of move trees"),
    "games": ("firmware.games_cli", "the games in the journal: list, show, export, verify"),
    "trace": ("firmware.trace_cli", "write what the board saw in a game, to be run again"),
    "console": ("firmware.console.cli", "the page for spectators, players and arbiters"),
    "pdn": ("firmware.pdn_cli", "check files of games, or write them anew"),
}


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; the exit code. 2: what was asked for was not understood."""
    return dispatch("python -m firmware", "Reedboard firmware", COMMANDS, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
