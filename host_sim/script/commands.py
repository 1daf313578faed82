"""What a line of a scenario says, as frozen values.

Squares are coordinates as White sees the board (`c3`, and `c3` on a numbered board as well), so
that what runs a script needs no notation; move texts stay texts, because what they mean depends on
the position in which they are played. Times are integer milliseconds.
"""

from dataclasses import dataclass
from typing import Any

from firmware.rules import Color, Position
from firmware.table.inputs import GameSetup

# ----------------------------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class Start:
    """The men are put on their squares and a game is begun by the socket's command."""

    setup: GameSetup
    position: Position
    """Where the men go."""


@dataclass(frozen=True, slots=True)
class Lift:
    """The uppermost man of a square is taken in the hand."""

    square: str


@dataclass(frozen=True, slots=True)
class Drop:
    """A man is put down: the one that left `origin`, or the last one lifted."""

    square: str
    origin: str | None


@dataclass(frozen=True, slots=True)
class Take:
    """A man is lifted and laid beside the board."""

    square: str


@dataclass(frozen=True, slots=True)
class Away:
    """The last man lifted is laid beside the board."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A man is dragged from the first square over every other one."""

    squares: tuple[str, ...]
    """Neighbouring squares, the origin first."""
    each_ms: int
    """From one square to the next."""


@dataclass(frozen=True, slots=True)
class Press:
    """A side's clock button is pressed shortly."""

    color: Color


@dataclass(frozen=True, slots=True)
class Hold:
    """A side's clock button is held down."""

    color: Color
    for_ms: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Nobody does anything."""

    for_ms: int


@dataclass(frozen=True, slots=True)
class Chatter:
    """A contact opens and closes again, `times` over, each state lasting `each_ms`."""

    square: str
    each_ms: int
    times: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """From now on a contact reads as closed (a man) or open (none), whatever stands there."""

    square: str
    closed: bool


@dataclass(frozen=True, slots=True)
class Free:
    """A stuck contact works again."""

    square: str


@dataclass(frozen=True, slots=True)
class Nack:
    """Chips do not acknowledge their addresses."""

    chips: tuple[int, ...]
    for_ms: int


@dataclass(frozen=True, slots=True)
class Reset:
    """Chips fall to their power-on values."""

    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StuckSda:
    """Something holds the data line low."""

    for_ms: int


@dataclass(frozen=True, slots=True)
class StalledDisk:
    """Writes to the disk do not end."""

    for_ms: int


@dataclass(frozen=True, slots=True)
class FlippedBits:
    """In the next transfer with each of these chips one data byte arrives wrong."""

    chips: tuple[int, ...]
    byte: int
    """Counted from 0 through the whole transfer."""
    mask: int
    """Its bits that arrive inverted."""


@dataclass(frozen=True, slots=True)
class BadDiode:
    """From now on a square's diode is in this state: `good`, `shorted` or `open`."""

    square: str
    state: str


@dataclass(frozen=True, slots=True)
class PowerOff:
    """The supply fails."""


@dataclass(frozen=True, slots=True)
class PowerOn:
    """The supply comes back after a while."""

    after_ms: int


@dataclass(frozen=True, slots=True)
class WallClock:
    """The calendar time jumps."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """The players sit down with the board the other way round."""


@dataclass(frozen=True, slots=True)
class Do:
    """A command through the socket."""

    command: str
    fields: tuple[tuple[str, Any], ...] = ()


# ------------------------------------------------------------------------------- expectations


@dataclass(frozen=True, slots=True)
class Moves:
    """Exactly these moves were made final, in this order, since the last expectation of moves."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """Something was said since this was last asked; with `happened` false, it was not."""

    kind: str
    """`event`, `note`, `irregular`, `ask` or `refused`."""
    name: str | None
    """Which one; None is any."""
    happened: bool = True


@dataclass(frozen=True, slots=True)
class PendingMen:
    """A capture waits for exactly these men to be taken off."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AstrayMen:
    """The board is shown to be wrong by exactly these squares; by none: it is not shown wrong."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Who is to move."""

    color: Color


@dataclass(frozen=True, slots=True)
class Left:
    """A side has so much time left, bounds included."""

    color: Color
    low_ms: int
    high_ms: int


@dataclass(frozen=True, slots=True)
class Displayed:
    """A side's display shows one of the times from `low_ms` to `high_ms`."""

    color: Color
    low_ms: int
    high_ms: int


@dataclass(frozen=True, slots=True)
class Says:
    """A side's display shows this text."""

    color: Color
    text: str


@dataclass(frozen=True, slots=True)
class Running:
    """Whose clock runs; None is nobody's."""

    color: Color | None


@dataclass(frozen=True, slots=True)
class Phase:
    """The game is in this phase."""

    name: str


@dataclass(frozen=True, slots=True)
class Lit:
    """Exactly these squares were lit in one colour at some time during the last second."""

    color: str
    """`red` or `green`."""
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LightsOff:
    """No light is on, of either colour."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result, in any style; `*` is none yet."""

    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """The moves of the whole record."""

    texts: tuple[str, ...]


Act = (
    Start
    | Lift
    | Drop
    | Take
    | Away
    | Slide
    | Press
    | Hold
    | Wait
    | Chatter
    | Stuck
    | Free
    | Nack
    | Reset
    | StuckSda
    | StalledDisk
    | FlippedBits
    | BadDiode
    | PowerOff
    | PowerOn
    | WallClock
    | TurnBoard
    | Do
)

Expectation = (
    Moves
    | Happened
    | PendingMen
    | AstrayMen
    | Turn
    | Left
    | Displayed
    | Says
    | Running
    | Phase
    | Lit
    | LightsOff
    | Result
    | Record
)

# ------------------------------------------------------------------------------------- script


@dataclass(frozen=True, slots=True)
class Step:
    """One line that does or expects something."""

    line: int
    text: str
    command: Act | Expectation
    pace_ms: int | None
    """How long a command that acts takes altogether; None: the next line follows at once, and what
    lasts goes on meanwhile."""


@dataclass(frozen=True, slots=True)
class Script:
    """A scenario that was understood."""

    file: str
    board: str
    """Name of the wiring: `8x8`."""
    steps: tuple[Step, ...]
