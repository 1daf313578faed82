"""Many games by seeded hands, each checked against what was really played.

One seed draws everything; the report has no times of this machine in it, so that the same seed
gives the same bytes anywhere. For each game: the record is what the hands played, ply for ply; the
file written is that record; nothing was recorded before the man stood; no legal move brought a
refusal, an alarm or a question; and the game ended as the rules say.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.errors import UnknownVariant
from firmware.notation.pdn import read_pdn, replay
from firmware.rules import VARIANTS, Color, Move, Ruleset, find_variant
from firmware.table import events as ev
from host_sim.machine import Machine
from host_sim.match import Match, Terms

CONTROLS: Final = ("3600", "1800+5", "none")
"""Drawn for each game; generous, so that games end on the board."""
PLIES_MAX: Final = 400
THINK_MS: Final = (50, 1500)
PROFILES: Final = ("bcm2835", "designware")
ALARMS: Final = (ev.Refused, ev.Astray, ev.Disturbed, ev.Asked, ev.SensorLost, ev.Flag)


COUNTS: Final = ("wrong", "missed", "unexplained", "early", "alarms", "endings")
"""The kinds of violation, as `Tally` explains them."""
WINS: Final[dict[Color | None, tuple[str, str]]] = {
    None: ("1/2-1/2", "1-1"),
    Color.WHITE: ("1-0", "2-0"),
    Color.BLACK: ("0-1", "0-2"),
}


@dataclass
class Tally:
    """What came of a number of games."""

    games: int = 0
    plies: int = 0
    captures: int = 0
    wrong: int = 0
    """Plies recorded otherwise than played."""
    missed: int = 0
    """Plies played and not recorded."""
    unexplained: int = 0
    """Plies recorded that nobody played."""
    early: int = 0
    """Plies recorded before their man stood."""
    alarms: int = 0
    """Refusals, alarms and questions for legal play."""
    endings: int = 0
    """Games whose result or file is not what the rules say."""
    failures: list[str] = field(default_factory=list)

    @property
    def violations(self) -> int:
        """How much went wrong."""
        return sum(getattr(self, count) for count in COUNTS)

    def add(self, other: "Tally") -> None:
        """Count another's games in."""
        for count in ("games", "plies", "captures", *COUNTS):
            setattr(self, count, getattr(self, count) + getattr(other, count))
        self.failures += other.failures


def soak(games: int, seed: int, rulesets: Sequence[Ruleset]) -> Iterator[tuple[Ruleset, Tally]]:
    """Play game after game; game k is of ruleset k mod their number."""
    for number in range(games):
        ruleset = rulesets[number % len(rulesets)]
        yield ruleset, play_one(ruleset, seed, number)


def play_one(ruleset: Ruleset, seed: int, number: int) -> Tally:
    """One game of a soak: all it is follows from ruleset, seed and number."""
    random = Random((seed << 32) + number)
    board = f"{ruleset.board.width}x{ruleset.board.height}"
    profile = PROFILES[random.getrandbits(1)]
    with Machine(board, profile, seed=random.getrandbits(64)) as machine:
        match = Match(machine, ruleset, random)
        match.set_up()
        match.start(Terms(CONTROLS[int(random.random() * len(CONTROLS))]))
        while match.played.outcome is None and len(match.played.plies) < PLIES_MAX:
            low, high = THINK_MS
            match.move(match.choose(), low + int((high - low) * random.random()))
        match.finish(match.played.outcome)
        if match.played.outcome is None:
            match.agree("1/2-1/2", "agreement")
            machine.run_for_ms(100)
        return _judged(match, f"seed {seed}, game {number}, {ruleset.key}")


def _judged(match: Match, name: str) -> Tally:
    tally = Tally(games=1)
    played, made = match.played.plies, match.made
    tally.plies = len(played)
    tally.captures = sum(isinstance(ply, Move) and bool(ply.captured) for ply in played)
    tally.wrong = sum(one != other for one, other in zip(played, made, strict=False))
    tally.missed = max(0, len(played) - len(made))
    tally.unexplained = max(0, len(made) - len(played))
    recorded = [event for event in match.machine.events if isinstance(event, ev.MoveMade)]
    tally.early = sum(
        event.at_ms < landed_ms for event, landed_ms in zip(recorded, match.landed_ms, strict=False)
    )
    alarms = [event for event in match.machine.events if isinstance(event, ALARMS)]
    tally.alarms = len(alarms)
    tally.endings = int(not _ended_well(match))
    if tally.violations:
        tally.failures.append(f"{name}: {len(played)} plies, first alarms {alarms[:3]}")
    return tally


def _ended_well(match: Match) -> bool:
    """The result is the rules', and the file on the disk is the game that was played."""
    state = match.machine.state()
    outcome = match.played.outcome
    winner = None if outcome is None else outcome.winner
    if outcome is not None and state["reason"] != outcome.reason.value:
        return False
    games = read_pdn(Path(state["file"]).read_text(encoding="utf-8"))
    return (
        len(games) == 1
        and replay(games[0]).plies == match.played.plies
        and state["result"] in WINS[winner]
        and games[0].value("Result") == state["result"]
    )


def report(tallies: dict[str, Tally]) -> str:
    """A table, one line a variant, and the sum."""
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    columns = ("games", "plies", "captures", *COUNTS)
    lines = [f"{'variant':<15}" + " ".join(f"{name:>11}" for name in columns)]
    for name, tally in [*tallies.items(), ("all", total)]:
        lines.append(f"{name:<15}" + " ".join(f"{getattr(tally, c):>11}" for c in columns))
    lines += total.failures
    lines.append(f"{total.violations} violations")
    return "\n".join(lines)


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "play many games by seeded hands and check every one"
    parser = subparsers.add_parser("soak", help=text, description=text)
    parser.add_argument("--games", type=_count, default=20, metavar="N", help="at least 1")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--variant", default="russian", help="a variant, or all")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one game has to be played")
    return number


def run(args: argparse.Namespace) -> int:
    """Carry out the command: 0 without a violation, otherwise 1; 2 if it is not understood."""
    try:
        rulesets = (
            list(VARIANTS.values()) if args.variant == "all" else [find_variant(args.variant)]
        )
    except UnknownVariant as error:
        print(error, file=sys.stderr)
        return 2
    print(f"soak: seed {args.seed}, {args.games} games, {args.variant}", flush=True)
    tallies: dict[str, Tally] = {ruleset.key: Tally() for ruleset in rulesets}
    for number, (ruleset, tally) in enumerate(soak(args.games, args.seed, rulesets), 1):
        tallies[ruleset.key].add(tally)
        if sys.stderr.isatty():
            print(f"\r{number}/{args.games}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print(report(tallies))
    return int(any(tally.violations for tally in tallies.values()))
