"""The README gives what it says it gives."""

import doctest
from pathlib import Path

import firmware.rules
from firmware.rules import VARIANTS
from firmware.rules.describe import axes, table

README = Path(firmware.rules.__file__).parent / "README.md"


def test_the_examples_hold() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


def test_the_table_of_games_is_made_from_their_data() -> None:
    text = README.read_text(encoding="utf-8")
    _, _, rest = text.partition("<!-- games -->\n")
    written, found, _ = rest.partition("<!-- end -->")
    assert found
    assert written == table(VARIANTS.values())


def test_no_two_games_read_alike_but_for_their_start_or_their_draws() -> None:
    rows = [tuple(list(axes(ruleset).values())[2:]) for ruleset in VARIANTS.values()]
    alike = [key for key, row in zip(VARIANTS, rows, strict=True) if rows.count(row) > 1]
    assert alike == ["russian", "spanish", "portuguese", "diagonal"]


def test_every_module_is_in_the_table_of_files() -> None:
    text = README.read_text(encoding="utf-8")
    modules = {path.stem for path in README.parent.glob("*.py")} - {"__init__"}
    assert [name for name in sorted(modules) if f"`{name}`" not in text] == []
