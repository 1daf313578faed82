"""What the rule texts say about an arbiter, and the scenario that shows each at the board.

Numbers are those of the cases taken from the Codex (000), the FMJD rules for 64 squares (001), the
Armenian text (003) and the short Russian rules (004); the head of a scenario names its case.
"""

import re
from collections.abc import Mapping
from typing import Final

from tests.sim.test_scenarios import FOLDER, SCENARIOS

ARBITERS: Final = frozenset(
    (
        *(3, 9, 10, 14, 22, 23, 24, 26, 30, 40, 41, *range(50, 58), 61, 64, 66, 67, 68),
        *(70, 71, 72, 74, 76, 77, 88, 89, 94, 95, 96, *range(98, 108), 149),
        *(*range(173, 179), 188),
    )
)
"""All statements that concern an arbiter."""

NOT_SEEN: Final[Mapping[int, str]] = {
    103: "an offer has no text, so none can carry a condition",
    149: "a match is several games, a scenario is one",
    173: "forms of play other than face to face",
    174: "forms of play that need rules of their own",
    175: "lots are drawn before anybody sits down at the board",
    176: "pairings of a tournament",
    177: "age groups of a tournament",
    178: "tables of openings are data, dated: `firmware/rules/openings.toml`",
}
"""What no scenario can show, and why."""


def shown() -> set[int]:
    """The statements that scenarios name in their comments."""
    texts = ((FOLDER / f"{name}.scenario").read_text(encoding="utf-8") for name in SCENARIOS)
    heads = (line for text in texts for line in text.splitlines() if line.startswith("#"))
    return {int(number) for line in heads for number in re.findall(r"\bB(\d{3})\b", line)}


def test_each_statement_about_an_arbiter_is_shown_or_cannot_be() -> None:
    assert ARBITERS - shown() == set(NOT_SEEN)
