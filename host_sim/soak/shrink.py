"""The shortest scenario that still fails.

First as few turns as possible: the last one, the last two, and so on, from a position set up. Then
acts are left out, in halves, quarters and one by one, as long as what is left fails the same
expectation. Whatever no hand can do, a lift from an empty square say, is no scenario and is passed
over, and a fault that passed is not made one that lasts. What comes out is tried as text, so it
fails when it is run by anyone.
"""

from dataclasses import replace
from typing import Final

from firmware.errors import ReedboardError
from host_sim.script.language import read_script
from host_sim.script.runner import run_script
from host_sim.soak.scenario import Scene, broken, expectations, has_power, is_play, scene
from host_sim.soak.sitting import Sitting

TURNS: Final = (1, 2, 3, 4, 6, 10, 20)
"""So many turns are tried, and then the whole game."""
RUNS_MAX: Final = 250
"""A scenario is good enough after so many runs."""


def shrink(sitting: Sitting) -> str | None:
    """A scenario that shows the first violation of a game; None if a scenario cannot."""
    violation = sitting.violations[0]
    expect = expectations(violation)
    if not expect:
        return None
    match = sitting.match
    plies = len(match.played.plies)
    for turns in (*(turns for turns in TURNS if turns < plies), plies):
        first = plies - turns + 1
        found = scene(match.played, match.acts, sitting.draw.terms, expect, first)
        lines = failing(found)
        if lines:
            return _fewer_acts(replace(found, expect=lines[:1])).text()
    return None


def failing(found: Scene) -> tuple[str, ...]:
    """The expectations that do not hold; none if no hand can do this."""
    if not has_power(found.acts) or not is_play(found):
        return ()
    text = found.text()
    try:
        report = run_script(read_script(text, "shrunk"))
    except ReedboardError:
        return ()
    first = text.count("\n") - len(found.expect) + 1
    failed = {failure.line - first for failure in report.failures}
    return tuple(line for number, line in enumerate(found.expect) if number in failed)


def _fewer_acts(found: Scene) -> Scene:
    """Leave out acts, as many at once as will go."""
    runs = 0
    size = max(1, len(found.acts) // 2)
    while size:
        index = 0
        while index < len(found.acts) and runs < RUNS_MAX:
            less = found.without(range(index, index + size))
            runs += 1
            if broken(less.acts) <= broken(found.acts) and failing(less):
                found = less
            else:
                index += size
        size //= 2
    return found
