"""Russian draughts, and the games that differ from it a little.

Articles are those of the text each ruleset names. Codex of Russian draughts: 1.x, and as its
appendix the FMJD draw list of draughts-64, 7.2.x. FMJD rules for 64 squares: 1 to 8. The APCA rules
of pool have no numbers here, and neither have the pages that describe the other games.
"""

from dataclasses import replace

from firmware.rules.board import DIAGONALS, FORWARD_DIAGONALS, Color
from firmware.rules.draws import KingsOnly, LoneKing, Repetition, SameBalance
from firmware.rules.games.common import (
    BOARD_64,
    BOARD_80,
    MAIN_ROAD,
    THREE_KINGS,
    THREE_PIECES,
    TWO_PIECES,
    rows,
)
from firmware.rules.games.precedence import most_pieces
from firmware.rules.outcome import Reason
from firmware.rules.ruleset import Crowning, NotationStyle, Ruleset, Stuck

DRAUGHTS_64_DRAWS = (
    Repetition("7.2.3"),
    LoneKing("7.2.4", 15, Reason.THREE_KINGS, THREE_KINGS),
    KingsOnly("7.2.5", 15),
    SameBalance("7.2.6", 30, fewest=4, most=5),
    SameBalance("7.2.6", 60, fewest=6, most=7),
    LoneKing("7.2.7", 5, Reason.MAIN_ROAD, THREE_PIECES, MAIN_ROAD),
    LoneKing("7.2.8", 5, Reason.TWO_PIECES, TWO_PIECES),
)
"""The draw list of draughts-64, as FMJD has it."""

CODEX_DRAWS = (
    Repetition("1.9.1"),
    LoneKing("1.9.1", 15, Reason.THREE_KINGS, THREE_KINGS),
    KingsOnly("1.9.1", 15),
    SameBalance("1.9.1", 5, fewest=2, most=3),
    SameBalance("1.9.1", 30, fewest=4, most=5),
    SameBalance("1.9.1", 60, fewest=6, most=7),
    LoneKing("1.9.1", 5, Reason.MAIN_ROAD, THREE_PIECES | {(0, 3)}, MAIN_ROAD),
)
"""The older list: two or three pieces have five moves, and on the main road three men count too."""

RUSSIAN = Ruleset(
    key="russian",
    title="Russian draughts",
    board=BOARD_64,
    start=rows(BOARD_64, 3),  # 1.3
    first=Color.WHITE,  # 1.4.1
    man_steps=FORWARD_DIAGONALS,
    man_jumps=DIAGONALS,  # 1.5.3
    king_steps=DIAGONALS,
    king_jumps=DIAGONALS,
    flying_kings=True,  # 1.4.5, 1.5.6
    crowning=Crowning.AT_ONCE,  # 1.5.15
    precedence=None,  # 1.5.14
    draws=DRAUGHTS_64_DRAWS,
    lost="1.8",
    text="Codex of Russian draughts",
    notation=NotationStyle("25,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

BRAZILIAN = replace(
    RUSSIAN,
    key="brazilian",
    title="Brazilian draughts",
    crowning=Crowning.AT_END,  # 4.15
    precedence=most_pieces,  # 4.13
    draws=(
        Repetition("6.1"),
        KingsOnly("6.2", 15),
        LoneKing("6.3", 5, Reason.TWO_PIECES, TWO_PIECES),
    ),
    lost="7.2",
    text="FMJD rules for 64 squares",
    notation=NotationStyle("26,W,8,8,A0,0", algebraic=True, capture="x", win="1-0"),
)

POOL = replace(
    RUSSIAN,
    key="pool",
    title="Pool checkers",
    first=Color.BLACK,
    crowning=Crowning.AT_END,
    draws=(
        Repetition(""),
        LoneKing("", 13, Reason.THREE_KINGS, THREE_KINGS),
        KingsOnly("", 15),
    ),
    lost="",
    text="APCA rules of pool checkers",
    notation=NotationStyle(
        "23,B,8,8,N1,0", algebraic=False, capture="x", win="1-0", elsewhere=(27,)
    ),
)

SPANTSIRETTI = replace(
    RUSSIAN,
    key="spantsiretti",
    title="Draughts on 80 squares (Spantsiretti)",
    board=BOARD_80,
    start=rows(BOARD_80, 3),
    # No road joins two corners of this board, so the clause about it falls away.
    draws=tuple(rule for rule in DRAUGHTS_64_DRAWS if rule.article != "7.2.7"),
    notation=NotationStyle("41,W,10,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

DIAGONAL = replace(
    RUSSIAN,
    key="diagonal",
    title="Diagonal draughts",
    start=(  # rows of 2, 4 and 6 from the corner, the main road empty
        BOARD_64.named("g1 h2 e1 f2 g3 h4 c1 d2 e3 f4 g5 h6"),
        BOARD_64.named("b8 a7 d8 c7 b6 a5 f8 e7 d6 c5 b4 a3"),
    ),
    notation=NotationStyle("42,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

GIVEAWAY = replace(
    RUSSIAN,
    key="giveaway",
    title="Giveaway draughts (poddavki)",
    stuck=Stuck.WINS,
    draws=(Repetition("7.2.3"),),
    lost="",
    notation=NotationStyle("57,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)
