"""Many games, one after another, and what came of each."""

from collections.abc import Iterator, Sequence
from typing import Final

from firmware.errors import ReedboardError
from firmware.rules import Ruleset
from host_sim.soak.drawing import draw
from host_sim.soak.shrink import shrink
from host_sim.soak.sitting import sit
from host_sim.soak.tally import Tally

CASUAL: Final = ("casual",)
"""The policy under which hands that play legally hear nothing but what `Style.may` names."""


def soak(
    games: int,
    seed: int,
    rulesets: Sequence[Ruleset],
    policies: tuple[str, ...] = CASUAL,
    faults: bool = False,
) -> Iterator[Tally]:
    """Play game after game; game k is of ruleset k mod their number."""
    for number in range(games):
        yield play_one(rulesets[number % len(rulesets)], seed, number, policies, faults)


def play_one(
    ruleset: Ruleset,
    seed: int,
    number: int,
    policies: tuple[str, ...] = CASUAL,
    faults: bool = False,
    shrunk: bool = True,
) -> Tally:
    """One game of a soak: all it is follows from these.

    A failure names the game and its players, and has the shortest scenario that shows it if
    `shrunk` is asked for and a scenario can.
    """
    drawn = draw(ruleset, seed, number, policies, faults)
    try:
        sitting = sit(drawn)
    except (ReedboardError, AssertionError) as error:
        tally = Tally(games=1, failures=[f"{drawn.name}\n  crashes: {error!r}"])
        tally.counts["crashes"] += 1
        return tally
    tally = sitting.tally
    if sitting.violations:
        lines = [sitting.draw.name]
        lines += [f"  {one.kind}, ply {one.ply}: {one.detail}" for one in sitting.violations]
        scenario = shrink(sitting) if shrunk else None
        if scenario is not None:
            lines.append("  as a scenario:")
            lines += [f"    {line}" for line in scenario.splitlines()]
        elif shrunk:
            lines.append("  no part of it shows this as a scenario; the seed and number above do")
        tally.failures.append("\n".join(lines))
    return tally
