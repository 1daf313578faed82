"""A second generator, written for reading and not for speed, to hold the real one against.

It walks square by square over coordinates, follows every route of every capture on its own, and
asks nothing of the real generator's tables.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware.rules import Color, Crowning, Direction, Landing, Move, Position, Ruleset, Side

Coords = tuple[int, int]
Effect = tuple[int, int, int, bool]
"""Origin, target, captured squares, crowned."""


@dataclass(frozen=True)
class Deed:
    """What a move does, and how: which of its fields two moves may differ in is in ``effect``."""

    origin: Coords
    target: Coords
    order: tuple[Coords, ...] = ()
    king: bool = False
    crowned: bool = False

    @property
    def effect(self) -> tuple[Coords, Coords, frozenset[Coords], bool]:
        """What tells moves apart."""
        return self.origin, self.target, frozenset(self.order), self.crowned


class Plain:
    """The pieces of one colour on a diagram, and what they may do against all others."""

    def __init__(self, position: Position, color: Color) -> None:
        self.rules: Ruleset = position.ruleset
        self.up = 1 if color is Color.WHITE else -1
        coords = self.rules.board.coords
        self.on_board = set(coords)
        self.own = {at for s, at in enumerate(coords) if position.pieces(color) >> s & 1}
        self.foe = {at for s, at in enumerate(coords) if position.pieces(color.other) >> s & 1}
        self.kings = {at for s, at in enumerate(coords) if position.kings >> s & 1}
        self.far = {at for s, at in enumerate(coords) if self.rules.crowned_on(color) >> s & 1}
        self.leaves = self.rules.crowning is Crowning.LEAVES

    def captures(self) -> list[Deed]:
        """Every route of every capture, precedence aside."""
        return [
            Deed(origin, target, order, origin in self.kings, self._crowned(origin, target, king))
            for origin in self.own
            for target, order, king in self._routes(
                origin, origin, (), origin in self.kings, came=None
            )
            if order
        ]

    def steps(self) -> list[Deed]:
        """Every quiet move."""
        return [
            Deed(origin, target, (), origin in self.kings, self._crowned(origin, target, False))
            for origin in self.own
            for target in self._step_targets(origin)
        ]

    def _crowned(self, origin: Coords, target: Coords, became_king: bool) -> bool:
        man = origin not in self.kings
        return man and not self.leaves and (became_king or target in self.far)

    def _turned(self, directions: Iterable[Direction]) -> list[Direction]:
        return [(files, ranks * self.up) for files, ranks in directions]

    def _walk(self, start: Coords, direction: Direction) -> Iterator[Coords]:
        """The squares of the game met on the way, however far apart they are."""
        file, rank = start
        board = self.rules.board
        while 0 <= (file := file + direction[0]) < board.width and (
            0 <= (rank := rank + direction[1]) < board.height
        ):
            if (file, rank) in self.on_board:
                yield file, rank

    def _step_targets(self, origin: Coords) -> Iterator[Coords]:
        king = origin in self.kings
        directions = self.rules.king_steps if king else self.rules.man_steps
        for direction in self._turned(directions):
            for target in self._walk(origin, direction):
                if target in self.own | self.foe:
                    break
                yield target
                if not (king and self.rules.flying_kings):
                    break

    def _routes(
        self,
        origin: Coords,
        here: Coords,
        taken: tuple[Coords, ...],
        king: bool,
        came: Direction | None,
    ) -> Iterator[tuple[Coords, tuple[Coords, ...], bool]]:
        """Every way to go on capturing from ``here`` to the end."""
        ended = True
        directions = self.rules.king_jumps if king else self.rules.man_jumps
        for direction in self._turned(directions):
            if not self.rules.turns_back and came == (-direction[0], -direction[1]):
                continue
            ways = []
            for victim, landing in self._landings(origin, here, taken, king, direction):
                crowned = self.rules.crowning is Crowning.AT_ONCE and landing in self.far
                after = (*taken, victim)
                ways.append(list(self._routes(origin, landing, after, king or crowned, direction)))
            ended = ended and not ways
            yield from self._of_one_victim(ways, len(taken) + 1)
        if ended:
            yield here, taken, king

    def _of_one_victim(
        self, ways: list[list[tuple[Coords, tuple[Coords, ...], bool]]], count: int
    ) -> Iterator[tuple[Coords, tuple[Coords, ...], bool]]:
        """Behind one victim, a landing from which the capture goes on bars those where it ends."""
        going_on = [way for way in ways if any(len(taken) > count for _, taken, _ in way)]
        if going_on:
            for way in going_on:
                yield from way
            return
        for way in ways:
            for _, taken, _ in way:
                behind_king = self.rules.landing is Landing.BEHIND_KINGS and taken[-1] in self.kings
                if not behind_king or way is ways[0]:
                    yield from way

    def _landings(
        self,
        origin: Coords,
        here: Coords,
        taken: tuple[Coords, ...],
        king: bool,
        direction: Direction,
    ) -> list[tuple[Coords, Coords]]:
        flies = king and self.rules.flying_kings
        gone = {origin, *(taken if self.rules.removed_at_once else ())}
        victim: Coords | None = None
        found: list[tuple[Coords, Coords]] = []
        for distance, square in enumerate(self._walk(here, direction), 1):
            empty = square in gone or square not in self.own | self.foe
            if victim is None:
                if empty and flies:
                    continue
                if empty or square in taken or (distance > 1 and not flies):
                    break
                if not self._may_take(square, king):
                    break
                victim = square
            elif empty:
                found.append((victim, square))
                if not flies or self.rules.landing is Landing.BEHIND:
                    break
            else:
                break
        return found

    def _may_take(self, square: Coords, king: bool) -> bool:
        if square in self.own and not self.rules.captures_own:
            return False
        return king or square not in self.kings or self.rules.men_take_kings


def highest(deeds: list[Deed], rules: Ruleset, kings: set[Coords]) -> list[Deed]:
    """The captures that come first, the order of precedence being asked of the ruleset's data.

    ``tests.rules.test_precedence`` holds the functions themselves against the rule texts.
    """
    if rules.precedence is None or not deeds:
        return deeds
    index = rules.board.index
    crowd = Position(0, 0, sum(1 << index[at] for at in kings), rules.sides[0])
    keys = [rules.precedence(crowd, _as_move(deed, rules)) for deed in deeds]
    return [deed for deed, key in zip(deeds, keys, strict=True) if key == max(keys)]


def _as_move(deed: Deed, rules: Ruleset) -> Move:
    index = rules.board.index
    order = tuple(index[at] for at in deed.order)
    return Move((index[deed.origin], index[deed.target]), order, deed.king, deed.crowned)


def plain_moves(position: Position) -> set[Effect]:
    """What the side to move may legally do."""
    rules, side = position.ruleset, position.side
    if rules.decided and rules.decided(position):
        return set()
    own = Plain(position, position.turn)
    captures, steps = highest(own.captures(), rules, own.kings), own.steps()
    if rules.moves_foes:
        foes = Plain(position, position.turn.other)
        if not (captures and rules.own_captures_first):
            captures += highest(foes.captures(), rules, own.kings)
        if steps or captures or not rules.blocked_when_own_are:
            steps += foes.steps()
    deeds = captures if captures and rules.compulsory else captures + _allowed(steps, side)
    index = rules.board.index
    return {
        (index[origin], index[target], sum(1 << index[at] for at in taken), crowned)
        for origin, target, taken, crowned in (deed.effect for deed in deeds)
    }


def _allowed(steps: list[Deed], side: Side) -> list[Deed]:
    """Without those of a king that has run too often."""
    coords = side.ruleset.board.coords
    banned = None if side.banned is None else coords[side.banned]
    return [deed for deed in steps if deed.origin != banned]
