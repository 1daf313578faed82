"""The games of one file together: a file is about one game, even where no tag says which."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.errors import InvalidPdn, ReedboardError
from firmware.notation.pdn_game import PdnGame
from firmware.notation.pdn_read import read_games
from firmware.notation.which import candidates, guess_ruleset
from firmware.rules import Ruleset


@dataclass(frozen=True)
class Collection:
    """What a file holds, and what is played in it."""

    games: tuple[PdnGame | InvalidPdn, ...]
    """In their order; in place of one that cannot be understood, why."""
    told: Ruleset | None
    """The ruleset of all of them, if the caller knows it."""
    guessed: Ruleset | None
    """The one for games that do not name theirs; None if all do, or if it was told."""

    def rulesets(self, game: PdnGame) -> tuple[Ruleset, ...]:
        """The rulesets to replay a game under, the likeliest first. Raises ``UnknownVariant``."""
        if self.told:
            return (self.told,)
        return candidates(game) or ((self.guessed,) if self.guessed else ())


def collect(text: str, told: Ruleset | None = None) -> Collection:
    """The games of a PDN text, all under ``told`` if that is given."""
    games = tuple(read_games(text))
    unnamed = [game for game in games if isinstance(game, PdnGame) and not _named(game)]
    return Collection(games, told, guess_ruleset(unnamed) if unnamed and told is None else None)


def _named(game: PdnGame) -> bool:
    """Whether the game says what it is, be it something unknown."""
    try:
        return bool(candidates(game))
    except ReedboardError:
        return True
