"""A draughts game as data.

Games differ along axes that combine freely, so each is one frozen value, derived from another with
``dataclasses.replace``. A field holds a function only where the rule truly is a computation. Code
never asks a ruleset for its name.
"""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from firmware.rules.articles import articles_of
from firmware.rules.bitboard import Bitboard
from firmware.rules.board import Board, Color, Direction
from firmware.rules.side import Side, sides_of

if TYPE_CHECKING:
    from firmware.rules.draws import DrawRule
    from firmware.rules.move import Move
    from firmware.rules.outcome import Reason
    from firmware.rules.position import Position

Precedence: TypeAlias = Callable[["Position", "Move"], tuple[int, ...]]
"""From a capture to a sortable key: only captures with the greatest key are legal.

It may look at what is taken and by what; at the order in which men are taken only in a ruleset that
says so (:attr:`Ruleset.order_matters`), for otherwise the search does not keep orders apart.
"""

Decision: TypeAlias = Callable[["Position"], "tuple[Color, Reason] | None"]
"""Who has won in a position, and why, though there may be moves; None while the game goes on."""


class Crowning(enum.Enum):
    """What becomes of a man that reaches its far row by a capture and can go on capturing."""

    AT_ONCE = enum.auto()
    """It is a king from there on, and captures on as a king."""
    AT_END = enum.auto()
    """It captures on as a man, and is crowned only if it ends its move there."""
    LEAVES = enum.auto()
    """It captures on as a man, and leaves the board if it ends its move there. No kings exist."""


class Landing(enum.Enum):
    """Where a king that flies may come down behind what it takes."""

    ANYWHERE = enum.auto()
    """On any free square behind it."""
    BEHIND = enum.auto()
    """On the square just behind it."""
    BEHIND_KINGS = enum.auto()
    """Anywhere, but just behind it where the capture ends with a king taken."""


class Stuck(enum.Enum):
    """What it means to be on move without a legal move."""

    LOSES = enum.auto()
    WINS = enum.auto()
    """The aim is to lose all pieces or have them blocked."""
    COUNTED = enum.auto()
    """The side that has captured more has won; so too when a draw rule ends the game."""


@dataclass(frozen=True)
class NotationStyle:
    """How a game is written."""

    gametype: str
    """The PDN 3.0 ``GameType``: type, first colour, width, height, notation, mirrored."""
    algebraic: bool
    """Squares are letters and digits (``c3``) rather than numbers."""
    capture: str
    """The sign between the squares of a capture."""
    win: str
    """A win for White as the result is written: ``1-0`` or ``2-0``."""
    elsewhere: tuple[int, ...] = ()
    """Numbers that other programs write in the GameType of this game."""


@dataclass(frozen=True)
class Ruleset:
    """One game. Directions are as White sees them; Black's are the same, seen from his side."""

    key: str
    """Short name, for commands and files."""
    title: str
    """Name for people."""
    board: Board
    start: tuple[Bitboard, Bitboard]
    """White's and Black's men at the beginning."""
    first: Color
    """Who moves first."""
    man_steps: tuple[Direction, ...]
    man_jumps: tuple[Direction, ...]
    king_steps: tuple[Direction, ...]
    king_jumps: tuple[Direction, ...]
    flying_kings: bool
    """Kings go and capture at any distance, rather than as men do."""
    crowning: Crowning
    precedence: Precedence | None
    """Which captures are compulsory among several; ``None`` leaves the choice free."""
    draws: "tuple[DrawRule, ...]"
    """The rules by which a game is drawn, the first that applies naming the reason."""
    lost: str
    """The article on a player without a legal move."""
    text: str
    """The rule text the articles are of."""
    notation: NotationStyle

    compulsory: bool = True
    """Who can capture must."""
    order_matters: bool = False
    """Precedence looks at the order in which pieces are taken."""
    men_take_kings: bool = True
    landing: Landing = Landing.ANYWHERE
    removed_at_once: bool = False
    """A captured piece leaves as it is jumped, and not only when the move ends."""
    turns_back: bool = True
    """Between two jumps a piece may turn by 180 degrees."""
    crown_squares: tuple[Bitboard, Bitboard] | None = None
    """Where White's and Black's men are crowned; ``None`` is all of their far rows."""

    captures_own: bool = False
    """Pieces of either colour are captured."""
    kings_demoted: bool = False
    """A captured king stays where it is, as a man of its colour."""
    moves_foes: bool = False
    """A side may also move the other's pieces, each as its own colour moves."""
    own_captures_first: bool = False
    """With ``moves_foes``: if an own piece can capture, one of them must."""
    blocked_when_own_are: bool = True
    """With ``moves_foes``: without a capture, a side whose own pieces are blocked cannot move."""

    turn_plies: int = 1
    """Plies that a side makes before the other's turn."""
    opening_ply: int = 0
    """The ply of a whole turn, counted from 0, with which the first player begins."""
    king_run: int | None = None
    """Quiet moves in a row that one king may make while its side has men."""

    stuck: Stuck = Stuck.LOSES
    decided: Decision | None = None
    """How the game may also be won: see :data:`Decision`."""
    options: tuple[str, ...] = ()
    """The names of the options that were chosen, see ``firmware.rules.options``."""

    def __hash__(self) -> int:
        """By the key alone: tables kept by ruleset are asked all the time."""
        return hash(self.key)

    @property
    def variant(self) -> str:
        """The key of the game itself, whatever options were chosen."""
        return self.key.partition("+")[0]

    @property
    def men(self) -> tuple[int, int]:
        """The most pieces White and Black can have."""
        white, black = self.start
        return white.bit_count(), black.bit_count()

    @property
    def plies_a_move(self) -> int:
        """Plies in which each player has moved once, which is what rule texts call a move."""
        return self.turn_plies * len(Color)

    @property
    def hand_shows(self) -> bool:
        """Whether a piece that is lifted tells whose hand it is, and so whose turn has begun.

        Not where a side may move or take its own and the foe's pieces alike, moves twice in a turn,
        or takes its own man off the board.
        """
        return not (
            self.moves_foes
            or self.captures_own
            or self.turn_plies > 1
            or self.crowning is Crowning.LEAVES
        )

    @property
    def articles(self) -> Mapping[str, str]:
        """The articles of the rule text by what they are about; see ``firmware.rules.articles``."""
        return articles_of(self.text)

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """The game seen from White and from Black at the beginning of a turn."""
        return sides_of(self)

    def crowned_on(self, color: Color) -> Bitboard:
        """The squares where this colour's men become kings, or leave the board."""
        squares = self.crown_squares
        return self.board.far_row(color) if squares is None else squares[color]
