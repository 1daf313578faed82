"""Clock times in comments (PDN 3.0, embedded commands)."""

import pytest

from firmware.notation.clocks import ClockKind, ClockTimes, clock_comment, read_clocks
from firmware.rules import Color

WHITE, BLACK = Color.WHITE, Color.BLACK
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000


@pytest.mark.parametrize(
    ("white_ms", "black_ms", "running", "comment"),
    [
        (297_000, 300_000, BLACK, "[%clock w0:04:57 B0:05:00]"),
        (297_999, 300_000, WHITE, "[%clock W0:04:57 b0:05:00]"),
        (HOUR + 59 * MINUTE + 59 * SECOND, 10 * HOUR, None, "[%clock w1:59:59 b10:00:00]"),
        (-5, 0, None, "[%clock w0:00:00 b0:00:00]"),
    ],
)
def test_both_times_are_written_and_the_running_clock_in_upper_case(
    white_ms: int, black_ms: int, running: Color | None, comment: str
) -> None:
    assert clock_comment(white_ms, black_ms, running) == comment


def test_written_times_are_read_back() -> None:
    comment = clock_comment(297_000, 300_000, BLACK)
    assert read_clocks(comment) == (ClockTimes(ClockKind.CLOCK, 297_000, 300_000, BLACK),)


@pytest.mark.parametrize(
    ("comment", "mover", "times"),
    [
        ("[%clk 1:55:21]", WHITE, ClockTimes(ClockKind.CLK, 6_921_000, None)),
        ("[%clk 1:55:21]", BLACK, ClockTimes(ClockKind.CLK, None, 6_921_000)),
        ("[%clk w0:00:10 B0:00:03]", WHITE, ClockTimes(ClockKind.CLK, 10_000, 3_000, BLACK)),
        ("before [%clock 0:49:11] after", BLACK, ClockTimes(ClockKind.CLOCK, None, 2_951_000)),
        ("[%clock b0:00:03 W0:00:10]", None, ClockTimes(ClockKind.CLOCK, 10_000, 3_000, WHITE)),
        ("[%clock W0:01:00]", BLACK, ClockTimes(ClockKind.CLOCK, 60_000, None, WHITE)),
        ("[%clk 0.49.11]", WHITE, ClockTimes(ClockKind.CLK, 2_951_000, None)),
        ("[%clk 1:30]", WHITE, ClockTimes(ClockKind.CLK, 5_400_000, None)),
        ("[%clk 0:00:10.5]", WHITE, ClockTimes(ClockKind.CLK, 10_000, None)),
        ("[%clock w0:00:10B0:00:03]", None, ClockTimes(ClockKind.CLOCK, 10_000, 3_000, BLACK)),
        ("[%clock 0:00:10 0:00:03]", BLACK, ClockTimes(ClockKind.CLOCK, 10_000, 3_000)),
        ("[%clk w1:30]", BLACK, ClockTimes(ClockKind.CLK, 5_400_000, None)),
        ("[%mct 0:10:00]", WHITE, ClockTimes(ClockKind.MCT, 600_000, None)),
        ("[%egt 0:10:00]", BLACK, ClockTimes(ClockKind.EGT, None, 600_000)),
        ("[%emt 0:00:07]", BLACK, ClockTimes(ClockKind.EMT, None, 7_000)),
    ],
)
def test_every_printed_form_is_read(comment: str, mover: Color | None, times: ClockTimes) -> None:
    """The standard's examples mix %clk and %clock, letters or none; programs write dots."""
    assert read_clocks(comment, mover) == (times,)


def test_several_commands_may_share_a_comment() -> None:
    found = read_clocks("[%emt 0:00:07] {x} [%clk 0:04:53]", WHITE)
    assert [times.kind for times in found] == [ClockKind.EMT, ClockKind.CLK]


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "no clock",
        "[%clock]",
        "[%clk soon]",
        "[%clk 1:5]",
        "[%eval 0.3]",
        "[%clk 0:00:10",
        "[%clk 0:1:2:3:4]",
    ],
)
def test_what_tells_no_time_is_a_comment_like_any_other(comment: str) -> None:
    assert read_clocks(comment, WHITE) == ()


def test_a_time_without_owner_tells_nothing() -> None:
    assert read_clocks("[%clk 0:00:10]") == ()
