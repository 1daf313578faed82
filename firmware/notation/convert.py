"""PDN files written anew: in the canonical form, as diagrams, or as they are printed."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import assert_never

from firmware.errors import InvalidPdn, ReedboardError
from firmware.notation.collection import collect
from firmware.notation.fen import write_fen
from firmware.notation.pdn_record import Record
from firmware.notation.pdn_write import write_pdn
from firmware.notation.replay import record_under
from firmware.notation.sheet import score_sheet
from firmware.notation.signs import Source
from firmware.rules import Ruleset


class Form(enum.Enum):
    """What a game can be written as."""

    PDN = "pdn"
    """The one form of PDN that this project writes."""
    FEN = "fen"
    """The position it ends with, on a line."""
    TEXT = "text"
    """Two columns of moves, for people."""


@dataclass(frozen=True)
class Conversion:
    """The games of a file in another form."""

    text: str
    """All that could be written."""
    failures: tuple[str, ...]
    """A sentence for each game that cannot be replayed, and so is left out."""
    guessed: Ruleset | None
    """The ruleset that was taken for games that do not name theirs."""


def convert_pdn(
    text: str, form: Form, ruleset: Ruleset | None = None, source: Source | None = None
) -> Conversion:
    """Writes every game of a PDN text anew. Raises nothing; for ``source`` see ``read_record``."""
    collection = collect(text, ruleset)
    written, failures = [], []
    for number, game in enumerate(collection.games, start=1):
        try:
            if isinstance(game, InvalidPdn):
                raise game
            record = record_under(game, collection.rulesets(game), source)
            written.append(_written(record, form))
        except ReedboardError as error:
            failures.append(f"game {number}, {error}")
    between = "" if form is Form.FEN else "\n"
    return Conversion(between.join(written), tuple(failures), collection.guessed)


def _written(record: Record, form: Form) -> str:
    match form:
        case Form.PDN:
            return write_pdn(record)
        case Form.FEN:
            return write_fen(record.game.position) + "\n"
        case Form.TEXT:
            return score_sheet(record)
        case _:
            assert_never(form)
