"""How soon the board answers, in virtual time: from an edge or a man to a light, an event, a clock.

Each row is a situation, an act, and how long the answer may take. It is played at several phases of
the scan (10 ms) and under both adapters' limits, so that the worst case is among them.
"""

import statistics
from dataclasses import dataclass

import pytest

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table.policy import Timing
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.script import commands as c
from host_sim.script.language import read_script
from host_sim.script.runner import Runner

LANDING_MS = Timing().landing_ms
DEBOUNCE_MS = Timing().debounce_ms
ANSWER_MS = 20
"""A verdict that needs no waiting is lit so soon after the press."""
IRREGULAR_MS = 100
"""An irregular one so soon after men may have landed."""
RECOVERED_MS = 1000
"""After a fault the board is read again this soon."""
PHASES = range(0, 10, 2)
"""Milliseconds by which an act is put off, the scan period over."""

CAPTURE = "fen W:Wc3,g1:Bd4,h8,a7\n"
QUIET = "lift c3\ndrop d4\n"
HASTY = "lift c3\npace 1ms\ndrop d4\n"
DUE = "fen W:Wa1,d4,g3:Bc5,h8\n"


@dataclass(frozen=True)
class Row:
    """A situation, and what is measured in it."""

    name: str
    before: str
    """Lines of the scenario language up to the act."""
    act: str
    most_ms: int
    least_ms: int = 0
    policy: str = "casual"
    says: type[ev.Event] | None = None
    """Measured up to the first event of this kind; None: to the first change of the lights."""


LIGHTS = (
    Row("legal, steady", QUIET, "press white", ANSWER_MS),
    Row("legal, training", QUIET, "press white", ANSWER_MS, policy="training"),
    Row("legal, just landed", HASTY, "press white", DEBOUNCE_MS + ANSWER_MS),
    Row("pending, steady", f"{CAPTURE}start\nlift c3\ndrop e5\n", "press white", ANSWER_MS),
    Row(
        "pending, just landed, tournament",
        f"{CAPTURE}start\nlift c3\npace 1ms\ndrop e5\n",
        "press white",
        DEBOUNCE_MS + ANSWER_MS,
        policy="tournament",
    ),
    Row(
        "irregular, tournament",
        f"{DUE}start\nlift g3\ndrop h4\n",
        "press white",
        LANDING_MS + IRREGULAR_MS,
        policy="tournament",
    ),
    Row(
        "irregular, refused",
        f"{DUE}start\nlift g3\ndrop h4\n",
        "press white",
        LANDING_MS + IRREGULAR_MS,
    ),
    Row(
        "irregular, refused with a hint",
        f"{DUE}start\nlift g3\ndrop h4\n",
        "press white",
        LANDING_MS + IRREGULAR_MS,
        policy="training",
    ),
    Row("wrong placement", "lift c3\n", "drop c5", 1200, 300),
    Row("wrong placement, training", "lift c3\n", "drop c5", 1200, 300, policy="training"),
    Row("foe's man on a wrong square", "lift f6\n", "drop f4", 1200, 300),
)
SAID = (
    Row("provisional", "lift c3\n", "drop d4", DEBOUNCE_MS + ANSWER_MS, says=ev.Provisional),
    Row(
        "provisional capture, last man off",
        f"{CAPTURE}start\nlift c3\ndrop e5\n",
        "take d4",
        DEBOUNCE_MS + ANSWER_MS,
        says=ev.Provisional,
    ),
    Row(
        "provisional without a clock",
        "clock none\nstart\nlift c3\n",
        "drop d4",
        Timing().settle_ms + DEBOUNCE_MS + ANSWER_MS,
        Timing().settle_ms,
        says=ev.Provisional,
    ),
    Row("final, steady", QUIET, "press white", ANSWER_MS, says=ev.MoveMade),
    Row(
        "irregular, said",
        f"{DUE}start\nlift g3\ndrop h4\n",
        "press white",
        LANDING_MS + IRREGULAR_MS,
        policy="tournament",
        says=ev.Irregular,
    ),
)


