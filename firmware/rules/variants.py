"""The registry: every game by its key, and games with options chosen.

A game with options is asked for as ``pool+white_first``: the key, and the names of options
(``firmware.rules.options``) after plus signs.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from firmware.errors import UnknownVariant
from firmware.rules.games.folk import NORTHERN, SAMOYED, STAVROPOL, TWO_MOVE, WIEGMAN
from firmware.rules.games.forward import CZECH, ENGLISH, ITALIAN, PORTUGUESE, SPANISH, THAI
from firmware.rules.games.international import (
    ANTIDRAUGHTS,
    BREAKTHROUGH,
    CANADIAN,
    FRISIAN,
    FRYSK,
    INTERNATIONAL,
    KILLER,
)
from firmware.rules.games.orthogonal import SENEGALESE, TAMA, TAMA_DIAGONAL, TURKISH
from firmware.rules.games.russian import (
    BRAZILIAN,
    DIAGONAL,
    GIVEAWAY,
    POOL,
    RUSSIAN,
    SPANTSIRETTI,
)
from firmware.rules.options import OPTIONS, with_option
from firmware.rules.ruleset import Ruleset

VARIANTS: Mapping[str, Ruleset] = MappingProxyType(
    {
        ruleset.key: ruleset
        for ruleset in (
            RUSSIAN,
            BRAZILIAN,
            INTERNATIONAL,
            CANADIAN,
            ENGLISH,
            POOL,
            ITALIAN,
            SPANISH,
            PORTUGUESE,
            CZECH,
            FRISIAN,
            FRYSK,
            SPANTSIRETTI,
            DIAGONAL,
            GIVEAWAY,
            ANTIDRAUGHTS,
            BREAKTHROUGH,
            KILLER,
            THAI,
            TURKISH,
            TAMA,
            TAMA_DIAGONAL,
            SENEGALESE,
            NORTHERN,
            STAVROPOL,
            SAMOYED,
            TWO_MOVE,
            WIEGMAN,
        )
    }
)
"""Every game by its key, in the order in which they are offered."""


@cache
def find_variant(key: str) -> Ruleset:
    """The game with this key, and with the options named after it.

    Raises :class:`UnknownVariant`, naming the games, or the options of this game, that there are.
    """
    name, *options = key.split("+")
    if name not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise UnknownVariant(f"no variant is called {name!r}; known are {known}")
    ruleset = VARIANTS[name]
    for option in options:
        offered = {found.name: found for found in OPTIONS if found.is_for(ruleset)}
        if option not in offered:
            raise UnknownVariant(
                f"{ruleset.title} has no option {option!r}; it has {', '.join(sorted(offered))}"
            )
        ruleset = with_option(ruleset, offered[option])
    return ruleset
