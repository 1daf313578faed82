"""The examples of the notation's README run as printed."""

import doctest
from pathlib import Path

import firmware.notation

README = Path(firmware.notation.__file__).parent / "README.md"


def test_the_examples_give_what_is_printed() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 4
    assert results.failed == 0