def script(row: Row, phase_ms: int) -> str:
    head = f"policy {row.policy}\n"
    if "clock none" not in row.before:
        head += "clock 300\n"
    before = row.before if "start" in row.before else f"start\n{row.before}"
    wait = "" if "pace" in row.before else f"wait {phase_ms}ms\n"
    return f"{head}wait {phase_ms}ms\n{before}{wait}"


def measured_ms(row: Row, phase_ms: int, profile: str = "bcm2835") -> float:
    """From the act to the answer; the world's motion of a man is part of it."""
    before = read_script(script(row, phase_ms), row.name)
    act = read_script(f"{script(row, phase_ms)}{row.act}\nwait 2s", row.name).steps[-2:]
    with Machine(before.board, profile) as machine:
        runner = Runner(machine)
        runner.run(before)
        began_ns, heard = machine.clock.now_ns, len(machine.events)
        for step in act:
            assert not isinstance(step.command, c.Expectation)
            machine.run_until(runner.act(step.command, 0))
        if row.says is None:
            answered_ns = machine.lamps.answered_ns(began_ns)
        else:
            news = zip(machine.events[heard:], machine.heard_ns[heard:], strict=True)
            answered_ns = next((at for event, at in news if isinstance(event, row.says)), None)
    assert answered_ns is not None, f"{row.name}: no answer"
    return (answered_ns - began_ns) / MS


@pytest.mark.parametrize("row", [*LIGHTS, *SAID], ids=lambda row: row.name)
def test_the_answer_comes_in_time(row: Row) -> None:
    delays = [measured_ms(row, phase_ms) for phase_ms in PHASES]
    delays += [measured_ms(row, phase_ms, "designware") for phase_ms in (0, 7)]
    print(f"{row.name}: median {statistics.median(delays):.1f} ms, worst {max(delays):.1f} ms")
    assert row.least_ms <= min(delays)
    assert max(delays) <= row.most_ms


@pytest.mark.parametrize(
    "row", [row for row in LIGHTS if row.act == "press white"], ids=lambda r: r.name
)
def test_the_clock_switches_at_the_stamp_however_late_the_verdict(row: Row) -> None:
    """A refused press changes nothing; any other charges each side up to the edge itself."""
    for phase_ms in PHASES:
        before = read_script(script(row, phase_ms), row.name)
        with Machine(before.board) as machine:
            runner = Runner(machine)
            runner.run(before)
            pressed_ns = machine.clock.now_ns
            left_ms = machine.state()["clock"]["white_ms"]
            machine.press(Color.WHITE)
            machine.run_for_ms(1000)
            clock = machine.state()["clock"]
            used_ms = (machine.clock.now_ns - pressed_ns) // MS
        refused = "refused" in row.name
        assert clock["running"] == ("white" if refused else "black")
        white_ms, black_ms = clock["white_ms"], clock["black_ms"]
        assert abs(white_ms - (left_ms - used_ms if refused else left_ms)) <= 1
        assert abs(black_ms - (300_000 if refused else 300_000 - used_ms)) <= 1


FAULTS = ("nack mcp23017 {}ms", "sda {}ms")


@pytest.mark.parametrize("fault", FAULTS)
def test_after_a_fault_the_board_is_read_again_soon(fault: str) -> None:
    """From the end of a fault to the event; a driver that failed long asks less often."""
    delays = []
    for length_ms in (700, 1500, 3000, 10_000):
        text = f"clock 300\nstart\nfault {fault.format(length_ms)}\nwait {length_ms}ms"
        with Machine("8x8") as machine:
            Runner(machine).run(read_script(text, fault))
            ended_ns = machine.clock.now_ns
            machine.run_for_ms(RECOVERED_MS)
            told = zip(machine.events, machine.heard_ns, strict=True)
            backs = [at for event, at in told if isinstance(event, ev.SensorBack)]
        assert backs, f"not read again after {length_ms} ms"
        delays.append((backs[0] - ended_ns) / MS)
    print(f"{fault}: median {statistics.median(delays):.1f} ms, worst {max(delays):.1f} ms")
