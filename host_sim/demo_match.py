"""``python -m host_sim demo --match``: a whole match of games, played by hands and buttons."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from firmware.errors import InputError
from firmware.rules import Move, Ruleset
from firmware.station.config import GameConfig
from firmware.table import events as ev
from firmware.table.match import MATCHES, parse_match
from host_sim.machine import Machine
from host_sim.match import Match, board_of
from host_sim.series import Series
from host_sim.telling import ending
from host_sim.viewer import Pace, Watch, viewer_for

DEFAULT: Final = "micro-match"
SEEDS: Final[Mapping[str, int]] = MappingProxyType({"micro-match": 7, "until-win": 6})
"""Matches that are worth watching; in the second the first game is drawn."""
CONTROLS: Final[Mapping[str, str]] = MappingProxyType(
    {"micro-match": "blitz", "until-win": "lehmann-georgiev"}
)
"""Time controls by name, as rulebooks have them."""
SET_UP_MS: Final = 150
"""Between two men put on their squares."""
THINK_MS: Final = (200, 900)


def play_match(
    args: argparse.Namespace,
    ruleset: Ruleset,
    choose: Callable[[Match, Random], Move],
    save: Callable[[str], None],
) -> int:
    """Play one match and have its games saved as one PDN; 1 if a record is not what was played.

    Raises InputError for a match that is not known.
    """
    terms = parse_match(args.match)
    assert terms is not None
    kind = args.match.partition(":")[0]
    choices = Random(SEEDS[kind] if args.seed is None else args.seed)
    hands = Random(choices.getrandbits(64))
    config = GameConfig(ruleset.key, CONTROLS[kind], match=args.match)
    with Machine(board_of(ruleset), seed=hands.getrandbits(64), game=config) as machine:
        title = f"{args.match}, {ruleset.title}"
        viewer = viewer_for(sys.stdout, machine, title, args.fast)
        watch = Watch(machine, viewer, None if args.fast else Pace().wait)
        series = Series(
            machine,
            ruleset,
            hands,
            lambda match: choose(match, choices),
            THINK_MS,
            SET_UP_MS,
            watch.until,
        )
        texts: list[str] = []
        told: list[str] = []
        wrong = False
        with viewer:
            for match in series.play():
                over = next(e for e in reversed(machine.events) if isinstance(e, ev.GameOver))
                told.append(f"Game {len(texts) + 1}: {ending(over, match.played)}")
                wrong = wrong or not match.as_played
                texts.append(Path(machine.state()["file"]).read_text(encoding="utf-8"))
        print(*told, _verdict(machine), sep="\n")
        if wrong:
            print("The record is not what was played.")
        save("\n".join(texts))
    return 1 if wrong else 0


def _verdict(machine: Machine) -> str:
    """Points of the players, by the colour each had in the first game."""
    said = next(e for e in reversed(machine.events) if isinstance(e, ev.MatchStanding))
    last, other = said.points
    white, black = (last, other) if said.game % 2 else (other, last)
    if white == black:
        return f"The match is drawn, {white} to {black} points."
    first = "White" if white > black else "Black"
    return f"The match is won, {white} to {black} points, by the player who began with {first}."


def kind_of(text: str) -> str:
    """A kind of match; argparse names the function in its message."""
    try:
        parse_match(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not text:
        raise argparse.ArgumentTypeError(f"choose one of: {', '.join(MATCHES)}")
    return text
