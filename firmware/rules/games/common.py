"""Boards, set-ups and endings that several games share."""

from firmware.rules.bitboard import Bitboard
from firmware.rules.board import Board

BOARD_64 = Board.checkered(8, 8)
BOARD_80 = Board.checkered(10, 8)
BOARD_100 = Board.checkered(10, 10)
BOARD_144 = Board.checkered(12, 12)
MIRRORED_64 = Board.checkered(8, 8, dark_corner_left=False)
ALL_64 = Board.whole(8, 8)

MAIN_ROAD = BOARD_64.line((0, 0), (7, 7))
"""The long diagonal a1-h8."""

RIVER = MIRRORED_64.line((7, 0), (0, 7))
"""The long diagonal of the mirrored board."""

THREE_KINGS = frozenset((kings, 0) for kings in range(3, 13))
THREE_PIECES = frozenset({(3, 0), (2, 1), (1, 2)})
TWO_PIECES = frozenset({(2, 0), (1, 1), (1, 0)})


def rows(board: Board, count: int, *, behind: int = 0) -> tuple[Bitboard, Bitboard]:
    """Men on the first rows of each side, with ``behind`` empty rows behind them."""
    ranks = range(behind, behind + count)
    return board.rows(*ranks), board.rows(*(board.height - 1 - rank for rank in ranks))
