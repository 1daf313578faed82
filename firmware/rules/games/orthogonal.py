"""Games that go along files and ranks, on all squares.

The Armenian rule book describes the Turkish and the Armenian game, the Russian rules of draughts
mention the Senegalese one; neither numbers what it says of them.
"""

from dataclasses import replace

from firmware.rules.board import (
    DIAGONALS,
    EAST,
    FORWARD_DIAGONALS,
    NORTH,
    ORTHOGONALS,
    WEST,
    Board,
)
from firmware.rules.draws import OneEach, Repetition
from firmware.rules.games.common import ALL_64, rows
from firmware.rules.games.precedence import most_pieces
from firmware.rules.games.russian import RUSSIAN
from firmware.rules.ruleset import Crowning, NotationStyle, Stuck

ONWARD = (NORTH, WEST, EAST)
"""Straight forward and sideways."""

TURKISH = replace(
    RUSSIAN,
    key="turkish",
    title="Turkish draughts (dama)",
    board=ALL_64,
    start=rows(ALL_64, 2, behind=1),
    man_steps=ONWARD,
    man_jumps=ONWARD,
    king_steps=ORTHOGONALS,
    king_jumps=ORTHOGONALS,
    crowning=Crowning.AT_END,
    precedence=most_pieces,
    removed_at_once=True,
    turns_back=False,
    draws=(Repetition(""), OneEach("")),
    lost="",
    text="Armenian rule book",
    notation=NotationStyle("30,W,8,8,A0,0", algebraic=True, capture="x", win="1-0"),
)

TAMA = replace(
    TURKISH,
    key="tama",
    title="Armenian draughts (tama)",
    king_steps=(*ORTHOGONALS, *DIAGONALS),  # "in any direction"; captures stay straight
    notation=NotationStyle("44,W,8,8,A0,0", algebraic=True, capture="x", win="1-0"),
)

TAMA_DIAGONAL = replace(
    TAMA,
    key="tama_diagonal",
    title="Armenian draughts with diagonal steps",
    man_steps=(*ONWARD, *FORWARD_DIAGONALS),
    crowning=Crowning.AT_ONCE,
    text="Tama as it is played",
    notation=NotationStyle("56,W,8,8,A0,0", algebraic=True, capture="x", win="1-0"),
)

BOARD_30 = Board.whole(6, 5)

SENEGALESE = replace(
    TURKISH,
    key="senegalese",
    title="Senegalese draughts",
    board=BOARD_30,
    start=(
        BOARD_30.named("a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 e3 f3"),
        BOARD_30.named("a5 b5 c5 d5 e5 f5 a4 b4 c4 d4 e4 f4 a3 b3"),
    ),
    flying_kings=False,
    crowning=Crowning.LEAVES,
    precedence=None,
    turns_back=True,
    stuck=Stuck.COUNTED,
    draws=(Repetition(""),),
    text="Russian rules of draughts",
    notation=NotationStyle("58,W,6,5,A0,0", algebraic=True, capture="x", win="1-0"),
)
