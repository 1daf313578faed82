"""Time controls, read and written as PDN does where PDN has a form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import InputError
from firmware.rules.presets import NAMED_CONTROLS
from firmware.table.controls import Bonus, SideControl, Stage, TimeControl, parse_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl.simple(300_000)),
        ("300+3", TimeControl.simple(300_000, 3_000)),
        ("none", None),
        ("-", None),
    ],
)
def test_controls_are_read_as_pdn_writes_them(text: str, control: TimeControl | None) -> None:
    assert parse_control(text) == control
    if control:
        assert control.text == text


@pytest.mark.parametrize(
    "text",
    [
        "40/7200:20/3600:900",
        "20/2700:900",
        "50/7200:25/3600",
        "40/5400+30:1800+30",
        "*180",
        "300d3",
        "300b3",
        "600,300",
        "600+3,300d2",
    ],
)
def test_what_is_written_is_read_back_equal(text: str) -> None:
    control = parse_control(text)
    assert control is not None and control.text == text


_STAGES = st.builds(
    Stage,
    st.integers(1, 86_400).map(lambda seconds: seconds * 1000),
    st.integers(1, 999),
    st.integers(1, 86_400).map(lambda seconds: seconds * 1000),
    st.sampled_from(Bonus),
)
_SIDES = st.lists(_STAGES, min_size=1, max_size=9).map(lambda each: SideControl(tuple(each)))


@given(st.builds(TimeControl, _SIDES, _SIDES))
def test_every_control_reads_back(control: TimeControl) -> None:
    assert parse_control(control.text) == control


@pytest.mark.parametrize(
    "text",
    [
        *("", "5:00", "0", "300+", "99999999", "3+90000", "+3", "20/300:0", "0/300", "1000/300"),
        *("300:300", "*60+3", "*60,60", "1,2,3", "blitzz", "300d", "300x3", "*2/60", "60,"),
        ":".join(["1/60"] * 10),
    ],
)
def test_other_controls_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="time control"):
        parse_control(text)


@pytest.mark.parametrize("name", NAMED_CONTROLS)
def test_every_preset_is_chosen_by_its_name(name: str) -> None:
    control = parse_control(name)
    assert control is not None and control.text == NAMED_CONTROLS[name]


def test_a_record_has_the_tags_that_pdn_has() -> None:
    tags = {
        text: dict(control.tags)
        for text in ("300+3", "*180", "600,300", "300d3")
        if (control := parse_control(text))
    }
    assert tags == {
        "300+3": {"TimeControl": "300+3"},
        "*180": {"TimeControl": "*180"},
        "600,300": {"TimeControlWhite": "600", "TimeControlBlack": "300"},
        "300d3": {"TimeControl": "?", "Clock": "300d3"},
    }


def test_b147_b148_moves_in_a_given_time_ask_for_a_record() -> None:
    """FMJD rules for 64 squares 10.1 to 10.4."""
    assert [
        control.by_moves
        for text in ("20/2700:900", "2700", "1800+30", "600,1/60:5")
        if (control := parse_control(text))
    ] == [True, False, False, True]
