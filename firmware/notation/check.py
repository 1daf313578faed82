"""Whether the games of a PDN file can be replayed."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.errors import InvalidPdn, ReedboardError
from firmware.notation.collection import Collection, collect
from firmware.notation.pdn_game import PdnGame
from firmware.notation.replay import follow_any
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

    Games that do not say so are all replayed under one guess.
    """
    collection = collect(text, ruleset)
    faults = (
        (number, _fault(game, collection)) for number, game in enumerate(collection.games, start=1)
    )
    failures = tuple(f"game {number}, {fault}" for number, fault in faults if fault)
    return Report(len(collection.games), failures, collection.guessed)


def _fault(game: PdnGame | InvalidPdn, collection: Collection) -> ReedboardError | None:
    if isinstance(game, InvalidPdn):
        return game
    try:
        follow_any(game, collection.rulesets(game))
    except ReedboardError as error:
        return error
    return None
