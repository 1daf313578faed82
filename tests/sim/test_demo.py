"""The demo as a stranger runs it: a whole game that ends in a PDN file."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.notation.pdn import read_pdn, replay

ROOT = Path(__file__).parents[2]
GAME = """[White "One"]
[Black "Two"]
[Result "1-0"]
[GameType "25"]

1. c3-d4 f6-g5 2. d4-c5 b6:d4 3. e3:c5 d6:b4 1-0
"""


def demo(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "host_sim", "demo", "--fast", *arguments]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
    )


@pytest.mark.parametrize("variant", ["russian", "international", "english"])
def test_a_whole_game_ends_in_the_file_named_last(variant: str, tmp_path: Path) -> None:
    done = demo("--variant", variant, "--seed", "4", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    name = done.stdout.splitlines()[-1]
    assert " " not in name
    games = read_pdn((tmp_path / name).read_text())
    assert len(replay(games[0]).plies) > 20
    assert games[0].value("Result") in ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1")


def test_a_game_of_a_file_is_replayed_move_by_move(tmp_path: Path) -> None:
    (tmp_path / "game.pdn").write_text(GAME)
    done = demo("--game", "game.pdn", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    written = read_pdn((tmp_path / done.stdout.splitlines()[-1]).read_text())[0]
    assert replay(written).plies == replay(read_pdn(GAME)[0]).plies
    assert [written.value(tag) for tag in ("White", "Black", "Result")] == ["One", "Two", "1-0"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "none.pdn"], "none.pdn"),
        (["--game", "game.pdn", "--index", "5"], "no game 5"),
        (["--game", "bad.pdn"], "ply 2"),
        (["--variant", "chess"], "chess"),
        (["--out", "no/such/folder/a.pdn"], "--out"),
    ],
)
def test_what_is_not_understood_is_one_sentence(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    (tmp_path / "game.pdn").write_text(GAME)
    (tmp_path / "bad.pdn").write_text(GAME.replace("f6-g5", "f6-f5"))
    done = demo(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
