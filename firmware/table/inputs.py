"""Everything that enters the table: what the board reports and people command, with a time.

Inputs are frozen plain data. They go to the journal as JSON and come back equal (`wire`), so that
replaying the inputs of a game rebuilds its session exactly.

Times are integer milliseconds on the session's own axis (monotonic, 0 at the game's creation).
"""

import enum
from dataclasses import dataclass

from firmware.table.orders import ARBITER, Order


class Button(enum.Enum):
    """A clock button. LEFT is White's when the board is not turned."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a new game is played by, in the words of its PDN tags."""

    variant: str = "russian"
    """Key of a ruleset, as `rules list` prints it."""
    fen: str | None = None
    """Start position; None is the variant's own."""
    control: str = "none"
    """As `controls` has it: PDN TimeControl in seconds (`300+3`), a preset's name, or `none`."""
    policy: str = "casual"
    """casual, training or tournament."""
    draws: str | None = None
    """`automatic` or `claim`; None leaves it to the policy."""
    tags: tuple[tuple[str, str], ...] = ()
    """Further PDN tags: names, event, date."""
    immediate: bool = False
    """The first mover's clock starts as soon as the men stand right, without a press."""
    announce: str = "players"
    """Who learns of an irregular press where it is not refused: `players` or `arbiter`."""
    strict_removal: bool = False
    """A press with captured men still on the board is refused."""
    pass_allowed: bool = False
    """A press without a move passes the turn."""
    flag: str = "ends"
    """A fallen flag `ends` the game, or only `signs`: an arbiter decides."""
    increment_first: bool = False
    """The first move's increment is on the clock from the start."""
    match: str = ""
    """Games in a row that this one belongs to, as `match` names them: `micro-match`."""
    game: int = 1
    """Which game of the match this is."""
    points: tuple[int, int] = (0, 0)
    """Points of White and Black before this game of the match."""
    times: tuple[int, int] | None = None
    """What White and Black have on their clocks at the start, ms, if not what `control` says."""
    sheet: bool = False
    """Players write the moves too; otherwise the board's journal is the only record."""
    claims: str = "board"
    """Who checks a claimed draw: the `board`, at once, or the `arbiter`, in the claimant's time."""
    turned: bool = False
    """White sits where Black would; the same board stands the other way round."""


@dataclass(frozen=True, slots=True)
class PictureSeen:
    """A new steady picture of the reeds."""

    picture: int
    """Physical picture: one bit a wired square."""
    since_ms: int
    """When the first sample of this picture was taken."""
    at_ms: int
    """When it had been seen often enough to count as steady."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A clock button went down."""

    button: Button
    calm: bool
    """No square was changing when the press was handled."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Released:
    """A clock button came up."""

    button: Button
    at_ms: int


@dataclass(frozen=True, slots=True)
class ScanLost:
    """A scan failed: from now on there is no trustworthy picture."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class ScanBack:
    """Pictures arrive again; the current one is seen as steady within the debounce time."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Flickering:
    """Contacts began to change again and again, or ceased to."""

    squares: int
    """Those that do now, as a physical picture."""
    changes: int
    """How often those that have begun or ceased had changed."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Outage:
    """The firmware was not running after `at_ms`; this is the first input since."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class PowerLost:
    """The supply has failed; the board runs on, but nobody knows how long."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class NewGame:
    """Command: start a game."""

    setup: GameSetup
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Command: stop the clocks and judge nothing until `Resume`."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class Resume:
    """Command: go on, if the board shows what it should."""

    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Command: undo plies; the game is paused until the men stand right again."""

    plies: int
    at_ms: int
    times: str = "keep"
    """What the clocks show then: `keep` what they show, `restore` what they showed at that move,
    or `set` the two times given."""
    white_ms: int | None = None
    black_ms: int | None = None
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class SetResult:
    """Command: end the game with this result, in any style (`1-0`, `1-1`, `1/2-1/2`, `*`)."""

    result: str
    reason: str
    """`agreement`, `resignation`, `arbiter`: a word of `rules.Reason`."""
    at_ms: int
    by: str = ARBITER


@dataclass(frozen=True, slots=True)
class Answer:
    """Command: the answer to the open question; `choice` picks one of several, from 0.

    Without a question it accepts or rejects the irregular move that waits for a decision.
    """

    yes: bool
    at_ms: int
    choice: int = 0
    by: str = "arbiter"
    """Who answers: `white`, `black` or `arbiter`."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Command: a side says that it adjusts men, or that it has done."""

    color: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Hint:
    """Command: show the captures that are due (000, questions)."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Command: a side offers a draw."""

    color: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class AnswerDraw:
    """Command: the offered draw is accepted or declined."""

    yes: bool
    at_ms: int
    color: str = ""
    """Who answers; empty: the side it was offered to."""


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Command: a side claims a draw by repetition or by a count of moves."""

    color: str
    at_ms: int
    move: str = ""
    """A move that is intended and entered but not played; empty: the position as it stands."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Command: a side gives the game up."""

    color: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """What the buttons can choose from when a game is to be set up."""

    setup: GameSetup
    """What a game is unless something else is chosen."""
    games: tuple[str, ...]
    """Keys of the games used last, the latest first."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class LeadThrough:
    """Command: lead hands through a recorded game; one without moves is a diagram to be set up."""

    pdn: str
    """Its first game counts."""
    at_ms: int
    variant: str = "russian"
    """The game where the PDN names none."""
    ply: int = 0
    """The position to begin with, after so many plies."""
    turned: bool = False
    """White sits where Black would."""


@dataclass(frozen=True, slots=True)
class LeadStep:
    """Command: go on through the game that is shown, forward or back."""

    at_ms: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class LeadNoMore:
    """Command: show no game any more."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class ShowMoves:
    """Command: for a few seconds the displays show stages and moves played."""

    at_ms: int


Command = (
    Outage
    | PowerLost
    | NewGame
    | Pause
    | Resume
    | TakeBack
    | SetResult
    | Answer
    | Adjust
    | Hint
    | OfferDraw
    | AnswerDraw
    | ClaimDraw
    | Resign
    | Shelf
    | ShowMoves
    | LeadThrough
    | LeadStep
    | LeadNoMore
    | Order
)
Input = PictureSeen | Pressed | Released | ScanLost | ScanBack | Flickering | Command
