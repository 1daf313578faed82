"""The picture in the terminal is what the registers and the reeds' men say."""

import pytest

from firmware.rules import Color
from firmware.table import events as ev
from host_sim.machine import Machine
from host_sim.terminal import Painter, move_lines, sentence


def test_men_lights_and_times_are_drawn() -> None:
    with Machine() as machine:
        machine.world.add(Color.WHITE, "c3", machine.clock.now_ns)
        machine.world.add(Color.BLACK, "d8", machine.clock.now_ns, king=True)
        machine.run_for_ms(100)
        machine.command("new_game", fen="W:Wc3:BKd8,h8", control="300")
        machine.run_for_ms(100)
        lines = Painter(machine, "title", colours=False).picture([]).split("\n")
    assert lines[0] == " title"
    rank_8, rank_3 = lines[2], lines[12]
    assert rank_8[4:] == "     .       X       .       .g    Black  [  5:00 ]"
    assert rank_3[4:] == " .       o       .       ."
    assert "White  [  5:00 ]" in "\n".join(lines)


def test_colours_show_the_light_under_the_square() -> None:
    with Machine() as machine:
        machine.command("new_game", fen="W:Wc3:Bh8", control="300")
        machine.run_for_ms(100)
        text = Painter(machine, "title", colours=True).picture([])
    assert text.count("\x1b[48;5;34m") == 4  # two squares, two lines each, green


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (Color.WHITE, ["  1. c3-d4       f6-g5", "  2. b2-c3       "]),
        (Color.BLACK, ["  1. ...         c3-d4", "  2. f6-g5       b2-c3"]),
    ],
)
def test_moves_stand_two_a_line(first: Color, expected: list[str]) -> None:
    assert move_lines(["c3-d4", "f6-g5", "b2-c3"], first) == expected


def test_what_nobody_needs_to_read_has_no_words() -> None:
    assert sentence(ev.Noted("press_not_on_move", "black", 0)) == ""
    assert "d4:f6" in sentence(ev.Provisional("d4:f6", 0))
