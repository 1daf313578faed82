"""Which captures come first: a capture's key, the greatest of which is compulsory.

What stands before the colon of each is what the table of variants says.
"""

from firmware.rules.move import Move
from firmware.rules.position import Position

FRISIAN_MAN, FRISIAN_KING_MORE = 100, 99
"""A man, and what a king is worth more: any number of kings is worth less than twice as many men,
and more than one man fewer."""


def most_pieces(position: Position, capture: Move) -> tuple[int]:
    """Most pieces: kings have no weight."""
    return (capture.captured.bit_count(),)


def with_king(position: Position, capture: Move) -> tuple[bool]:
    """By a king: what is taken has no weight."""
    return (capture.king,)


def with_king_then_most(position: Position, capture: Move) -> tuple[bool, int]:
    """By a king, most pieces: whether kings are taken has no weight."""
    return capture.king, capture.captured.bit_count()


def most_pieces_then_kings(position: Position, capture: Move) -> tuple[int, int]:
    """Most pieces, most kings: who takes them has no weight."""
    captured = capture.captured
    return captured.bit_count(), (captured & position.kings).bit_count()


def italian(position: Position, capture: Move) -> tuple[int, ...]:
    """Most pieces, by a king, most kings, a king earliest: each where the former are equal."""
    kings = position.kings
    in_order = (kings >> square & 1 for square in capture.order)
    captured = capture.captured
    return (captured.bit_count(), capture.king, (captured & kings).bit_count(), *in_order)


def frisian(position: Position, capture: Move) -> tuple[int, bool]:
    """Most value, by a king: a king is worth nearly two men."""
    kings = (capture.captured & position.kings).bit_count()
    return FRISIAN_MAN * len(capture.order) + FRISIAN_KING_MORE * kings, capture.king
