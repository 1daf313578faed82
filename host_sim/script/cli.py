"""`python -m host_sim script FILE...`: runs scenarios and says what differed.

The exit status is 0 if every expectation held, 1 if one did not, 2 if a file was not understood.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from firmware.errors import ScriptError
from host_sim.adapter import PROFILES
from host_sim.script.language import read_script
from host_sim.script.runner import run_script

HELD, DIFFERED, NOT_UNDERSTOOD = 0, 1, 2
"""Exit statuses."""

DESCRIPTION: Final = "Runs scenarios on simulated hardware and reports which expectations differ."


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `script` and its options."""
    parser = subparsers.add_parser("script", help="run scenarios", description=DESCRIPTION)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a scenario")
    parser.add_argument(
        "--profile",
        choices=sorted(PROFILES),
        default="bcm2835",
        help="whose I2C driver is simulated (default: bcm2835)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of hands and contacts (default: 0)")


def run(args: argparse.Namespace) -> int:
    """Run the files one after the other; the exit status."""
    statuses = [_run_file(path, args.profile, args.seed) for path in args.files]
    if len(statuses) > 1:
        held, differed, not_understood = map(statuses.count, (HELD, DIFFERED, NOT_UNDERSTOOD))
        print(
            f"{len(statuses)} scenarios: {held} as expected, {differed} differed, "
            f"{not_understood} not understood"
        )
    return max(statuses)


def _run_file(path: Path, profile: str, seed: int) -> int:
    try:
        report = run_script(read_script(_text(path), str(path)), profile, seed)
    except ScriptError as error:
        print(error, file=sys.stderr)
        return NOT_UNDERSTOOD
    for failure in report.failures:
        print(f"{path}:{failure.line}: {failure.expected}: but it was: {failure.was}")
    held = report.expectations - len(report.failures)
    print(f"{path}: {held} of {report.expectations} expectations hold")
    return DIFFERED if report.failures else HELD


def _text(path: Path) -> str:
    """The file's text. Raises ScriptError."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ScriptError(f"{path}: cannot be read ({error.strerror}); check its name") from None
    except UnicodeDecodeError:
        raise ScriptError(f"{path}: this is no UTF-8 text; save the scenario as UTF-8") from None
