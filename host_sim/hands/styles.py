"""The ways in which people use their hands at a draughts board, and what the board may say of each.

A style is data. What the board may say meanwhile is part of it, because a false alarm can only be
counted by somebody who knows what a true one is: a legal move, however made, must bring no refusal,
no signal and no question; a wrong placement that stands longer than the grace time may be shown,
and when it is put right the board must say so.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


class Removal(enum.Enum):
    """When captured men are taken off, and by whom."""

    AFTER = enum.auto()
    """When the capturing man has come to rest, as the rules want."""
    DURING = enum.auto()
    """Each as soon as it has been jumped."""
    BEFORE = enum.auto()
    """All of them first."""
    BOTH_HANDS = enum.auto()
    """By the other hand while the first carries the man."""
    LATE = enum.auto()
    """After the press."""
    FOE = enum.auto()
    """By the opponent, after the press."""


class Fidget(enum.Enum):
    """What a hand does besides the move."""

    ADJUST = enum.auto()
    """One man, own or not, lifted and put back."""
    ADJUST_TWO = enum.auto()
    """Two at a time."""
    SWAP = enum.auto()
    """Two equal men put on each other's squares."""
    BUMP = enum.auto()
    """A man pushed to the next square, and put back."""
    ASTRAY = enum.auto()
    """The own man set down where it must not go, and taken up again before the press."""
    SWEEP = enum.auto()
    """Several men knocked over with a sleeve, and put back one by one."""


ONE_BY_ONE: Final = (Removal.AFTER, Removal.AFTER, Removal.DURING, Removal.BEFORE)


@dataclass(frozen=True, slots=True)
class Style:
    """How a hand moves: names of ranges (`ranges.RANGES`), and shares from 0 to 1."""

    name: str = "tidy"
    does: str = "lifts, sets down on each landing, takes off one by one, presses"
    may: frozenset[str] = frozenset()
    """Events about what is wrong on the board that this hand's own doings can bring."""
    carry: str = "carry"
    touch: str = "touch"
    remove: str = "remove"
    press: str = "press"
    react: str = "react"
    late: str = "late"
    removals: tuple[Removal, ...] = ONE_BY_ONE
    """What it does with captured men, drawn evenly."""
    off_centre: float = 0.12
    """Farthest from a square's centre that a man is put down, in squares, along each axis."""
    drags: float = 0
    """Share of quiet moves that are dragged over the board."""
    leg: str = "leg"
    hesitates: float = 0
    """Share of moves with a rest on the way."""
    rest: str = "rest"
    air: str = "air"
    chatters: float = 0
    """Share of landings at the edge of hysteresis."""
    crowns: float = 0
    """Share of new kings that somebody crowns in a way the reeds can feel."""
    fidgets: tuple[Fidget, ...] = ()
    fidgeting: float = 0
    """Share of turns with a fidget."""


SHOWN: Final = frozenset({"astray"})
TIDY: Final = Style()

_STYLES: Final = (
    TIDY,
    Style(
        "quick",
        "blitz: presses while the man lands, replies before or right after the press",
        carry="carry_fast",
        touch="touch_fast",
        remove="remove_fast",
        press="press_fast",
        react="react_fast",
        removals=(Removal.AFTER, Removal.DURING, Removal.BOTH_HANDS, Removal.LATE),
    ),
    Style(
        "slow",
        "hesitates: rests on squares on the way, tries others, thinks with the man in the air",
        carry="carry_slow",
        remove="remove_slow",
        press="press_slow",
        react="react_slow",
        hesitates=0.4,
    ),
    Style(
        "slider",
        "drags over every square in between and over the corners of their neighbours",
        drags=0.9,
    ),
    Style(
        "two-handed",
        "takes captured men off with one hand while the other carries",
        removals=(Removal.BOTH_HANDS,),
    ),
    Style("remove-first", "takes captured men off before the jump", removals=(Removal.BEFORE,)),
    Style("remove-during", "takes each captured man off when jumped", removals=(Removal.DURING,)),
    Style("remove-late", "takes captured men off after the press", removals=(Removal.LATE,)),
    Style("foe-removes", "leaves captured men to the opponent", removals=(Removal.FOE,)),
    Style(
        "adjuster",
        "lifts and returns own and foreign men, two at a time, and swaps equal ones",
        SHOWN,
        fidgets=(Fidget.ADJUST, Fidget.ADJUST, Fidget.ADJUST_TWO, Fidget.SWAP),
        fidgeting=0.3,
    ),
    Style(
        "off-centre",
        "puts men down near the edge, where their reeds chatter",
        off_centre=0.2,
        chatters=0.4,
    ),
    Style(
        "clumsy",
        "bumps a neighbour, drops its man on a wrong square, and puts both right before the press",
        SHOWN,
        fidgets=(Fidget.BUMP, Fidget.ASTRAY),
        fidgeting=0.3,
    ),
    Style(
        "late-crowner",
        "crowns in the opponent's time: a stack is no event, a blink or an exchange is one",
        crowns=0.8,
    ),
    Style(
        "sweeper",
        "knocks over several men with a sleeve and puts them back",
        SHOWN,
        fidgets=(Fidget.SWEEP,),
        fidgeting=0.15,
    ),
)

STYLES: Final[Mapping[str, Style]] = MappingProxyType({style.name: style for style in _STYLES})
"""Every style by its name."""
