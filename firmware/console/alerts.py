"""What an arbiter has to look at: a queue in place of a screen that somebody must watch."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

KEPT: Final = 500
LOUD: Final = {
    "irregular": "irregular move",
    "asked": "a question",
    "flag": "flag",
    "disturbed": "men were knocked over",
    "draw_notice": "draw rule reached",
    "draw_claimed": "draw claimed",
    "sensor_lost": "the board cannot be read",
    "fault": "fault",
    "rejected": "irregular move rejected",
    "settled": "irregular move accepted",
    "game_over": "game over",
}
"""Kinds of events that an arbiter is called for -> what they are called."""


@dataclass(frozen=True, slots=True)
class Alert:
    """One call for the arbiter."""

    number: int
    at_s: float
    """Wall-clock time, in seconds since 1970."""
    kind: str
    text: str
    game: int | None


@dataclass
class Alerts:
    """The calls of one board, the oldest first; those that were seen are gone."""

    wall_s: Callable[[], float] = time.time
    _open: deque[Alert] = field(default_factory=lambda: deque(maxlen=KEPT))
    _count: int = 0

    def heard(self, event: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        """The board has said something."""
        kind = str(event.get("kind"))
        if kind not in LOUD:
            return
        detail = next(
            (event[key] for key in ("detail", "question", "reason") if event.get(key)), ""
        )
        number = f" {event['number']}" if event.get("number") else ""
        name = f": {event['name'].replace('_', ' ')}" if event.get("name") else ""
        side = f" by {event['color']}" if event.get("color") else ""
        text = f"{LOUD[kind]}{number}{name}{side}{f' ({detail})' if detail else ''}"
        self._count += 1
        game = state.get("game")
        self._open.append(Alert(self._count, self.wall_s(), kind, text, game))

    def seen(self, number: int) -> bool:
        """The arbiter has looked at it; whether it was there."""
        found = [alert for alert in self._open if alert.number == number]
        for alert in found:
            self._open.remove(alert)
        return bool(found)

    @property
    def open(self) -> tuple[Alert, ...]:
        """What nobody has looked at yet."""
        return tuple(self._open)
