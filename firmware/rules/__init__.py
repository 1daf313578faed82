"""What is legal in draughts: pure values, no input or output, the standard library only."""

from firmware.rules.bitboard import Bitboard, Square, mask, squares
from firmware.rules.board import Board, Color, Direction, facing
from firmware.rules.game import Game, Ply, Put
from firmware.rules.move import Move
from firmware.rules.movegen import legal_moves, possible, results, unforced_moves
from firmware.rules.outcome import DRAW_RULES, Counter, Outcome, Reason
from firmware.rules.perft import perft
from firmware.rules.position import Position
from firmware.rules.ruleset import Crowning, Landing, NotationStyle, Ruleset, Stuck
from firmware.rules.side import Side
from firmware.rules.variants import VARIANTS, find_variant

__all__ = [
    "DRAW_RULES",
    "VARIANTS",
    "Bitboard",
    "Board",
    "Color",
    "Counter",
    "Crowning",
    "Direction",
    "Game",
    "Landing",
    "Move",
    "NotationStyle",
    "Outcome",
    "Ply",
    "Position",
    "Put",
    "Reason",
    "Ruleset",
    "Side",
    "Square",
    "Stuck",
    "facing",
    "find_variant",
    "legal_moves",
    "mask",
    "perft",
    "possible",
    "results",
    "squares",
    "unforced_moves",
]
