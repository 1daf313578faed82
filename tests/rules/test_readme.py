"""The examples of the README give what it says they give."""

import doctest
from pathlib import Path

import firmware.rules


def test_the_examples_hold() -> None:
    readme = Path(firmware.rules.__file__).parent / "README.md"
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0
