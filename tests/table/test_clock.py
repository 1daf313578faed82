"""The clock is arithmetic on stamps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import InputError
from firmware.rules import Color
from firmware.table.clock import Clock, TimeControl, parse_control

WHITE, BLACK = Color.WHITE, Color.BLACK


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl(300_000)),
        ("300+3", TimeControl(300_000, 3_000)),
        ("none", None),
        ("-", None),
    ],
)
def test_controls_are_read_as_pdn_writes_them(text: str, control: TimeControl | None) -> None:
    assert parse_control(text) == control
    if control:
        assert control.text == text


@pytest.mark.parametrize("text", ["", "5:00", "0", "300+", "99999999", "3+90000", "+3", "20/300"])
def test_other_controls_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="time control"):
        parse_control(text)


def test_only_the_running_side_is_charged() -> None:
    clock = Clock.fresh(TimeControl(10_000)).run(WHITE, 1_000)
    assert clock.remaining_ms(WHITE, 1_700) == 9_300
    assert clock.remaining_ms(BLACK, 1_700) == 10_000


def test_increment_is_added_once_for_each_completed_move() -> None:
    clock = Clock.fresh(TimeControl(10_000, 3_000)).run(WHITE, 0).press(WHITE, BLACK, 4_000)
    assert clock.left_ms == (9_000, 10_000)
    assert clock.running is BLACK


def test_no_increment_after_the_flag() -> None:
    clock = Clock.fresh(TimeControl(1_000, 3_000)).run(WHITE, 0).press(WHITE, BLACK, 1_000)
    assert clock.left_ms[WHITE] == 0


def test_a_press_just_before_the_flag_counts_however_late_it_is_handled() -> None:
    clock = Clock.fresh(TimeControl(1_000)).run(WHITE, 0)
    assert clock.flag_at_ms == 1_000
    assert clock.press(WHITE, BLACK, 999).left_ms[WHITE] == 1


def test_three_hundred_presses_forty_ms_apart_are_all_charged() -> None:
    """lichess-org/mobile#932: fast taps cost no time."""
    clock = Clock.fresh(TimeControl(60_000)).run(WHITE, 0)
    for press in range(1, 301):
        side = WHITE if press % 2 else BLACK
        clock = clock.press(side, side.other, press * 40)
    assert clock.left_ms == (54_000, 54_000)


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_used_times_sum_to_elapsed_time(thoughts: list[int]) -> None:
    clock = Clock.fresh(TimeControl(10_000_000)).run(WHITE, 0)
    now_ms, side = 0, WHITE
    for thought in thoughts:
        now_ms += thought
        clock = clock.press(side, side.other, now_ms)
        side = side.other
    used = 20_000_000 - clock.remaining_ms(WHITE, now_ms) - clock.remaining_ms(BLACK, now_ms)
    assert used == now_ms
