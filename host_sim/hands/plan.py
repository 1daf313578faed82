"""What a hand is about to do: acts of the scenario language, each at its time.

Because hands speak the language that scenarios are written in, whatever they did in a game can be
written down and done again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from host_sim.script import commands as c


@dataclass(frozen=True, slots=True)
class Timed:
    """An act and when it begins, in milliseconds of the machine's clock."""

    at_ms: int
    act: c.Act
    ply: int = 0
    """During whose turn it is done, counted from 1; 0 is before the game."""


@dataclass(slots=True)
class Plan:
    """One turn of a hand, as it is put together."""

    ply: int
    acts: list[Timed] = field(default_factory=list)
    landed_ms: int = 0
    """The moving man is put down for the last time."""
    done_ms: int = 0
    """All the hand wants to do before the press is done."""
    press_ms: int = 0
    """The finger goes down on the button, where there is one to be pressed."""
    over_ms: int = 0
    """The last thing that belongs to this turn, perhaps after the press, is done."""
    busy: frozenset[str] = frozenset()
    """Squares where something is still done after the press."""

    def add(self, at_ms: int, act: c.Act) -> None:
        """One more act."""
        self.acts.append(Timed(at_ms, act, self.ply))
        self.over_ms = max(self.over_ms, at_ms + lasts_ms(act))

    def in_order(self) -> Iterable[Timed]:
        """The acts in order of time; of two at one time, the one that was added first."""
        return sorted(self.acts, key=lambda timed: timed.at_ms)


def lasts_ms(act: c.Act) -> int:
    """How long an act goes on after its beginning."""
    match act:
        case c.Slide():
            return act.each_ms * (len(act.squares) - 1)
        case c.Chatter():
            return 2 * act.each_ms * act.times
        case _:
            return 0
