"""A journalled game, exported as a scenario, is the same game when it is run again."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.errors import JournalError
from firmware.rules import find_variant
from firmware.station.archive import stored_game
from firmware.station.places import JOURNAL
from firmware.trace import scenario
from host_sim.machine import Machine
from host_sim.match import board_of
from host_sim.script.language import read_script
from host_sim.script.runner import Runner, run_script
from host_sim.soak.drawing import draw
from host_sim.soak.sitting import Sitting, sit


def played(variant: str, number: int, faults: bool, path: Path) -> Sitting:
    """A game by seeded hands; a copy of its journal is left at `path`."""

    def keep(sitting: Sitting) -> None:
        machine = sitting.match.machine
        with (
            closing(sqlite3.connect(machine.data_dir / JOURNAL)) as source,
            closing(sqlite3.connect(path)) as copy,
        ):
            source.backup(copy)

    return sit(draw(find_variant(variant), 5, number, ("casual",), faults), keep)


@pytest.mark.parametrize("faults", [False, True], ids=["sound", "with faults"])
@pytest.mark.parametrize("variant", ["russian", "international", "english"])
def test_the_exported_trace_gives_the_same_record(
    variant: str, faults: bool, tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite"
    ruleset = find_variant(variant)
    sitting = played(variant, 3, faults, path)
    text = scenario(stored_game(path, 1), board_of(ruleset))
    report = run_script(read_script(text, "trace"))
    assert report.failures == ()
    assert report.expectations == 1
    assert len(text.splitlines()) > len(sitting.match.played.plies)


def test_a_supply_that_failed_fails_again_in_the_trace(tmp_path: Path) -> None:
    lines = "clock 300\nstart\nlift c3\ndrop d4\npress white\ndo power failed\nwait 2s\n"
    with Machine(folder=tmp_path) as machine:
        Runner(machine).run(read_script(lines, "lines"))
    text = scenario(stored_game(tmp_path / JOURNAL, 1), "8x8")
    assert "do power failed\ndo power mains\n" in text
    text += "expect paused\nexpect note power_lost\n"
    assert run_script(read_script(text, "trace")).failures == ()


def test_the_command_writes_a_file_that_the_simulator_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite"
    played("russian", 1, False, path)
    assert main(["trace", "export", "1", "--journal", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# game 1, begun ")
    assert "board 8x8\ngame russian\n" in text
    assert read_script(text, "trace").board == "8x8"


def test_a_game_that_is_not_there_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite"
    with pytest.raises(JournalError, match="there is no journal"):
        stored_game(path, 1)
    played("russian", 1, False, path)
    assert main(["trace", "export", "7", "--journal", str(path)]) == 2
    assert capsys.readouterr().err.strip().endswith("no game 7; it has 1, the first is 1")
