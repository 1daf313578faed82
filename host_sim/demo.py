"""``python -m host_sim demo``: watch a hand play a whole game on the simulated board."""

import argparse
import os
import re
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.errors import InputError, ReedboardError
from firmware.rules import Move, Ruleset, find_variant
from firmware.station.storage import write_whole
from firmware.table import events as ev
from firmware.table.match import MATCHES
from host_sim.demo_match import DEFAULT, kind_of, play_match
from host_sim.gamefile import FiledGame, GameFile, conclude, differences, play_filed
from host_sim.hands import prudent
from host_sim.machine import Machine
from host_sim.match import Match, Terms, board_of
from host_sim.telling import ending
from host_sim.viewer import Pace, Watch, viewer_for

VARIANT: Final = "russian"
SEED: Final = 215
"""In the default variant a game of 47 plies, with a capture of four men and a king that hunts."""
PLIES_MAX: Final = 120
"""Then the players agree to a draw."""
CONTROL: Final = "300"
SET_UP_MS: Final = 240
"""Between two men put on their squares."""
THINK_MS: Final = (200, 900)
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells count it."""


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "watch a hand play a whole game on the simulated board"
    parser = subparsers.add_parser("demo", help=text, description=text)
    parser.add_argument("--variant", metavar="V", help="the game (default: russian, or the file's)")
    parser.add_argument("--seed", type=int, metavar="N", help="another game")
    parser.add_argument("--game", type=Path, metavar="FILE", help="replay a game of a PDN file")
    parser.add_argument("--index", type=int, metavar="N", help="which of the file, from 0")
    parser.add_argument(
        "--match",
        type=kind_of,
        nargs="?",
        const=DEFAULT,
        metavar="KIND",
        help=f"a whole match, by hands and buttons alone: {', '.join(MATCHES)}",
    )
    parser.add_argument("--fast", action="store_true", help="do not wait")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the PDN is written")


def run(args: argparse.Namespace) -> int:
    """Carry out the command: 1 if the record is not what was played, otherwise 0.

    Raises ReedboardError for what is not understood.
    """
    try:
        return _run(args)
    except KeyboardInterrupt:
        print("\nStopped; no PDN was written.", file=sys.stderr)
        return INTERRUPTED


def _run(args: argparse.Namespace) -> int:
    filed = _filed(args)
    ruleset = filed.game.ruleset if filed else find_variant(args.variant or VARIANT)
    out: Path = args.out or _file_name(args, ruleset)
    _check_writable(out)
    if args.match:
        return _run_match(args, ruleset, out)
    choices = Random(_seed(args))
    hands = Random(choices.getrandbits(64))
    with Machine(board_of(ruleset), seed=hands.getrandbits(64)) as machine:
        title = _players(filed) if filed else f"{ruleset.title}, seed {_seed(args)}"
        viewer = viewer_for(sys.stdout, machine, title, args.fast)
        watch = Watch(machine, viewer, None if args.fast else Pace().wait)
        match = Match(machine, ruleset, hands, filed.start if filed else None, until=watch.until)
        with viewer:
            _play(match, filed, choices)
        wrong = _wrong(match, filed)
        over = [event for event in machine.events if isinstance(event, ev.GameOver)]
        print(*(ending(event, match.played) for event in over[-1:]))
        _save(out, Path(machine.state()["file"]).read_text(encoding="utf-8"))
    for line in wrong:
        print(line)
    print(out)
    return 1 if wrong else 0


def _run_match(args: argparse.Namespace, ruleset: Ruleset, out: Path) -> int:
    if args.game is not None:
        raise InputError("--match plays games of its own; leave --game out")

    def choose(match: Match, random: Random) -> Move:
        return prudent(match.played, random)

    code = play_match(args, ruleset, choose, lambda text: _save(out, text))
    print(out)
    return code


# What is played


def _seed(args: argparse.Namespace) -> int:
    return SEED if args.seed is None else args.seed


def _filed(args: argparse.Namespace) -> FiledGame | None:
    if args.game is None:
        if args.index is not None:
            raise InputError("--index says which game of a file; name the file with --game FILE")
        return None
    ruleset = find_variant(args.variant) if args.variant else None
    return GameFile(args.game, ruleset).game(args.index or 0)


def _players(filed: FiledGame) -> str:
    names = dict(filed.terms.tags)
    return f"{names.get('White', 'White')} - {names.get('Black', 'Black')}"


def _play(match: Match, filed: FiledGame | None, choices: Random) -> None:
    match.start(filed.terms if filed else Terms(CONTROL))
    match.set_up(SET_UP_MS)
    if filed:
        play_filed(match, filed, choices, THINK_MS)
        return
    low_ms, high_ms = THINK_MS
    while match.played.outcome is None and len(match.played.plies) < PLIES_MAX:
        move = prudent(match.played, choices)
        match.move(move, low_ms + int((high_ms - low_ms) * choices.random()))
    conclude(match, "1/2-1/2")


def _wrong(match: Match, filed: FiledGame | None) -> list[str]:
    if filed is not None:
        return list(differences(match, filed))
    return [] if match.made == match.played.plies else ["The record is not what was played."]


# Where the record goes


def _file_name(args: argparse.Namespace, ruleset: Ruleset) -> Path:
    """In the folder where the command is given; without blanks, so that other tools can take it."""
    if args.match:
        return Path(f"demo-{ruleset.key}-{args.match.replace(':', '-')}.pdn")
    if args.game is None:
        return Path(f"demo-{ruleset.key}-{_seed(args)}.pdn")
    stem = re.sub(r"\s+", "_", args.game.stem)
    return Path(f"demo-{stem}-{args.index or 0}.pdn")


def _check_writable(out: Path) -> None:
    """Raises InputError before anything is played, where the file could not be written after."""
    there = out if out.exists() else out.parent
    if out.is_dir() or not there.exists() or not os.access(there, os.W_OK):
        raise InputError(f"{out}: the PDN cannot be written there; choose a file with --out FILE")


def _save(out: Path, text: str) -> None:
    try:
        if out.exists() and not out.is_file():
            out.write_text(text, encoding="utf-8")
        else:
            write_whole(out, text, synced=False)
    except OSError as error:
        raise ReedboardError(
            f"{out}: the PDN cannot be written ({error.strerror}); choose a file with --out FILE"
        ) from error
