"""What rulebooks say beside the rules: time controls and measures of boards, by game.

Nothing in play depends on it; it is offered where a game is set up. Time controls are written as in
the PDN tag ``TimeControl``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware.rules.ruleset import Ruleset

ARMENIAN = "Armenian rule book"
FMJD = "FMJD annexes 1 and 3"
WOMEN_2015 = "regulations of the women's match 2015"


@dataclass(frozen=True)
class Control:
    """A time control that a rulebook names."""

    name: str
    """What it is called where a control is asked for; `names` has both ends of a range."""
    title: str
    control: str
    """PDN ``TimeControl``; of a range the shortest."""
    source: str
    longest: str = ""
    """The other end of a range."""
    least: bool = False
    """This much time, or more."""
    most: bool = False
    """This much time, or less."""
    match: str = ""
    """Games in a row that belong to it, as `firmware.table.match` names them."""

    @property
    def names(self) -> Mapping[str, str]:
        """Name -> PDN ``TimeControl``: the control's own and, of a range, those with minutes."""
        if not self.longest:
            return {self.name: self.control}
        ends = (self.control, self.longest)
        return {self.name: self.control} | {
            f"{self.name}-{int(end.partition('+')[0]) // 60}": end for end in ends
        }


@dataclass(frozen=True)
class Measures:
    """What a board and its men measure for official play."""

    source: str
    side_mm: tuple[int, int | None]
    """Side of the playing surface, least and most."""
    men_smaller_by_mm: tuple[int, int]
    """How much less than a square a man's diameter is, least and most."""
    height_of_diameter: tuple[float, float]
    """Height of a man as a part of its diameter, least and most."""


_RUSSIAN_CONTROLS = (
    Control("russian", "45 minutes", "2700", ARMENIAN),
    Control("russian-youth", "1 hour (youth)", "3600", ARMENIAN),
    Control(
        "russian-openings",
        "70 minutes for 35 moves, then 15 (drawn openings)",
        "35/4200:900",
        ARMENIAN,
    ),
    Control("russian-least", "at least 45 minutes", "2700", ARMENIAN, least=True),
    Control(
        "russian-30s", "at least 30 minutes and 30 seconds a move", "1800+30", ARMENIAN, least=True
    ),
    Control(
        "russian-5s", "at least 40 minutes and 5 seconds a move", "2400+5", ARMENIAN, least=True
    ),
    Control("russian-rapid", "rapid, 10 to 20 minutes", "600", ARMENIAN, longest="1200"),
    Control("russian-rapid-4s", "rapid, 8 minutes and 4 seconds a move", "480+4", ARMENIAN),
    # The text has no times for blitz of this discipline; those below are of draughts-64.
    Control(
        "draughts-64",
        "draughts-64, 45 minutes for 20 moves, then 15",
        "20/2700:900",
        ARMENIAN,
        least=True,
    ),
    Control(
        "draughts-64-30s",
        "draughts-64, 45 minutes and 30 seconds a move",
        "2700+30",
        ARMENIAN,
        least=True,
    ),
    Control(
        "draughts-64-rapid", "draughts-64 rapid, 10 to 20 minutes", "600", ARMENIAN, longest="1200"
    ),
    Control(
        "draughts-64-rapid-4s",
        "draughts-64 rapid, 8 minutes and 4 seconds a move",
        "480+4",
        ARMENIAN,
    ),
    Control(
        "draughts-64-blitz",
        "draughts-64 blitz, 3 to 5 minutes",
        "180",
        ARMENIAN,
        longest="300",
        most=True,
    ),
    Control(
        "draughts-64-blitz-2s",
        "draughts-64 blitz, 3 minutes and 2 seconds a move",
        "180+2",
        ARMENIAN,
        most=True,
    ),
)

_INTERNATIONAL_CONTROLS = (
    Control("classic", "2 hours for 50 moves, then 1 hour for 25", "50/7200:25/3600", ARMENIAN),
    Control("replay", "first replay, 20 minutes and 10 seconds a move", "1200+10", ARMENIAN),
    Control(
        "replays",
        "next replays, 10 minutes and 5 seconds a move, then on the time left until one wins",
        "600+5",
        ARMENIAN,
        match="until-win",
    ),
    Control("classic-1h", "2 hours for 50 moves, then 1 hour", "50/7200:3600", FMJD),
    Control("classic-30m", "2 hours for 50 moves, then 30 minutes", "50/7200:1800", FMJD),
    Control("classic-40", "90 minutes for 40 moves, then 1 hour", "40/5400:3600", FMJD),
    Control(
        "fischer", "80 minutes to 2 hours and 1 minute a move", "4800+60", FMJD, longest="7200+60"
    ),
    Control("title-rapid", "title match, 20 minutes and 5 seconds a move", "1200+5", FMJD),
    Control("title-blitz", "title match, 5 minutes and 3 seconds a move", "300+3", FMJD),
    Control(
        "lehmann-georgiev",
        "tie-break, 5 minutes and 2 seconds a move, then on the time left until one wins",
        "300+2",
        WOMEN_2015,
        match="until-win",
    ),
)

_ANY_CONTROLS = (
    Control("blitz", "blitz, 3 to 5 minutes", "180", ARMENIAN, longest="300"),
    Control("rapid", "rapid, 10 to 30 minutes", "600", ARMENIAN, longest="1800"),
)

CONTROLS: Mapping[str, tuple[Control, ...]] = MappingProxyType(
    {"russian": _RUSSIAN_CONTROLS, "international": _INTERNATIONAL_CONTROLS}
)
"""Time controls by the key of the game they are printed for."""

NAMED_CONTROLS: Mapping[str, str] = MappingProxyType(
    {
        name: text
        for controls in (*CONTROLS.values(), _ANY_CONTROLS)
        for control in controls
        for name, text in control.names.items()
    }
)
"""Every name of a control, for whatever game it is printed -> PDN ``TimeControl``."""

NAMED_MATCHES: Mapping[str, str] = MappingProxyType(
    {
        name: control.match
        for controls in CONTROLS.values()
        for control in controls
        for name in control.names
        if control.match
    }
)
"""Names of controls that are for games in a row -> the match, as `firmware.table.match` has it."""

MEASURES: Mapping[str, Measures] = MappingProxyType(
    {
        "russian": Measures("Codex of Russian draughts 1.1, 1.3", (400, 450), (5, 10), (0.2, 0.25)),
    }
)
"""Measures by the key of the game they are printed for."""

MEASURES_ELSEWHERE: Measures = Measures(ARMENIAN, (350, None), (5, 10), (0.2, 0.25))
"""A second text, which asks for less."""

BREAK_IN_MICRO_MATCH_S = 300
"""Between the games of a micro-match of draughts-64, colours changed (Armenian rule book)."""


def controls_of(ruleset: Ruleset) -> tuple[Control, ...]:
    """The time controls that rulebooks name for a game, and those they name for any."""
    return (*CONTROLS.get(ruleset.variant, ()), *_ANY_CONTROLS)


def measures_of(ruleset: Ruleset) -> tuple[Measures, ...]:
    """The measures that rulebooks ask for; those of the Russian board where the squares are its."""
    own = MEASURES.get(ruleset.variant)
    return (own, MEASURES_ELSEWHERE) if own else (MEASURES_ELSEWHERE,)
