"""What the rule texts say about clocks, and that each has its test or scenario.

Numbers are those of the cases taken from the rules of Russian draughts (000), FMJD's rules for 64
squares (001) and the Armenian rule book (003); tests and the heads of scenarios name them.
"""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.sim.test_scenarios import FOLDER

CLOCKS: Final = (31, 42, 73, 75, 78, 89, 98, 100, 102, *range(130, 151))
"""All statements that concern a clock."""

TESTS: Final = Path(__file__).parents[1]
FOLDERS: Final = ("rules", "table", "sim")


def named() -> set[int]:
    """The statements that tests and heads of scenarios name."""
    sources = [path for folder in FOLDERS for path in (TESTS / folder).glob("test_*.py")]
    words = [path.read_text(encoding="utf-8") for path in sources if path != Path(__file__)]
    for path in FOLDER.glob("*.scenario"):
        lines = path.read_text(encoding="utf-8").splitlines()
        words += [line for line in lines if line.startswith("#")]
    found = re.findall(r"(?:\bB|test_b|_b)(\d{3})(?!\d)", "\n".join(words))
    return {int(number) for number in found}


@pytest.mark.parametrize("statement", CLOCKS)
def test_each_statement_about_a_clock_is_tested(statement: int) -> None:
    assert statement in named()
