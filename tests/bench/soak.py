"""How fast whole games are played through the simulated hardware, on one core."""

import time
from collections.abc import Iterator

from firmware.rules import find_variant
from host_sim.soak import play_one
from tests.bench.figure import Figure, interleaved

TITLE = "Games through the simulated hardware"

GAMES = 10
VARIANTS = ("russian", "international")


def measure() -> Iterator[Figure]:
    """Yield games a second of processor time for each variant."""
    speeds = interleaved(*(lambda key=key: games_per_second(key) for key in VARIANTS))
    for key, speed in zip(VARIANTS, speeds, strict=True):
        yield Figure(f"{key}: games by seeded hands", speed, "games/s", at_least=2)


def games_per_second(variant: str) -> float:
    """Play the same games each time; a violation makes the number worthless, so it raises."""
    ruleset = find_variant(variant)
    started = time.process_time()
    for number in range(GAMES):
        tally = play_one(ruleset, seed=1, number=number)
        assert tally.violations == 0, tally.failures
    return GAMES / (time.process_time() - started)
