"""PDN files written anew: in the canonical form, as diagrams, or as they are printed."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from firmware.errors import InvalidPdn, ReedboardError
from firmware.notation.collection import collect
from firmware.notation.diagram import svg_sheet
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
    SVG = "svg"
    """Pictures of the positions the games end with, all in one document."""


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
    records, failures = [], []
    for number, game in enumerate(collection.games, start=1):
        try:
            if isinstance(game, InvalidPdn):
                raise game
            records.append(record_under(game, collection.rulesets(game), source))
        except ReedboardError as error:
            failures.append(f"game {number}, {error}")
    return Conversion(_written(records, form), tuple(failures), collection.guessed)


def _written(records: Sequence[Record], form: Form) -> str:
    match form:
        case Form.PDN:
            return "\n".join(map(write_pdn, records))
        case Form.FEN:
            return "".join(f"{write_fen(record.game.position)}\n" for record in records)
        case Form.TEXT:
            return "\n".join(map(score_sheet, records))
        case Form.SVG:
            return svg_sheet(records) if records else ""
        case _:
            assert_never(form)
