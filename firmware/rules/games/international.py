"""International draughts, the Frisian family, and what is played on the same board.

Articles are of FMJD Annex 1, and for the Frisian games of the Official Rules for Frisian Draughts
of 2011.
"""

from dataclasses import replace

from firmware.rules.board import DIAGONALS, ORTHOGONALS
from firmware.rules.draws import KingsOnly, LoneKing, Repetition
from firmware.rules.games.common import BOARD_100, BOARD_144, THREE_PIECES, TWO_PIECES, rows
from firmware.rules.games.goals import king_made
from firmware.rules.games.precedence import frisian, most_pieces
from firmware.rules.games.russian import RUSSIAN
from firmware.rules.outcome import Reason
from firmware.rules.ruleset import Crowning, Landing, NotationStyle, Stuck

INTERNATIONAL = replace(
    RUSSIAN,
    key="international",
    title="International draughts",
    board=BOARD_100,  # 2.1, 2.4
    start=rows(BOARD_100, 4),  # 2.8
    crowning=Crowning.AT_END,  # 4.15
    precedence=most_pieces,  # 4.13
    draws=(
        Repetition("6.1"),
        KingsOnly("6.2", 25),
        LoneKing("6.3", 16, Reason.THREE_PIECES, THREE_PIECES),
        LoneKing("6.4", 5, Reason.TWO_PIECES, TWO_PIECES),
    ),
    lost="7.2",
    text="FMJD Annex 1",
    notation=NotationStyle("20,W,10,10,N2,0", algebraic=False, capture="x", win="2-0"),
)

CANADIAN = replace(
    INTERNATIONAL,
    key="canadian",
    title="Canadian draughts",
    board=BOARD_144,
    start=rows(BOARD_144, 5),
    notation=NotationStyle("27,W,12,12,N2,0", algebraic=False, capture="x", win="2-0"),
)

ANTIDRAUGHTS = replace(
    INTERNATIONAL,
    key="antidraughts",
    title="Antidraughts",
    stuck=Stuck.WINS,
    draws=(Repetition("6.1"),),
    lost="",
    notation=NotationStyle(
        "98,W,10,10,N2,0", algebraic=False, capture="x", win="2-0", elsewhere=(20,)
    ),
)

BREAKTHROUGH = replace(
    INTERNATIONAL,
    key="breakthrough",
    title="Breakthrough draughts",
    decided=king_made,  # a man that only passes the last row in a capture is no king
    draws=(),
    lost="",
    notation=NotationStyle(
        "96,W,10,10,N2,0", algebraic=False, capture="x", win="2-0", elsewhere=(20,)
    ),
)

KILLER = replace(
    INTERNATIONAL,
    key="killer",
    title="Killer draughts",
    landing=Landing.BEHIND_KINGS,
    notation=NotationStyle("45,W,10,10,N2,0", algebraic=False, capture="x", win="2-0"),
)

FRISIAN = replace(
    INTERNATIONAL,
    key="frisian",
    title="Frisian draughts",
    man_jumps=(*DIAGONALS, *ORTHOGONALS),
    king_jumps=(*DIAGONALS, *ORTHOGONALS),
    precedence=frisian,  # 11, 12
    king_run=3,  # 17
    draws=(
        Repetition(""),
        LoneKing("", 7, Reason.TWO_PIECES, frozenset({(2, 0)})),
        # A king each is drawn at once, unless one is taken now or by force next: two moves show it.
        LoneKing("", 2, Reason.TWO_PIECES, frozenset({(1, 0)})),
    ),
    lost="",
    text="Rules of Frisian draughts 2011",
    notation=NotationStyle(
        "40,W,10,10,N2,0", algebraic=False, capture="x", win="1-0", elsewhere=(29,)
    ),
)

FRYSK = replace(
    FRISIAN,
    key="frysk",
    title="Frysk!",
    start=rows(BOARD_100, 1),
    notation=NotationStyle(
        "97,W,10,10,N2,0", algebraic=False, capture="x", win="1-0", elsewhere=(40,)
    ),
)
