"""Everything that enters and leaves the table, as frozen values with a time.

Inputs are what the board reports and people command; events are what the table says of them.
Both are plain data: an input goes to the journal as JSON and comes back equal, so that replaying
the inputs of a game rebuilds its session exactly.

Times are integer milliseconds on the session's own axis (monotonic, 0 at the game's creation).
Squares in events are names in the game's notation; a square outside the game has its coordinate.
"""

import dataclasses
import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_type_hints

from firmware.errors import InputError
from firmware.rules import Color, Move


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
    """PDN TimeControl text in seconds (`300`, `300+3`), or `none`."""
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


# ------------------------------------------------------------------------------------- inputs


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
class Outage:
    """The firmware was not running after `at_ms`; this is the first input since."""

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


@dataclass(frozen=True, slots=True)
class Resume:
    """Command: go on, if the board shows what it should."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Command: undo plies; the game is paused until the men stand right again."""

    plies: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class SetResult:
    """Command: end the game with this result, in any style (`1-0`, `1-1`, `1/2-1/2`, `*`)."""

    result: str
    reason: str
    """`agreement`, `resignation`, `arbiter`: a word of `rules.Reason`."""
    at_ms: int


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


Command = Outage | NewGame | Pause | Resume | TakeBack | SetResult | Answer | Adjust | Hint
Input = PictureSeen | Pressed | Released | ScanLost | ScanBack | Command

# ------------------------------------------------------------------------------------- events


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

    kind: str
    """`accepted`, `removal` (captured men left on, and replied to) or `pass`."""
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
class Paused:
    """Clocks stopped, nothing is judged."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has a result."""

    result: str
    reason: str
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
    | Paused
    | Resumed
    | GameOver
)

# --------------------------------------------------------------------------------------- JSON


def name_of(value: Input | Event) -> str:
    """The snake_case name under which a kind of input or event goes out: `move_made`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(value).__name__).lower()


def to_json(value: Input | Event) -> dict[str, Any]:
    """An input or event as a JSON object: its name under `kind`, then its fields."""
    return {"kind": name_of(value)} | {
        field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)
    }


def _plain(value: object) -> Any:
    match value:
        case Color() | Button():
            return value.name.lower()
        case Move():
            return {"origin": value.origin, "target": value.target, "captured": list(value.order)}
        case GameSetup():
            return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value


_INPUTS: Final[Mapping[str, type[Any]]] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in Input.__args__
}


def input_from_json(data: Mapping[str, Any]) -> Input:
    """The input that `to_json` wrote.

    Raises InputError if the kind is unknown, or a field is missing, unknown or of a wrong type.
    """
    kind = _INPUTS.get(str(data.get("kind")))
    if kind is None:
        raise InputError(f"unknown input {data.get('kind')!r}; known: {', '.join(sorted(_INPUTS))}")
    value: Input = _build(kind, {key: item for key, item in data.items() if key != "kind"})
    return value


def setup_from_json(data: Mapping[str, Any]) -> GameSetup:
    """A `GameSetup` from the fields of a JSON object; absent fields keep their defaults.

    Raises InputError naming the field that is unknown or of a wrong type.
    """
    setup: GameSetup = _build(GameSetup, data)
    return setup


def _build(kind: type[Any], data: Mapping[str, Any]) -> Any:
    types = get_type_hints(kind)
    name = kind.__name__
    unknown = sorted(set(data) - set(types))
    if unknown:
        raise InputError(f"{name} has no field {unknown[0]!r}; it has: {', '.join(types)}")
    values = {key: _typed(name, key, types[key], item) for key, item in data.items()}
    for field in dataclasses.fields(kind):
        if field.name not in values and field.default is dataclasses.MISSING:
            raise InputError(f"{name} needs the field {field.name!r}")
    return kind(**values)


def _typed(name: str, key: str, wanted: object, item: Any) -> Any:
    """`item` as the field's type, or InputError."""
    if wanted is Button and item in ("left", "right"):
        return Button(item)
    if wanted is GameSetup and isinstance(item, Mapping):
        return _build(GameSetup, item)
    if wanted == _TAGS and (pairs := _pairs(item)) is not None:
        return pairs
    if wanted is int and type(item) is int and item >= 0:
        return item
    if wanted in (bool, str) and type(item) is wanted:
        return item
    if wanted == str | None and isinstance(item, str | None):
        return item
    wanted_name = getattr(wanted, "__name__", str(wanted))
    raise InputError(f"{name}.{key} must be {wanted_name}, not {item!r}")


_TAGS: Final = tuple[tuple[str, str], ...]


def _pairs(item: Any) -> tuple[tuple[str, str], ...] | None:
    """Tags from an object or a list of pairs; None if it is neither."""
    pairs = list(item.items()) if isinstance(item, Mapping) else item
    if not isinstance(pairs, list | tuple):
        return None
    for pair in pairs:
        if not (isinstance(pair, list | tuple) and [type(text) for text in pair] == [str, str]):
            return None
    return tuple((tag, text) for tag, text in pairs)
