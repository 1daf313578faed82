"""What rulebooks say beside the rules, as it is printed there."""

import re

import pytest

from firmware.rules import VARIANTS
from firmware.rules.presets import BREAK_IN_MICRO_MATCH_S, controls_of, measures_of

PRINTED = {
    "B130": ("russian", "2700"),
    "B131": ("russian", "3600"),
    "B132": ("russian", "35/4200:900"),
    "B133": ("international", "50/7200:25/3600"),
    "B134": ("international", "1200+10"),
    "B135": ("international", "600+5"),
    "B136": ("czech", "180-300"),
    "B137": ("czech", "600-1800"),
    "B138": ("russian", ">2700"),
    "B139": ("russian", ">1800+30"),
    "B140": ("russian", ">2400+5"),
    "B141": ("russian", "600-1200"),
    "B143": ("russian", ">20/2700:900"),
    "B144": ("russian", ">2700+30"),
    "B145": ("russian", "480+4"),
    "B146": ("russian", "<180-300"),
}


@pytest.mark.parametrize("case", PRINTED)
def test_a_time_control_of_the_armenian_rule_book(case: str) -> None:
    variant, printed = PRINTED[case]
    offered = {
        ">" * control.least
        + "<" * control.most
        + control.control
        + (f"-{control.longest}" if control.longest else "")
        for control in controls_of(VARIANTS[variant])
    }
    assert printed in offered


def test_b142_no_times_are_invented_where_the_text_has_none() -> None:
    """Blitz of the discipline "Russian draughts" is printed without times."""
    blitz = [control for control in controls_of(VARIANTS["russian"]) if "blitz" in control.title]
    assert {control.title.partition(" blitz")[0] for control in blitz} == {
        "draughts-64",
        "blitz, 3 to 5 minutes",
    }


def test_b149_games_of_a_micro_match_are_five_minutes_apart() -> None:
    assert BREAK_IN_MICRO_MATCH_S == 300


def test_all_controls_are_time_controls_of_pdn() -> None:
    period = r"(\d+/)?\d+(\+\d+)?"
    for ruleset in VARIANTS.values():
        for control in controls_of(ruleset):
            assert re.fullmatch(f"{period}(:{period})*", control.control)
            assert re.fullmatch(rf"({period})?", control.longest)


def test_c01_c02_two_texts_measure_the_board_differently() -> None:
    codex, armenian = measures_of(VARIANTS["russian"])
    assert codex.side_mm == (400, 450) and armenian.side_mm == (350, None)
    assert measures_of(VARIANTS["canadian"]) == (armenian,)


def test_c05_c06_men_of_a_board_of_40_cm() -> None:
    codex = measures_of(VARIANTS["russian"])[0]
    square = codex.side_mm[0] / 8
    least, most = (square - less for less in reversed(codex.men_smaller_by_mm))
    assert (least, most) == (40, 45)
    assert [least * part for part in codex.height_of_diameter] == [8, 10]
