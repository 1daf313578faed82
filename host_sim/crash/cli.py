"""``python -m host_sim crash``: cut the power of simulated games and look at what comes back."""

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.errors import ReedboardError
from firmware.rules import VARIANTS, find_variant
from host_sim.crash.cuts import Cut, cuts
from host_sim.crash.lives import Table
from host_sim.disk import missing
from host_sim.machine import memory

KINDS: Final = {
    "lost": "entries shown as recorded and gone, or a game that is not offered",
    "invented": "entries that were never handed over",
    "damaged": "a journal that cannot be read, or a chain that does not hold",
    "running": "games that went on by themselves",
    "clock": "clocks that lost more than a heartbeat",
}
SHOWN: Final = 10


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "cut the power at random moments of simulated games, and check what comes back"
    parser = subparsers.add_parser("crash", help=text, description=text)
    parser.add_argument("--games", type=_count, default=50, metavar="N")
    parser.add_argument("--cuts", type=_count, default=2000, metavar="N", help="altogether")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="draws everything")
    parser.add_argument("--variant", default="all", metavar="V", help="a variant, or all")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one is needed")
    return number


def run(args: argparse.Namespace) -> int:
    """Carry out the command: 0 if all came back as it should, otherwise 1.

    Raises a ReedboardError where SQLite cannot be reached, or for a variant that is not known.
    """
    if (why := missing()) is not None:
        raise ReedboardError(why)
    keys = tuple(VARIANTS) if args.variant == "all" else (find_variant(args.variant).key,)
    print(f"crash: seed {args.seed}, {args.games} games, {args.cuts} cuts", flush=True)
    came = list(crash(args.games, args.cuts, args.seed, keys))
    print(report(came))
    return int(any(cut.findings for cut in came))


def crash(
    games: int, count: int, seed: int, keys: tuple[str, ...], durable: bool = True
) -> Iterator[Cut]:
    """Play game after game and cut each; game k is of variant k mod their number.

    Without `durable` nothing is synced, and much must be found lost.
    """
    for number in range(games):
        share = count * (number + 1) // games - count * number // games
        ruleset = VARIANTS[keys[number % len(keys)]]
        folder = Path(tempfile.mkdtemp(prefix="reedboard-", dir=memory()))
        try:
            table = Table(folder, ruleset, seed, number, durable)
            table.play()
            random = Random((seed << 32) + number + (1 << 31))
            for place, life in enumerate(table.lives):
                # The lives of a game share its cuts evenly.
                each = share * (place + 1) // len(table.lives) - share * place // len(table.lives)
                yield from cuts(life, each, random, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def report(came: list[Cut]) -> str:
    """What came of all cuts, in lines for people."""
    counts = Counter(finding.kind for cut in came for finding in cut.findings)
    lost_ms = sorted(cut.clock_ms for cut in came if cut.clock_ms is not None)
    lines = [f"{counts[kind]:>6} {kind:<9} {meaning}" for kind, meaning in KINDS.items()]
    if lost_ms:
        median_ms, worst_ms = lost_ms[len(lost_ms) // 2], lost_ms[-1]
        lines.append(f"a running clock lost {median_ms} ms (median), {worst_ms} ms at most")
    bad = [cut for cut in came if cut.findings]
    for cut in bad[:SHOWN]:
        lines += [f"{cut.name}: {finding.kind}: {finding.detail}" for finding in cut.findings]
    lines.append(f"{len(came)} cuts, {len(bad)} that did not come back as they should")
    return "\n".join(lines)
