"""``python -m firmware pdn``: files of games, checked or written anew.

It stands beside the notation and not in it, for it reads files and prints.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from firmware.notation.check import check_pdn
from firmware.notation.convert import Form, convert_pdn
from firmware.notation.decode import decode_pdn
from firmware.notation.signs import SOURCES
from firmware.rules import Ruleset, find_variant

HOLDS, FAILS, NOT_UNDERSTOOD = 0, 1, 2
"""Exit codes: every game could be replayed; some could not, or there is none; no such file."""

_NO_GAME = "there is no game in this file"


def add_parser(subparsers: Any) -> None:
    """Add the command ``pdn`` to argparse's sub-commands."""
    text = "check files of games, or write them anew"
    actions = subparsers.add_parser("pdn", help=text, description=text).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    check = actions.add_parser("check", help="replay every game, and say why where one cannot be")
    convert = actions.add_parser("convert", help="print every game in another form")
    convert.add_argument(
        "--to",
        required=True,
        choices=[form.value for form in Form],
        help="canonical PDN, the diagram each game ends with as FEN or picture, or two columns",
    )
    convert.add_argument(
        "--signs",
        choices=sorted(SOURCES),
        help="whose signs stand behind the moves, for !? does not mean the same everywhere",
    )
    for action in (check, convert):
        action.add_argument("files", metavar="FILE", nargs="+")
        action.add_argument(
            "--variant", metavar="V", help="what is played, whatever the files say; see rules list"
        )


def run(args: argparse.Namespace) -> int:
    """Check or convert the files; the exit code."""
    ruleset = find_variant(args.variant) if args.variant else None
    code = HOLDS
    for name, text in _readable(args.files):
        if text is None:
            code = NOT_UNDERSTOOD
        elif args.action == "check":
            code = max(code, _check(name, text, ruleset))
        else:
            code = max(code, _convert(name, text, ruleset, args))
    return code


def _readable(names: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Each file with its text; without one, after a complaint, if it cannot be read."""
    for name in names:
        try:
            yield name, decode_pdn(Path(name).read_bytes())
        except OSError as error:
            print(f"{name}: the file cannot be read ({error.strerror})", file=sys.stderr)
            yield name, None


def _check(name: str, text: str, ruleset: Ruleset | None) -> int:
    """A line for the file, then one for each failure."""
    report = check_pdn(text, ruleset)
    _say_guess(name, report.guessed)
    print(f"{name}: {report.games} games, {report.good} ok")
    failures = report.failures if report.games else (_NO_GAME,)
    for failure in failures:
        print(f"{name}: {failure}")
    return FAILS if failures else HOLDS


def _convert(name: str, text: str, ruleset: Ruleset | None, args: argparse.Namespace) -> int:
    """All that can be written goes to standard output, what cannot is told beside it."""
    form = Form(args.to)
    conversion = convert_pdn(text, form, ruleset, SOURCES.get(args.signs))
    _say_guess(name, conversion.guessed)
    if name != args.files[0] and conversion.text and form is not Form.FEN:
        print()
    print(conversion.text, end="")
    failures = conversion.failures or (() if conversion.text else (_NO_GAME,))
    for failure in failures:
        print(f"{name}: {failure}", file=sys.stderr)
    return FAILS if failures else HOLDS


def _say_guess(name: str, guessed: Ruleset | None) -> None:
    if guessed:
        guess = f"{name}: no tag names a known game; read as {guessed.title}, which fits best"
        print(guess, file=sys.stderr)
