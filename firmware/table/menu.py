"""What a player finds on his display when he holds his button: a list of lines to go through.

A tap goes to the next line, a hold takes the one that is shown. The first line is neutral, so a
hold alone does nothing; giving the game up is asked back, and is answered by two taps in a second,
a press of another kind than the one that asked. A menu that is left alone closes by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from firmware.rules import Color, Ruleset
from firmware.rules.outcome import Counter
from firmware.rules.presets import controls_of
from firmware.table.controls import parse_control

LEFT_ALONE_MS: Final = 10_000
"""A menu closes after this long without a press."""
TWICE_MS: Final = 1000
"""Two taps follow one another within this time."""
STANDS_MS: Final = 60_000
"""A proposal is forgotten after this long."""
GAMES: Final = 5
"""So many games can be chosen, the last used first."""

BACK: Final = "back"
SURE: Final = "sure"

MEANINGS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        BACK: ("----", "nothing: close the menu"),
        "yes": ("YES", "agree to what the other side offers or asks, or answer a question"),
        "no": ("nO", "decline it"),
        "draw": ("drAU", "offer a draw with the next move; once more: not after all"),
        "claim": ("CLAI", "claim a draw; a move that is meant is chosen, not played"),
        "adjust": ("AdJ", "men are being adjusted, or have been"),
        "count": ("Cnt", "how far draw rules have counted, and on the other display to what"),
        "hint": ("Hint", "show the captures that are due (not in a tournament)"),
        "pause": ("PAUS", "stop the clocks (in a tournament: if the other side agrees)"),
        "go": ("Go", "go on after a pause (in a tournament: if the other side agrees)"),
        "end": ("End", "the result, if the other side agrees: 1-0, 1-1 or 0-1"),
        "lose": ("LOSE", "resign; SurE asks back, and two taps in a second say yes"),
        "next": ("PLAY", "set up the next game"),
        "game": ("GAnE", "choose a game, by its number in the list of those used last"),
        "time": ("tinE", "choose the time, by its number below"),
        "turn": ("turn", "turn the board: White sits at the other side"),
    }
)
"""Key of a line -> what the display shows, and what it is for."""

SURE_WORD: Final = "SurE"
RESULTS: Final = ("1-0", "1-1", "0-1")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a menu."""

    key: str
    """What it does: a key of `MEANINGS`, of which a number or a result may follow after a blank."""
    word: str
    """On the player's own display."""
    other: str | None = None
    """On the other display; None leaves that as it is."""


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu. A value: each press makes a new one."""

    lines: tuple[Line, ...]
    touched_ms: int
    """When it was last gone on with."""
    at: int = 0
    sure: str | None = None
    """The key that is asked back."""
    tapped_ms: int | None = None
    """When the first of two taps came."""

    @property
    def line(self) -> Line:
        """What is shown."""
        return Line(SURE, SURE_WORD) if self.sure else self.lines[self.at]

    @property
    def closes_ms(self) -> int:
        """When it closes by itself."""
        if self.tapped_ms is not None:
            return self.tapped_ms + TWICE_MS
        return self.touched_ms + LEFT_ALONE_MS

    def tapped(self, at_ms: int) -> "tuple[Menu, str | None]":
        """After a tap: the menu, and the key that two taps have confirmed."""
        if self.sure is None:
            return replace(self, at=(self.at + 1) % len(self.lines), touched_ms=at_ms), None
        if self.tapped_ms is None:
            return replace(self, tapped_ms=at_ms), None
        return self, self.sure

    def asks_back(self, at_ms: int) -> "Menu":
        """The same, asking whether the line that is shown is really meant."""
        return replace(self, sure=self.line.key, touched_ms=at_ms)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one player wants and the other has to agree to."""

    color: Color
    what: str
    at_ms: int

    @property
    def forgotten_ms(self) -> int:
        """When it does not stand any more."""
        return self.at_ms + STANDS_MS

    @property
    def word(self) -> str:
        """On the other side's display."""
        return {"pause": "PAUS", "go": "Go"}.get(self.what, self.what.rpartition(" ")[2])


def line(key: str, other: str | None = None) -> Line:
    """The line of a meaning."""
    return Line(key, MEANINGS[key][0], other)


def menu_of(lines: tuple[Line, ...], at_ms: int) -> Menu:
    """A menu that has just been opened, on its neutral line."""
    return Menu((line(BACK), *lines), at_ms)


def numbered_controls(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """(control, in words) by number, for a game: 0 is no clock, then what rulebooks name."""
    found = {"none": "no clock"}
    for control in controls_of(ruleset):
        for text in dict.fromkeys(control.names.values()):
            minutes = int(text.partition("+")[0]) // 60 if control.longest else 0
            found.setdefault(text, control.title + (f": {minutes} minutes" if minutes else ""))
    return tuple(found.items())


def time_lines(ruleset: Ruleset) -> tuple[Line, ...]:
    """The times of a game by number, the first stage's on the other display."""
    return tuple(
        Line(f"time {number}", f"t{number:>3}", _first_time(text))
        for number, (text, _) in enumerate(numbered_controls(ruleset))
    )


def _first_time(text: str) -> str:
    """Minutes and seconds, or hours and minutes, that a control begins with."""
    control = parse_control(text)
    if control is None:
        return "----"
    seconds = control.white.stages[0].time_ms // 1000
    big, small = divmod(seconds if seconds < 3600 else seconds // 60, 60)
    return f"{big}:{small:02}"


def game_lines(games: tuple[Ruleset, ...]) -> tuple[Line, ...]:
    """The games used last by number, with PDN's number of the game on the other display."""
    return tuple(
        Line(f"game {number}", f"G{number:>3}", f"{ruleset.notation.gametype.partition(',')[0]:>4}")
        for number, ruleset in enumerate(games, 1)
    )


def move_lines(texts: tuple[str, ...]) -> tuple[Line, ...]:
    """The moves with which a draw can be claimed, as squares from and to."""
    return tuple(Line(f"claim {text}", _squares(text)) for text in texts)


def _squares(text: str) -> str:
    """Origin and target without what stands between: `F8H6`, `3228`."""
    signs = text.replace(":", "-").replace("x", "-").split("-")
    return signs[0] + signs[-1]


def result_lines() -> tuple[Line, ...]:
    """The results to agree on."""
    return tuple(Line(f"end {result}", result) for result in RESULTS)


def answer_lines(choices: int) -> tuple[Line, ...]:
    """The answers to a question that has more than one besides no."""
    numbers = range(1, choices + 1) if choices > 1 else ()
    return tuple(Line(f"yes {number}", f"A{number:>3}") for number in numbers)


def count_lines(counters: tuple[Counter, ...]) -> tuple[Line, ...]:
    """The draw rules that are running: the count, and on the other display the limit."""
    shown = tuple(Line(BACK, f"C{one.count:>3}", f"{one.limit:>4}") for one in counters)
    return shown or (Line(BACK, "C  0", "----"),)
