"""The whole simulated board: time may jump, and one seed gives one story."""

from dataclasses import replace
from random import Random

import pytest

from firmware.rules import Color, find_variant
from firmware.table import events as ev
from host_sim.clock import MS, SECOND
from host_sim.faults import BitError, BrownOut, Nack
from host_sim.hands import TIDY, Style
from host_sim.machine import Machine
from host_sim.match import Match, Terms

HASTY = replace(TIDY, press="press_at_once")
"""The button goes down while the man is still landing."""


def play(
    machine: Machine, plies: int, control: str, variant: str = "russian", style: Style = TIDY
) -> Match:
    """Some plies of a seeded game."""
    match = Match(machine, find_variant(variant), Random(5), style=style)
    match.set_up()
    match.start(Terms(control))
    for _ in range(plies):
        match.move(match.choose(), 150)
    machine.run_for_ms(7000)
    return match


@pytest.mark.parametrize("profile", ["bcm2835", "designware"])
@pytest.mark.parametrize("variant", ["russian", "international", "english"])
def test_a_hand_plays_and_the_board_records(profile: str, variant: str) -> None:
    board = "10x10" if variant == "international" else "8x8"
    with Machine(board, profile) as machine:
        match = play(machine, 12, "300+3", variant)
        assert match.made == match.played.plies
        assert machine.adapter.errors == 0


@pytest.mark.parametrize("control", ["300+3", "none"])
@pytest.mark.parametrize("style", [TIDY, HASTY])
def test_jumping_over_idle_time_changes_nothing(control: str, style: Style) -> None:
    stories = []
    for jump in (True, False):
        with Machine(seed=3, jump=jump) as machine:
            play(machine, 16, control, style=style)
            stories.append(
                (machine.events, machine.lamps.texts, machine.lamps.now, machine.state()["clock"])
            )
    assert stories[0] == stories[1]


def test_a_transient_fault_is_met_alike_with_and_without_jumps() -> None:
    stories = []
    for jump in (True, False):
        with Machine(seed=4, jump=jump) as machine:
            faults = (
                Nack(3 * SECOND, 300 * MS, machine.wiring.read_chip),
                BrownOut(5 * SECOND, 0, machine.wiring.read_chip),
                BitError(7 * SECOND, machine.wiring.read_chip, 4, 0x10),
            )
            machine.plan(*faults)
            match = play(machine, 8, "300")
            assert match.made == match.played.plies
            stories.append(machine.events)
    assert stories[0] == stories[1]


def test_jumping_saves_most_scans() -> None:
    calls = []
    for jump in (True, False):
        with Machine(seed=3, jump=jump) as machine:
            play(machine, 4, "300")
            calls.append(machine.adapter.calls)
    assert calls[0] < calls[1] / 5


def test_a_power_cut_brings_the_game_back_paused_with_its_clocks() -> None:
    with Machine() as machine:
        match = play(machine, 6, "600+5")
        before = machine.state()["clock"]
        machine.run_for_ms(20_000)
        machine.power_off()
        machine.run_for_ms(60_000)
        machine.power_on()
        state = machine.state()
        assert state["phase"] == "paused"
        assert state["plies"] == 6
        running = before["running"]
        lost_ms = before[f"{running}_ms"] - 20_000 - state["clock"][f"{running}_ms"]
        assert -5_000 <= lost_ms <= 0
        machine.command("resume")
        match.move(match.choose())
        machine.run_for_ms(500)
        assert match.made == match.played.plies


def test_a_killed_process_loses_less_than_a_second() -> None:
    with Machine() as machine:
        play(machine, 2, "600")
        machine.run_for_ms(10_000)
        before = machine.state()["clock"]["white_ms"]
        machine.kill()
        machine.power_on()
        state = machine.state()
        assert state["phase"] == "paused"
        assert 0 <= state["clock"]["white_ms"] - before < 1000


def test_a_turned_board_is_asked_about_and_everything_turns() -> None:
    with Machine() as machine:
        machine.turned = True
        match = Match(machine, find_variant("russian"), Random(1))
        match.set_up()
        match.start(Terms("300"))
        match.move(match.played.moves[0])
        machine.run_for_ms(400)
        assert [type(event) for event in machine.events if isinstance(event, ev.Asked)]


def test_displays_show_each_player_his_own_time() -> None:
    with Machine() as machine:
        play(machine, 1, "600")
        left, right = machine.lamps.texts
        state = machine.state()["clock"]
        assert state["running"] == "black"
        assert left.startswith(("9:5", "10:0"))
        assert right == f"9:{-(-state['black_ms'] // 1000) % 60:02}."


def test_a_held_button_is_one_press() -> None:
    with Machine() as machine:
        play(machine, 2, "600")
        machine.press(Color.WHITE, for_ns=3 * SECOND)
        machine.run_for_ms(4000)
        refused = [event for event in machine.events if isinstance(event, ev.Refused)]
        assert [event.reason for event in refused] == ["press_without_move"]
