"""``python -m tests.mutants.hunt GAMES SEED POLICY [faults]``: soak until something is wrong.

Exit 0: nothing was found; 3: something was, and it is printed. Anything else is neither.
"""

import sys
from collections.abc import Sequence

from firmware.rules import find_variant
from host_sim.soak.run import play_one

FOUND = 3
VARIANTS = ("russian", "international", "english")


def main(arguments: Sequence[str]) -> int:
    """Play game after game; the exit code."""
    games, seed, policy = int(arguments[0]), int(arguments[1]), arguments[2]
    faults = "faults" in arguments[3:]
    rulesets = [find_variant(key) for key in VARIANTS]
    for number in range(games):
        ruleset = rulesets[number % len(rulesets)]
        tally = play_one(ruleset, seed, number, (policy,), faults, shrunk=False)
        if tally.failures:
            print("\n".join(tally.failures))
            return FOUND
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
