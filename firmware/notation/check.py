"""Whether the games of a PDN file can be replayed."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.errors import InvalidPdn, ReedboardError
from firmware.notation.pdn_game import PdnGame
from firmware.notation.pdn_read import read_games
from firmware.notation.replay import replay
from firmware.notation.which import guess_ruleset, named_ruleset
from firmware.rules import Ruleset


@dataclass(frozen=True)
class Report:
    """What replaying all games of a file came to."""

    games: int
    failures: tuple[str, ...]
    """A sentence for each game that cannot be replayed: its number, line and column, and why."""
    guessed: Ruleset | None
    """The ruleset under which games without a GameType were replayed; None if there were none."""

    @property
    def good(self) -> int:
        """How many games could be replayed."""
        return self.games - len(self.failures)


def check_pdn(text: str, ruleset: Ruleset | None = None) -> Report:
    """Replays every game of a PDN text, under ``ruleset`` or whatever each game says it is.

    Games that do not say so are all replayed under one guess: a file is about one game.
    """
    found = list(read_games(text))
    unnamed = [game for game in found if isinstance(game, PdnGame) and not _named(game)]
    guessed = guess_ruleset(unnamed) if unnamed and ruleset is None else None
    failures = []
    for number, game in enumerate(found, start=1):
        fault = _fault(game, ruleset, guessed)
        if fault:
            failures.append(f"game {number}, {fault}")
    return Report(len(found), tuple(failures), guessed)


def _fault(
    game: PdnGame | InvalidPdn, ruleset: Ruleset | None, guessed: Ruleset | None
) -> ReedboardError | None:
    if isinstance(game, InvalidPdn):
        return game
    try:
        replay(game, ruleset or named_ruleset(game) or guessed)
    except ReedboardError as error:
        return error
    return None


def _named(game: PdnGame) -> bool:
    """Whether the game says what it is, be it something unknown."""
    try:
        return named_ruleset(game) is not None
    except ReedboardError:
        return True
