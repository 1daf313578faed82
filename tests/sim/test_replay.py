"""Games of files, played by hand through the registers, are recorded as they were."""

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from host_sim.__main__ import main
from host_sim.adapter import PROFILES
from host_sim.gamefile import GENEROUS, FiledGame, GameFile, differences, play_filed
from host_sim.machine import Machine
from host_sim.match import Match, board_of
from host_sim.replay import replay_file

DATA = Path(__file__).parents[1] / "data" / "pdn"
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


def test_long_captures_round_trips_and_set_up_positions_come_out_identical() -> None:
    path = DATA / "by_hand.pdn"
    assert replay_file(GameFile(path), list(PROFILES)) == [f"{path}: 6 games, 6 identical"]


def test_a_game_that_cannot_be_played_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "25"]\n\n1. c3-d4 h8-h7 *\n')
    lines = replay_file(GameFile(path), ["bcm2835"])
    assert lines[0] == f"{path}: 1 games, 0 identical"
    assert "game 1" in lines[1]
    assert "ply 2" in lines[1]


def test_a_position_set_up_in_the_middle_is_no_move_of_a_hand(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[GameType "25"]\n\n1. c3-d4 /FEN "W:Wd4:Bf6"/ d4-e5 *\n')
    assert "ply 2 is a position set up" in replay_file(GameFile(path), ["bcm2835"])[1]


def record(text: str, folder: Path) -> tuple[FiledGame, Path]:
    path = folder / "game.pdn"
    path.write_text(f'[GameType "25"]\n\n{text}\n')
    return GameFile(path).game(0), path


@pytest.mark.parametrize(
    ("told", "difference"),
    [
        ("1. c3-d4 f6-g5 1-0", None),
        ("1. c3-d4 h6-g5 1-0", "ply 2 was Black's h6-g5, the record has Black's f6-g5"),
        ("1. c3-d4 1-0", "the record goes on after ply 1: Black's f6-g5"),
        (
            "1. c3-d4 f6-g5 2. b2-c3 1-0",
            "the record ends after ply 2 of 3: White's b2-c3 is missing",
        ),
        ("1. c3-d4 f6-g5 0-1", "the result is 1-0, it should be 0-1"),
    ],
)
def test_what_differs_from_the_file_is_said(
    told: str, difference: str | None, tmp_path: Path
) -> None:
    """1. c3-d4 f6-g5 1-0 is played, and compared with what another file tells."""
    played, _ = record("1. c3-d4 f6-g5 1-0", tmp_path)
    filed, _ = record(told, tmp_path)
    ruleset = played.game.ruleset
    with Machine(board_of(ruleset)) as machine:
        match = Match(machine, ruleset, Random(1))
        match.set_up()
        match.start(played.terms)
        play_filed(match, played, Random(1), (50, 100))
        assert list(differences(match, filed)) == ([difference] if difference else [])


def test_tags_and_a_time_that_hands_can_keep_are_taken_over(tmp_path: Path) -> None:
    head = '[White "One"]\n[TimeControl "{}"]\n[GameType "25"]\n\n1. c3-d4 f6-g5 1-0\n'
    path = tmp_path / "game.pdn"
    for written, used in (("300+3", "300+3"), ("5", GENEROUS), ("ten minutes", GENEROUS)):
        path.write_text(head.format(written))
        terms = GameFile(path).game(0).terms
        assert terms == replace(terms, control=used, tags=(("White", "One"),), draws="claim")


def test_the_command_says_by_its_exit_code_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, good = record("1. c3-d4 f6-g5 1-0", tmp_path)
    bad = tmp_path / "bad.pdn"
    bad.write_text(good.read_text() + "\n" + '[GameType "25"]\n\n1. c3-c4 *\n')
    assert main(["replay", str(good), "--profile", "designware"]) == 0
    assert capsys.readouterr().out == f"{good}: 1 games, 1 identical\n"
    assert main(["replay", str(bad), "--profile", "bcm2835"]) == 1
    assert capsys.readouterr().out.startswith(f"{bad}: 2 games, 1 identical\n")
    assert main(["replay", str(bad), "--first", "1", "--profile", "bcm2835"]) == 0
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "none.pdn")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
