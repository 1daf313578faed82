"""What an arbiter orders at the table: inputs like all others, each with who gave it.

An order is carried out, and then said as `events.Intervened`, or it is refused with a sentence and
has changed nothing. Squares, moves and positions are texts in the game's notation; sides are
`white` and `black`. What only a player's hand or word brings about stands in `inputs`.
"""

from dataclasses import dataclass
from typing import NewType

SignedMs = NewType("SignedMs", int)
"""Milliseconds that may be negative."""

ARBITER = "arbiter"
"""Who gives an order, where no name is said."""

PLAYERS = ("white", "black")
"""Names under which players themselves give orders."""


# ---------------------------------------------------------------------- position and history


@dataclass(frozen=True, slots=True)
class SetPosition:
    """This is the position, turn included; the men are brought there, then play is resumed."""

    fen: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class EnterMove:
    """The side on move has played this move, which the board has missed."""

    move: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class ReplaceMove:
    """Another move was played at a ply of the record than the board wrote down."""

    ply: int
    """Counted from 1."""
    move: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class SetCrown:
    """The piece on this square is a king, or is a man."""

    square: str
    king: bool
    at_ms: int
    by: str = ARBITER


# ----------------------------------------------------------------------------------- rulings


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The game is not over after all; it is paused."""

    at_ms: int
    by: str = ARBITER


Order = SetPosition | EnterMove | ReplaceMove | SetCrown | UndoResult
