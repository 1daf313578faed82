"""Games whose men capture forward only.

Articles are those of the text each ruleset names; the brief rules of Czech draughts and what is
known of the Thai game have no numbers.
"""

from dataclasses import replace

from firmware.rules.board import FORWARD_DIAGONALS, Color
from firmware.rules.draws import KingsOnly, LoneKing, Repetition
from firmware.rules.games.common import BOARD_64, MIRRORED_64, RIVER, rows
from firmware.rules.games.precedence import italian, most_pieces_then_kings, with_king
from firmware.rules.games.russian import RUSSIAN
from firmware.rules.outcome import Reason
from firmware.rules.ruleset import Crowning, Landing, NotationStyle

ENGLISH = replace(
    RUSSIAN,
    key="english",
    title="English draughts",
    first=Color.BLACK,
    man_jumps=FORWARD_DIAGONALS,  # 1.18
    flying_kings=False,  # 1.17
    crowning=Crowning.AT_END,  # 1.19: there it stops, having no capture forward
    precedence=None,  # 1.20
    draws=(Repetition("1.32.1"), KingsOnly("1.32.2", 40)),
    lost="",
    text="WCDF rules of draughts",
    notation=NotationStyle(
        "21,B,8,8,N1,0", algebraic=False, capture="x", win="1-0", elsewhere=(23, 32)
    ),
)

ITALIAN = replace(
    ENGLISH,
    key="italian",
    title="Italian draughts",
    board=MIRRORED_64,
    start=rows(MIRRORED_64, 3),
    first=Color.WHITE,  # 3.4
    precedence=italian,
    order_matters=True,
    men_take_kings=False,
    draws=(Repetition("9.3"), KingsOnly("10.4", 40)),
    text="FID regulations",
    notation=NotationStyle("22,W,8,8,N2,1", algebraic=False, capture="x", win="1-0"),
)

PORTUGUESE = replace(
    RUSSIAN,
    key="portuguese",
    title="Portuguese draughts",
    board=MIRRORED_64,
    start=rows(MIRRORED_64, 3),
    man_jumps=FORWARD_DIAGONALS,
    crowning=Crowning.AT_END,
    precedence=most_pieces_then_kings,
    draws=(
        Repetition("3.2"),
        KingsOnly("3.2", 20),
        LoneKing("3.2", 12, Reason.THREE_KINGS, frozenset({(3, 0)}), held=RIVER),
    ),
    lost="",
    text="Portuguese federation rules",
    notation=NotationStyle(
        "28,W,8,8,N1,1", algebraic=False, capture="x", win="1-0", elsewhere=(31,)
    ),
)

# No Spanish text with numbers of moves is known; the Portuguese ones serve.
SPANISH = replace(
    PORTUGUESE,
    key="spanish",
    title="Spanish draughts",
    notation=NotationStyle("24,W,8,8,N1,1", algebraic=False, capture="x", win="1-0"),
)

CZECH = replace(
    RUSSIAN,
    key="czech",
    title="Czech draughts",
    man_jumps=FORWARD_DIAGONALS,
    crowning=Crowning.AT_END,
    precedence=with_king,
    draws=(Repetition(""), KingsOnly("", 15)),
    lost="",
    text="FMJD brief rules of Czech draughts",
    notation=NotationStyle(
        "29,W,8,8,A0,0", algebraic=True, capture="x", win="1-0", elsewhere=(32,)
    ),
)

THAI = replace(
    RUSSIAN,
    key="thai",
    title="Thai draughts (makhos)",
    start=rows(BOARD_64, 2),
    first=Color.BLACK,
    man_jumps=FORWARD_DIAGONALS,
    crowning=Crowning.AT_END,
    landing=Landing.BEHIND,
    removed_at_once=True,
    draws=(Repetition(""), KingsOnly("", 15)),
    lost="",
    text="Makhos as it is played",
    notation=NotationStyle("31,B,8,8,N2,0", algebraic=False, capture="-", win="1-0"),
)
