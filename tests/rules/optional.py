"""Every game as it is registered, and with each of its options chosen alone."""

from firmware.rules import VARIANTS, Ruleset, find_variant
from firmware.rules.options import OPTIONS

OPTIONAL: tuple[Ruleset, ...] = tuple(
    find_variant(f"{key}+{option.name}")
    for option in OPTIONS
    for key, ruleset in VARIANTS.items()
    if option.is_for(ruleset)
)
"""Every game with each of its options."""

REGISTERED_AND_OPTIONAL: tuple[Ruleset, ...] = (*VARIANTS.values(), *OPTIONAL)
