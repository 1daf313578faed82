"""What men and kings of one colour see from every square, and the moves made of it.

A move is made once and then shared: which squares it clears, fills and flips is worked out when it
is first met, and the generator only looks it up.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain, pairwise
from typing import TypeAlias

from firmware.rules.bitboard import Bitboard, Square
from firmware.rules.board import DIAGONALS, ORTHOGONALS, Color, Direction, facing
from firmware.rules.lanes import Hop
from firmware.rules.move import Move
from firmware.rules.ruleset import Crowning, Landing, Ruleset
from firmware.rules.sight import Look, Place, Ray

Path: TypeAlias = tuple[Place, ...]
"""The places of a capture: where it begins, then each landing."""

Jump: TypeAlias = tuple[Path, Bitboard, tuple[Place, ...], Bitboard]
"""A jump of a capture: the places so far, all taken with this piece, where to land, this piece."""

Looks: TypeAlias = tuple[tuple[Bitboard, Look], ...]
"""The lines through a place: the mask of each, and what is seen along it."""

CAPTURES_KEPT = 50_000
"""How many captures are kept for sharing; then all are dropped, to be made anew when met again."""

DIRECTIONS: tuple[Direction, ...] = (*DIAGONALS, *ORTHOGONALS)


class Pieces:
    """Men and kings of one colour of a game, on every square."""

    def __init__(self, rules: Ruleset, color: Color, *, foreign: bool = False) -> None:
        self.rules = rules
        self.color = color
        self.foreign = foreign
        """The other side moves them."""
        self.size = rules.board.size
        self.far = rules.crowned_on(color)
        self.captures = Captures(self)
        self.amended = Amended()
        headings = (None,) if rules.turns_back else (None, *DIRECTIONS)
        self.looks: list[Looks] = [
            look(square, heading)
            for heading in headings
            for look in (self._man_looks, self._king_looks)
            for square in range(self.size)
        ]
        """By place."""
        self.victims = [sum(look.victims for _, look in looks) for looks in self.looks]
        """By place: where a piece could be jumped. Lines of one place have no square in common."""

    def man_place(self, square: Square, heading: Direction | None = None) -> Place:
        """Where a man stands that has landed here by a capture: on the far row maybe as a king.

        ``heading`` is the way it came, where it may not turn back.
        """
        if self.rules.crowning is Crowning.AT_ONCE and self.far >> square & 1:
            return self.king_place(square, heading)
        return self._places_by(heading) + square

    def king_place(self, square: Square, heading: Direction | None = None) -> Place:
        """Where a king on this square stands."""
        return self._places_by(heading) + self.size + square

    def _places_by(self, heading: Direction | None) -> Place:
        return 0 if heading is None else 2 * (DIRECTIONS.index(heading) + 1) * self.size

    def is_king(self, place: Place) -> bool:
        """Whether a piece that stands here is a king."""
        return place // self.size % 2 == 1

    def man_step(self, origin: Square, target: Square) -> Move:
        """A man's quiet move."""
        return self._move((origin, target), (), False, self.far >> target & 1 == 1)

    def king_step(self, origin: Square, target: Square) -> Move:
        """A king's quiet move."""
        return self._move((origin, target), (), True, False)

    def capture(self, path: Path, taken: Bitboard) -> Move:
        """The capture over these places that takes these pieces."""
        landings = tuple(place % self.size for place in path)
        king = self.is_king(path[0])
        ends_far = self.is_king(path[-1]) or self.far >> landings[-1] & 1 == 1
        return self._move(landings, self._order(landings, taken), king, ends_far and not king)

    def _move(
        self, path: tuple[Square, ...], order: tuple[Square, ...], king: bool, arrives: bool
    ) -> Move:
        """A move; ``arrives``: of a man to where men are crowned, or leave the board."""
        leaves = arrives and self.rules.crowning is Crowning.LEAVES
        crowned = arrives and not leaves
        return Move(path, order, king, crowned, foreign=self.foreign, leaves=leaves)

    def _order(self, landings: tuple[Square, ...], taken: Bitboard) -> tuple[Square, ...]:
        """Which piece each jump takes: the one of those not yet taken that it passes over."""
        order = []
        for origin, landing in pairwise(landings):
            victim = self.rules.board.between(origin, landing) & taken
            taken ^= victim
            order.append(victim.bit_length() - 1)
        return tuple(order)

    def man_steps(self) -> Iterator[Hop]:
        """Every step that a man could ever make."""
        for direction, square, ray in self._rays(self.rules.man_steps):
            if ray:
                yield Hop(square, ray[0], ray[0], direction)

    def man_jumps(self) -> Iterator[Hop]:
        """Every single jump that a man could ever make."""
        for direction, square, ray in self._rays(self.rules.man_jumps):
            if len(ray) > 1:
                yield Hop(square, ray[0], ray[1], direction)

    def heading(self, direction: Direction) -> Direction | None:
        """The way a piece has come by a jump, where that matters."""
        return None if self.rules.turns_back else direction

    def _rays(
        self, directions: tuple[Direction, ...]
    ) -> Iterator[tuple[Direction, Square, tuple[Square, ...]]]:
        for direction in directions:
            for square, ray in enumerate(self.rules.board.rays[facing(direction, self.color)]):
                yield direction, square, ray

    def _man_looks(self, square: Square, heading: Direction | None) -> Looks:
        """A man looks for captures only: lanes find the steps of all men at once."""
        return self._lines(
            heading,
            {
                direction: Ray(
                    self._ray(direction, square),
                    flies=False,
                    lands_behind=False,
                    jumps=True,
                    steps=False,
                    place=partial(self.man_place, heading=self.heading(direction)),
                    move=partial(self.man_step, square),
                )
                for direction in self.rules.man_jumps
            },
        )

    def _king_looks(self, square: Square, heading: Direction | None) -> Looks:
        return self._lines(
            heading,
            {
                direction: Ray(
                    self._ray(direction, square),
                    flies=self.rules.flying_kings,
                    lands_behind=self.rules.landing is Landing.BEHIND,
                    jumps=direction in self.rules.king_jumps,
                    steps=direction in self.rules.king_steps,
                    place=partial(self.king_place, heading=self.heading(direction)),
                    move=partial(self.king_step, square),
                )
                for direction in dict.fromkeys((*self.rules.king_jumps, *self.rules.king_steps))
            },
        )

    def _lines(self, heading: Direction | None, rays: dict[Direction, Ray]) -> Looks:
        """The rays, opposite ones joined; without the one that leads back."""
        if heading:
            rays.pop(_opposite(heading), None)
        lines: list[list[Ray]] = []
        while rays:
            direction = next(iter(rays))
            line = [rays.pop(direction), rays.pop(_opposite(direction), None)]
            lines.append([ray for ray in line if ray])
        if not any(ray.flies for line in lines for ray in line):
            # So little is seen along short rays that two lines can be looked up at once.
            lines = [list(chain(*lines[at : at + 2])) for at in range(0, len(lines), 2)]
        looks = [Look(line) for line in lines]
        return tuple((look.mask, look) for look in looks if look.mask)

    def _ray(self, direction: Direction, square: Square) -> tuple[Square, ...]:
        return self.rules.board.rays[facing(direction, self.color)][square]


def _opposite(direction: Direction) -> Direction:
    return -direction[0], -direction[1]


class Captures(dict[tuple[Path, Bitboard], Move]):
    """``captures[path, taken]``: the shared :meth:`Pieces.capture`."""

    __slots__ = ("_pieces",)

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def __missing__(self, key: tuple[Path, Bitboard]) -> Move:
        if len(self) >= CAPTURES_KEPT:
            self.clear()
        move = self[key] = self._pieces.capture(*key)
        return move


class Amended(dict[tuple[object, ...], Move]):
    """Shared captures that leave men behind, or take pieces of the own side."""

    __slots__ = ()

    def capture(self, plain: Move, kept: Bitboard, friends: Bitboard) -> Move:
        """The capture ``plain``, of whose victims ``kept`` stay as men and ``friends`` are own."""
        key = plain.path, plain.order, plain.king, plain.crowned, kept, friends
        if key not in self:
            if len(self) >= CAPTURES_KEPT:
                self.clear()
            self[key] = Move(
                plain.path, plain.order, plain.king, plain.crowned, kept, friends, plain.foreign
            )
        return self[key]
