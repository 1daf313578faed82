"""Russian draughts changed in one thing, as the Armenian rule book tells of them without numbers.

How they end by counting no text says: threefold repetition and fifteen moves by kings alone, as in
Russian draughts, turns of several plies counting once.
"""

from dataclasses import replace

from firmware.rules.draws import KingsOnly, Repetition
from firmware.rules.games.common import ALL_64, rows
from firmware.rules.games.goals import one_side_left
from firmware.rules.games.russian import RUSSIAN
from firmware.rules.ruleset import NotationStyle

FOLK_DRAWS = (Repetition(""), KingsOnly("", 15))

NORTHERN = replace(
    RUSSIAN,
    key="northern",
    title="Northern draughts",
    kings_demoted=True,
    draws=FOLK_DRAWS,
    lost="",
    text="Armenian rule book",
    notation=NotationStyle("51,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

STAVROPOL = replace(
    NORTHERN,
    key="stavropol",
    title="Stavropol draughts",
    kings_demoted=False,
    moves_foes=True,
    decided=one_side_left,
    draws=(Repetition(""), KingsOnly("", 60)),  # men can run out of moves while kings shuttle
    notation=NotationStyle("52,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

SAMOYED = replace(
    NORTHERN,
    key="samoyed",
    title="Samoyed draughts (self-eaters)",
    kings_demoted=False,
    captures_own=True,
    notation=NotationStyle("53,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

TWO_MOVE = replace(
    NORTHERN,
    key="twomove",
    title="Two-move draughts",
    kings_demoted=False,
    turn_plies=2,
    decided=one_side_left,
    notation=NotationStyle("54,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)

WIEGMAN = replace(
    TWO_MOVE,
    key="wiegman",
    title="Wiegman's draughts",
    board=ALL_64,
    start=rows(ALL_64, 3),
    notation=NotationStyle("55,W,8,8,A0,0", algebraic=True, capture=":", win="1-0"),
)
