"""What a client asks to be shown on the lights, as an input of the table: a game, or a diagram."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware.errors import InputError
from firmware.notation.fen import parse_fen
from firmware.notation.pdn import UNFINISHED, Record, write_pdn
from firmware.rules import Game, find_variant
from firmware.station.places import pdn_name
from firmware.table import wire
from firmware.table.inputs import LeadThrough


def replay_of(fields: Mapping[str, Any], games: Path, defaults: Mapping[str, Any]) -> LeadThrough:
    """A recorded game: `pdn`, or `game`, the number of one of those in the folder `games`.

    A file is only read while nobody plays, so a slow disk keeps nobody waiting.
    Raises InputError if there is no such game.
    """
    given = dict(fields)
    number = given.pop("game", None)
    if (number is None) is ("pdn" not in given):
        raise InputError("replay needs one of two fields: pdn, or game, the number of a game")
    if number is not None:
        given["pdn"] = _recorded(number, games)
    return _input({**defaults, **given})


def diagram_of(fields: Mapping[str, Any], defaults: Mapping[str, Any]) -> LeadThrough:
    """A position to be set up: `variant` and `fen`, without one that game's start.

    Raises a ReedboardError for a position that is none.
    """
    unknown = sorted(set(fields) - {"variant", "fen", "turned"})
    if unknown:
        raise InputError(f"set_up has no field {unknown[0]!r}; it has: variant, fen, turned")
    given = {**defaults, **fields}
    setup = wire.setup_from_json(given)
    ruleset = find_variant(setup.variant)
    start = None if setup.fen is None else parse_fen(setup.fen, ruleset)
    pdn = write_pdn(Record((), Game.start(ruleset, start), (), UNFINISHED))
    return _input({"pdn": pdn, "turned": setup.turned})


def _input(fields: Mapping[str, Any]) -> LeadThrough:
    value = wire.input_from_json({**fields, "kind": "lead_through", "at_ms": 0})
    assert isinstance(value, LeadThrough)
    return value


def _recorded(number: Any, games: Path) -> str:
    if type(number) is not int:
        raise InputError(f"game is the number of a game, not {number!r}")
    try:
        return (games / pdn_name(number)).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"there is no record of game {number}: {error}") from error
