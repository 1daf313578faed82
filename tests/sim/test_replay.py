"""Real games by hand through the registers, under both bus drivers."""

import os
from pathlib import Path

import pytest

from host_sim.adapter import PROFILES
from host_sim.gamefile import GameFile
from host_sim.replay import replay_file

CORPUS = Path(os.environ.get("REEDBOARD_CORPUS", Path(__file__).parents[2] / "../shared/corpus"))


@pytest.mark.parametrize(
    ("name", "first"),
    [("russian_abatsiev.pdn", 3), ("english_tinsley.pdn", 3), ("international_wk2003.pdn", 2)],
)
def test_games_of_real_players_come_out_identical(name: str, first: int) -> None:
    path = CORPUS / name
    if not path.exists():
        pytest.skip(f"{path} is not there; set REEDBOARD_CORPUS to the folder of real games")
    lines = replay_file(GameFile(path), list(PROFILES), first)
    assert lines == [f"{path}: {first} games, {first} identical"]


def test_a_game_that_cannot_be_played_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "25"]\n\n1. c3-d4 h8-h7 *\n')
    lines = replay_file(GameFile(path), ["bcm2835"])
    assert lines[0] == f"{path}: 1 games, 0 identical"
    assert "game 1" in lines[1]
    assert "ply 2" in lines[1]
