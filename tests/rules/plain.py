"""A second generator, written for reading and not for speed, to hold the real one against.

It walks square by square over coordinates, follows every route of every capture on its own, and
asks nothing of the real generator's tables.
"""

from collections.abc import Iterator

from firmware.rules import Color, Crowning, Direction, Position, Ruleset
from tests.rules.data import Effect

Coords = tuple[int, int]
Identity = tuple[Coords, Coords, frozenset[Coords], bool]


class Plain:
    """The pieces of a position by coordinates, and what the side to move may do."""

    def __init__(self, position: Position) -> None:
        self.rules: Ruleset = position.ruleset
        self.turn = position.turn
        coords = self.rules.board.coords
        self.on_board = set(coords)
        self.own = {at for s, at in enumerate(coords) if position.own >> s & 1}
        self.foe = {at for s, at in enumerate(coords) if position.foe >> s & 1}
        self.kings = {at for s, at in enumerate(coords) if position.kings >> s & 1}
        self.far_rank = self.rules.board.height - 1 if self.turn is Color.WHITE else 0

    def moves(self) -> set[Identity]:
        """What can legally be done."""
        captures = [capture for origin in self.own for capture in self._captures(origin)]
        if not captures:
            return {step for origin in self.own for step in self._steps(origin)}
        if self.rules.precedence is not None:
            most = max(len(taken) for _, _, taken, _ in captures)
            captures = [capture for capture in captures if len(capture[2]) == most]
        return set(captures)

    def _turned(self, directions: tuple[Direction, ...]) -> list[Direction]:
        up = 1 if self.turn is Color.WHITE else -1
        return [(files, ranks * up) for files, ranks in directions]

    def _walk(self, start: Coords, direction: Direction) -> Iterator[Coords]:
        file, rank = start
        while (file := file + direction[0], rank := rank + direction[1]) in self.on_board:
            yield file, rank

    def _steps(self, origin: Coords) -> Iterator[Identity]:
        king = origin in self.kings
        directions = self.rules.king_steps if king else self.rules.man_steps
        for direction in self._turned(directions):
            for target in self._walk(origin, direction):
                if target in self.own | self.foe:
                    break
                yield origin, target, frozenset(), not king and target[1] == self.far_rank
                if not (king and self.rules.flying_kings):
                    break

    def _captures(self, origin: Coords) -> Iterator[Identity]:
        king = origin in self.kings
        for target, taken, is_king in self._routes(origin, origin, frozenset(), king):
            if taken:
                crowned = not king and (is_king or target[1] == self.far_rank)
                yield origin, target, taken, crowned

    def _routes(
        self, origin: Coords, here: Coords, taken: frozenset[Coords], king: bool
    ) -> Iterator[tuple[Coords, frozenset[Coords], bool]]:
        """Every way to go on capturing from ``here`` to the end."""
        ended = True
        directions = self.rules.king_jumps if king else self.rules.man_jumps
        for direction in self._turned(directions):
            landings = self._landings(origin, here, taken, king, direction)
            ways = []
            for victim, landing in landings:
                crowned = self.rules.crowning is Crowning.AT_ONCE and landing[1] == self.far_rank
                ways.append(list(self._routes(origin, landing, taken | {victim}, king or crowned)))
            ended = ended and not ways
            # Behind one victim, a landing from which the capture goes on bars those where it ends.
            goes_on = any(len(found) > len(taken) + 1 for way in ways for _, found, _ in way)
            for way in ways:
                if not goes_on or any(len(found) > len(taken) + 1 for _, found, _ in way):
                    yield from way
        if ended:
            yield here, taken, king

    def _landings(
        self,
        origin: Coords,
        here: Coords,
        taken: frozenset[Coords],
        king: bool,
        direction: Direction,
    ) -> list[tuple[Coords, Coords]]:
        flies = king and self.rules.flying_kings
        victim: Coords | None = None
        found = []
        for distance, square in enumerate(self._walk(here, direction), 1):
            empty = square == origin or square not in self.own | self.foe
            if victim is None:
                if empty and flies:
                    continue
                if empty or square not in self.foe - taken or (distance > 1 and not flies):
                    break
                victim = square
            elif empty:
                found.append((victim, square))
                if not flies:
                    break
            else:
                break
        return found


def plain_moves(position: Position) -> set[tuple[Effect, bool]]:
    """What can be done, as effects by square index and whether a man is crowned."""
    index = position.ruleset.board.index
    return {
        ((index[origin], index[target], sum(1 << index[at] for at in taken)), crowned)
        for origin, target, taken, crowned in Plain(position).moves()
    }
