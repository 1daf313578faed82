"""Carries a bench to browsers and their hands to the bench.

One task lets simulated time pass as fast as the clock on the wall, sixty times a second, and tells
every browser what has changed since. Browsers speak JSON over a websocket: an object with one key
that names what is done. A message that is not understood is answered with a sentence, and nothing
is done.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.console import STATIC as CONSOLE_STATIC
from firmware.console.web import SafeHeaders, file_of, same_origin
from firmware.errors import ReedboardError, ScriptError, SocketError
from firmware.notation.fen import write_fen
from firmware.notation.pdn import read_pdn
from firmware.rules import VARIANTS, Color, Position
from firmware.table.leading import lead_through
from firmware.table.policy import POLICIES
from host_sim.hands import STYLES
from host_sim.page.bench import Bench
from host_sim.page.outlet import Outlet
from host_sim.script.language import read_line, read_script
from host_sim.script.setting import Setting, known_boards

FRAME_S: Final = 1 / 60
LATE_MS: Final = 100
"""After a longer gap (a laptop that slept) the rest of it is left out."""
LOG_MAX: Final = 400
STATIC: Final = (Path(__file__).parent / "static", CONSOLE_STATIC)
"""The page's own files, and those it shares with the console: one look for both."""


class Table:
    """The bench that all browsers look at, and the browsers."""

    def __init__(self, setting: Setting, seed: int, socket: Path | None = None) -> None:
        """Raises SocketError if the station's socket cannot be made."""
        self._seed = seed
        self._outlet = None if socket is None else Outlet(socket)
        self._log: list[tuple[int, str, str]] = []
        self._logged = 0
        self._clients: dict[WebSocket, dict[str, Any]] = {}
        """Each with what it was last told."""
        self.bench = self._laid(setting)
        try:
            self._let_in()
        except SocketError:
            self.close()
            raise

    def _laid(self, setting: Setting) -> Bench:
        self._epoch = getattr(self, "_epoch", 0) + 1
        return Bench(setting, self._seed, self._tell).__enter__()

    def close(self) -> None:
        """Take the machine off the table."""
        if self._outlet is not None:
            self._outlet.close()
        self.bench.__exit__(None, None, None)

    def _tell(self, kind: str, text: str) -> None:
        self._logged += 1
        self._log.append((self._logged, kind, text))
        del self._log[:-LOG_MAX]

    # Time

    async def run(self) -> None:
        """Let time pass until the task is cancelled."""
        loop = asyncio.get_running_loop()
        then = loop.time()
        while True:
            await asyncio.sleep(FRAME_S)
            ms = int((loop.time() - then) * 1000)
            then += ms / 1000
            self.bench.pass_time(min(ms, LATE_MS))
            self._let_in()
            await self.publish()

    def _let_in(self) -> None:
        if self._outlet is not None:
            self._outlet.serve(self.bench.machine.station)

    async def publish(self) -> None:
        """Tell every browser what has changed for it."""
        now = self._now()
        for client in list(self._clients):
            await self._send(client, now)

    def _now(self) -> dict[str, Any]:
        return {**self.bench.visible, "hardware": self._epoch}

    async def _send(self, client: WebSocket, now: dict[str, Any]) -> None:
        told = self._clients[client]
        news = {key: value for key, value in now.items() if told.get(key) != value}
        if "hardware" in news:
            news["hardware"] = self.bench.hardware
        log = [line for line in self._log if line[0] > told.get("logged", 0)]
        if log:
            news["log"] = log
        if news:
            self._clients[client] = {**now, "logged": self._logged}
            try:
                await client.send_text(json.dumps(news))
            except (WebSocketDisconnect, RuntimeError):
                self._clients.pop(client, None)

    # People

    async def serve(self, client: WebSocket) -> None:
        """One browser, from its coming to its going."""
        if not same_origin(client.headers):
            await client.close(code=1008)
            return
        await client.accept()
        self._clients[client] = {}
        await client.send_text(json.dumps({"choices": choices(self.bench.setting)}))
        try:
            while True:
                answer = self.hear(await client.receive_text())
                if answer:
                    await client.send_text(json.dumps(answer))
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            self._clients.pop(client, None)

    def hear(self, text: str) -> dict[str, Any]:
        """Do what one message says; the answer, empty if there is nothing to say."""
        try:
            message = json.loads(text)
            if not (isinstance(message, dict) and len(message) == 1):
                raise ScriptError("a message is an object with one key")
            ((what, value),) = message.items()
            if what not in DOINGS:
                raise ScriptError(f"unknown message {what!r}; known: {', '.join(DOINGS)}")
            return DOINGS[what](self, value) or {}
        except (ValueError, TypeError, KeyError) as error:
            if not isinstance(error, ReedboardError):
                return {"error": "the message was not understood"}
            return {"error": str(error)}
        except ReedboardError as error:
            return {"error": str(error)}

    def set_up(self, lines: list[str]) -> dict[str, Any]:
        """Another board or game, by set-up lines, with the men on their squares."""
        setting = Setting()
        for line in lines:
            read = read_line(setting, str(line))
            if not isinstance(read, Setting):
                raise ScriptError(f"{line!r} sets nothing up")
            setting = read
        setting.start()
        return self._begin(setting)

    def _begin(self, setting: Setting) -> dict[str, Any]:
        self.close()
        self._log.clear()
        self.bench = self._laid(setting)
        self.bench.start()
        return {"choices": choices(setting)}

    def play(self, name: str, text: str) -> dict[str, Any]:
        """A scenario, on the board that it asks for; a game's PDN is led through on the lights."""
        if name.lower().endswith(".pdn"):
            return self._show(text)
        read_script(text, name)
        setting = Setting()
        for line in text.splitlines():
            read = read_line(setting, line)
            if read is not None and not isinstance(read, Setting):
                break
            setting = read or setting
        self.close()
        self._log.clear()
        self.bench = self._laid(setting)
        self.bench.play(text, name)
        return {"choices": choices(setting)}

    def _show(self, pdn: str) -> dict[str, Any]:
        """Hands are led through a recorded game, with the men set up for it."""
        first = lead_through(pdn, self.bench.setting.ruleset).game.first
        ruleset = first.ruleset
        fen = None if first == Position.start(ruleset) else write_fen(first)
        setting = Setting(ruleset=ruleset, fen=fen)
        setting.start()
        told = self._begin(setting)
        self.bench.show(pdn)
        games = sum(1 for _ in read_pdn(pdn))
        if games > 1:
            self._tell("script", f"the file has {games} games; the first is shown")
        return told


