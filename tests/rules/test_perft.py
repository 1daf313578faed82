"""The generator counts what published and independent counts say, to every depth they give."""

import pytest

from firmware.rules import VARIANTS, perft
from tests.rules.data import PerftRow, perft_rows

QUICK = 40_000
SLOW = 1_000_000


def _deepest(row: PerftRow, limit: int) -> int:
    return sum(leaves <= limit for leaves in row.leaves)


def _name(row: PerftRow) -> str:
    return f"{row.ruleset.key} {row.fen}"


def test_every_variant_is_counted() -> None:
    assert {row.ruleset.variant for row in perft_rows()} >= set(VARIANTS)


@pytest.mark.parametrize("row", perft_rows(), ids=_name)
def test_leaves_of_small_trees(row: PerftRow) -> None:
    depths = range(1, _deepest(row, QUICK) + 1)
    assert tuple(perft(row.position, depth) for depth in depths) == row.leaves[: len(depths)]


@pytest.mark.slow
@pytest.mark.parametrize("row", perft_rows(), ids=_name)
def test_leaves_up_to_a_million(row: PerftRow) -> None:
    depths = range(_deepest(row, QUICK) + 1, _deepest(row, SLOW) + 1)
    found = [perft(row.position, depth) for depth in depths]
    assert found == [row.leaves[depth - 1] for depth in depths]
