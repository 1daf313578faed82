"""Which game a PDN file is about: the one its GameType names, or the one its moves fit best."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from firmware.errors import InvalidFen, InvalidMove, UnknownVariant
from firmware.notation.follow import follow
from firmware.notation.movetext import read_move
from firmware.notation.pdn_game import PdnGame, PdnMove
from firmware.rules import VARIANTS, Ruleset

SAMPLE = 5
"""Games of a file that are looked at for a guess."""


def named_ruleset(game: PdnGame) -> Ruleset | None:
    """The ruleset of the GameType tag; None where there is no such tag, or only words nobody
    knows.

    The number decides: the rest of the tag is often wrong in published files (PlayOK writes N1
    for 10x10), and is heard only where one number stands for several games. A name in place of
    the number is understood. Raises ``UnknownVariant`` for a number that no game here has.
    """
    tag = game.tag("GameType")
    value = game.value("GameType")
    if not tag or not value:
        return None
    number = re.match(r"\d+", value)
    if not number:
        named = (
            rules
            for rules in VARIANTS.values()
            if value.lower() in (rules.key, rules.title.lower())
        )
        return next(named, None)
    found = [rules for rules in VARIANTS.values() if _number(rules) == int(number[0])]
    if not found:
        known = ", ".join(f"{_number(rules)} {rules.title}" for rules in VARIANTS.values())
        raise UnknownVariant(
            f"{tag.place}: GameType {value!r} is no game known here; known are {known}"
        )
    return next((rules for rules in found if rules.notation.gametype == value), found[0])


def guess_ruleset(games: Sequence[PdnGame]) -> Ruleset:
    """The ruleset under which most of these games can be replayed, looking at the first few.

    Next the number of plies counts, then whether squares are written in the ruleset's own way;
    what is still equal falls to the ruleset that is registered first.
    """
    sample = [game for game in games if _moves(game) or game.value("FEN")][:SAMPLE]
    candidates = [
        rules for rules in VARIANTS.values() if all(_names_fit(game, rules) for game in sample)
    ]
    return max(candidates or VARIANTS.values(), key=lambda rules: _fit(sample, rules))


def _fit(games: Iterable[PdnGame], ruleset: Ruleset) -> tuple[int, int, int]:
    whole = plies = own_style = 0
    for game in games:
        try:
            line = follow(game, ruleset)
        except InvalidFen:
            continue
        whole += not line.error
        plies += len(line.game.plies)
        moves = _moves(game)
        own_style += bool(moves) and moves[0].text[0].isalpha() == ruleset.notation.algebraic
    return whole, plies, own_style


def _names_fit(game: PdnGame, ruleset: Ruleset) -> bool:
    """Whether every square that the moves name is on the ruleset's board."""
    try:
        for move in _moves(game):
            read_move(ruleset, move.text)
    except InvalidMove:
        return False
    return True


def _moves(game: PdnGame) -> list[PdnMove]:
    return [item for item in game.items if isinstance(item, PdnMove)]


def _number(ruleset: Ruleset) -> int:
    return int(ruleset.notation.gametype.split(",")[0])
