"""A draughts game as data.

Games differ along axes that combine freely, so each is one frozen value, derived from another with
``dataclasses.replace``. A field holds a function only where the rule truly is a computation. Code
never asks a ruleset for its name.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

from firmware.rules.bitboard import Bitboard
from firmware.rules.board import Board, Color, Direction

if TYPE_CHECKING:
    from firmware.rules.draws import DrawRule
    from firmware.rules.move import Move
    from firmware.rules.position import Position

Precedence: TypeAlias = Callable[["Position", "Move"], tuple[int, ...]]
"""From a capture to a sortable key: only captures with the greatest key are legal.

It may look at what is taken and by what; the order in which men are taken is not kept apart.
"""


class Crowning(enum.Enum):
    """What becomes of a man that reaches its far row by a capture and can go on capturing."""

    AT_ONCE = enum.auto()
    """It is a king from there on, and captures on as a king."""
    AT_END = enum.auto()
    """It captures on as a man, and is crowned only if it ends its move there."""


@dataclass(frozen=True)
class NotationStyle:
    """How a game is written."""

    gametype: str
    """The PDN 3.0 ``GameType``: type, first colour, width, height, notation, mirrored."""
    algebraic: bool
    """Squares are letters and digits (``c3``) rather than numbers."""
    capture: str
    """The sign between the squares of a capture."""
    win: str
    """A win for White as the result is written: ``1-0`` or ``2-0``."""


@dataclass(frozen=True)
class Ruleset:
    """One game. Directions are as White sees them; Black's are the same, seen from his side."""

    key: str
    """Short name, for commands and files."""
    title: str
    """Name for people."""
    board: Board
    start: tuple[Bitboard, Bitboard]
    """White's and Black's men at the beginning."""
    first: Color
    """Who moves first."""
    man_steps: tuple[Direction, ...]
    man_jumps: tuple[Direction, ...]
    king_steps: tuple[Direction, ...]
    king_jumps: tuple[Direction, ...]
    flying_kings: bool
    """Kings go and capture at any distance, rather than as men do."""
    crowning: Crowning
    precedence: Precedence | None
    """Which captures are compulsory among several; ``None`` leaves the choice free."""
    draws: "tuple[DrawRule, ...]"
    """The rules by which a game is drawn, the first that applies naming the reason."""
    lost: str
    """The article by which a player without a legal move has lost."""
    text: str
    """The rule text the articles are of."""
    notation: NotationStyle

    def __hash__(self) -> int:
        """By the key alone: tables kept by ruleset are asked all the time."""
        return hash(self.key)

    @property
    def men(self) -> tuple[int, int]:
        """The most pieces White and Black can have."""
        white, black = self.start
        return white.bit_count(), black.bit_count()

    @cached_property
    def sides(self) -> "tuple[Side, Side]":
        """The game seen from White and from Black; equal rulesets share them."""
        return _sides(self)


class Side:
    """A game seen from the colour on move: what a position needs to say whose turn it is.

    There is one object for each turn of a ruleset, so sides compare by identity.
    """

    __slots__ = ("color", "next", "ruleset")

    color: Color
    next: "Side"
    """The side whose turn comes after this one's."""
    ruleset: Ruleset

    def __repr__(self) -> str:
        return f"<{self.color.name} of {self.ruleset.key}>"


@cache
def _sides(ruleset: Ruleset) -> tuple[Side, Side]:
    white, black = Side(), Side()
    for side, color, after in ((white, Color.WHITE, black), (black, Color.BLACK, white)):
        side.ruleset, side.color, side.next = ruleset, color, after
    return white, black
