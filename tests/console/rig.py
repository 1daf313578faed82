"""A console over one board whose station only notes what it is asked."""

from collections.abc import Mapping
from typing import Any

from starlette.testclient import TestClient

from firmware.errors import StationAway

PIN = "483920"
GAME = """[Event "Own"]
[White "Ann"]
[Black "<script>alert(1)</script>"]
[Result "*"]
[GameType "25,W,8,8,A0,0"]

1. c3-d4 {[%clock w0:04:58 B0:05:00]} d6-c5 {[%clock W0:04:58 b0:04:55]} 2. b2-c3 *
"""


class Station:
    """Notes what it is asked, and answers as told."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.answer: Mapping[str, Any] | None = {"ok": True, "events": []}

    async def ask(self, command: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.answer is None:
            raise StationAway("the board's station is not running")
        self.asked.append((command, dict(fields)))
        return self.answer


def enter(client: TestClient) -> dict[str, str]:
    """Log in; the header that changes need."""
    answer = client.post("/api/login", json={"pin": PIN})
    assert answer.status_code == 200
    return {"x-reedboard-token": answer.json()["token"]}
