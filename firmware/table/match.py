"""Games in a row that make one match: what the next game is, and when there is none.

    micro-match[:GAMES]   so many games, two unless said, five minutes apart, colours changed and
                          points added; equal points: drawn (Armenian rule book, draughts-64)
    until-win             games on the time that is left on the clocks, colours changed, until
                          one player wins (Armenian rule book; Lehmann-Georgiev tie-break)

The controls `lehmann-georgiev` and `replays` are for the second, which goes without saying.

A match has no state of its own. Each game's setup says which game of which match it is, what the
points were before it and what was left on the clocks, so a journal that has the game has the match.
Players stay on their sides of the board: with the colours the board is turned, and so each keeps
his button, his display and, where it is carried over, his time.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from firmware.errors import InputError
from firmware.rules import Color
from firmware.rules.presets import BREAK_IN_MICRO_MATCH_S, NAMED_MATCHES
from firmware.table.clock import Clock
from firmware.table.inputs import GameSetup
from firmware.table.phase import RESULTS

WIN: Final = 2
DRAW: Final = 1
"""Points for a won and for a drawn game (FMJD)."""
MAX_GAMES: Final = 99
UNFINISHED: Final = "*"


@dataclass(frozen=True, slots=True)
class Terms:
    """What kind of match it is."""

    games: int | None
    """None: until a player wins one."""
    break_ms: int
    """Between two games; the next may begin earlier if both players want it."""
    carries: bool
    """Each player keeps the time that is left."""


MATCHES: Final[Mapping[str, Terms]] = MappingProxyType(
    {
        "micro-match": Terms(2, BREAK_IN_MICRO_MATCH_S * 1000, carries=False),
        "until-win": Terms(None, 0, carries=True),
    }
)

_TEXT: Final = re.compile(r"([a-z-]+)(?::(\d{1,2}))?")


def parse_match(text: str) -> Terms | None:
    """The match of that name; None for an empty text. Raises InputError."""
    if not text:
        return None
    found = _TEXT.fullmatch(text)
    terms = MATCHES.get(found[1]) if found else None
    if found is None or terms is None:
        raise InputError(f"match {text!r} is not known; choose one of: {', '.join(MATCHES)}")
    if found[2] is None:
        return terms
    games = int(found[2])
    if terms.games is None or not 2 <= games <= MAX_GAMES:
        raise InputError(f"match {text!r}: a micro-match has 2 to {MAX_GAMES} games")
    return replace(terms, games=games)


def match_of(setup: GameSetup) -> GameSetup:
    """The setup with the match that its control's name stands for, if it names none itself."""
    return replace(setup, match=setup.match or NAMED_MATCHES.get(setup.control, ""))


@dataclass(frozen=True, slots=True)
class Standing:
    """A match after a game of it. Points are those of the game's White and Black."""

    points: tuple[int, int]
    decided: bool

    @property
    def winner(self) -> Color | None:
        """Who has won a match that is decided; None: it is drawn."""
        white, black = self.points
        return None if white == black else Color.WHITE if white > black else Color.BLACK


def standing(setup: GameSetup, result: str) -> Standing:
    """How the match stands after `setup`'s game has ended with `result`."""
    terms = parse_match(setup.match)
    assert terms is not None, "the game is part of a match"
    white, black = setup.points
    drawn = result in RESULTS and RESULTS[result] is None
    winner = RESULTS.get(result)
    white += DRAW if drawn else WIN * (winner is Color.WHITE)
    black += DRAW if drawn else WIN * (winner is Color.BLACK)
    if result == UNFINISHED:
        return Standing((white, black), decided=False)
    if terms.games is None:
        return Standing((white, black), decided=winner is not None)
    return Standing((white, black), decided=setup.game >= terms.games)


def next_game(setup: GameSetup, result: str, clock: Clock | None, turned: bool) -> GameSetup:
    """The setup of the game after `setup`'s, which has ended with `result` and this clock.

    `turned`: the board stood turned at its end. A game without a result is played again.
    """
    terms = parse_match(setup.match)
    assert terms is not None, "the game is part of a match"
    if result == UNFINISHED:
        return replace(setup, turned=turned, immediate=False)
    white, black = standing(setup, result).points
    times = None
    if terms.carries and clock is not None:
        left_white, left_black = clock.left_ms
        times = max(1, left_black), max(1, left_white)
    return replace(
        setup,
        game=setup.game + 1,
        points=(black, white),
        times=times,
        turned=not turned,
        tags=swapped(setup.tags),
        immediate=False,
    )


def swapped(tags: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The tags of a game in which the players have changed colours: names, ratings and the like."""
    return tuple((_other_side(name), text) for name, text in tags)


def _other_side(tag: str) -> str:
    for mine, other in (("White", "Black"), ("Black", "White")):
        if tag.startswith(mine):
            return other + tag.removeprefix(mine)
    return tag
