"""A hand that plays one side at the bench, in one of the styles of `host_sim.hands`.

It follows the game by what the board has said, as an opponent follows it by what stands on the
table, and waits when the board and it do not agree.
"""

import heapq
from random import Random
from typing import Final

from firmware.rules import Color, Game
from host_sim.hands import Hand, Plan, Style, Timed, Turn, prudent

THINK_MS: Final = (400, 1600)
"""Before it begins to move."""
PATIENCE_MS: Final = 12_000
"""How long after its move it waits for the board to record it, before it tries another."""


class Seat:
    """One side's hand."""

    def __init__(self, color: Color, style: Style, game: Game, random: Random) -> None:
        self.color = color
        self.style = style
        self._hand = Hand(game.ruleset, random, style)
        self._random = random
        self._due: list[tuple[int, int, Timed]] = []
        self._count = 0
        self._plies = -1
        """How many plies the game had when the last move was planned."""
        self._tired_ms = 0

    def look(self, game: Game, now_ms: int, clocked: bool) -> None:
        """Decide on a move when it is this side's turn and nothing is under way."""
        if game.turn is not self.color or self._due or not game.moves:
            return
        if self._plies == len(game.plies) and now_ms < self._tired_ms:
            return
        low, high = THINK_MS
        start_ms = now_ms + low + int((high - low) * self._random.random())
        plan = self._hand.plan(Turn(game, prudent(game, self._random), start_ms, presses=clocked))
        self._begin(plan)
        self._plies = len(game.plies)
        self._tired_ms = plan.over_ms + PATIENCE_MS

    def due(self, now_ms: int) -> list[Timed]:
        """The acts whose time has come, in order."""
        acts = []
        while self._due and self._due[0][0] <= now_ms:
            acts.append(heapq.heappop(self._due)[2])
        return acts

    @property
    def next_ms(self) -> int | None:
        """When the next act is due."""
        return self._due[0][0] if self._due else None

    def drop_everything(self) -> None:
        """Something was not as the hand thought; it does no more of what it had in mind."""
        self._due.clear()

    def _begin(self, plan: Plan) -> None:
        for timed in plan.in_order():
            self._count += 1
            heapq.heappush(self._due, (timed.at_ms, self._count, timed))
