"""A soak finds nothing wrong, says the same for the same seed, and explains what it finds."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import cast
from xml.etree import ElementTree

import pytest

from firmware.rules import VARIANTS, Game, find_variant
from firmware.table.events import Astray, MoveMade, Refused
from host_sim.hands import STYLES, Timed
from host_sim.machine import Machine
from host_sim.match import Terms, board_of
from host_sim.plot import Bar, bar_plot
from host_sim.script import commands as c
from host_sim.script.language import read_script
from host_sim.script.runner import run_script
from host_sim.soak.drawing import Draw, draw
from host_sim.soak.report import rate, table
from host_sim.soak.run import play_one
from host_sim.soak.scenario import broken, expectations, is_play, scene
from host_sim.soak.shrink import shrink
from host_sim.soak.sitting import Sitting, sit
from host_sim.soak.tally import Tally, Violation
from host_sim.soak.trouble import KINDS, trouble
from host_sim.soak.truth import explained

SOAK = [sys.executable, "-m", "host_sim", "soak"]
SIX = ["--games", "6", "--seed", "9", "--variant", "all", "--faults"]


def drawn(style: str = "tidy", control: str = "7200", variant: str = "russian") -> Draw:
    """A game between two hands of one style."""
    ruleset = find_variant(variant)
    styles = (STYLES[style], STYLES[style])
    return Draw(ruleset, 1, 0, "bcm2835", Terms(control), styles, None, False, Random(1))


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_game_of_a_short_soak_is_recorded_as_played(variant: str) -> None:
    for number in range(6):
        tally = play_one(VARIANTS[variant], 1, number)
        assert tally.violations == 0, tally.failures
        assert tally.games == 1


@pytest.mark.parametrize("control", ["7200", "none"])
@pytest.mark.parametrize("style", sorted(STYLES))
def test_hands_of_every_style_are_understood(style: str, control: str) -> None:
    sitting = sit(drawn(style, control))
    assert sitting.violations == []


@pytest.mark.parametrize("number", range(8))
def test_what_goes_wrong_with_the_hardware_costs_no_move(number: int) -> None:
    tally = play_one(find_variant("russian"), 3, number, faults=True)
    assert tally.violations == 0, tally.failures


def test_the_same_seed_gives_the_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    outputs = set()
    for number, seed in enumerate(("0", "0", "4711")):
        file = tmp_path / f"{number}.md"
        command = [
            *SOAK,
            *["--games", "6", "--seed", "9", "--variant", "all", "--faults", "--report"],
            str(file),
        ]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        outputs.add((done.stdout, file.read_bytes(), file.with_suffix(".svg").read_bytes()))
    assert len(outputs) == 1
    assert b"0 violations" in outputs.pop()[0]


@pytest.mark.parametrize("python", ["3.12", "3.13", "3.14"])
def test_a_newer_python_gives_the_same_bytes(python: str) -> None:
    interpreter = newer(python)
    if interpreter is None:
        pytest.skip(f"Python {python} is not here, or is the one that runs this")
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", packages])}
    outputs = [
        subprocess.run([each, *SOAK[1:], *SIX], env=environment, capture_output=True, check=True)
        for each in (sys.executable, interpreter)
    ]
    assert outputs[0].stdout == outputs[1].stdout


def newer(python: str) -> str | None:
    """An interpreter of this version, on the path or among pyenv's."""
    name = f"python{python}"
    versions = Path.home() / ".pyenv" / "versions"
    found = [shutil.which(name), *map(str, versions.glob(f"{python}.*/bin/{name}"))]
    for path in found:
        if path is None or f"{sys.version_info[0]}.{sys.version_info[1]}" == python:
            continue
        if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return path
    return None


