"""Checking files of games beside py-draughts: whole games a second, text to last legal move.

The files are those of the collection of real games that hold whole 10x10 games; without it, games
of random play are written and read. py-draughts reads one game at a time, so it is handed them one
by one; here a file is read whole, and which game it is about is guessed if no tag says so.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from firmware.notation.decode import decode_pdn
from firmware.notation.pdn import Record, write_pdn
from firmware.rules import Game, find_variant
from tests.bench.figure import Figure, interleaved
from tests.bench.perft import command
from tests.peers import PY_DRAUGHTS, ROOT

TITLE = "Files of 10x10 games replayed, beside py-draughts"

CORPUS = Path(os.environ.get("REEDBOARD_CORPUS") or ROOT.parent / "shared" / "corpus")
FILES = ("dutch96h", "kurnik", "nk2003_amsterdam", "wk2003")
RANDOM_GAMES = 60
PASSES = 10
"""How often a child goes through all games; what is set up once counts in the first."""

OURS = (sys.executable, "-m", "tests.bench.pdn_ours")


def measure() -> Iterator[Figure]:
    """Yield games a second of both and their ratio."""
    peers_child = command(PY_DRAUGHTS, "pdn")
    paths = [CORPUS / f"international_{name}.pdn" for name in FILES]
    found = [decode_pdn(path.read_bytes()) for path in paths if path.is_file()]
    texts = found or ["\n".join(random_games())]
    games = [game for text in texts for game in split(text)]
    ours, peer = interleaved(
        lambda: rate(OURS, texts, len(games)), lambda: rate(peers_child, games, len(games))
    )
    what = f"{len(games)} {'real' if found else 'random'} games"
    yield Figure(f"{what}: Reedboard", ours, "games/s")
    yield Figure(f"{what}: py-draughts", peer, "games/s")
    yield Figure(f"{what}: ratio", ours / peer, "times", at_least=3)


def split(text: str) -> list[str]:
    """The games of a file, each beginning with its Event tag."""
    return re.split(r"(?m)^(?=\[Event )", text)[1:]


def random_games() -> Iterator[str]:
    """Games of random play, to their ends."""
    random = Random(1)
    for _ in range(RANDOM_GAMES):
        game = Game.start(find_variant("international"))
        while not game.outcome:
            game = game.play(game.moves[int(random.random() * len(game.moves))])
        yield write_pdn(Record((), game, ("",) * len(game.plies), "*"))


def rate(command: Sequence[str], texts: Sequence[str], games: int) -> float:
    """Games a second of one child, which is given the texts and how often to read them."""
    done = subprocess.run(
        command,
        input=json.dumps([PASSES, texts]),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    report = json.loads(done.stdout)
    if report["failures"]:
        sys.exit(f"bench: {command[-1]} could not replay {report['failures'][0]}")
    return games * PASSES / float(report["seconds"])
