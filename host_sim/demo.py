"""``python -m host_sim demo``: watch a hand play a whole game on the simulated board."""

import argparse
import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.errors import InputError, ReedboardError
from firmware.rules import Color, find_variant
from firmware.station.storage import write_whole
from firmware.table import events as ev
from host_sim.clock import MS
from host_sim.gamefile import FiledGame, GameFile, conclude, differences
from host_sim.machine import Machine
from host_sim.match import Match, Terms, board_of
from host_sim.terminal import Painter, move_lines

SEED: Final = 2
"""In the default variant a game of 37 plies that ends with all of Black's men blocked."""
PLIES_MAX: Final = 120
CONTROL: Final = "300"
SPEED: Final = 3
"""Simulated time runs so much faster than the clock on the wall."""
FRAME_MS: Final = 40
"""Between two pictures, real time."""
THINK_MS: Final = (200, 900)
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells count it."""


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "watch a hand play a whole game on the simulated board"
    parser = subparsers.add_parser("demo", help=text, description=text)
    parser.add_argument("--variant", metavar="V", help="the game (default: russian, or the file's)")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="another game")
    parser.add_argument("--game", type=Path, metavar="FILE", help="replay a game of a PDN file")
    parser.add_argument("--index", type=int, default=0, metavar="N", help="which, from 0")
    parser.add_argument("--fast", action="store_true", help="do not wait")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the PDN is written")


def run(args: argparse.Namespace) -> int:
    """Carry out the command: 1 if the record is not what was played, otherwise 0.

    Raises ReedboardError for what is not understood.
    """
    filed = _filed(args)
    ruleset = filed.game.ruleset if filed else find_variant(args.variant or "russian")
    out: Path = args.out or Path(f"demo-{ruleset.key}-{args.index if filed else args.seed}.pdn")
    _check_writable(out)
    random = Random(args.seed)
    board = board_of(ruleset)
    with Machine(board, seed=random.getrandbits(64)) as machine:
        terms = filed.terms if filed else Terms(CONTROL)
        screen = _Screen(machine, f"Reedboard · {ruleset.title} on simulated hardware", args.fast)
        match = Match(machine, ruleset, random, filed.start if filed else None, until=screen.until)
        screen.moves_of(match)
        try:
            with screen:
                match.set_up(pace_ms=0 if args.fast else 60)
                match.start(terms)
                _play(match, filed, random)
        except KeyboardInterrupt:
            print("stopped")
            return INTERRUPTED
        wrong = list(_wrong(match, filed))
        _save(out, Path(machine.state()["file"]).read_text(encoding="utf-8"))
    for line in wrong:
        print(line)
    print(out)
    return 1 if wrong else 0


def _filed(args: argparse.Namespace) -> FiledGame | None:
    if args.game is None:
        return None
    ruleset = find_variant(args.variant) if args.variant else None
    return GameFile(args.game, ruleset).game(args.index)


def _play(match: Match, filed: FiledGame | None, random: Random) -> None:
    low, high = THINK_MS
    moves = iter(filed.moves) if filed else None
    while True:
        if moves is None:
            over = match.played.outcome is not None or len(match.played.plies) >= PLIES_MAX
            move = None if over else match.choose()
        else:
            move = next(moves, None)
        if move is None:
            break
        match.move(move, low + int((high - low) * random.random()))
    if filed:
        conclude(match, filed.result)
    else:
        conclude(match, "1/2-1/2")


def _wrong(match: Match, filed: FiledGame | None) -> list[str]:
    if filed:
        return list(differences(match, filed))
    if match.made != match.played.plies:
        return ["the record is not what was played"]
    return []


def _check_writable(out: Path) -> None:
    folder = out.parent
    if not folder.is_dir() or not os.access(out if out.exists() else folder, os.W_OK):
        raise InputError(f"{out}: the PDN cannot be written there; choose a file with --out FILE")


def _save(out: Path, text: str) -> None:
    try:
        write_whole(out, text, synced=False)
    except OSError as error:
        raise ReedboardError(
            f"{out}: the PDN cannot be written ({error.strerror}); "
            "choose another file with --out FILE"
        ) from error


class _Screen:
    """Where the game is shown: drawn in place on a terminal, told ply by ply elsewhere."""

    def __init__(self, machine: Machine, title: str, fast: bool) -> None:
        self._machine = machine
        self._fast = fast
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # some terminals know ASCII only
        self._live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        colours = self._live and "NO_COLOR" not in os.environ
        self._painter = Painter(machine, title, colours)
        self._moves: Callable[[], list[str]] = list
        self._told = 0
        self._due_s = time.monotonic()
        if not self._live:
            print(title)

    def moves_of(self, match: Match) -> None:
        """Show this match's moves, as the firmware tells them."""
        first = match.played.first.turn

        def moves() -> list[str]:
            made = [e.text for e in self._machine.events if isinstance(e, ev.MoveMade)]
            return move_lines(made, first)

        self._moves = moves

    def until(self, at_ns: int) -> None:
        """Let simulated time pass and show it."""
        if self._fast:
            self._machine.run_until(at_ns)
            self._show()
            return
        slice_ns = FRAME_MS * SPEED * MS
        while self._machine.clock.now_ns < at_ns:
            self._machine.run_until(min(at_ns, self._machine.clock.now_ns + slice_ns))
            self._show()
            self._due_s += FRAME_MS / 1000
            time.sleep(max(0.0, self._due_s - time.monotonic()))
            self._due_s = max(self._due_s, time.monotonic() - 0.2)

    def __enter__(self) -> "_Screen":
        if self._live:
            print("\x1b[2J\x1b[?25l", end="")
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._show()
            print("\n\x1b[?25h", end="", flush=True)
        else:
            print(self._painter.picture(self._moves()), flush=True)

    def _show(self) -> None:
        if self._live:
            lines = self._painter.picture(self._moves()).split("\n")
            print("\x1b[H" + "\x1b[K\n".join(lines) + "\x1b[J", end="", flush=True)
            return
        made = [event for event in self._machine.events if isinstance(event, ev.MoveMade)]
        for event in made[self._told :]:
            left, right = self._machine.lamps.texts
            side = "White" if event.color is Color.WHITE else "Black"
            print(f"{event.ply:>3} {side} {event.text:<16} {left:>6} {right:>6}", flush=True)
        self._told = len(made)
