"""Time controls as data, and the one grammar in which they are written.

    control   none | NAME | side | side,side           two sides: White's, then Black's
    side      stage:stage:... | *SECONDS               *: hourglass
    stage     [MOVES/]SECONDS[bonus]
    bonus     +SECONDS | dSECONDS | bSECONDS            a move: increment, delay, Bronstein

Without `d`, `b` and the comma this is the PDN tag TimeControl: `300`, `300+3`, `*180`,
`40/7200:20/3600:900`. A stage lasts for so many moves; time saved is carried into the next; a last
stage with moves is given again and again: `50/7200:25/3600`. A NAME is one of
`firmware.rules.presets`: `blitz-5`.

*Increment* (Fischer): added for each completed move. *Delay* (US): in each move the clock waits so
long before it runs, and what was not used of it is lost. *Bronstein*: after each completed move
what the move used is given back, at most so much. *Hourglass*: what one side uses the other gains.
"""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from firmware.errors import InputError
from firmware.rules.presets import NAMED_CONTROLS

MAX_S: Final = 24 * 3600
"""Longest time of a stage and longest bonus, in seconds."""
MAX_MOVES: Final = 999
"""Most moves of a stage."""
MAX_STAGES: Final = 9

NO_FORM: Final = "?"
"""TimeControl of a PDN record whose control PDN has no form for; it is in the tag `Clock`."""


class Bonus(enum.Enum):
    """What a side is given for each move; the value is the sign in a written control."""

    INCREMENT = "+"
    DELAY = "d"
    BRONSTEIN = "b"


@dataclass(frozen=True, slots=True)
class Stage:
    """Time for so many moves, or for all that are left."""

    time_ms: int
    moves: int | None = None
    bonus_ms: int = 0
    bonus: Bonus = Bonus.INCREMENT

    @property
    def delay_ms(self) -> int:
        """How much of each move a delay of either kind does not charge."""
        return 0 if self.bonus is Bonus.INCREMENT else self.bonus_ms

    @property
    def text(self) -> str:
        """`300`, `40/7200`, `300+3`, `300d3`."""
        moves = "" if self.moves is None else f"{self.moves}/"
        bonus = f"{self.bonus.value}{self.bonus_ms // 1000}" if self.bonus_ms else ""
        return f"{moves}{self.time_ms // 1000}{bonus}"


