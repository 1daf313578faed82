"""A date is written only where somebody has set the clock since the start."""

import time
from pathlib import Path

import pytest

from firmware.station.calendar import chip_time_s, synchronised, today
from firmware.station.play import pdn_date

NOW_S = time.mktime((2026, 6, 1, 10, 30, 0, 0, 0, -1))
LONG_AGO_S = time.mktime((1970, 1, 2, 0, 0, 0, 0, 0, -1))


@pytest.mark.parametrize(
    ("now_s", "synchronised", "chip_s", "known"),
    [
        (NOW_S, True, None, True),
        (NOW_S, False, None, False),  # the time of the last shutdown, for all anybody knows
        (NOW_S, False, int(NOW_S) + 2, True),
        (NOW_S, False, int(NOW_S) - 3600, False),  # a chip that did not set the clock
        (NOW_S, False, 0, False),  # a chip whose battery is empty
        (LONG_AGO_S, True, None, False),
        (LONG_AGO_S, False, int(LONG_AGO_S), False),
    ],
)
def test_when_the_date_is_known(
    now_s: float, synchronised: bool, chip_s: int | None, known: bool
) -> None:
    text = today(now_s, synchronised, chip_s)
    assert text.startswith("2026-06-01T10:30:00") if known else text == ""
    assert pdn_date(text) == ("2026.06.01" if known else "????.??.??")


@pytest.mark.parametrize(("state", "told"), [(0, True), (1, True), (5, False), (-1, False)])
def test_the_kernel_says_whether_the_clock_was_set(state: int, told: bool) -> None:
    assert synchronised(lambda timex: state) is told


def test_this_kernel_can_be_asked() -> None:
    assert synchronised() in (True, False)


def chip(folder: Path, name: str, sets: str, says: str) -> None:
    (folder / name).mkdir()
    (folder / name / "hctosys").write_text(sets + "\n")
    (folder / name / "since_epoch").write_text(says + "\n")


def test_only_the_chip_that_set_the_clock_counts(tmp_path: Path) -> None:
    assert chip_time_s(tmp_path / "none") is None
    chip(tmp_path, "rtc0", "0", "17")
    assert chip_time_s(tmp_path) is None
    chip(tmp_path, "rtc1", "1", "1780000000")
    assert chip_time_s(tmp_path) == 1780000000


def test_a_chip_that_says_nothing_is_none(tmp_path: Path) -> None:
    chip(tmp_path, "rtc0", "1", "")
    assert chip_time_s(tmp_path) is None
