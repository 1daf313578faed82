"""How a game ends: who won, why, and by which article."""

import enum
from dataclasses import dataclass

from firmware.rules.board import Color


class Reason(enum.StrEnum):
    """Every way a game ends. The first two groups follow from the board, the last from people."""

    NO_PIECES = "no_pieces"
    """The loser has no piece left."""
    NO_MOVES = "no_moves"
    """The side to move has pieces, but none that can move."""
    KING_MADE = "king_made"
    """The winner was first to crown a man, which is the aim."""

    REPETITION = "repetition"
    """The same position with the same side to move, too often."""
    KINGS_ONLY = "kings_only"
    """Too many moves by kings alone, with no capture."""
    SAME_BALANCE = "same_balance"
    """Both sides have kings, and nothing was captured or crowned for too long."""
    THREE_KINGS = "three_kings"
    """Three or more kings have not caught a lone king in time."""
    MAIN_ROAD = "main_road"
    """Three pieces have not caught a lone king on the main road in time."""
    THREE_PIECES = "three_pieces"
    """Three pieces have not caught a lone king in time."""
    TWO_PIECES = "two_pieces"
    """Two pieces, or one king, have not caught a lone king in time."""
    ONE_EACH = "one_each"
    """Both sides have one piece, and the one on move cannot take the other."""
    NO_CAPTURE = "no_capture"
    """Nothing was captured for too long."""

    FLAG = "flag"
    """The loser's time ran out."""
    BOTH_FLAGS = "both_flags"
    """Both times ran out, and it is not known whose did first."""
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    CLAIM = "claim"
    """A draw claimed by a player and found right."""
    ARBITER = "arbiter"
    """Decided by the arbiter."""
    DRAWN_TYPE = "drawn_type"
    """Declared clearly drawn by the arbiter, and played on for some moves without progress."""
    FORFEIT = "forfeit"
    """A player did not come."""
    PENALTY = "penalty"
    """Lost for breaking the rules."""
    ABANDONED = "abandoned"
    """A player did not come back, or the game could not be played on."""
    ANNULLED = "annulled"
    """The game does not count and is played anew."""


DRAW_RULES = frozenset(
    {
        Reason.REPETITION,
        Reason.KINGS_ONLY,
        Reason.SAME_BALANCE,
        Reason.THREE_KINGS,
        Reason.MAIN_ROAD,
        Reason.THREE_PIECES,
        Reason.TWO_PIECES,
        Reason.ONE_EACH,
        Reason.NO_CAPTURE,
        Reason.DRAWN_TYPE,
    }
)
"""Reasons that a count of moves, of positions or of pieces gives."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw and for a game that does not count.

    A draw rule has a winner in games that are then won by who has captured more.
    """

    winner: Color | None
    reason: Reason
    article: str = ""
    """The article of the ruleset's text, empty where that text has none."""

    @property
    def is_draw_rule(self) -> bool:
        """Reached by counting: whether that ends the game by itself is for the table to decide."""
        return self.reason in DRAW_RULES


@dataclass(frozen=True)
class Counter:
    """A draw rule that is running."""

    reason: Reason
    article: str
    count: int
    """Moves made by each player, or times the position has stood on the board."""
    limit: int
    """The count at which the game is drawn."""
