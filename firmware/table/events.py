"""Everything that leaves the table: what it says of the inputs, as frozen values with a time.

Times are integer milliseconds on the session's own axis (monotonic, 0 at the game's creation).
Squares are names in the game's notation; a square outside the game has its coordinate.
"""

from dataclasses import dataclass

from firmware.rules import Color, Move
from firmware.table.inputs import GameSetup


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game is set; the men are to be put on their squares."""

    variant: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The men stand right and the first mover's time runs."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Provisional:
    """The board shows a legal move that nothing has made final yet."""

    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pending:
    """A capture was pressed, or stands, while captured men are still on these squares."""

    text: str
    squares: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move is final and in the record."""

    text: str
    move: Move
    color: Color
    ply: int
    """Counted from 1."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class MoveWithdrawn:
    """The last final move is out of the record again: the same hand had not finished it."""

    text: str
    ply: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Plies were taken back by command; `plies` remain."""

    plies: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A press or a command does not count; the reason is a word, the detail a sentence."""

    reason: str
    detail: str
    at_ms: int
    number: str | None = None
    """The clause of the game's rule text, where the reason is an irregularity."""


@dataclass(frozen=True, slots=True)
class Irregular:
    """An irregular press that counts until the other side has decided; the clock has passed."""

    name: str
    """A name of `irregular.IRREGULARITIES`, or `man_missing`."""
    number: str | None
    """The clause of the game's rule text, if it has one."""
    detail: str
    """What was seen, in a sentence."""
    color: Color
    """Who pressed."""
    gone: tuple[str, ...]
    new: tuple[str, ...]
    touched: str | None
    """The man first touched, if another was moved."""
    loud: bool
    """Players hear of it."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The position as it stands is part of the game, though no legal move led to it."""

    how: str
    """`accepted`, `removal` (captured men left on, and replied to), `pass`, `arbiter`, `set-up`."""
    name: str
    number: str | None
    fen: str
    color: Color
    """Whose ply it is."""
    ply: int
    """Counted from 1."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """An irregular move is not part of the game; its side must put the men back and move again."""

    name: str
    number: str | None
    color: Color
    """Whose move it was."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Astray:
    """The board shows what no legal move explains."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class InStep:
    """The board is explained again after `Astray`."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question only people can answer is open: `turn`, `which`, `position` or `story`."""

    question: str
    choices: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The open question is closed."""

    question: str
    answer: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Noted:
    """For the journal and the arbiter's list only: no light, no sound."""

    note: str
    detail: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Disturbed:
    """Three or more squares are wrong and no story explains them."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class SensorLost:
    """The board cannot be read; no verdict that needs it is given."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class SensorBack:
    """The board can be read again."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Flag:
    """A side's time has run out."""

    color: Color
    at_ms: int


@dataclass(frozen=True, slots=True)
class DrawNotice:
    """A draw rule is reached; the game ends by itself at `ends_at_ms` unless a move changes it."""

    reason: str
    article: str
    ends_at_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A draw is offered; it stays open until it is answered or the other side has moved."""

    color: Color
    when: str
    """`offer` (with the own move), `offer_before_moving` or `offer_in_foes_time`."""
    article: str
    """Of the game's rule text; empty where it has none."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class OfferClosed:
    """A draw that was offered is so no more."""

    color: Color
    """Who had offered it."""
    how: str
    """`accepted`, `declined`, `moved` (the other side has made a move) or `taken_back`."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class DrawClaimed:
    """A draw is claimed, and this is what the record has to say about it."""

    color: Color
    move: str
    """The move that was entered and not played; empty: the position as it stands."""
    reason: str
    """The draw rule that comes nearest, a word of `rules.Reason`; empty if none counts."""
    article: str
    count: int
    limit: int
    plies: tuple[int, ...]
    """After how many plies the position has stood, the claimed one last; for a rule that counts
    moves, from where to where it counted."""
    known: bool
    """All that was played is in the record."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class ClaimDecided:
    """A claim has been found right or wrong."""

    color: Color
    right: bool
    by: str
    """`board`, `arbiter`, `white` or `black`."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Gestured:
    """The buttons have said something that is not a press of the clock."""

    gesture: str
    """A value of `gestures.Gesture`."""
    color: Color
    """Whose button, or whose was first."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class MenuShown:
    """A player's display shows a line of his menu, or, with no text, his time again."""

    color: Color
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """A player has chosen a line of his menu, or accepted an irregular move by his button."""

    color: Color
    what: str
    """A key of `menu.MEANINGS`; a number, a move or a result may follow after a blank. Or
    `accept`."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A player wants something that needs the other side's word."""

    color: Color
    what: str
    """`pause`, `go`, or `end` with a result."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class ProposalClosed:
    """It is agreed on, or does not stand any more."""

    color: Color
    """Who had proposed it."""
    what: str
    agreed: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameWanted:
    """A new game is to be set up; whoever owns the board begins it."""

    setup: GameSetup
    at_ms: int


@dataclass(frozen=True, slots=True)
class Paused:
    """Clocks stopped, nothing is judged."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Intervened:
    """An order was carried out: what was done in a sentence, and by whom."""

    order: str
    """The name of the input."""
    detail: str
    by: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class LedTo:
    """A game is shown on the lights: they lead the men to another position of it."""

    ply: int
    """After so many plies."""
    plies: int
    """How many the game has."""
    text: str
    """The ply that leads there; empty for the start, or where no legal move does."""
    done: bool
    """The men stand there, and nothing follows."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class LedAway:
    """No game is shown any more."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class ResultUndone:
    """The game is not over after all; it is paused."""

    result: str
    """What had been the result."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has a result."""

    result: str
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """A game of a match is over."""

    game: int
    points: tuple[int, int]
    """Of the White and the Black of this game."""
    decided: bool
    at_ms: int


Event = (
    GameCreated
    | GameStarted
    | Provisional
    | Pending
    | MoveMade
    | MoveWithdrawn
    | TakenBack
    | Refused
    | Irregular
    | Settled
    | Rejected
    | Astray
    | InStep
    | Asked
    | Answered
    | Noted
    | Disturbed
    | SensorLost
    | SensorBack
    | Flag
    | DrawNotice
    | DrawOffered
    | OfferClosed
    | DrawClaimed
    | ClaimDecided
    | Gestured
    | MenuShown
    | Chosen
    | Proposed
    | ProposalClosed
    | GameWanted
    | Paused
    | Resumed
    | Intervened
    | LedTo
    | LedAway
    | ResultUndone
    | GameOver
    | MatchStanding
)
