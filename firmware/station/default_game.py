"""The game that section [game] of the configuration describes, and whether it can be played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from firmware.errors import ConfigError, ReedboardError
from firmware.station.config import Config, GameConfig
from firmware.table import inputs as inp
from firmware.table import wire
from firmware.table.session import Session

_KEYS: Final = ("variant", "control", "policy", "match", "event", "site")


def default_setup(config: Config, fields: Mapping[str, Any]) -> inp.GameSetup:
    """The set-up these fields describe, completed from the configuration. Raises InputError."""
    game = config.game
    defaults = {
        "variant": game.variant,
        "control": game.control,
        "policy": game.policy,
        "match": game.match,
    }
    setup = wire.setup_from_json({**defaults, **fields})
    tags = (("Event", game.event), ("Site", game.site))
    return replace(setup, tags=(*(tag for tag in tags if tag[1]), *setup.tags))


def check_game(config: Config, squares: Sequence[str], file: str) -> None:
    """Find out at the start, not at the first game, whether it can be played on this board.

    Raises ConfigError naming file and key: the first key from whose value on it cannot.
    """
    game = GameConfig()
    for key in _KEYS:
        game = replace(game, **{key: getattr(config.game, key)})
        try:
            setup = default_setup(replace(config, game=game), {})
            Session(squares).feed(inp.NewGame(setup, 0))
        except ReedboardError as error:
            raise ConfigError(f"{file}, section [game], key {key}: {error}") from error