def test_an_unknown_variant_is_a_sentence_and_exit_2() -> None:
    done = subprocess.run(
        [*SOAK, "--variant", "chess"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "chess" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_output_has_no_time_of_this_machine() -> None:
    done = subprocess.run([*SOAK, "--games", "1"], capture_output=True, text=True, check=True)
    assert not re.search(r"\d:\d\d|\d s\b|games/s", done.stdout)


# ------------------------------------------------------------------------- the checks can fail


def test_a_move_that_nobody_played_is_found() -> None:
    with Machine(board_of(find_variant("russian")), seed=1) as machine:
        sitting = Sitting(drawn(), machine)
        sitting.match.set_up()
        sitting.match.start(sitting.draw.terms)
        move = sitting.match.played.moves[0]
        event = MoveMade("a3-b4", move, sitting.match.played.turn, 1, 1000)
        machine.events.append(event)
        machine.heard_ns.append(machine.clock.now_ns)
        sitting.watch.listen()
        assert [violation.kind for violation in sitting.violations] == ["misread"]


@pytest.mark.parametrize(
    "event", [Refused("not_a_legal_move", "", 500), Astray(("c3",), (), 500)], ids=["press", "men"]
)
def test_an_alarm_for_legal_play_is_found(event: Refused | Astray) -> None:
    with Machine("8x8", seed=1) as machine:
        sitting = Sitting(drawn(), machine)
        sitting.match.set_up()
        sitting.match.start(sitting.draw.terms)
        machine.events.append(event)
        machine.heard_ns.append(machine.clock.now_ns)
        sitting.watch.listen()
        assert [violation.kind for violation in sitting.violations] == ["alarms"]


def test_a_failure_shrinks_to_a_scenario_that_fails_by_itself() -> None:
    """A reed that sticks hides the last man that landed: its move is not recorded."""
    sitting = sit(drawn())
    plies = len(sitting.match.played.plies)
    drops = [
        (timed.at_ms, timed.act.square)
        for timed in sitting.match.acts
        if isinstance(timed.act, c.Drop)
    ]
    at_ms, square = drops[-1]
    stuck = Timed(at_ms - 20, c.Stuck(square, False), plies)
    sitting.match.acts.append(stuck)
    sitting.match.acts.sort(key=lambda timed: timed.at_ms)
    sitting.watch.violations.append(Violation("missed", plies, ""))
    text = shrink(sitting)
    assert text is not None
    assert run_script(read_script(text, "shrunk")).failures
    assert f"stuck {square} open" in text
    assert sum(line.startswith("press") for line in text.splitlines()) <= 1


def test_what_is_broken_at_the_end_was_not_mended() -> None:
    """A fault that passed must not become one that lasts while a failure shrinks."""
    stuck, free = Timed(1, c.Stuck("c3", True), 1), Timed(2, c.Free("c3"), 1)
    bad, good = Timed(3, c.BadDiode("e5", "open"), 1), Timed(4, c.BadDiode("e5", "good"), 1)
    assert broken([stuck, bad]) == {"c3", "e5"}
    assert broken([stuck, free, bad, good]) == frozenset()
    assert broken([free, good, bad]) == {"e5"}


def test_an_alarm_is_expected_not_to_come_by_its_own_name() -> None:
    """A command that is refused in what is left of the game is another event."""
    assert expectations(Violation("alarms", 3, "asked at 9 ms: which")) == ("no event asked",)
    assert expectations(Violation("alarms", 3, "astray () ('c3',)")) == ("no event astray",)
    assert expectations(Violation("clocks", 3, "")) == ()


def test_what_is_written_down_of_a_game_is_that_game() -> None:
    """A whole game of two clumsy hands, as a scenario: the record is the same."""
    sitting = sit(drawn("clumsy"))
    record = expectations(Violation("misread", 1, ""))
    found = scene(sitting.match.played, sitting.match.acts, sitting.draw.terms, record, 1)
    assert is_play(found)
    report = run_script(read_script(found.text(), "whole"))
    assert report.expectations == 1
    assert not report.failures


# ------------------------------------------------------------------------------------- parts


def test_legal_play_is_explained_and_a_stray_man_is_not() -> None:
    game = Game.start(find_variant("russian"))
    rest = game.position.occupied
    move = game.moves[0]
    lifted = rest & ~(1 << move.origin)
    assert explained(game, rest)
    assert explained(game, lifted)
    assert explained(game, lifted | 1 << move.target)
    assert not explained(game, rest | 1 << move.target)
    assert not explained(game, lifted | 1 << 15 if move.target != 15 else lifted | 1 << 12)


def test_a_draw_names_everything_needed_to_play_it_again() -> None:
    russian = find_variant("russian")
    one, other = (draw(russian, 5, 17, ("casual",), False) for _ in range(2))
    assert one.name == other.name
    assert one.name.startswith("seed 5, game 17, russian")
    assert sit(one).match.played.plies == sit(other).match.played.plies


def test_every_kind_of_trouble_is_drawn_and_most_of_it_passes() -> None:
    random = Random(4)
    with Machine("8x8") as machine:
        found = [
            trouble(random, machine.wiring, machine.wiring.squares, 1000, 1) for _ in range(600)
        ]
    assert {one.kind for one in found} == set(KINDS)
    assert 0 < sum(one.lasts for one in found) < 30
    assert all(timed.at_ms >= 1000 for one in found for timed in one.acts)


def test_a_rate_that_was_never_seen_has_an_upper_bound() -> None:
    """Rule of three: 0 of n allows 3/n with 95 % certainty."""
    assert rate(0, 100_000).at_most == pytest.approx(3)
    assert rate(4, 100_000).seen == 4
    assert rate(0, 0).at_most == 100_000


def test_the_report_has_a_row_for_every_variant_and_style_that_played() -> None:
    tally = Tally()
    tally.add(play_one(find_variant("russian"), 1, 0))
    text = table(tally, "a title")
    assert text.startswith("# a title\n")
    assert "| variant | russian |" in text
    assert text.count("| style |") in (1, 2)


def test_the_plot_is_well_formed_and_has_a_dot_for_each_value() -> None:
    bars = [Bar("style", "tidy & <co>", "10 moves", ((0, 3), (12.5, 40)))]
    text = bar_plot("title", "axis", ("one", "two"), bars)
    root = ElementTree.fromstring(text)
    circles = root.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == 2
    left, right = (float(cast("str", circle.get("cx"))) for circle in circles)
    assert right > left


def test_a_small_game_is_played_on_the_smallest_board_it_fits() -> None:
    assert board_of(find_variant("russian")) == "8x8"
    assert board_of(find_variant("international")) == "10x10"
