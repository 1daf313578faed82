"""The rules by which a game is drawn, as small values.

Rulebooks count in moves *by each player*; a tally of plies is kept, and divided for people by the
plies in which each player has moved once. The move that brings an ending about is not counted. A
tally depends on the tally before it and on the last two positions alone, so a game of any length
keeps its counts at a constant cost a ply.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from firmware.rules.bitboard import Bitboard
from firmware.rules.board import Color
from firmware.rules.movegen import legal_moves
from firmware.rules.outcome import Counter, Reason
from firmware.rules.position import Position

Force: TypeAlias = tuple[int, int]
"""What a side has: kings and men."""


class DrawRule(Protocol):
    """A rule that draws a game once its count has come to its limit."""

    @property
    def article(self) -> str:
        """Where the rule text says so; empty where it has no numbers, or does not."""

    @property
    def limit(self) -> int:
        """The count at which the game is drawn."""

    def tally(self, tally: int, positions: Sequence[Position], *, anew: bool) -> int:
        """The new tally, after a ply to ``positions[-1]``; ``anew`` starts the count again."""

    def counter(self, tally: int, plies_a_move: int) -> Counter | None:
        """The tally as players count; None as long as there is nothing to tell.

        ``plies_a_move``: plies in which each player has moved once.
        """


@dataclass(frozen=True)
class Repetition:
    """The same position, same side to move, for the ``limit``-th time; not necessarily in a row."""

    article: str
    limit: int = 3

    def tally(self, tally: int, positions: Sequence[Position], *, anew: bool) -> int:
        """How often the last position has stood, itself included."""
        return positions.count(positions[-1])

    def counter(self, tally: int, plies_a_move: int) -> Counter | None:
        """Times the position has stood, from the second on."""
        return Counter(Reason.REPETITION, self.article, tally, self.limit) if tally > 1 else None


class _MoveRule(ABC):
    """What rules about moves of one kind, made one after another, have in common."""

    article: str
    limit: int
    reason: Reason

    @abstractmethod
    def lasts(self, before: Position, after: Position) -> bool:
        """Whether the ply between these positions goes on with the count."""

    def tally(self, tally: int, positions: Sequence[Position], *, anew: bool) -> int:
        """Plies of the kind, one after another."""
        return tally + 1 if not anew and self.lasts(*positions[-2:]) else 0

    def counter(self, tally: int, plies_a_move: int) -> Counter | None:
        """Moves made by each player, from the first on."""
        moves = tally // plies_a_move
        return Counter(self.reason, self.article, moves, self.limit) if moves else None


@dataclass(frozen=True)
class KingsOnly(_MoveRule):
    """Only kings have moved, and nothing was captured."""

    article: str
    limit: int
    reason: Reason = Reason.KINGS_ONLY

    def lasts(self, before: Position, after: Position) -> bool:
        """A king has moved quietly: the men stand as they stood, and as many kings are there."""
        return men_stand(before, after) and same_balance(before, after)


@dataclass(frozen=True)
class NoCapture(_MoveRule):
    """Nothing was captured."""

    article: str
    limit: int
    reason: Reason = Reason.NO_CAPTURE

    def lasts(self, before: Position, after: Position) -> bool:
        """Both sides have as many pieces as before."""
        return all(
            before.pieces(color).bit_count() == after.pieces(color).bit_count() for color in Color
        )


@dataclass(frozen=True)
class OneEach:
    """Both sides have one piece, and the side on move cannot take the other's: a draw at once."""

    article: str
    limit: int = 1
    unless_king_and_man: bool = False
    """A king and a man play on."""

    def tally(self, tally: int, positions: Sequence[Position], *, anew: bool) -> int:
        """1 if the position is of that kind."""
        position = positions[-1]
        if not position.own.bit_count() == position.foe.bit_count() == 1:
            return 0
        if self.unless_king_and_man and position.kings.bit_count() == 1:
            return 0
        return int(not any(move.captured for move in legal_moves(position)))

    def counter(self, tally: int, plies_a_move: int) -> Counter | None:
        """Full as soon as it is there."""
        return Counter(Reason.ONE_EACH, self.article, tally, self.limit) if tally else None


@dataclass(frozen=True)
class SameBalance(_MoveRule):
    """Both sides have kings, ``fewest`` to ``most`` pieces in all, and the balance stays."""

    article: str
    limit: int
    fewest: int
    most: int
    reason: Reason = Reason.SAME_BALANCE

    def lasts(self, before: Position, after: Position) -> bool:
        """The ending is of this kind, and the ply has not changed the balance."""
        return (
            self.fewest <= after.occupied.bit_count() <= self.most
            and bool(after.own & after.kings)
            and bool(after.foe & after.kings)
            and same_balance(before, after)
        )


@dataclass(frozen=True)
class LoneKing(_MoveRule):
    """One of ``forces`` against a lone king, for as long as the ending is of that kind."""

    article: str
    limit: int
    reason: Reason
    forces: frozenset[Force]
    road: Bitboard | None = None
    """Squares on which the lone king has to stand; None: anywhere."""
    held: Bitboard | None = None
    """Squares on one of which the other side has to have a king; None: it need not."""

    def lasts(self, before: Position, after: Position) -> bool:
        """The ending is of this kind, and was so already before the ply."""
        return self.is_ending(before) and self.is_ending(after)

    def is_ending(self, position: Position) -> bool:
        """The position is of this kind, however long it has been."""
        return any(
            force(position, color) == (1, 0)
            and force(position, color.other) in self.forces
            and (self.road is None or bool(position.pieces(color) & self.road))
            and (
                self.held is None or bool(position.pieces(color.other) & position.kings & self.held)
            )
            for color in Color
        )


def force(position: Position, color: Color) -> Force:
    """The number of kings and men a side has."""
    pieces = position.pieces(color)
    kings = (pieces & position.kings).bit_count()
    return kings, pieces.bit_count() - kings


def same_balance(before: Position, after: Position) -> bool:
    """Whether both sides have as many kings and men as before."""
    return all(force(before, color) == force(after, color) for color in Color)


def men_stand(before: Position, after: Position) -> bool:
    """Whether all men stand where they stood."""
    return before.men == after.men and before.white & before.men == after.white & after.men


def not_played_on(position: Position, rules: Sequence[DrawRule]) -> bool:
    """The ending is one that is not played on where no increment is added (Codex 7.2.9).

    A lone king against one or two pieces, or against three while it stands on the main road.
    """
    reasons = (Reason.TWO_PIECES, Reason.MAIN_ROAD)
    return any(
        isinstance(rule, LoneKing) and rule.reason in reasons and rule.is_ending(position)
        for rule in rules
    )
