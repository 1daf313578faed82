"""The clock is arithmetic on stamps."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import InputError
from firmware.rules import Color
from firmware.table.clock import Clock
from firmware.table.controls import TimeControl, parse_control

WHITE, BLACK = Color.WHITE, Color.BLACK


def fresh(text: str) -> Clock:
    control = parse_control(text)
    assert control is not None
    return Clock.fresh(control)


def played(clock: Clock, *thoughts_ms: int) -> Clock:
    """After moves in turn, thought about for so long; White begins at the clock's own time."""
    side, now_ms = clock.running or WHITE, clock.since_ms
    clock = clock.run(side, now_ms)
    for thought_ms in thoughts_ms:
        now_ms += thought_ms
        clock = clock.press(side, side.other, now_ms)
        side = side.other
    return clock


# Sudden death and increments


def test_only_the_running_side_is_charged() -> None:
    clock = Clock.fresh(TimeControl.simple(10_000)).run(WHITE, 1_000)
    assert clock.remaining_ms(WHITE, 1_700) == 9_300
    assert clock.remaining_ms(BLACK, 1_700) == 10_000


def test_increment_is_added_once_for_each_completed_move() -> None:
    clock = played(fresh("10+3"), 4_000)
    assert clock.left_ms == (9_000, 10_000)
    assert clock.running is BLACK


def test_an_increment_before_the_first_move_is_there_from_the_start() -> None:
    """cutechess issue 451: 5:03 at once, and still one increment for each completed move."""
    control = TimeControl.simple(300_000, 3_000)
    assert Clock.fresh(control, increment_first=True).left_ms == (303_000, 303_000)
    assert Clock.fresh(control).left_ms == (300_000, 300_000)
    assert played(Clock.fresh(control, increment_first=True), 1_000).left_ms[WHITE] == 305_000


def test_no_increment_after_the_flag() -> None:
    clock = played(fresh("1+3"), 1_000)
    assert clock.left_ms[WHITE] == 0
    assert clock.flagged_ms(WHITE, 1_000) == 1_000


def test_a_press_just_before_the_flag_counts_however_late_it_is_handled() -> None:
    clock = fresh("1").run(WHITE, 0)
    assert clock.flag_at_ms == 1_000
    assert clock.press(WHITE, BLACK, 999).left_ms[WHITE] == 1


def test_three_hundred_presses_forty_ms_apart_are_all_charged() -> None:
    """lichess-org/mobile#932: fast taps cost no time."""
    assert played(fresh("60"), *[40] * 300).left_ms == (54_000, 54_000)


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_used_times_sum_to_elapsed_time(thoughts: list[int]) -> None:
    clock = played(fresh("10000"), *thoughts)
    assert 20_000_000 - sum(clock.left_ms) == sum(thoughts)
    assert sum(account.used_ms for account in clock.accounts) == sum(thoughts)


def test_a_stamp_before_the_last_one_counts_as_the_last() -> None:
    clock = fresh("60").run(WHITE, 0).press(WHITE, BLACK, 1_000).press(BLACK, WHITE, 900)
    assert clock.at(2_000).left_ms == (58_000, 60_000)


def test_a_move_completed_by_the_side_that_waits_leaves_the_running_time_alone() -> None:
    """An irregular move is accepted late: the reply's own stamp must still hold."""
    clock = fresh("60+5").run(BLACK, 0).complete(WHITE, 3_000).press(BLACK, WHITE, 2_000)
    assert clock.left_ms == (65_000, 63_000)


# Stages


def test_time_saved_is_carried_into_the_next_stage() -> None:
    clock = played(fresh("2/100:50"), 10_000, 0, 20_000, 0)
    assert clock.accounts[WHITE].left_ms == 120_000
    assert clock.accounts[WHITE].stage == 1


