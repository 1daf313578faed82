"""One board in the hall: what its station has told, what of it is published, and when.

With a delay everything that spectators see is as it was so many minutes ago. A result is published
once both players have confirmed it, or the arbiter has, where the hall wants that.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from firmware.console.alerts import Alerts
from firmware.console.views import public, whole

HISTORY_MAX: Final = 20_000
"""Views kept for a delayed feed; at five a second that is more than an hour."""

Changed = Callable[["Board"], None]


class Asked(Protocol):
    """Whoever carries commands to the station."""

    async def ask(self, command: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer. Raises StationAway."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A view and when it came, in seconds of the monotonic clock."""

    at_s: float
    number: int
    view: Mapping[str, Any]


@dataclass
class Board:
    """See the module. `now_s` stands for time.monotonic."""

    name: str
    changed: Changed
    delay_s: float = 0.0
    confirming: bool = False
    now_s: Callable[[], float] = time.monotonic
    alerts: Alerts = field(default_factory=Alerts)
    hello: Mapping[str, Any] = field(default_factory=dict)
    station: Asked | None = None
    online: bool = False
    state: Mapping[str, Any] | None = None
    """The newest, for the arbiter."""
    _state_s: float = 0.0
    _number: int = 0
    _views: deque[Seen] = field(default_factory=lambda: deque(maxlen=HISTORY_MAX))
    _confirmed: set[str] = field(default_factory=set)
    _result: tuple[Any, Any] | None = None
    """Game and result that the confirmations are about."""

    # From the station

    def heard(self, message: Mapping[str, Any]) -> None:
        """A message of the station's socket."""
        if "hello" in message:
            self.hello = message["hello"]
        if "event" in message:
            self.alerts.heard(message["event"], self.state or {})
        if "state" in message:
            self._know(message["state"])

    def told(self, view: Mapping[str, Any]) -> None:
        """Another console has published a view of this board.

        One that has just been started knows of no game yet; what it told before stays.
        """
        if view.get("phase") == "away" and self._views:
            self.lost()
            return
        ours = {key: value for key, value in view.items() if key not in ("name", "number")}
        self._add(ours | {"age_ms": 0}, view.get("age_ms", 0) / 1000)

    def lost(self) -> None:
        """The station, or the other console, has gone."""
        self.online = False
        if self.state is None and self._views:
            self._add(dict(self._views[-1].view) | {"online": False})
        self._publish()

    def _know(self, state: Mapping[str, Any]) -> None:
        self.online = True
        self.state, self._state_s = state, self.now_s()
        decided = (state.get("game"), state.get("result"))
        if decided != self._result:
            self._result, self._confirmed = decided, set()
        self._publish()

    def _publish(self) -> None:
        if self.state is None:
            return
        view = public(self.state) | {"online": self.online}
        if view.get("result") and self.confirming and not self.confirmed:
            view |= {"result": None, "reason": None, "unconfirmed": sorted(self._confirmed)}
        self._add(view)

    def _add(self, view: Mapping[str, Any], age_s: float = 0.0) -> None:
        if self._views and self._views[-1].view == view:
            return
        self._number += 1
        self._views.append(Seen(self.now_s() - age_s, self._number, view))
        self.changed(self)

    @property
    def folder(self) -> Path | None:
        """Where its station keeps the games, if that was said; it may be another machine's."""
        games = self.hello.get("games")
        return None if games is None else Path(str(games))

    # To spectators

    @property
    def published(self) -> dict[str, Any]:
        """What spectators see now; `age_ms` is how old its clock times are."""
        now_s = self.now_s()
        due_s = now_s - self.delay_s
        shown = next((seen for seen in reversed(self._views) if seen.at_s <= due_s), None)
        while len(self._views) > 1 and self._views[1].at_s <= due_s:
            self._views.popleft()
        if shown is None:
            return {"name": self.name, "number": 0, "phase": "away", "online": self.online}
        age_ms = int((due_s - shown.at_s) * 1000)
        return {**shown.view, "name": self.name, "number": shown.number, "age_ms": age_ms}

    @property
    def next_due_s(self) -> float | None:
        """When a delayed view is due; None without any."""
        due_s = self.now_s() - self.delay_s
        return next((s.at_s + self.delay_s for s in self._views if s.at_s > due_s), None)

    @property
    def whole(self) -> dict[str, Any]:
        """All there is to see, for the arbiter."""
        if self.state is None:
            return {"name": self.name, "phase": "away", "online": self.online}
        age_ms = int((self.now_s() - self._state_s) * 1000)
        view = {"name": self.name, "age_ms": age_ms, "online": self.online}
        return view | whole(self.state) | {"confirmed": sorted(self._confirmed)}

    def keeps_back(self, file: Path) -> bool:
        """This is the record of its game, whose result is not confirmed yet."""
        state = self.state or {}
        decided = state.get("result") and self.confirming and not self.confirmed
        return bool(decided) and state.get("file") == str(file)

    # From people

    @property
    def confirmed(self) -> bool:
        """The result stands: both players have said so, or the arbiter."""
        return {"white", "black"} <= self._confirmed or "arbiter" in self._confirmed

    def confirm(self, who: str) -> None:
        """`white`, `black` or `arbiter` confirms the result."""
        if self.state is not None and self.state.get("result"):
            self._confirmed.add(who)
            self._publish()
