"""``python -m firmware``: finds the command and hands over to it.

Only the module of the command that is asked for is imported: looking up a move needs no pins, and
a board starts sooner.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from firmware.errors import ReedboardError

COMMANDS = {
    "run": ("firmware.station.cli", "run the board"),
    "doctor": ("firmware.station.cli", "check the board, and say what to do about each failure"),
    "rules": ("firmware.rules_cli", "list variants, legal moves, sizes of move trees"),
    "pdn": ("firmware.pdn_cli", "check files of games"),
}
"""The module of each command, with ``add_parser(subparsers)`` and ``run(args)``, and its help."""


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; the exit code. 2: what was asked for was not understood."""
    parser = argparse.ArgumentParser(prog="python -m firmware", description="Reedboard firmware")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    if not arguments or arguments[0] not in COMMANDS:
        for command, (_, text) in COMMANDS.items():
            subparsers.add_parser(command, help=text)
        parser.parse_args(arguments)
        return 2
    module = import_module(COMMANDS[arguments[0]][0])
    module.add_parser(subparsers)
    args = parser.parse_args(arguments)
    try:
        code: int = module.run(args)
    except ReedboardError as error:
        print(error, file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
