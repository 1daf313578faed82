"""``python -m host_sim soak``: play many games by seeded hands and check every one."""

import argparse
import sys
from pathlib import Path
from typing import Any

from firmware.errors import InputError
from firmware.rules import VARIANTS, find_variant
from firmware.table.policy import POLICIES, find_policy
from host_sim.plot import Bar, bar_plot
from host_sim.soak.report import groups, rate, summary, table
from host_sim.soak.run import soak
from host_sim.soak.tally import Tally


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "play many games by seeded hands and check every one"
    parser = subparsers.add_parser("soak", help=text, description=text)
    parser.add_argument("--games", type=_count, default=20, metavar="N", help="altogether")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="draws everything")
    parser.add_argument("--variant", default="russian", metavar="V", help="a variant, or all")
    parser.add_argument("--policy", default="all", metavar="P", help="how strict the table is")
    parser.add_argument("--faults", action="store_true", help="let the hardware fail meanwhile")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write tables there, a plot to FILE's .svg"
    )


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one game has to be played")
    return number


def run(args: argparse.Namespace) -> int:
    """Carry out the command: 0 without a violation, otherwise 1.

    Raises UnknownVariant or InputError for what is not understood.
    """
    every = args.variant == "all"
    rulesets = list(VARIANTS.values()) if every else [find_variant(args.variant)]
    policies = tuple(POLICIES) if args.policy == "all" else (find_policy(args.policy).name,)
    title = f"soak: seed {args.seed}, {args.games} games, {args.variant}, policy {args.policy}"
    title += ", with faults" if args.faults else ""
    print(title, flush=True)
    total = Tally()
    games = soak(args.games, args.seed, rulesets, policies, args.faults)
    for number, tally in enumerate(games, 1):
        total.add(tally)
        if tally.failures:
            _progress("")
            print("\n".join(tally.failures), flush=True)
        _progress(f"{number}/{args.games}, {total.violations} violations")
    _progress("")
    if args.report is not None:
        _write(args.report, total, title)
    print(summary(total))
    return int(bool(total.violations))


def _write(path: Path, tally: Tally, title: str) -> None:
    try:
        path.write_text(table(tally, title), encoding="utf-8")
        path.with_suffix(".svg").write_text(plot(tally, title), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: the report cannot be written ({error.strerror})") from error


def plot(tally: Tally, title: str) -> str:
    """Misread moves and false alarms by variant, style and fault, as an SVG."""
    columns = ("misread moves", "false alarms")
    bars = []
    for group, name, row in groups(tally):
        rates = (rate(row.misread, row.plies), rate(row.alarms, row.plies))
        values = tuple((one.seen, one.at_most) for one in rates)
        bars.append(Bar(group, name, f"{row.plies} moves", values))
    return bar_plot(title, "per 100 000 moves; line: at most, with 95 % certainty", columns, bars)


def _progress(text: str) -> None:
    """Show how far it is, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
