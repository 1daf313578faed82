"""Every scenario is a test: what players reported of other boards, what is decided for this one.

The files say what they are about in their first lines. Sources of the reports are the threads named
there; the articles are those of the FMJD rules for 64 squares.
"""

import re
from pathlib import Path

import pytest

from firmware.notation.pdn import PdnGame, read_pdn, replay
from firmware.station.places import GAMES
from firmware.table.events import Event
from host_sim.machine import Machine
from host_sim.script.commands import Script
from host_sim.script.language import read_script
from host_sim.script.runner import Runner, run_script

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = sorted(path.stem for path in FOLDER.glob("*.scenario"))

STATEMENTS = (70, 73, 76, 78, 89, *range(94, 103), *range(104, 108), 188)
"""Cases of the rule texts about offers, claims and ends of games, as far as a board sees them.

Which games are drawn (B079 to B093) are rules and tested there. B077, B088: `tests/table`; B103, an
offer in free text, cannot be made.
"""

HANDFUL = (
    "decision-01-international-captures",
    "decision-15-press-remembered-in-time",
    "decision-63-turned-board",
    "report-11-display-fails",
    "report-12-power-cut",
    "report-35-bus-errors",
    "report-36-chip-forgets",
    "report-38-sda-held-low",
)
"""Scenarios that also run where the adapter refuses other calls."""


def scenario(name: str) -> Script:
    return read_script((FOLDER / f"{name}.scenario").read_text(encoding="utf-8"), name)


def said(name: str) -> list[Event]:
    script = scenario(name)
    with Machine(script.board) as machine:
        Runner(machine).run(script)
        return machine.events


def written(name: str) -> list[str]:
    """The PDN files that a scenario leaves on the board's disk."""
    script = scenario(name)
    with Machine(script.board) as machine:
        report = Runner(machine).run(script)
        assert not report.failures
        machine.run_for_ms(1000)
        return [path.read_text(encoding="utf-8") for path in (machine.data_dir / GAMES).iterdir()]


def tag(game: PdnGame, name: str) -> str:
    return {tag.name: tag.value for tag in game.tags}[name]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_expectation_of_a_scenario_holds(name: str) -> None:
    report = run_script(scenario(name))
    assert not report.failures
    assert report.expectations > 0


@pytest.mark.parametrize("name", HANDFUL)
def test_the_driver_of_the_newer_board_changes_nothing(name: str) -> None:
    assert not run_script(scenario(name), profile="designware", seed=5).failures


def test_the_same_seed_gives_the_same_events_to_the_millisecond() -> None:
    assert said("report-12-power-cut") == said("report-12-power-cut")


@pytest.mark.parametrize("number", STATEMENTS)
def test_each_statement_about_draws_and_ends_has_its_scenario(number: int) -> None:
    texts = ((FOLDER / f"{name}.scenario").read_text(encoding="utf-8") for name in SCENARIOS)
    assert any(f"B{number:03}" in text for text in texts)


@pytest.mark.parametrize(
    ("name", "result"),
    [("report-14-draw-written-once", "1-1"), ("report-43-result-when-blocked", "1-0")],
)
def test_a_result_stands_once_in_the_header_and_at_the_end(name: str, result: str) -> None:
    """jromang/picochess pull request 69; aclap-dev/joclyboard issue 10."""
    (text,) = written(name)
    (game,) = read_pdn(text)
    assert tag(game, "Result") == result
    assert text.split()[-1] == result
    assert len(replay(game).plies) > 0


def test_every_ply_of_the_record_has_both_clocks() -> None:
    """lila issue 15037: after a pause, a take-back and an accepted irregular move as well."""
    (text,) = written("report-25-both-clocks-at-every-ply")
    (game,) = read_pdn(text)
    plies = replay(game).plies
    clocks = re.findall(r"\[%clock w\d:\d\d:\d\d b\d:\d\d:\d\d\]", text, re.IGNORECASE)
    assert len(clocks) == len(plies) == 4


def test_a_house_rule_stands_in_the_tags() -> None:
    (text,) = written("decision-43-capture-by-choice")
    (game,) = read_pdn(text)
    assert tag(game, "Variant") == "russian+free_capture"
