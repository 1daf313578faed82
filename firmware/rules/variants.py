"""The games, each a few lines of data over its parent.

An article beside a line is of the ruleset's own text: the codex of Russian draughts, whose appendix
7.2 is the draw list of draughts-64; FMJD Annex 1, official rules of international draughts; the
WCDF rules of draughts. A man's directions are as White sees them.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from firmware.errors import UnknownVariant
from firmware.rules.board import DIAGONALS, FORWARD_DIAGONALS, Board, Color
from firmware.rules.draws import KingsOnly, LoneKing, Repetition, SameBalance
from firmware.rules.move import Move
from firmware.rules.outcome import Reason
from firmware.rules.position import Position
from firmware.rules.ruleset import Crowning, NotationStyle, Ruleset


def most_pieces(position: Position, capture: Move) -> tuple[int]:
    """The more pieces the better; kings have no weight."""
    return (capture.captured.bit_count(),)


def _rows(board: Board, rows: int) -> tuple[int, int]:
    top = board.height - 1
    return board.rows(*range(rows)), board.rows(*range(top, top - rows, -1))


_BOARD_64 = Board.checkered(8, 8)
_BOARD_100 = Board.checkered(10, 10)

MAIN_ROAD = _BOARD_64.line((0, 0), (7, 7))
"""The long diagonal a1-h8."""

THREE_KINGS = frozenset((kings, 0) for kings in range(3, 13))
THREE_PIECES = frozenset({(3, 0), (2, 1), (1, 2)})
TWO_PIECES = frozenset({(2, 0), (1, 1), (1, 0)})

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
    board=_BOARD_64,
    start=_rows(_BOARD_64, 3),
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

INTERNATIONAL = replace(
    RUSSIAN,
    key="international",
    title="International draughts",
    board=_BOARD_100,  # 2.1, 2.4
    start=_rows(_BOARD_100, 4),  # 2.8
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
    notation=NotationStyle("21,B,8,8,N1,0", algebraic=False, capture="x", win="1-0"),
)

VARIANTS: Mapping[str, Ruleset] = MappingProxyType(
    {ruleset.key: ruleset for ruleset in (RUSSIAN, INTERNATIONAL, ENGLISH)}
)
"""Every game by its key."""


def find_variant(key: str) -> Ruleset:
    """The game with this key. Raises :class:`UnknownVariant`, naming those there are."""
    try:
        return VARIANTS[key]
    except KeyError:
        known = ", ".join(sorted(VARIANTS))
        raise UnknownVariant(f"no variant is called {key!r}; known are {known}") from None
