"""Blitz hands say nothing with the buttons but that they have moved."""

from random import Random

from firmware.rules import Color
from firmware.table import events as ev
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.scramble import Scramble, accidents
from host_sim.script.language import read_script
from host_sim.script.runner import Runner


def test_a_scramble_says_nothing_by_accident() -> None:
    """Hits before the landing, second hits, both hands, flurries of presses, hands and bags."""
    with Machine(seed=3) as machine:
        scramble = Scramble(machine, Random(3))
        scramble.play(1500)
        assert scramble.presses >= 1500
        assert scramble.moves > 100
        assert accidents(machine.events) == []


def test_what_hands_mean_is_no_accident_and_all_else_is() -> None:
    with Machine(seed=3) as machine:
        machine.command("new_game", control="300")
        machine.press(Color.BLACK, for_ns=2500 * MS)
        machine.run_for_ms(3000)
        (found,) = accidents(machine.events)
        assert isinstance(found, ev.Gestured)
        assert accidents(machine.events, [("hold", Color.BLACK)]) == []


def test_an_irregular_move_is_accepted_by_a_hold_and_that_is_heard() -> None:
    with Machine(seed=3) as machine:
        runner = Runner(machine)
        text = "policy tournament\nclock 300\nstart\nlift c3\ndrop e5\npress white\nwait 500ms"
        runner.run(read_script(text + "\nhold black 2500ms\nwait 300ms", "accepted"))
        assert accidents(machine.events, [("accept", Color.BLACK)]) == []
        assert len(accidents(machine.events)) == 1
        assert any(isinstance(event, ev.Settled) for event in machine.events)
