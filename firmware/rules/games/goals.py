"""Other ways to win than to leave the foe without a move."""

from firmware.rules.board import Color
from firmware.rules.outcome import Reason
from firmware.rules.position import Position


def king_made(position: Position) -> tuple[Color, Reason] | None:
    """Who crowns a man first has won."""
    for pieces, color in ((position.foe, position.turn.other), (position.own, position.turn)):
        if pieces & position.kings:
            return color, Reason.KING_MADE
    return None


def one_side_left(position: Position) -> tuple[Color, Reason] | None:
    """Who has no piece left has lost, whoever is to move."""
    for pieces, winner in ((position.own, position.turn.other), (position.foe, position.turn)):
        if not pieces:
            return winner, Reason.NO_PIECES
    return None
