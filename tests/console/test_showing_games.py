"""Games and diagrams on the lights: what players may ask for, and what is published of it."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from firmware.console.hall import Hall
from tests.console.rig import GAME, Station, enter
from tests.console.states import state_after, state_leading

SHOWN = '[GameType "25"]\n[White "Ann"]\n\n1. c3-d4 f6-g5 *\n'


@pytest.mark.parametrize(
    ("command", "body", "asked"),
    [
        ("replay", {"name": "game-00001.pdn", "ply": 2}, {"pdn": GAME, "ply": 2}),
        ("replay", {"pdn": SHOWN}, {"pdn": SHOWN}),
        ("set_up", {"variant": "russian", "fen": "W:Wc3:Bf6"}, None),
        ("replay_step", {"back": True}, None),
        ("replay_stop", {}, None),
    ],
)
def test_players_show_games_only_while_none_is_going_on(
    client: TestClient,
    hall: Hall,
    station: Station,
    command: str,
    body: dict[str, Any],
    asked: dict[str, Any] | None,
) -> None:
    path = f"/api/boards/1/{command}"
    assert client.post(path, json=body).status_code == 409
    hall.boards[1].heard({"state": state_leading(SHOWN)})
    assert client.post(path, json=body).status_code == 200
    hall.open_games = False
    assert client.post(path, json=body).status_code == 403
    headers = enter(client)
    assert client.post(path, json=body).status_code == 403
    assert client.post(path, json=body, headers=headers).status_code == 200
    assert station.asked == [(command, asked or body)] * 2


@pytest.mark.parametrize("name", ["../secret.txt", "secret.txt", "game-00009.pdn", 7, None, ["x"]])
def test_only_games_of_the_folder_are_shown(
    client: TestClient, hall: Hall, station: Station, name: Any
) -> None:
    hall.boards[1].heard({"state": state_after("c3-d4", "1-0")})
    answer = client.post("/api/boards/1/replay", json={"name": name})
    assert answer.status_code == 404
    assert station.asked == []


@pytest.mark.parametrize("command", ["pause", "power", "result", "subscribe", "nothing"])
def test_no_other_order_has_an_address_for_players(
    client: TestClient, hall: Hall, station: Station, command: str
) -> None:
    hall.boards[1].heard({"state": state_after("c3-d4", "1-0")})
    assert client.post(f"/api/boards/1/{command}", json={}).status_code == 404
    assert station.asked == []


def test_what_is_shown_is_published_and_is_no_game(client: TestClient, hall: Hall) -> None:
    hall.boards[1].heard({"state": state_leading(SHOWN, ply=1)})
    view = client.get("/api/boards/1").json()
    assert (view["phase"], view["title"]) == ("idle", "Russian draughts")
    assert view["leading"]["ply"] == 1
    assert view["men"]["d4"] == "w"
    assert view["tags"]["White"] == "Ann"
    assert "fen" not in view
    for path in ("/live.pdn", "/boards/1/live.pdn", "/boards/1/board.svg"):
        assert client.get(path).status_code == 404
    assert client.get("/games.pdn").text == ""


def test_a_position_of_any_game_is_drawn(client: TestClient) -> None:
    start = client.get("/api/variants/international").json()
    assert (start["files"], len(start["men"]), start["turn"]) == (10, 40, "white")
    other = client.get("/api/variants/russian", params={"fen": "B:WKa1:Bc3"}).json()
    assert (other["men"], other["turn"]) == ({"a1": "W", "c3": "b"}, "black")
    assert client.get("/api/variants/chess").status_code == 404
    wrong = client.get("/api/variants/russian", params={"fen": "W:Wz9:B"})
    assert wrong.status_code == 400
    assert "z9" in wrong.json()["error"]


def test_the_folder_keeps_its_games(client: TestClient, hall: Hall, tmp_path: Path) -> None:
    hall.boards[1].heard({"state": state_after("c3-d4", "1-0")})
    client.post("/api/boards/1/replay", json={"name": "game-00001.pdn"})
    assert (tmp_path / "game-00001.pdn").read_text() == GAME
