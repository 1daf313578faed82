"""``python -m host_sim``: finds the command and hands over to it."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from firmware.errors import ReedboardError

COMMANDS = {
    "demo": ("host_sim.demo", "watch a hand play a game on the simulated board"),
    "script": ("host_sim.script.cli", "run scenarios"),
    "replay": ("host_sim.replay", "play whole files of games through the simulated hardware"),
    "soak": ("host_sim.soak", "play many games by seeded hands and check every one"),
}
"""The module of each command, with ``add_parser(subparsers)`` and ``run(args)``, and its help."""


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; the exit code. 2: what was asked for was not understood."""
    parser = argparse.ArgumentParser(prog="python -m host_sim", description="Simulated board")
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
