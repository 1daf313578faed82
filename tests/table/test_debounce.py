"""A square's new state counts once enough samples in a row agree on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.table.debounce import Debounce


def feed(debounce: Debounce, pictures: list[int]) -> list[tuple[int, int] | None]:
    return [debounce.saw(picture, 10 * tick) for tick, picture in enumerate(pictures)]


def test_the_first_picture_is_steady_after_three_samples() -> None:
    assert feed(Debounce(3), [7, 7, 7, 7]) == [None, None, (7, 0), None]


def test_a_change_is_reported_with_the_time_it_was_first_seen() -> None:
    assert feed(Debounce(3), [0, 0, 0, 1, 1, 1])[-1] == (1, 30)


def test_two_samples_of_bounce_change_nothing_and_count_as_noise() -> None:
    debounce = Debounce(3)
    assert feed(debounce, [0, 0, 0, 1, 1, 0, 1, 1, 0])[3:] == [None] * 6
    assert debounce.noise == 2
    assert debounce.calm


def test_squares_ripen_independently() -> None:
    seen = feed(Debounce(3), [0, 0, 0, 1, 3, 3, 3])
    assert seen[5:] == [(1, 30), (3, 40)]


def test_it_is_not_calm_while_a_square_is_changing() -> None:
    debounce = Debounce(3)
    feed(debounce, [0, 0, 0, 1])
    assert not debounce.calm


def test_a_lost_sample_starts_the_count_anew() -> None:
    debounce = Debounce(3)
    feed(debounce, [0, 0, 0, 1, 1])
    debounce.lost()
    assert [debounce.saw(1, 60), debounce.saw(1, 70), debounce.saw(1, 80)] == [None, None, (1, 60)]


def test_no_samples_make_no_filter() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Debounce(0)


@given(st.lists(st.integers(0, 255), min_size=3, max_size=80), st.integers(1, 5))
def test_every_reported_bit_stood_in_all_the_last_samples(
    pictures: list[int], samples: int
) -> None:
    debounce = Debounce(samples)
    for tick, picture in enumerate(pictures):
        before = debounce.steady
        found = debounce.saw(picture, tick)
        if found is None or before is None:
            continue
        for past in pictures[tick - samples + 1 : tick + 1]:
            assert not (past ^ found[0]) & (before ^ found[0])


@given(st.lists(st.integers(0, 255), max_size=40))
def test_what_stands_long_enough_is_always_reported(pictures: list[int]) -> None:
    debounce = Debounce(3)
    feed(debounce, [*pictures, 5, 5, 5])
    assert debounce.steady == 5
    assert debounce.calm
