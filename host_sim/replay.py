"""``python -m host_sim replay``: whole files of games, played by hand through the registers.

Each game is set up, played move by move and ended on a simulated board; then the PDN file the
firmware has written is compared with the game, ply for ply. A game's hands follow from its place
in the file alone, so that a difference can be looked at again.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.errors import ReedboardError
from firmware.rules import find_variant
from host_sim.adapter import PROFILES
from host_sim.gamefile import FiledGame, GameFile, differences, play_filed
from host_sim.machine import Machine
from host_sim.match import Match, board_of

BOTH: Final = "both"
THINK_MS: Final = (50, 1500)
IDENTICAL, DIFFERENT, NOT_UNDERSTOOD = 0, 1, 2
"""Exit codes."""


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "play whole files of games through the simulated hardware"
    parser = subparsers.add_parser("replay", help=text, description=text)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="games, as PDN")
    parser.add_argument("--first", type=_count, metavar="N", help="only this many of each file")
    parser.add_argument(
        "--profile",
        choices=[*PROFILES, BOTH],
        default=BOTH,
        help="whose I2C driver is simulated (default: both, one after the other)",
    )
    parser.add_argument("--variant", metavar="V", help="what is played, whatever the files say")


def run(args: argparse.Namespace) -> int:
    """Replay the files: for each a line, then a line for each difference; the exit code.

    Raises UnknownVariant.
    """
    ruleset = find_variant(args.variant) if args.variant else None
    profiles = list(PROFILES) if args.profile == BOTH else [args.profile]
    code = IDENTICAL
    for path in args.files:
        try:
            file = GameFile(path, ruleset)
        except ReedboardError as error:
            print(error, file=sys.stderr)
            code = NOT_UNDERSTOOD
            continue
        lines = replay_file(file, profiles, args.first)
        print("\n".join(lines), flush=True)
        code = max(code, DIFFERENT if len(lines) > 1 else IDENTICAL)
    return code


def replay_file(file: GameFile, profiles: Sequence[str], first: int | None = None) -> list[str]:
    """`FILE: N games, M identical`, then a line for each difference."""
    games = len(file) if first is None else min(first, len(file))
    found: list[str] = []
    identical = 0
    for index in range(games):
        _progress(f"{file.path.name}: {index + 1}/{games}")
        lines = _game_differences(file, index, profiles)
        identical += not lines
        found += lines
    _progress("")
    return [f"{file.path}: {games} games, {identical} identical", *found]


def _game_differences(file: GameFile, index: int, profiles: Sequence[str]) -> list[str]:
    try:
        filed = file.game(index)
    except ReedboardError as error:
        return [str(error)]
    return [
        f"{file.path}: game {index + 1}, {profile}: {difference}"
        for profile in profiles
        for difference in replay_game(filed, profile, seed=index)
    ]


def replay_game(filed: FiledGame, profile: str, seed: int) -> list[str]:
    """Play one game on a board of its own; how the record differs."""
    random = Random(seed)
    with Machine(board_of(filed.game.ruleset), profile, seed=random.getrandbits(64)) as machine:
        match = Match(machine, filed.game.ruleset, random, filed.start)
        match.set_up()
        match.start(filed.terms)
        play_filed(match, filed, random, THINK_MS)
        return list(differences(match, filed))


def _progress(text: str) -> None:
    """Show how far it is, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number
