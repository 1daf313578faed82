"""How soon the rules are there, how much they weigh, and how long one position takes."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from firmware.notation.fen import parse_fen
from firmware.rules import Position, find_variant, legal_moves
from tests.bench.figure import Figure, interleaved
from tests.bench.positions import positions
from tests.peers import ROOT

TITLE = "The rules: ready, in memory, one position"

GAMES = ("russian", "international", "frisian")
READY = (sys.executable, "-m", "tests.bench.rules_child")
WORST = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
"""lidraughts' test of Frisian captures: 562,040 ways to take 19."""
CALLS = 2_000


def measure() -> Iterator[Figure]:
    """Yield times of the processor and memory."""
    yield Figure("import of firmware.rules", ready("russian", "import_ms"), "ms", at_most=60)
    yield Figure("memory above a bare interpreter", ready("russian", "mb"), "MB", at_most=15)
    for key in GAMES:
        yield Figure(f"{key}: first moves after that", ready(key, "first_ms"), "ms", at_most=50)
    for key in GAMES:
        midgames = positions(find_variant(key), "midgame")
        yield Figure(f"{key}: legal moves of a midgame", each_us(midgames), "us")
    worst = parse_fen(WORST, find_variant("frisian"))
    yield Figure("frisian: the worst captures known", spent_s([worst], 1), "s", at_most=3)


def ready(key: str, name: str) -> float:
    """The median of one number that a fresh process tells of itself."""

    def once() -> float:
        done = subprocess.run(
            [*READY, key], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        )
        return float(json.loads(done.stdout)[name])

    (median,) = interleaved(once)
    return median


def each_us(found: Sequence[Position]) -> float:
    """Microseconds for the legal moves of one of these positions, once they have been seen."""
    spent_s(found, 1)
    (median,) = interleaved(lambda: spent_s(found, CALLS) / CALLS / len(found) * 1e6)
    return median


def spent_s(found: Sequence[Position], calls: int) -> float:
    """Seconds of the processor for asking so many times for the moves of each."""
    started = time.process_time()
    for _ in range(calls):
        for position in found:
            legal_moves(position)
    return time.process_time() - started
