"""A match of several games at a simulated board: hands, buttons, and nothing else.

Between two games the men go back to their squares, in the colours that were changed; the players
stay where they sit, so the board is the other way round for whoever has White now.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from firmware.errors import ReedboardError
from firmware.rules import Color, Move, Outcome, Ruleset
from firmware.rules.presets import BREAK_IN_MICRO_MATCH_S
from firmware.table import events as ev
from firmware.table.between import HABIT_MS
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.match import Match

CALM_MS: Final = 1500
"""Between two things that the players do when no game runs."""
HELD_MS: Final = 2500
"""A button held for so long opens a menu, and takes the line that is shown."""


@dataclass
class Series:
    """One match at a machine that is on and whose configuration names the match."""

    machine: Machine
    ruleset: Ruleset
    random: Random
    choose: Callable[[Match], Move]
    """Which move is played."""
    think_ms: tuple[int, int]
    set_up_ms: int
    until: Callable[[int], None]
    games: list[Match] = field(default_factory=list)
    """Those begun so far."""

    def play(self, waits: bool = False) -> Iterator[Match]:
        """Game after game until the match is decided; each is given when it is over.

        With `waits` the players wait for the end of each break, otherwise both press before.
        """
        while True:
            match = self._game()
            yield match
            if self._standing.decided:
                return
            self._to_the_next(waits)

    @property
    def _standing(self) -> ev.MatchStanding:
        said = [one for one in self.machine.events if isinstance(one, ev.MatchStanding)]
        return said[-1]

    def _game(self) -> Match:
        match = Match(self.machine, self.ruleset, self.random, until=self.until)
        if not self.games:
            self._open_by_menu()
            match.set_up(self.set_up_ms)
            self._press(match.played.first.turn.other)
        self.games.append(match)
        match.begun()
        low_ms, high_ms = self.think_ms
        while match.played.outcome is None and not self._over:
            think_ms = low_ms + int((high_ms - low_ms) * self.random.random())
            match.move(self.choose(match), think_ms)
        self._finish(match, match.played.outcome)
        return match

    @property
    def _over(self) -> bool:
        """Whether the board says so, which it also does when a flag has fallen."""
        return bool(self.machine.state()["phase"] == "over")

    def _finish(self, match: Match, outcome: Outcome | None) -> None:
        match.finish(outcome)
        if not self._over:
            raise ReedboardError("the game has ended and the board does not say so")

    def _to_the_next(self, waits: bool) -> None:
        """Men back, the board the other way round, and the presses that open the next game."""
        self._wait(HABIT_MS)
        self.machine.turned = not self.machine.turned
        put_back(self.machine, self.games[-1], self.set_up_ms, self._wait)
        first = self.games[-1].played.first.turn
        if waits:
            self._wait(BREAK_IN_MICRO_MATCH_S * 1000)
        else:
            self._press(first)
        self._press(first.other)

    def _open_by_menu(self) -> None:
        """Hold, tap on to the first line, which sets up the next game, hold."""
        for held_ms in (HELD_MS, 0, HELD_MS):
            if held_ms:
                self.machine.press(Color.WHITE, for_ns=held_ms * MS)
                self._wait(held_ms)
            else:
                self.machine.press(Color.WHITE)
            self._wait(CALM_MS)

    def _press(self, color: Color) -> None:
        self.machine.press(color)
        self._wait(CALM_MS)

    def _wait(self, ms: int) -> None:
        self.until(self.machine.clock.now_ns + ms * MS)


def put_back(machine: Machine, match: Match, pace_ms: int, wait: Callable[[int], None]) -> None:
    """All men off, then each to a square where one of its colour begins."""
    world, position = machine.world, match.played.first
    for man in reversed(world.men):
        world.put_aside(man, machine.clock.now_ns)
    wait(CALM_MS)
    for color in Color:
        men = [man for man in world.men if man.color is color]
        for man, spot in zip(men, match.spots(position.pieces(color)), strict=True):
            man.king = False
            world.place(man, spot, machine.clock.now_ns)
            wait(pace_ms)
    wait(CALM_MS)
