"""Every game as it is registered, and with its options: one, or two that have to get on."""

from itertools import combinations

from firmware.rules import VARIANTS, Ruleset, find_variant
from firmware.rules.options import OPTIONS


def with_options(count: int) -> tuple[Ruleset, ...]:
    """Every game with each choice of so many of its options."""
    return tuple(
        find_variant("+".join((key, *names)))
        for key, ruleset in VARIANTS.items()
        for names in combinations([one.name for one in OPTIONS if one.is_for(ruleset)], count)
    )


OPTIONAL = with_options(1)
"""Every game with each of its options."""

REGISTERED_AND_OPTIONAL: tuple[Ruleset, ...] = (*VARIANTS.values(), *OPTIONAL)

EVERY_GAME: tuple[Ruleset, ...] = (*REGISTERED_AND_OPTIONAL, *with_options(2))
"""Those, and every game with any two of its options."""
