"""Finds the command of a command line and hands over to its module.

Only the module of the command that is asked for is imported: looking up a move needs no pins, and
a board starts sooner.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from firmware.errors import ReedboardError

INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""Exit codes as shells give them to commands that SIGINT and SIGPIPE have ended."""

LIBRARIES: Final = ("smbus2", "gpiozero")
"""What the package depends on; another Python than the project's own does not have it."""

Commands = Mapping[str, tuple[str, str]]
"""Command -> its module, which has ``add_parser(subparsers)`` and ``run(args)``, and its help."""


def dispatch(prog: str, description: str, commands: Commands, arguments: Sequence[str]) -> int:
    """Carry out one command; the exit code. 2: what was asked for was not understood."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    if not arguments or arguments[0] not in commands:
        for command, (_, text) in commands.items():
            subparsers.add_parser(command, help=text)
        parser.parse_args(arguments)
        return 2
    try:
        module = import_module(commands[arguments[0]][0])
        module.add_parser(subparsers)
        args = parser.parse_args(arguments)
        code: int = module.run(args)
        sys.stdout.flush()
    except ReedboardError as error:
        print(error, file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if error.name not in LIBRARIES:
            raise
        print(
            f"{error.name!r} is not installed for {sys.executable}; run .venv/bin/python in its "
            "place, which 'make venv' builds in the project's folder",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has had enough; what is still buffered must not be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return code
