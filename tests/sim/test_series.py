"""Whole matches by hands and buttons on the simulated board."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from firmware.notation.pdn import read_pdn, replay
from firmware.rules import Color, find_variant
from firmware.station.config import GameConfig
from firmware.table import events as ev
from host_sim.hands import prudent
from host_sim.machine import Machine
from host_sim.series import Series

ROOT = Path(__file__).resolve().parents[2]


def series(machine: Machine, seed: int) -> Series:
    random = Random(seed)
    return Series(
        machine,
        find_variant("russian"),
        random,
        lambda match: prudent(match.played, random),
        (200, 900),
        100,
        machine.run_until,
    )


def opened(match: str, control: str) -> Machine:
    return Machine(seed=3, game=GameConfig(control=control, match=match))


@pytest.mark.parametrize("waits", [False, True], ids=["both press", "the break is over"])
def test_b149_a_micro_match_by_buttons_and_hands(waits: bool) -> None:
    """Armenian rule book, draughts-64: colours changed, five minutes, points added."""
    with opened("micro-match", "300") as machine:
        begun_ms = []
        for match in series(machine, 7).play(waits):
            assert match.made == match.played.plies
            begun_ms.append(match.began_ms)
        assert (begun_ms[1] - begun_ms[0] > 300_000) is waits
        said = [event for event in machine.events if isinstance(event, ev.MatchStanding)]
        assert [event.decided for event in said] == [False, True]
        assert machine.state()["turned"] and machine.turned
        machine.run_for_ms(6000)
        white, black = said[-1].points
        assert machine.lamps.texts == (f"P  {black}", f"P  {white}")


def test_the_games_of_a_lehmann_georgiev_go_on_with_the_time_that_is_left() -> None:
    with opened("until-win", "lehmann-georgiev") as machine:
        ends = []
        for match in series(machine, 2).play():
            clock = machine.state()["clock"]
            ends.append((clock["white_ms"], clock["black_ms"]))
            assert match.made == match.played.plies
        nexts = [event.setup for event in machine.events if isinstance(event, ev.GameWanted)]
        assert len(ends) >= 2, "the first game is drawn"
        carried = [(black_ms, white_ms) for white_ms, black_ms in ends[:-1]]
        assert [setup.times for setup in nexts] == [None, *carried]


def test_a_flag_ends_a_game_and_the_match_goes_on() -> None:
    with opened("micro-match", "20") as machine:
        for match in series(machine, 7).play():
            assert match.played.outcome is None and match.as_played
            assert len(match.played.plies) - len(match.made) <= 1
        over = [event.reason for event in machine.events if isinstance(event, ev.GameOver)]
        assert over == ["flag", "flag"]
        said = [event for event in machine.events if isinstance(event, ev.MatchStanding)]
        assert said[-1].decided


def test_a_power_cut_in_the_break_loses_no_match() -> None:
    with opened("micro-match", "300") as machine:
        games = series(machine, 7)
        next(games.play())
        machine.run_for_ms(20_000)
        machine.power_off()
        machine.run_for_ms(60_000)
        machine.power_on()
        assert machine.state()["phase"] == "over"
        machine.run_for_ms(305_000)  # counted from what is known of the time before the cut
        machine.press(Color.WHITE)
        machine.run_for_ms(500)
        state = machine.state()
        assert (state["phase"], state["game"], state["turned"]) == ("setup", 2, True)
        assert state["match"]["game"] == 2


def test_the_demo_plays_a_match_and_names_the_file_of_all_its_games(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host_sim", "demo", "--fast", "--match", "until-win"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    *_, verdict, name = done.stdout.splitlines()
    assert "The match is won" in verdict
    games = read_pdn((tmp_path / name).read_text())
    assert len(games) >= 2
    assert all(len(replay(game).plies) > 10 for game in games)
