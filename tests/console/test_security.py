"""Who may give orders, and what a page or a request cannot do: every way in, one by one."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from firmware.console import STATIC
from firmware.console.app import BETWEEN_GAMES, COOKIE
from firmware.console.door import SESSION_S
from firmware.console.hall import Hall
from firmware.station.api import INPUTS, OTHERS
from host_sim.page import server as simulator
from host_sim.script.setting import Setting
from tests.console.rig import PIN, Station, enter

COMMANDS = sorted({*INPUTS, *OTHERS})

ARBITERS = {
    "/api/boards/{number}/command",
    "/api/boards/{number}/alerts/{alert}",
    "/api/pairings",
    "/api/logout",
}
PLAYERS = {
    "/api/boards/{number}/confirm",
    "/api/boards/{number}/{command}",
    "/api/login",
}
"""What players may do at their own board, and the door itself."""


def nobody(client: TestClient, hall: Hall) -> dict[str, str]:
    """No login at all."""
    return {}


def wrong_pin(client: TestClient, hall: Hall) -> dict[str, str]:
    """A login that was refused."""
    answer = client.post("/api/login", json={"pin": "000000"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    return {"x-reedboard-token": str(answer.json().get("token", "none"))}


def forged(client: TestClient, hall: Hall) -> dict[str, str]:
    """A cookie that somebody made up."""
    client.cookies.set(COOKIE, "A" * 43)
    return {"x-reedboard-token": "A" * 32}


def expired(client: TestClient, hall: Hall) -> dict[str, str]:
    """A session that has run out."""
    headers = enter(client)
    hall.door.now_s = lambda: time.monotonic() + SESSION_S + 1
    return headers


def left(client: TestClient, hall: Hall) -> dict[str, str]:
    """A session that was left; its cookie was kept."""
    headers = enter(client)
    secret = client.cookies[COOKIE]
    assert client.post("/api/logout", headers=headers).status_code == 200
    client.cookies.set(COOKIE, secret)
    return headers


@pytest.mark.parametrize("come", [nobody, wrong_pin, forged, expired, left])
def test_no_command_is_taken_of_who_is_not_let_in(
    client: TestClient,
    hall: Hall,
    station: Station,
    come: Callable[[TestClient, Hall], dict[str, str]],
) -> None:
    headers = come(client, hall)
    for command in COMMANDS:
        answer = client.post(
            "/api/boards/1/command", json={"command": command, "by": "arbiter"}, headers=headers
        )
        assert answer.status_code == 401, command
    for path in ("/api/boards/1/alerts/1", "/api/pairings", "/api/logout"):
        assert client.post(path, json={}, headers=headers).status_code == 401, path
    for command in BETWEEN_GAMES:
        answer = client.post(f"/api/boards/1/{command}", json={}, headers=headers)
        assert answer.status_code == 409, command
    assert client.get("/api/alerts", headers=headers).status_code == 401
    assert station.asked == []


def test_a_session_without_its_token_gives_no_command(client: TestClient, station: Station) -> None:
    """As another site's form would: the browser sends the cookie along, not the header."""
    enter(client)
    for command in COMMANDS:
        body = {"command": command}
        assert client.post("/api/boards/1/command", json=body).status_code == 403, command
    for command in BETWEEN_GAMES:
        assert client.post(f"/api/boards/1/{command}", json={}).status_code == 403, command
    assert station.asked == []


def test_every_way_to_change_something_is_known_here(client: TestClient) -> None:
    app = client.app
    assert isinstance(app, Starlette)
    changing = {
        route.path
        for route in app.routes
        if isinstance(route, Route) and route.methods and route.methods - {"GET", "HEAD"}
    }
    assert changing == ARBITERS | PLAYERS


def test_what_only_the_arbiter_sees_is_not_published(client: TestClient) -> None:
    """A provisional move would tell a friend of the players what stands on the board."""
    assert "provisional" not in client.get("/api/boards/1").json()
    assert client.get("/api/about").json()["token"] is None
    enter(client)
    assert "provisional" in client.get("/api/boards/1").json()


def test_a_pin_is_never_told(client: TestClient) -> None:
    headers = enter(client)
    for path in ("/api/about", "/api/boards", "/api/boards/1", "/api/alerts", "/"):
        assert PIN not in client.get(path, headers=headers).text


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e%2fsecret.txt",
        "..\\secret.txt",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "game-00001.pdn%00.txt",
        ".pdn",
        "a" * 5000 + ".pdn",
    ],
)
def test_no_name_leads_out_of_the_games(client: TestClient, name: str) -> None:
    for place in ("/games/", "/api/games/", "/static/", "/words/"):
        answer = client.get(place + name)
        assert answer.status_code == 404, place
        assert "nothing for you" not in answer.text
        assert "root:" not in answer.text


def test_the_headers_allow_no_script_but_the_page_s_own_files(client: TestClient) -> None:
    table = simulator.Table(Setting(), 1)
    simulated = TestClient(simulator.app_for(table))
    pages = [simulated.get(path) for path in ("/", "/page.js", "/nowhere")]
    table.close()
    for answer in (client.get("/"), client.get("/api/boards"), client.get("/nowhere"), *pages):
        headers = answer.headers
        policy = dict(
            part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"


PAGES = (STATIC, *simulator.STATIC)


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.parent.name)
def test_no_page_makes_markup_of_text(folder: Path) -> None:
    """Names and tags become text nodes or attributes, never markup or code."""
    wrong = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|Function\("
    )
    for path in folder.glob("*.js"):
        assert not wrong.search(path.read_text()), path.name
    for path in folder.glob("*.html"):
        text = path.read_text()
        assert not re.search(r"\son\w+=|style=|javascript:|<style", text), path.name
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text)), path.name


def test_names_and_tags_with_script_stay_what_they_are(client: TestClient, hall: Hall) -> None:
    """JSON of type application/json, and a picture without a name in it."""
    answer = client.get("/api/games")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()[0]["tags"]["Black"] == "<script>alert(1)</script>"
    live = client.get("/live.pdn")
    assert live.headers["content-type"].startswith("application/x-draughts-pdn")
    assert live.headers["x-content-type-options"] == "nosniff"
    assert "<script>" not in client.get("/boards/1/board.svg").text


DEEP: Any = "[" * 2000
WRONG_BODIES = ["", "{", "null", "[1]", '"x"', b"\xed\xa0\x80", b"\xff", DEEP]
HALVES = [r'{"tags": {"White": "\ud800"}}', r'{"tags": {"\udfff": ""}}', '{"pin": 1e999}']
"""What Python reads and nobody can be told: half a character, a number without end."""
WRONG_BODIES += HALVES


@pytest.mark.parametrize("body", WRONG_BODIES, ids=range(len(WRONG_BODIES)))
def test_a_malformed_body_is_told_to_every_way_in(client: TestClient, body: str | bytes) -> None:
    headers = enter(client)
    for path in ("/api/login", "/api/boards/1/command", "/api/boards/1/confirm"):
        answer = client.post(path, content=body, headers=headers)
        assert answer.status_code == 400, path
        assert answer.json()["error"]


def test_a_body_longer_than_allowed_is_refused_everywhere(client: TestClient) -> None:
    headers = enter(client)
    body = b'{"x": "' + b"x" * 70_000 + b'"}'
    paths = [
        "login",
        "pairings",
        *(f"boards/1/{word}" for word in ("command", "confirm", "replay")),
    ]
    for path in paths:
        assert client.post(f"/api/{path}", content=body, headers=headers).status_code == 413, path
