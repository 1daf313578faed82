"""Games whose turns cannot be seen to end: only a press ends them, so they are played with clocks.

Where a side moves its own and the foe's men alike, takes its own, moves twice, or takes its man off
the board, a lifted man does not tell whose hand it is.
"""

import pytest

from firmware.errors import InputError
from firmware.rules import VARIANTS, find_variant
from tests.table.board import Board

PRESSED = {"senegalese", "stavropol", "samoyed", "twomove", "wiegman"}


def test_they_are_five() -> None:
    assert {key for key, ruleset in VARIANTS.items() if not ruleset.hand_shows} == PRESSED


@pytest.mark.parametrize("key", sorted(PRESSED))
def test_without_a_clock_they_are_refused_in_a_sentence(key: str) -> None:
    with pytest.raises(InputError) as refused:
        Board(variant=key)
    assert str(refused.value) == (
        f"{find_variant(key).title} needs a clock: men alone do not show when a turn has ended, "
        "so choose a time control; each turn then ends with a press"
    )


@pytest.mark.parametrize("key", sorted(PRESSED))
def test_with_a_clock_they_begin(key: str) -> None:
    board = Board(variant=key, control="300+3")
    assert board.session.belief.turn is find_variant(key).first
    assert not (board.session.belief.missing or board.session.belief.extra)
