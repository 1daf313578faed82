"""``run`` and ``doctor``: a start that cannot be made is one sentence and exit code 2."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.station import journal
from firmware.station.storage import claim_folder
from tests.station.rig import files_no_longer_than

ROOT = Path(__file__).resolve().parents[2]


def configured(folder: Path, more: str = "") -> list[str]:
    """The arguments that name a configuration whose files are in `folder`."""
    path = folder / "reedboard.toml"
    path.write_text(f'[files]\ndata = "{folder / "data"}"\nruntime = "{folder / "run"}"\n{more}')
    return ["--config", str(path)]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("[bord]\n", "reedboard.toml: unknown section bord; did you mean board?"),
        (
            "[board]\nscan_mss = 10\n",
            "section [board]: unknown key scan_mss; did you mean scan_ms?",
        ),
        ('[board]\nwiring = "7x7"\n', "7x7: no board of this name"),
        ('[board]\nwiring = "/nowhere/9x9.toml"\n', "/nowhere/9x9.toml: "),
        ('[game]\nvariant = "rusian"\n', "reedboard.toml, section [game], key variant: "),
        ('[game]\ncontrol = "5 min"\n', "section [game], key control: time control '5 min'"),
        ('[game]\npolicy = "kind"\n', "section [game], key policy: policy 'kind'"),
        (
            '[game]\nvariant = "international"\n',
            "section [game], key variant: this game needs the square",
        ),
    ],
)
def test_a_wrong_configuration_stops_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: str, sentence: str
) -> None:
    assert main(["run", *configured(tmp_path, more)]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert not (tmp_path / "data").exists(), "nothing was made before all was understood"


def test_a_journal_of_another_version_stops_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data" / "journal.sqlite"
    path.parent.mkdir()
    journal.open_journal(path, boot="b", started="s")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE schema SET version = 9")
    before = path.read_bytes()
    assert main(["run", *configured(tmp_path)]) == 2
    assert f"{path}: this journal is of version 9" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_full_disk_stops_the_start(tmp_path: Path) -> None:
    _, config = configured(tmp_path, '[board]\npins = "native"\n')
    with files_no_longer_than(0):
        said = subprocess.run(
            [sys.executable, "-m", "tests.station.board", config],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    assert said.returncode == 2
    assert said.stderr.startswith(f"{tmp_path / 'data' / 'journal.sqlite'}: ")
    assert said.stderr.count("\n") == 1


def test_nothing_is_made_where_there_is_no_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *configured(tmp_path, '[board]\nbus = "/dev/no-i2c"\n')]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "run").exists()


def test_a_second_station_on_the_same_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    with claim_folder(tmp_path / "data"):
        assert main(["run", *configured(tmp_path)]) == 2
    assert "another station is running on this folder" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_named_with_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").write_text("in the way")
    assert main(["run", *configured(tmp_path)]) == 2
    assert "choose another with key data in section [files]" in capsys.readouterr().err


@pytest.fixture
def no_pin_library(tmp_path: Path) -> dict[str, str]:
    """An environment in which RPi.GPIO refuses the machine and lgpio is not installed."""
    folder = tmp_path / "site"
    (folder / "RPi").mkdir(parents=True)
    (folder / "RPi" / "__init__.py").write_text(
        'raise RuntimeError("Cannot determine SOC peripheral base address")\n'
    )
    (folder / "lgpio.py").write_text('raise ImportError("No module named lgpio")\n')
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


@pytest.mark.parametrize("library", ["lgpio", "rpigpio"])
def test_without_a_pin_library_the_start_is_one_clear_sentence(
    tmp_path: Path, no_pin_library: dict[str, str], library: str
) -> None:
    """RPi.GPIO on a Pi 5 is a RuntimeError at import, not an ImportError (gpiozero issue 1172)."""
    arguments = configured(tmp_path, f'[board]\npins = "{library}"\n')
    ended = subprocess.run(
        [sys.executable, "-m", "firmware", "run", *arguments],
        cwd=tmp_path,
        env=no_pin_library,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(f'the pin library "{library}" does not work here (')
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_the_doctor_reports_line_by_line_and_fails_where_there_is_no_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = f'[board]\nbus = "{tmp_path / "i2c-9"}"\n'
    assert main(["doctor", *configured(tmp_path, more)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("OK    ", "HINT  ", "FAIL  ")) for line in lines)
    assert f"FAIL  bus: {tmp_path / 'i2c-9'} is not there" in "\n".join(lines)
