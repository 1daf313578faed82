"""Counting move trees, beside py-draughts and pydraughts where they know the game.

All run in fresh processes of the same interpreter, go through the positions once before they are
timed, in time of the processor, and count the last ply in bulk. What is told is how many leaves of
the same trees each gets through, one for each effect: in Frisian games the peers count many twice.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from firmware.notation.fen import write_fen
from firmware.rules import VARIANTS, Position, find_variant, perft
from tests.bench.figure import ROUNDS, Figure, interleaved
from tests.bench.positions import depth_for, kinds_of, positions
from tests.peers import PY_DRAUGHTS, PYDRAUGHTS, ROOT, Peer, PeerMissing

TITLE = "Counting move trees, beside py-draughts and pydraughts"

BARS: dict[str, dict[str, float]] = {
    "russian": {"start": 2.5, "midgame": 2.5, "kings": 2.8},
    "brazilian": {"start": 2.5, "midgame": 2.5, "kings": 2.8},
    "international": {"start": 2.5, "midgame": 2.5, "kings": 2.8},
    "frisian": {"start": 7, "midgame": 4, "kings": 4},
    "frysk": {"start": 1},
    "antidraughts": {"start": 1},
    "breakthrough": {"start": 1},
}
"""How many times as fast as py-draughts, by game and kind of position."""

LEAVES, LEAVES_OF_SLOW = 40_000, 300
"""So many leaves have the trees that are counted, at least."""
SECONDS = 0.5
"""A child counts the same trees again until so much time has gone."""

Command = Sequence[str]
OURS: Command = (sys.executable, "-m", "tests.bench.perft_ours")


def measure() -> Iterator[Figure]:
    """Yield leaves a second of both sides and their ratio; then those of games no peer knows."""
    py_draughts, pydraughts = command(PY_DRAUGHTS, "perft"), command(PYDRAUGHTS, "perft")
    for key, bars in BARS.items():
        for kind, bar in bars.items():
            kind_there = PY_DRAUGHTS.kinds[key]
            yield from beside(py_draughts, kind_there, key, kind, LEAVES, bar, ROUNDS)
    for key, kind_there in PYDRAUGHTS.kinds.items():
        for kind in kinds_of(find_variant(key)):
            # A thousand times slower: one round will do.
            yield from beside(pydraughts, kind_there, key, kind, LEAVES_OF_SLOW, 1, rounds=1)
    for key in (key for key in VARIANTS if key not in BARS):
        trees = positions(find_variant(key), "start")
        alone = rate(OURS, key, trees, depth_for(trees, LEAVES))
        yield Figure(f"{key}, start: Reedboard", alone, "leaves/s")


def command(peer: Peer, task: str) -> Command:
    """How to run the child of a task for a peer. Exits if the peer cannot be installed."""
    try:
        return peer.python(), str(ROOT / "tests" / "bench" / f"{task}_{peer.module}.py")
    except PeerMissing as missing:
        sys.exit(f"bench: {missing}")


def beside(
    theirs: Command,
    kind_there: str,
    key: str,
    kind: str,
    leaves_min: int,
    bar: float,
    rounds: int,
) -> Iterator[Figure]:
    """Yield the speed of both sides on positions of one kind, and how they relate."""
    trees = positions(find_variant(key), kind)
    depth = depth_for(trees, leaves_min)
    ours, peer = interleaved(
        partial(rate, OURS, key, trees, depth),
        partial(rate, theirs, kind_there, trees, depth),
        rounds=rounds,
    )
    name = theirs[-1].rpartition("perft_")[2].removesuffix(".py")
    yield Figure(f"{key}, {kind}: Reedboard", ours, "leaves/s")
    yield Figure(f"{key}, {kind}: {name}", peer, "leaves/s")
    yield Figure(f"{key}, {kind}: ratio", ours / peer, "times", at_least=bar)


def rate(child: Command, game: str, trees: Sequence[Position], depth: int) -> float:
    """Leaves a second of one process, which is told what to count by JSON.

    Exits if it counts fewer than there are.
    """
    told = json.dumps([game, [write_fen(position) for position in trees], depth, SECONDS])
    done = subprocess.run(
        child, input=told, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    counted, passes_a_second = json.loads(done.stdout)
    leaves = sum(perft(position, depth) for position in trees)
    if counted < leaves:
        sys.exit(f"bench: {game} has {leaves} leaves at depth {depth}, counted were {counted}")
    return float(leaves * passes_a_second)
