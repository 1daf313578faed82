"""The games of several boards that one console serves, each station with a folder of its own."""

import shutil
from functools import partial
from operator import add
from pathlib import Path

from starlette.testclient import TestClient

from firmware.console.board import Board
from firmware.console.hall import Hall
from tests.console.rig import GAME, Station, enter
from tests.console.states import state_after

OTHER = GAME.replace("Ann", "Eva")


def with_second_board(hall: Hall, folder: Path) -> Board:
    """A second board, whose station tells where its games are."""
    folder.mkdir()
    (folder / "game-00001.pdn").write_text(OTHER)
    board = Board("B", lambda board: hall.feed.ring())
    board.heard({"id": -1, "ok": True, "hello": {"games": str(folder)}})
    file = str(folder / "game-00001.pdn")
    board.heard({"state": state_after("c3-d4 d6-c5 b2-c3", file=file)})
    hall.boards[2] = board
    return board


def test_the_games_of_all_boards_are_listed_each_once(
    client: TestClient, hall: Hall, tmp_path: Path
) -> None:
    with_second_board(hall, tmp_path / "other")
    hall.boards[1].heard({"hello": {"games": str(tmp_path)}})
    listed = {entry["name"]: entry["tags"]["White"] for entry in client.get("/api/games").json()}
    assert listed == {"game-00001.pdn": "Ann", "2/game-00001.pdn": "Eva"}


def test_a_game_of_another_board_is_replayed_downloaded_and_shown_by_its_name(
    client: TestClient, hall: Hall, station: Station, tmp_path: Path
) -> None:
    with_second_board(hall, tmp_path / "other")
    assert client.get("/api/games/2/game-00001.pdn").json()["tags"]["White"] == "Eva"
    answer = client.get("/games/2/game-00001.pdn")
    assert answer.text == OTHER
    assert 'filename="game-00001.pdn"' in answer.headers["content-disposition"]
    hall.boards[1].heard({"state": state_after("c3-d4", "1-0")})
    body = {"name": "2/game-00001.pdn"}
    assert client.post("/api/boards/1/replay", json=body).status_code == 200
    assert station.asked == [("replay", {"pdn": OTHER})]


def test_a_live_pdn_is_that_board_s_own_file(
    client: TestClient, hall: Hall, tmp_path: Path
) -> None:
    with_second_board(hall, tmp_path / "other")
    assert client.get("/boards/2/live.pdn").text == OTHER
    assert client.get("/boards/1/live.pdn").text == GAME


def test_no_number_leads_to_another_folder(client: TestClient, hall: Hall, tmp_path: Path) -> None:
    with_second_board(hall, tmp_path / "other")
    for name in (
        "3/game-00001.pdn",
        "2/2/game-00001.pdn",
        "other/game-00001.pdn",
        "2/",
        "-1/x.pdn",
    ):
        for place in ("/games/", "/api/games/"):
            assert client.get(f"{place}{name}").status_code == 404, name
    for name in ("2%2F..%2Fgame-00001.pdn", "..%2Fother%2Fgame-00001.pdn", "0%2F..%2Fsecret.txt"):
        assert client.get(f"/games/{name}").status_code == 404, name


def test_a_folder_that_is_gone_or_elsewhere_has_no_games(
    client: TestClient, hall: Hall, tmp_path: Path
) -> None:
    with_second_board(hall, tmp_path / "other")
    shutil.rmtree(tmp_path / "other")
    assert [entry["name"] for entry in client.get("/api/games").json()] == ["game-00001.pdn"]
    assert "1. c3-d4 d6-c5 2. b2-c3" in client.get("/boards/2/live.pdn").text


def test_a_game_is_listed_when_spectators_have_seen_all_of_it(
    client: TestClient, hall: Hall, tmp_path: Path
) -> None:
    """Its file is written with every move; what is delayed is not to be had by its name."""
    places = ("/games/game-00001.pdn", "/api/games/game-00001.pdn")
    now_s = (tmp_path / "game-00001.pdn").stat().st_mtime
    hall.boards[1].delay_s = 300
    for after_s, found in ((0, False), (299, False), (300, True)):
        hall.archive.wall_s = partial(add, now_s, after_s)
        assert bool(client.get("/api/games").json()) is found, after_s
        for place in places:
            assert client.get(place).status_code == (200 if found else 404), after_s
    for name in ("game%00.pdn", "game-00009.pdn", "secret.txt"):
        assert client.get(f"/games/{name}").status_code == 404
    hall.archive.wall_s = lambda: now_s
    enter(client)
    assert client.get("/api/games").json()
    assert all(client.get(place).status_code == 200 for place in places)


def test_a_result_that_is_not_confirmed_is_in_no_file_either(
    client: TestClient, hall: Hall, tmp_path: Path
) -> None:
    hall.boards[1].confirming = True
    file = str(tmp_path / "game-00001.pdn")
    assert client.get("/games/game-00001.pdn").status_code == 200
    hall.boards[1].heard({"state": state_after("c3-d4", "1-0", file=file)})
    assert client.get("/api/games").json() == []
    assert client.get("/games/game-00001.pdn").status_code == 404
    hall.boards[1].confirm("white")
    hall.boards[1].confirm("black")
    assert client.get("/games/game-00001.pdn").status_code == 200
