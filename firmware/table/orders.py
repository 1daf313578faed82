"""What an arbiter orders at the table: inputs like all others, each with who gave it.

An order is carried out, and then said as `events.Intervened`, or it is refused with a sentence and
has changed nothing. Squares, moves and positions are texts in the game's notation; sides are
`white` and `black`. What only a player's hand or word brings about stands in `inputs`.
"""

from dataclasses import dataclass
from typing import NewType

SignedMs = NewType("SignedMs", int)
"""Milliseconds that may be negative."""

ARBITER = "arbiter"
"""Who gives an order, where no name is said."""

PLAYERS = ("white", "black")
"""Names under which players themselves give orders."""


# ---------------------------------------------------------------------- position and history


@dataclass(frozen=True, slots=True)
class SetPosition:
    """This is the position, turn included; the men are brought there, then play is resumed."""

    fen: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class EnterMove:
    """The side on move has played this move, which the board has missed."""

    move: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class ReplaceMove:
    """Another move was played at a ply of the record than the board wrote down."""

    ply: int
    """Counted from 1."""
    move: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class SetCrown:
    """The piece on this square is a king, or is a man."""

    square: str
    king: bool
    at_ms: int
    by: str = ARBITER


# ------------------------------------------------------------------------------------ clocks


@dataclass(frozen=True, slots=True)
class SetClock:
    """A side has so much time left from now on; its flag is up again."""

    color: str
    left_ms: int
    at_ms: int
    stage: int | None = None
    """Which stage of the control it is in, from 1; None leaves it to the moves."""
    moves: int | None = None
    """How many moves count as played."""
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class AddTime:
    """A side is given time, or, below 0, loses it."""

    color: str
    ms: SignedMs
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class SwapRunning:
    """The other side's time runs, or will when play is resumed."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class FlagSeen:
    """A flag that is down ends the game, where it does not by itself."""

    color: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class CancelFlag:
    """A flag that fell by a fault is up again; a game that it ended goes on, paused."""

    color: str
    left_ms: int
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class StartClock:
    """The game begins without a press; a late player's time may run, whoever is to move."""

    at_ms: int
    color: str | None = None
    """Whose time runs; None: the side that moves first."""
    by: str = ARBITER


# ----------------------------------------------------------------------------------- rulings


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The game is not over after all; it is paused."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game is set up, after the same agreements unless players have chosen others."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class Penalty:
    """A player is warned, the other is given time, or the player has lost."""

    color: str
    penalty: str
    """A word of `rulings.PENALTIES`."""
    reason: str
    at_ms: int
    ms: int = 60_000
    """With `time`: what the other side is given."""
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class Annul:
    """The game does not count."""

    reason: str
    at_ms: int
    restart: bool = False
    """The same game is begun anew, with full clocks."""
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class DrawnType:
    """The position is clearly drawn: the game is a draw after five moves without progress."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class DrawnAtOnce:
    """No win has been shown in an ending that is not played on without an increment."""

    at_ms: int
    by: str = ARBITER


# ------------------------------------------------------------------------- set-up and the board


@dataclass(frozen=True, slots=True)
class WrongSetUp:
    """The men were set up wrongly, and this is what stands there in truth."""

    color: str
    """Whose men they are."""
    fen: str
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class WrongColors:
    """The players sit at each other's men."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """The board stands the other way round than was thought."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class SwapButtons:
    """The clock stands the other way round: its buttons and displays change sides."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class MaskSquare:
    """This square's contact is not believed any more, or is again."""

    square: str
    """In the game's notation, or the coordinate of any square that has a contact."""
    masked: bool
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class TryBoard:
    """Contacts and lamps are tried, square by square; nothing else is shown meanwhile."""

    on: bool
    at_ms: int
    by: str = ARBITER


Order = (
    SetPosition
    | EnterMove
    | ReplaceMove
    | SetCrown
    | SetClock
    | AddTime
    | SwapRunning
    | FlagSeen
    | CancelFlag
    | StartClock
    | UndoResult
    | NextGame
    | Penalty
    | Annul
    | DrawnType
    | DrawnAtOnce
    | WrongSetUp
    | WrongColors
    | TurnBoard
    | SwapButtons
    | MaskSquare
    | TryBoard
)
