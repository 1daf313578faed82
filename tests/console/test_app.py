"""The console's addresses: who may do what, and what bad requests get."""

import json
import time
from pathlib import Path
from typing import Final

import pytest
from starlette.testclient import TestClient

from firmware.console.door import SESSION_S
from firmware.console.hall import Hall
from firmware.console.livepdn import live_pdn
from firmware.console.web import BODY_MAX
from firmware.notation.pdn import read_pdn, replay
from tests.console.rig import GAME, PIN, Station, enter
from tests.console.states import state_after

DEEP = f'{{"tags": {"[" * 900}{"]" * 900}}}'
"""Read without trouble; written out again, or shown in a sentence, one level too deep."""

ARBITER = [
    ("/api/boards/1/command", {"command": "pause"}),
    ("/api/boards/1/command", {"command": "set_position", "fen": "W:Wa1:Bh8"}),
    ("/api/boards/1/alerts/1", {}),
    ("/api/pairings", {}),
    ("/api/logout", {}),
]


@pytest.mark.parametrize(("path", "body"), ARBITER)
def test_without_login_no_order_is_taken(
    client: TestClient, station: Station, path: str, body: dict[str, str]
) -> None:
    assert client.post(path, json=body).status_code == 401
    assert station.asked == []


@pytest.mark.parametrize(("path", "body"), ARBITER)
def test_a_cookie_without_the_token_is_not_enough(
    client: TestClient, station: Station, path: str, body: dict[str, str]
) -> None:
    """So another site's page, which the browser sends the cookie for, can order nothing."""
    enter(client)
    assert client.post(path, json=body).status_code == 403
    assert client.post(path, json=body, headers={"x-reedboard-token": "x"}).status_code == 403
    assert station.asked == []


ODD_TAGS: Final = {"FEN": "W:Wa1:Bh8", "SetUp": "1", "GameType": "20", "White": "A\nb"}


def test_a_request_from_another_site_is_refused_even_with_the_token(
    client: TestClient, station: Station
) -> None:
    headers = enter(client) | {"origin": "http://elsewhere"}
    path = "/api/boards/1/command"
    assert client.post(path, json={"command": "pause"}, headers=headers).status_code == 403
    assert station.asked == []


def test_a_token_that_is_no_plain_text_is_a_wrong_token(client: TestClient) -> None:
    enter(client)
    headers = {"x-reedboard-token": "\xe9".encode("latin-1")}
    answer = client.post("/api/boards/1/command", json={"command": "pause"}, headers=headers)
    assert answer.status_code == 403


def test_a_call_that_is_not_open_is_not_found(client: TestClient) -> None:
    headers = enter(client)
    for number in ("7", "-1", "9" * 5000, "x"):
        answer = client.post(f"/api/boards/1/alerts/{number}", headers=headers)
        assert answer.status_code == 404, number


def test_an_expired_session_orders_nothing(
    client: TestClient, hall: Hall, station: Station
) -> None:
    headers = enter(client)
    hall.door.now_s = lambda: time.monotonic() + SESSION_S
    path = "/api/boards/1/command"
    assert client.post(path, json={"command": "pause"}, headers=headers).status_code == 401
    assert station.asked == []