def choices(setting: Setting) -> dict[str, Any]:
    """What can be chosen, and what is."""
    return {
        "variants": {key: ruleset.title for key, ruleset in VARIANTS.items()},
        "boards": list(known_boards()),
        "policies": list(POLICIES),
        "styles": {name: style.does for name, style in STYLES.items()},
        "now": {
            "variant": setting.ruleset.key,
            "board": setting.board_name,
            "clock": setting.control,
            "policy": setting.policy,
        },
    }


def _lift(table: Table, value: Any) -> None:
    table.bench.lift(int(value))


def _drop(table: Table, value: Any) -> None:
    number, x, y = value
    table.bench.drop(int(number), float(x), float(y))


def _aside(table: Table, value: Any) -> None:
    table.bench.aside(int(value))


def _drag(table: Table, value: Any) -> None:
    number, x, y = value
    table.bench.drag(int(number), float(x), float(y))


def _let_go(table: Table, value: Any) -> None:
    table.bench.let_go(int(value))


def _turn_over(table: Table, value: Any) -> None:
    table.bench.turn_over(int(value))


def _button(table: Table, value: Any) -> None:
    side, down = value
    table.bench.button(str(side), bool(down))


def _say(table: Table, value: Any) -> None:
    table.bench.say(str(value))


def _sit(table: Table, value: Any) -> None:
    color, style = value
    table.bench.sit(Color[str(color).upper()], None if style is None else str(style))


def _set_up(table: Table, value: Any) -> dict[str, Any]:
    return table.set_up(list(value))


def _play(table: Table, value: Any) -> dict[str, Any]:
    name, text = value
    return table.play(str(name), str(text))


def _save(table: Table, value: Any) -> dict[str, Any]:
    return {"scenario": table.bench.scenario}


DOINGS: Final[dict[str, Callable[[Table, Any], dict[str, Any] | None]]] = {
    "lift": _lift,
    "drop": _drop,
    "aside": _aside,
    "drag": _drag,
    "let_go": _let_go,
    "turn_over": _turn_over,
    "button": _button,
    "say": _say,
    "sit": _sit,
    "set_up": _set_up,
    "play": _play,
    "save": _save,
}
"""The key of a message -> what is done with its value."""


def app_for(table: Table) -> Starlette:
    """The application that serves this table."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(table.run())
        yield
        task.cancel()
        table.close()

    async def page(request: Request) -> Response:
        return file_of(STATIC, request.path_params.get("name", "index.html"))

    routes = [
        Route("/", page),
        Route("/{name}", page),
        WebSocketRoute("/hands", table.serve),
    ]
    return Starlette(routes=routes, lifespan=life, middleware=[Middleware(SafeHeaders)])
