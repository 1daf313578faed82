"""``config.txt`` gets its lines once, and gives them back whole (documentation of config.txt)."""

import re
from pathlib import Path

import pytest

from firmware.setup.boot import LINES, with_i2c, without_i2c

BOOKWORM = (Path(__file__).parent / "config.txt").read_text("utf-8")

FILES = [
    BOOKWORM,
    "",
    "dtparam=audio=on",
    "[pi4]\narm_boost=1\n",
    "dtparam=i2c_arm=on\n",
    "dtparam=i2c_arm_baudrate=100000\r\n",
]
# As raspi-config's get_i2c looks for it.
SWITCHED_ON = re.compile(
    r"^(device_tree_param|dtparam)=([^,]*,)*i2c(_arm)?(=(on|true|yes|1))?(,.*)?$", re.MULTILINE
)


@pytest.mark.parametrize("text", FILES)
def test_the_bus_is_on_and_fast_and_every_other_line_stays(text: str) -> None:
    on = with_i2c(text)
    assert on.startswith(text)
    assert on.splitlines()[-4:] == list(LINES)
    assert SWITCHED_ON.search(on)


@pytest.mark.parametrize("text", FILES)
def test_a_second_time_changes_nothing(text: str) -> None:
    assert with_i2c(with_i2c(text)) == with_i2c(text)


@pytest.mark.parametrize("text", FILES)
def test_taking_the_lines_out_leaves_what_was_there(text: str) -> None:
    taken_out = without_i2c(with_i2c(text))
    assert taken_out.rstrip("\n") == text.rstrip("\n")
    assert without_i2c(text) == text


def test_lines_that_somebody_added_below_are_kept() -> None:
    below = with_i2c(BOOKWORM) + "gpu_mem=64\n"
    assert without_i2c(below) == BOOKWORM + "gpu_mem=64\n"
    assert with_i2c(below).endswith("\n".join(LINES) + "\n")


def test_a_filter_that_holds_to_the_end_does_not_reach_these_lines() -> None:
    assert with_i2c("[pi3]\n").splitlines()[-3] == "[all]"
