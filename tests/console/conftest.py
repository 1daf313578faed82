"""The console of `rig`, with a recorded game in its folder and a game going on at its board."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from firmware.console.app import app_for
from firmware.console.archive import Archive
from firmware.console.board import Board
from firmware.console.door import Door, hash_pin
from firmware.console.hall import Hall
from tests.console.rig import GAME, PIN, Station
from tests.console.states import state_after


@pytest.fixture
def station() -> Station:
    return Station()


@pytest.fixture
def hall(tmp_path: Path, station: Station) -> Hall:
    (tmp_path / "game-00001.pdn").write_text(GAME)
    (tmp_path / "secret.txt").write_text("nothing for you")
    hall = Hall(Door(hash_pin(PIN)), Archive(tmp_path), open_games=True)
    board = Board("1", lambda board: hall.feed.ring(), station=station)
    board.heard({"state": state_after("c3-d4 f6-g5", file=str(tmp_path / "game-00001.pdn"))})
    hall.boards[1] = board
    return hall


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with TestClient(app_for(hall, "http://board/"), base_url="http://testserver") as client:
        yield client
