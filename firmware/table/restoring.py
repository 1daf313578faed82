"""Which man goes where when a position has to be put back: the cheapest assignment.

Squares with a man too many are matched to squares that want one so that the way of all men together
is shortest, a way being the king's moves of chess between two squares. Then people are led man by
man, the shortest way first. The matching is the Hungarian method in its shortest augmenting path
form; ties fall to the lower square, so that the same board is always told the same.
"""

from collections.abc import Sequence
from functools import lru_cache

from firmware.table.layout import Coord

Pair = tuple[int, int]
"""Indices of the square to lift from and of the square to put down on."""


@lru_cache(maxsize=64)
def cheapest(extra: tuple[Coord, ...], missing: tuple[Coord, ...]) -> tuple[Pair, ...]:
    """Index pairs (into `extra`, into `missing`), shortest way first.

    As many pairs as the smaller of the two has squares.
    """
    if len(extra) > len(missing):
        pairs = [(there, here) for here, there in cheapest(missing, extra)]
    else:
        costs = [[_distance(here, there) for there in missing] for here in extra]
        pairs = list(enumerate(_matched(costs)))
    return tuple(
        sorted(pairs, key=lambda pair: (_distance(extra[pair[0]], missing[pair[1]]), pair))
    )


def _distance(here: Coord, there: Coord) -> int:
    return max(abs(here[0] - there[0]), abs(here[1] - there[1]))


def _matched(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row the column that is its own, at the least sum; not more rows than columns.

    `owner[column]` is the row that has it, column 0 standing for the row being placed; `row_price`
    and `column_price` keep every reduced cost at 0 or above, and at 0 for what is matched.
    """
    if not costs:
        return []
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        column = 0
        least = [1 << 30] * (columns + 1)
        came_from = [0] * (columns + 1)
        done = [False] * (columns + 1)
        while owner[column]:
            done[column] = True
            here, gap, best = owner[column], 1 << 30, 0
            for other in range(1, columns + 1):
                if done[other]:
                    continue
                cost = costs[here - 1][other - 1] - row_price[here] - column_price[other]
                if cost < least[other]:
                    least[other], came_from[other] = cost, column
                if least[other] < gap:
                    gap, best = least[other], other
            for other in range(columns + 1):
                if done[other]:
                    row_price[owner[other]] += gap
                    column_price[other] -= gap
                else:
                    least[other] -= gap
            column = best
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]
    matched = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            matched[owner[column] - 1] = column - 1
    return matched
