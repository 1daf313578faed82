"""``python -m firmware pdn``: files of games, looked at one by one.

It stands beside the notation and not in it, for it reads files and prints.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from firmware.notation.check import check_pdn
from firmware.notation.decode import decode_pdn
from firmware.rules import find_variant

HOLDS, FAILS, NOT_UNDERSTOOD = 0, 1, 2
"""Exit codes: every game could be replayed; some could not; there is no such file."""


def add_parser(subparsers: Any) -> None:
    """Add the command ``pdn`` to argparse's sub-commands."""
    text = "check files of games"
    actions = subparsers.add_parser("pdn", help=text, description=text).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    check = actions.add_parser("check", help="replay every game, and say why where one cannot be")
    check.add_argument("files", metavar="FILE", nargs="+")
    check.add_argument(
        "--variant", metavar="V", help="what is played, whatever the files say; see rules list"
    )


def run(args: argparse.Namespace) -> int:
    """Check the files: for each a line, then a line for each failure; the exit code."""
    ruleset = find_variant(args.variant) if args.variant else None
    code = HOLDS
    for name in args.files:
        try:
            text = decode_pdn(Path(name).read_bytes())
        except OSError as error:
            print(f"{name}: the file cannot be read ({error.strerror})", file=sys.stderr)
            code = NOT_UNDERSTOOD
            continue
        report = check_pdn(text, ruleset)
        if report.guessed:
            guess = f"{name}: no GameType; read as {report.guessed.title}, which fits best"
            print(guess, file=sys.stderr)
        print(f"{name}: {report.games} games, {report.good} ok")
        for failure in report.failures:
            print(f"{name}: {failure}")
        code = max(code, FAILS if report.failures else HOLDS)
    return code