@dataclass(frozen=True, slots=True)
class SideControl:
    """One side's time."""

    stages: tuple[Stage, ...]
    hourglass: bool = False

    def stage(self, index: int) -> Stage:
        """The stage of that index, the first being 0; after the last comes the last again."""
        return self.stages[min(index, len(self.stages) - 1)]

    def due(self, index: int) -> int | None:
        """How many moves must have been played by the end of that stage; None: it has no end."""
        counts = [stage.moves for stage in self.stages]
        again = index - len(counts) + 1
        if counts[-1] is None and again >= 0:
            return None
        sums = list(accumulate(count or 0 for count in counts))
        return sums[index] if again <= 0 else sums[-1] + again * (counts[-1] or 0)

    def has_stage(self, index: int) -> bool:
        """Whether there is a stage of that index."""
        return index >= 0 and (index < len(self.stages) or self.stages[-1].moves is not None)

    def stage_of(self, moves: int) -> int:
        """Index of the stage in which so many moves have been played."""
        index = 0
        while (due := self.due(index)) is not None and moves >= due:
            index += 1
        return index

    @property
    def by_moves(self) -> bool:
        """A number of moves is to be made in a given time."""
        return self.stages[0].moves is not None

    @property
    def text(self) -> str:
        """As it is written; see the module."""
        return "*" * self.hourglass + ":".join(stage.text for stage in self.stages)

    @property
    def in_pdn(self) -> bool:
        """PDN has a form for it."""
        return all(stage.bonus is Bonus.INCREMENT for stage in self.stages)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Both sides' time."""

    white: SideControl
    black: SideControl

    @classmethod
    def simple(cls, time_ms: int, increment_ms: int = 0) -> "TimeControl":
        """The same for both and for the whole game, with or without an increment."""
        side = SideControl((Stage(time_ms, bonus_ms=increment_ms),))
        return cls(side, side)

    @property
    def sides(self) -> tuple[SideControl, SideControl]:
        """White's and Black's."""
        return self.white, self.black

    @property
    def hourglass(self) -> bool:
        """What one side uses the other gains."""
        return self.white.hourglass

    @property
    def by_moves(self) -> bool:
        """Moves in a given time: the game must be recorded (FMJD rules for 64 squares 10.2)."""
        return self.white.by_moves or self.black.by_moves

    @property
    def text(self) -> str:
        """As it is written; see the module. `parse_control` reads it back equal."""
        equal = self.white == self.black
        return self.white.text if equal else f"{self.white.text},{self.black.text}"

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of a PDN record: TimeControl, or one for each side where they differ (PDN 3.0).

        Where PDN has no form, `?`, and what it is in a tag of its own, Clock.
        """
        if not (self.white.in_pdn and self.black.in_pdn):
            return MappingProxyType({"TimeControl": NO_FORM, "Clock": self.text})
        if self.white == self.black:
            return MappingProxyType({"TimeControl": self.text})
        return MappingProxyType(
            {"TimeControlWhite": self.white.text, "TimeControlBlack": self.black.text}
        )


_STAGE: Final = re.compile(r"(?:(\d{1,4})/)?(\d{1,6})(?:([+db])(\d{1,6}))?")


def parse_control(text: str) -> TimeControl | None:
    """The time control written in `text`, or of that name; None for `none` and `-`.

    Raises InputError for what is not understood or out of bounds.
    """
    if text in ("none", "-"):
        return None
    written = NAMED_CONTROLS.get(text, text).split(",")
    if len(written) > 2:
        raise InputError(f"time control {text!r} is for more than two sides")
    white, black = (_side(part, text) for part in (written[0], written[-1]))
    if white.hourglass is not black.hourglass:
        raise InputError(f"time control {text!r} is not understood; an hourglass is for both sides")
    return TimeControl(white, black)


def _side(part: str, text: str) -> SideControl:
    hourglass = part.startswith("*")
    stages = tuple(_stage(each, text) for each in part.removeprefix("*").split(":"))
    if len(stages) > MAX_STAGES:
        raise InputError(f"time control {text!r} has more than {MAX_STAGES} stages")
    if any(stage.moves is None for stage in stages[:-1]):
        raise InputError(
            f"time control {text!r}: only the last stage can be without a number of moves"
        )
    if hourglass and (len(stages) > 1 or stages[0].moves or stages[0].bonus_ms):
        raise InputError(f"time control {text!r}: an hourglass has one time and nothing else")
    return SideControl(stages, hourglass)


def _stage(part: str, text: str) -> Stage:
    found = _STAGE.fullmatch(part)
    if found is None:
        raise InputError(
            f"time control {text!r} is not understood; write seconds as 300, 300+3, 300d3, "
            "40/7200:3600, *180 or 600,300, a preset's name, or none"
        )
    moves, time_s, sign, bonus_s = found.groups()
    count = None if moves is None else int(moves)
    if not 0 < int(time_s) <= MAX_S or int(bonus_s or 0) > MAX_S:
        raise InputError(
            f"time control {text!r} is out of bounds; 1 to {MAX_S} seconds, increment up to {MAX_S}"
        )
    if count is not None and not 0 < count <= MAX_MOVES:
        raise InputError(f"time control {text!r} is out of bounds; 1 to {MAX_MOVES} moves a stage")
    if sign is None or int(bonus_s) == 0:
        return Stage(int(time_s) * 1000, count)
    return Stage(int(time_s) * 1000, count, int(bonus_s) * 1000, Bonus(sign))
