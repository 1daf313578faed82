"""What it costs to read a picture, or to search on after an outage, where there are most kings.

Processor time of one call each. Positions are of three to five kings a side, anywhere on the board,
in five games; hands make moves in them and begin replies before the press.
"""

import gc
import statistics
import time
from collections.abc import Iterator

from firmware.table.catchup import Search
from tests.bench.figure import Figure
from tests.table.king_rich import VARIANTS, events, games, three_plies_on

TITLE = "Inference among many kings, processor time"

GAMES = 200
MEDIAN_US = 50
WORST_MS = 5
SEARCHES = 10


def measure() -> Iterator[Figure]:
    """Yield median and worst of an event in each game, and the worst slice of a search."""
    gc.collect()
    gc.freeze()
    for variant in VARIANTS:
        costs_ns = sorted(_events_ns(variant))
        name = f"{variant}, {len(costs_ns)} events"
        median_us = statistics.median(costs_ns) / 1000
        yield Figure(f"{name}: median", median_us, "us", at_most=MEDIAN_US)
        yield Figure(f"{name}: worst", costs_ns[-1] / 1e6, "ms", at_most=WORST_MS)
    slices_ns = sorted(_slices_ns())
    name = f"search after an outage, {len(slices_ns)} slices"
    yield Figure(f"{name}: median", statistics.median(slices_ns) / 1000, "us")
    yield Figure(f"{name}: worst", slices_ns[-1] / 1e6, "ms", at_most=WORST_MS)
    gc.unfreeze()


def _events_ns(variant: str) -> Iterator[int]:
    for game in games(variant, GAMES):
        for belief, picture in events(game):
            began_ns = time.thread_time_ns()
            belief.saw(picture)
            yield time.thread_time_ns() - began_ns
        gc.collect()


def _slices_ns() -> Iterator[int]:
    for variant in VARIANTS:
        for game in games(variant, SEARCHES, seed=9):
            search = Search.of(game, three_plies_on(game))
            while not search.done:
                began_ns = time.thread_time_ns()
                search = search.go_on()
                yield time.thread_time_ns() - began_ns
