"""What is written down as lines of a scenario is read back as the same acts."""

import pytest

from firmware.rules import Color
from host_sim.script import commands as c
from host_sim.script.language import read_script
from host_sim.script.setting import Setting
from host_sim.script.writing import lines_of

ACTS: list[c.Act] = [
    c.Lift("c3"),
    c.Drop("d4", "c3"),
    c.Drop("d4", None),
    c.Take("e5"),
    c.Away(),
    c.Slide(("c1", "d2", "e3"), 70),
    c.Press(Color.BLACK),
    c.Hold(Color.WHITE, 2000),
    c.Wait(15),
    c.Chatter("c3", 12, 5),
    c.Stuck("c3", True),
    c.Stuck("c3", False),
    c.Free("c3"),
    c.Nack((0x20,), 500),
    c.Reset((0x70,)),
    c.StuckSda(40),
    c.StalledDisk(900),
    c.FlippedBits((0x20,), 3, 64),
    c.BadDiode("c3", "shorted"),
    c.PowerOff(),
    c.PowerOn(1500),
    c.WallClock(-3000),
    c.WallClock(3000),
    c.TurnBoard(),
    c.Do("pause"),
    c.Do("take_back", (("plies", 2),)),
    c.Do("answer", (("yes", True), ("choice", 1))),
    c.Do("answer", (("yes", False),)),
    c.Do("answer", (("yes", True), ("by", "black"))),
    c.Do("hint"),
    c.Do("show_moves"),
    c.Do("adjust", (("color", "white"),)),
    c.Do("offer", (("color", "white"),)),
    c.Do("accept_draw", (("color", "black"),)),
    c.Do("decline"),
    c.Do("claim", (("color", "black"),)),
    c.Do("claim", (("color", "black"), ("move", "c3-d4"))),
    c.Do("resign", (("color", "white"),)),
    c.Do("set_up", (("variant", "russian"), ("fen", None))),
    c.Do("replay", (("pdn", Setting().pdn("1. c3-d4 d6-c5")),)),
    c.Do("replay_step", (("back", False),)),
    c.Do("replay_step", (("back", True),)),
    c.Do("replay_stop"),
    c.Do("power", (("supply", "failed"),)),
    c.Do("power", (("battery_low", True),)),
    c.Do("power", (("battery_low", False),)),
    c.Do("undo_result"),
    c.Do("take_back", (("plies", 2), ("times", "restore"))),
    c.Do("set_clock", (("color", "white"), ("left_ms", 61_500))),
    c.Do("penalty", (("color", "black"), ("penalty", "warning"), ("reason", "a phone rang"))),
    c.Do("mask_square", (("square", "c3"), ("masked", True))),
]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_an_act_comes_back_as_it_was(act: c.Act) -> None:
    lines = list(lines_of(act, str))
    steps = read_script("pace none\n" + "\n".join(lines), "written").steps
    assert [step.command for step in steps] == [act]
    assert all(step.pace_ms is None for step in steps)