def test_the_arbiter_orders_what_the_socket_knows(client: TestClient, station: Station) -> None:
    headers = enter(client)
    body = {"command": "take_back", "plies": 2}
    assert client.post("/api/boards/1/command", json=body, headers=headers).json()["ok"]
    assert station.asked == [("take_back", {"plies": 2})]


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(client: TestClient) -> None:
    cookie = client.post("/api/login", json={"pin": PIN}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_guessing_the_pin_is_limited(client: TestClient) -> None:
    codes = [client.post("/api/login", json={"pin": "000000"}).status_code for _ in range(7)]
    assert codes == [403] * 5 + [429] * 2
    assert client.post("/api/login", json={"pin": PIN}).status_code == 429


def test_a_station_that_is_away_is_told(client: TestClient, station: Station) -> None:
    headers = enter(client)
    station.answer = None
    answer = client.post("/api/boards/1/command", json={"command": "pause"}, headers=headers)
    assert answer.status_code == 503
    assert "not running" in answer.json()["error"]


def test_an_order_that_the_station_refuses_is_told(client: TestClient, station: Station) -> None:
    headers = enter(client)
    station.answer = {"ok": False, "reason": "not_paused", "error": "the game is not paused"}
    answer = client.post("/api/boards/1/command", json={"command": "resume"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (409, "the game is not paused")


def test_players_begin_a_game_only_while_none_is_going_on(
    client: TestClient, hall: Hall, station: Station
) -> None:
    body = {"variant": "russian", "tags": {"White": "Ann"}}
    assert client.post("/api/boards/1/new_game", json=body).status_code == 409
    hall.boards[1].heard({"state": state_after("c3-d4", "1-0")})
    assert client.post("/api/boards/1/new_game", json=body).status_code == 200
    hall.open_games = False
    assert client.post("/api/boards/1/new_game", json=body).status_code == 403
    assert station.asked == [("new_game", body)]


@pytest.mark.parametrize(
    "path",
    [
        "/games/secret.txt",
        "/games/..%2Fsecret.txt",
        "/games/%2e%2e%2fgame-00001.pdn",
        "/static/..%2Fapp.py",
        "/static/%2e%2e/app.py",
        "/static/app.py",
        "/api/games/..%2F..%2Fetc%2Fpasswd",
        "/words/..%2F..%2Fapp.json",
        "/api/boards/7",
        "/boards/7/live.pdn",
        f"/api/boards/{'9' * 5000}",
        f"/boards/{'9' * 5000}/board.svg",
        "/api/boards/-1",
        "/api/boards/01",
        "/api/boards/%D9%A1",
    ],
)
def test_no_path_leads_out_of_its_folder(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "nothing for you" not in answer.text


@pytest.mark.parametrize("body", ["", "[", "[]", "3", '"x"', "[" * 5000, DEEP])
def test_a_body_that_is_no_object_is_refused(client: TestClient, body: str) -> None:
    for path in ("/api/login", "/api/boards/1/new_game", "/api/boards/1/confirm"):
        answer = client.post(path, content=body)
        assert answer.status_code in (400, 409)
        assert answer.json()["error"]


def test_a_body_that_is_too_long_is_refused(client: TestClient) -> None:
    answer = client.post("/api/login", content=b"x" * (BODY_MAX + 1))
    assert answer.status_code == 413


def test_every_answer_carries_the_security_headers(client: TestClient) -> None:
    for path in ("/", "/api/boards", "/static/console.js", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_has_no_script_or_style_of_its_own_inside(client: TestClient) -> None:
    text = client.get("/").text
    assert "<style" not in text
    assert "style=" not in text
    assert "<script>" not in text


def test_a_spectator_is_told_everything_at_once_and_then_what_changes(
    client: TestClient, hall: Hall
) -> None:
    with client.websocket_connect("/feed") as socket:
        first = json.loads(socket.receive_text())
        assert (first["board"], first["moves"]) == (1, "1. c3-d4 f6-g5")
        hall.boards[1].heard({"state": state_after("c3-d4 f6-g5 g3-h4")})
        second = json.loads(socket.receive_text())
        assert second["moves"] == "1. c3-d4 f6-g5 2. g3-h4"
        assert second["number"] > first["number"]


def test_a_page_of_another_site_cannot_listen(client: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/feed", headers={"origin": "http://elsewhere"}) as socket,
    ):
        socket.receive_text()


def test_live_pdn_is_the_whole_file_with_tags_and_both_clocks(client: TestClient) -> None:
    for path in ("/live.pdn", "/boards/1/live.pdn", "/games.pdn"):
        answer = client.get(path)
        assert answer.text.strip() == GAME.strip()
        assert answer.headers["content-type"].startswith("application/x-draughts-pdn")


def test_a_delayed_live_pdn_has_no_more_than_spectators_see(client: TestClient, hall: Hall) -> None:
    hall.boards[1].delay_s = 60
    assert client.get("/live.pdn").status_code == 404
    hall.boards[1].delay_s = 0
    hall.boards[1].confirming = True
    hall.boards[1].heard({"state": state_after("c3-d4 f6-g5", "1/2-1/2")})
    (game,) = read_pdn(client.get("/live.pdn").text)
    assert game.result == "*"
    assert len(replay(game).plies) == 2
    assert "[%clock" in client.get("/live.pdn").text


def test_tags_that_follow_from_the_game_are_not_taken_from_anybody(hall: Hall) -> None:
    hall.boards[1].heard({"state": state_after("c3-d4", tags=ODD_TAGS)})
    (game,) = read_pdn(live_pdn(hall.boards[1].published))
    assert (game.result, game.value("White"), game.value("FEN")) == ("*", "A b", "")
    assert len(replay(game).plies) == 1


def test_the_live_pdn_of_a_board_with_a_folder_of_its_own_is_not_another_boards_game(
    client: TestClient, hall: Hall, tmp_path: Path
) -> None:
    """Every station calls its first game alike; here the console's own folder has one, too."""
    file = str(tmp_path / "elsewhere" / "game-00001.pdn")
    hall.boards[1].heard({"state": state_after("c3-d4 f6-g5 d4-e5", file=file)})
    (game,) = read_pdn(client.get("/live.pdn").text)
    assert len(replay(game).plies) == 3


def test_a_game_is_replayed_move_by_move_with_its_clocks(client: TestClient) -> None:
    (entry,) = client.get("/api/games").json()
    assert entry["name"] == "game-00001.pdn"
    game = client.get("/api/games/game-00001.pdn").json()
    assert [ply["text"] for ply in game["plies"]] == ["", "c3-d4", "d6-c5", "b2-c3"]
    assert game["plies"][1]["clock"] == [298_000, 300_000]
    assert game["plies"][2]["men"]["c5"] == "b"


def test_the_position_is_a_picture(client: TestClient) -> None:
    answer = client.get("/boards/1/board.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.count("<g transform") == 24


def test_pairings_are_taken_over(client: TestClient) -> None:
    headers = enter(client)
    text = "board,white,black\n1,Ann,Bob\n"
    assert client.post("/api/pairings", content=text, headers=headers).json()[0]["white"] == "Ann"
    wrong = client.post("/api/pairings", content="board,white\n", headers=headers)
    assert (wrong.status_code, "black" in wrong.json()["error"]) == (400, True)
    assert client.get("/api/pairings").json()[0]["board"] == 1


def test_the_page_weighs_little(client: TestClient) -> None:
    """Without fonts from elsewhere, under 300 kB."""
    from firmware.console import STATIC

    assert sum(path.stat().st_size for path in STATIC.iterdir()) < 100_000
    assert "http" not in client.get("/").text.replace("http-equiv", "")
