"""What reading a picture costs, in counted work, where there are most kings.

Times are in `tests/bench/inference.py`; these counts do not depend on the machine. The dear part of
a reading is working out the moves of a position, so that is what is counted.
"""

from collections.abc import Iterator

import pytest

from firmware.rules import Position
from firmware.rules import game as game_module
from firmware.rules.movegen import results
from firmware.table.catchup import MOST, SLICE, SLICE_MS, Search
from tests.table.king_rich import VARIANTS, events, games, three_plies_on

GAMES = 60
MEAN = 0.5
"""Positions worked out an event, on average."""
WORST = 4
"""And for any one event."""
SEARCH_MS = 2000
"""The search for what was played in an outage ends within."""


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Position]]:
    """The positions whose moves have been worked out."""
    asked: list[Position] = []

    def counting(position: Position) -> object:
        asked.append(position)
        return results(position)

    monkeypatch.setattr(game_module, "results", counting)
    yield asked


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_picture_is_read_by_looking_up_few_positions(
    variant: str, worked_out: list[Position]
) -> None:
    counts = []
    for game in games(variant, GAMES):
        for belief, picture in events(game):
            before = len(worked_out)
            belief.saw(picture)
            counts.append(len(worked_out) - before)
    print(f"{variant}: {len(counts)} events, {sum(counts) / len(counts):.2f}, {max(counts)}")
    assert len(counts) > 10 * GAMES
    assert max(counts) <= WORST
    assert sum(counts) <= MEAN * len(counts)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_search_after_an_outage_goes_by_slices_and_ends(variant: str) -> None:
    """Three plies on, from positions of many kings, among them some that no three plies reach."""
    for game in games(variant, 6, seed=9):
        for wanted in (three_plies_on(game), game.position.occupied ^ 0b11):
            search, slices = Search.of(game, wanted), 0
            while not search.done:
                seen = search.seen
                search, slices = search.go_on(), slices + 1
                assert search.seen - seen <= SLICE
            assert search.seen <= MOST
            assert slices * SLICE_MS <= SEARCH_MS
