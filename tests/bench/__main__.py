"""Print every measurement, or those named on the command line."""

import sys
from types import ModuleType

from tests.bench import (
    budget,
    bus,
    disk,
    inference,
    loop,
    pdn,
    perft,
    rules,
    soak,
    spectators,
    verdict,
)

MEASUREMENTS: dict[str, ModuleType] = {
    "rules": rules,
    "perft": perft,
    "pdn": pdn,
    "bus": bus,
    "loop": loop,
    "disk": disk,
    "verdict": verdict,
    "inference": inference,
    "soak": soak,
    "spectators": spectators,
    "budget": budget,
}


def main(names: list[str]) -> int:
    """Measure ``names``, or all. Return 1 if a bar is missed, 2 if a name is unknown."""
    if unknown := [name for name in names if name not in MEASUREMENTS]:
        print(f"bench: no measurement {unknown[0]!r}; there are {', '.join(MEASUREMENTS)}")
        return 2
    held = True
    for name in names or MEASUREMENTS:
        module = MEASUREMENTS[name]
        print(f"\n{module.TITLE}")
        for figure in module.measure():
            print(f"  {figure}", flush=True)
            held = held and figure.holds
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
