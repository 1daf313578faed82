"""What men and kings of one side see from every square, and the moves made of it.

A move is made once and then shared: which squares it clears, fills and flips is worked out when it
is first met, and the generator only looks it up.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from firmware.rules.bitboard import Bitboard, Square
from firmware.rules.board import Direction, facing
from firmware.rules.lanes import Hop
from firmware.rules.move import Move
from firmware.rules.ruleset import Crowning, Side
from firmware.rules.sight import Look, Place, Ray

Path: TypeAlias = tuple[Place, ...]
"""The places of a capture: where it begins, then each landing."""

Jump: TypeAlias = tuple[Path, Bitboard, tuple[Place, ...]]
"""A jump of a capture: the places so far, all men taken with this one, the places to land on."""

Looks: TypeAlias = tuple[tuple[Bitboard, Look], ...]
"""The rays of a place: the mask of each, and what is seen along it."""

CAPTURES_KEPT = 50_000
"""How many captures are kept for sharing; then all are dropped, to be made anew when met again."""


class Pieces:
    """Men and kings of one side of a game, on every square."""

    def __init__(self, side: Side) -> None:
        rules = side.ruleset
        self.rules = rules
        self.color = side.color
        self.size = rules.board.size
        self.far_row = rules.board.far_row(side.color)
        self.captures = Captures(self)
        squares = range(self.size)
        self.looks: list[Looks] = [
            *(self._man_looks(square) for square in squares),
            *(self._king_looks(square) for square in squares),
        ]
        """By place."""
        self.victims = [sum(look.victims for _, look in looks) for looks in self.looks]
        """By place: where a piece could be jumped. Rays of one place have no square in common."""

    def man_place(self, square: Square) -> Place:
        """Where a man stands that has landed here by a capture: on the far row maybe as a king."""
        crowned = self.rules.crowning is Crowning.AT_ONCE and self.far_row >> square & 1
        return self.king_place(square) if crowned else square

    def king_place(self, square: Square) -> Place:
        """Where a king on this square stands."""
        return self.size + square

    def man_step(self, origin: Square, target: Square) -> Move:
        """A man's quiet move."""
        return Move((origin, target), crowned=bool(self.far_row >> target & 1))

    def king_step(self, origin: Square, target: Square) -> Move:
        """A king's quiet move."""
        return Move((origin, target), king=True)

    def man_steps(self) -> Iterator[Hop]:
        """Every step that a man could ever make."""
        for square, ray in self._rays(self.rules.man_steps):
            if ray:
                yield Hop(square, ray[0], ray[0])

    def man_jumps(self) -> Iterator[Hop]:
        """Every single jump that a man could ever make."""
        for square, ray in self._rays(self.rules.man_jumps):
            if len(ray) > 1:
                yield Hop(square, ray[0], ray[1])

    def _rays(
        self, directions: tuple[Direction, ...]
    ) -> Iterator[tuple[Square, tuple[Square, ...]]]:
        for direction in directions:
            yield from enumerate(self.rules.board.rays[facing(direction, self.color)])

    def _man_looks(self, square: Square) -> Looks:
        """A man looks for captures only: lanes find the steps of all men at once."""
        rays = (
            Ray(
                self._ray(direction, square),
                flies=False,
                jumps=True,
                steps=False,
                place=self.man_place,
                move=partial(self.man_step, square),
            )
            for direction in self.rules.man_jumps
        )
        return tuple((look.mask, look) for look in map(Look, rays))

    def _king_looks(self, square: Square) -> Looks:
        rays = (
            Ray(
                self._ray(direction, square),
                flies=self.rules.flying_kings,
                jumps=direction in self.rules.king_jumps,
                steps=direction in self.rules.king_steps,
                place=self.king_place,
                move=partial(self.king_step, square),
            )
            for direction in dict.fromkeys((*self.rules.king_jumps, *self.rules.king_steps))
        )
        return tuple((look.mask, look) for look in map(Look, rays) if look.mask)

    def _ray(self, direction: Direction, square: Square) -> tuple[Square, ...]:
        return self.rules.board.rays[facing(direction, self.color)][square]


class Captures(dict[tuple[Path, Bitboard], Move]):
    """``captures[path, taken]``: the capture over these places that takes these pieces."""

    __slots__ = ("_pieces",)

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces

    def __missing__(self, key: tuple[Path, Bitboard]) -> Move:
        if len(self) >= CAPTURES_KEPT:
            self.clear()
        path, taken = key
        size = self._pieces.size
        landings = tuple(place % size for place in path)
        king = path[0] >= size
        ends_as_king = path[-1] >= size or bool(self._pieces.far_row >> landings[-1] & 1)
        move = Move(landings, self._order(landings, taken), king, ends_as_king and not king)
        self[key] = move
        return move

    def _order(self, landings: tuple[Square, ...], taken: Bitboard) -> tuple[Square, ...]:
        """Which piece each jump takes: the one of those not yet taken that it passes over."""
        order = []
        for origin, landing in pairwise(landings):
            victim = self._pieces.rules.board.between(origin, landing) & taken
            taken ^= victim
            order.append(victim.bit_length() - 1)
        return tuple(order)