def test_the_last_stage_with_moves_is_given_again_and_again() -> None:
    """ChessCom/android-chessclock pull request 6: an hour after move 50, again after move 75."""
    clock = fresh("50/7200:25/3600")
    left = []
    for _ in range(100):
        clock = played(clock, 0, 0)
        left.append(clock.left_ms[WHITE] // 3_600_000)
    assert left == [2] * 49 + [3] * 25 + [4] * 25 + [5]


def test_each_stage_has_its_own_increment() -> None:
    clock = played(fresh("1/100+10:50+1"), 0, 0)
    assert clock.left_ms == (160_000, 160_000)
    assert played(clock, 0).left_ms[WHITE] == 161_000


def test_a_move_that_was_not_pressed_counts_for_the_stage_and_earns_no_increment() -> None:
    clock = fresh("1/100+10:50").run(WHITE, 0).complete(WHITE, 0, pressed=False)
    assert clock.accounts[WHITE].moves == 1
    assert clock.left_ms[WHITE] == 150_000


def test_a_move_taken_back_does_not_earn_its_stage_twice() -> None:
    clock = played(fresh("1/100:50"), 0, 0).retract(WHITE, 1, 0).retract(BLACK, 1, 0)
    assert [account.moves for account in clock.accounts] == [0, 0]
    assert played(clock, 0).left_ms[WHITE] == 150_000


# Delay, Bronstein, hourglass


def test_a_delay_is_not_charged_and_not_saved() -> None:
    clock = played(fresh("100d5"), 3_000, 8_000)
    assert clock.left_ms == (100_000, 97_000)


def test_the_flag_waits_for_the_delay() -> None:
    clock = fresh("10d5").run(WHITE, 0)
    assert clock.flag_at_ms == 15_000
    assert clock.at(14_999).left_ms[WHITE] == 1
    assert clock.at(16_000).accounts[WHITE].flag_ms == 15_000


def test_a_pause_does_not_renew_the_delay() -> None:
    clock = fresh("100d5").run(WHITE, 0).stop(4_000).run(WHITE, 10_000)
    assert clock.at(12_000).left_ms[WHITE] == 99_000


def test_bronstein_gives_back_what_the_move_used_and_no_more() -> None:
    clock = played(fresh("100b5"), 3_000, 8_000)
    assert clock.left_ms == (100_000, 97_000)
    assert fresh("100b5").run(WHITE, 0).remaining_ms(WHITE, 3_000) == 97_000


def test_the_flag_does_not_wait_for_what_bronstein_would_give_back() -> None:
    assert fresh("10b5").run(WHITE, 0).flag_at_ms == 10_000


def test_the_sand_of_an_hourglass_is_never_more_or_less() -> None:
    clock = played(fresh("*60"), 10_000, 25_000)
    assert clock.left_ms == (75_000, 45_000)
    assert clock.flag_at_ms == 35_000 + 75_000
    assert sum(clock.at(999_000).left_ms) == 120_000


def test_unequal_times_are_each_side_s_own() -> None:
    clock = played(fresh("60+1,30"), 0, 0)
    assert clock.left_ms == (61_000, 30_000)


# Taken out again


@given(
    st.sampled_from(["60", "60+5", "1/60+3:20", "60d5", "60b5", "*60", "60+1,30d2"]),
    st.integers(0, 20_000),
    st.integers(0, 9_000),
)
def test_a_move_taken_out_leaves_the_clock_as_if_it_had_only_been_thought_about(
    control: str, thought_ms: int, foe_ms: int
) -> None:
    """Increment, time given back, stage and unspent delay: all as they were at the press."""
    thinking = fresh(control).run(WHITE, 0).stop(thought_ms)
    pressed = fresh(control).run(WHITE, 0).press(WHITE, BLACK, thought_ms)
    rejected = pressed.at(thought_ms + foe_ms).withdraw(WHITE, thought_ms + foe_ms)
    given = foe_ms if control == "*60" else 0
    was, now = thinking.accounts[WHITE], rejected.accounts[WHITE]
    assert now.left_ms == was.left_ms + given
    assert (now.free_ms, now.stage, now.moves) == (was.free_ms, was.stage, was.moves)


def test_a_rejected_move_takes_back_no_time_that_an_arbiter_has_set_since() -> None:
    clock = played(fresh("60+5"), 1_000).set_time(WHITE, 30_000, 1_500).withdraw(WHITE, 2_000)
    assert clock.left_ms[WHITE] == 30_000
    assert clock.accounts[WHITE].moves == 0


# What an arbiter does


def test_setting_a_time_raises_the_flag_again() -> None:
    clock = fresh("1").run(WHITE, 0).set_time(WHITE, 60_000, 5_000)
    assert clock.flagged_ms(WHITE, 5_000) is None
    assert clock.flag_at_ms == 65_000


def test_the_stage_follows_the_number_of_moves_that_is_set() -> None:
    clock = fresh("40/7200:20/3600:900").set_time(BLACK, 600_000, 0, moves=45)
    assert (clock.accounts[BLACK].stage, clock.accounts[BLACK].moves) == (1, 45)
    assert clock.set_time(BLACK, 1, 0, stage=2).accounts[BLACK].stage == 2


def test_time_is_added_and_taken_off_in_the_middle_of_a_move() -> None:
    clock = fresh("60").run(WHITE, 0).add(WHITE, 60_000, 10_000).add(BLACK, -20_000, 10_000)
    assert clock.at(11_000).left_ms == (109_000, 40_000)


def test_swapping_charges_each_side_for_its_own_part() -> None:
    assert fresh("60").run(WHITE, 0).swap(10_000).at(15_000).left_ms == (50_000, 55_000)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda clock: clock.set_time(WHITE, 0, 0),
        lambda clock: clock.set_time(WHITE, 400_000_000, 0),
        lambda clock: clock.set_time(WHITE, 1, 0, stage=1),
        lambda clock: clock.set_time(WHITE, 1, 0, moves=-1),
        lambda clock: clock.add(WHITE, -60_000, 0),
        lambda clock: clock.run(WHITE, 0).add(WHITE, 60_000, 60_000),
        lambda clock: clock.swap(0),
    ],
)
def test_what_no_clock_can_do_is_refused_with_a_sentence(wrong: Callable[[Clock], Clock]) -> None:
    with pytest.raises(InputError, match=" "):
        wrong(fresh("60"))


# Flags


def test_of_two_flags_the_first_is_known() -> None:
    """Armenian rule book: both flags down and nobody knows which fell first is a draw."""
    clock = fresh("60,30").run(WHITE, 0).run(BLACK, 70_000)
    assert clock.first_flag(99_999) is WHITE
    assert clock.first_flag(100_000) is WHITE
    assert clock.flagged_ms(BLACK, 100_000) == 100_000
    assert clock.flagged_ms(WHITE, 100_000) == 60_000


def test_time_goes_on_being_counted_after_the_flag() -> None:
    clock = fresh("60").run(WHITE, 0).stop(75_000)
    assert clock.left_ms[WHITE] == 0
    assert clock.accounts[WHITE].used_ms == 75_000
