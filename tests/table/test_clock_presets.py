"""Every time control that the Armenian rule book prints, played: forty plies and a flag."""

import pytest

from firmware.rules import Color
from firmware.table.clock import Clock
from firmware.table.controls import parse_control

PRINTED: dict[str, tuple[str, tuple[int, int | None, int], int]] = {
    "B130": ("russian", (2700, None, 0), 0),
    "B131": ("russian-youth", (3600, None, 0), 0),
    "B132": ("russian-openings", (4200, 35, 900), 0),
    "B133": ("classic", (7200, 50, 3600), 0),
    "B134": ("replay", (1200, None, 0), 10),
    "B135": ("replays", (600, None, 0), 5),
    "B136": ("blitz-5", (300, None, 0), 0),
    "B137": ("rapid-30", (1800, None, 0), 0),
    "B138": ("russian-least", (2700, None, 0), 0),
    "B139": ("russian-30s", (1800, None, 0), 30),
    "B140": ("russian-5s", (2400, None, 0), 5),
    "B141": ("russian-rapid-20", (1200, None, 0), 0),
    "B143": ("draughts-64", (2700, 20, 900), 0),
    "B144": ("draughts-64-30s", (2700, None, 0), 30),
    "B145": ("draughts-64-rapid-4s", (480, None, 0), 4),
    "B146": ("draughts-64-blitz-2s", (180, None, 0), 2),
}
"""Name, (seconds of the first stage, its moves, seconds of the next), increment in seconds."""


@pytest.mark.parametrize("case", PRINTED)
def test_a_printed_control_is_a_preset_with_its_exact_values(case: str) -> None:
    """The increment from the first completed move on; a stage where its moves are made; a flag."""
    name, (first_s, moves, next_s), increment_s = PRINTED[case]
    control = parse_control(name)
    assert control is not None
    clock = Clock.fresh(control).run(Color.WHITE, 0)
    now_ms = 0
    for ply in range(40):
        side = Color.BLACK if ply % 2 else Color.WHITE
        now_ms += 1000
        clock = clock.press(side, side.other, now_ms)
    second_s = next_s if moves is not None and moves <= 20 else 0
    left_s = first_s - 20 + 20 * increment_s + second_s
    assert clock.left_ms == (left_s * 1000, left_s * 1000)
    assert clock.flag_at_ms == now_ms + left_s * 1000


def test_b142_there_is_no_blitz_of_the_discipline_russian() -> None:
    """The text leaves the times out, and none are invented."""
    assert not [name for name in PRINTED.values() if name[0].startswith("russian-blitz")]
