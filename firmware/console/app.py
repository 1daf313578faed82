"""The console's addresses. ``firmware/console/README.md`` lists them for other programs.

Anybody may read; what changes something needs the arbiter's session and its token, but for what
players do at their own board: begin a game while none is going on, and confirm a result.
"""

import asyncio
import hmac
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.console import STATIC
from firmware.console.archive import Archive
from firmware.console.door import SESSION_S
from firmware.console.hall import Hall
from firmware.console.pairings import read_pairings
from firmware.console.qr import qr_svg
from firmware.console.views import diagram
from firmware.console.web import SafeHeaders, body_of, file_of, object_of, one_of, same_origin
from firmware.console.words import LANGUAGES, words_of
from firmware.errors import InvalidPairings, ReedboardError, StationAway
from firmware.notation.diagram import svg_diagram
from firmware.notation.fen import parse_fen, write_fen
from firmware.rules import VARIANTS, Position, find_variant

COOKIE: Final = "reedboard"
TOKEN: Final = "x-reedboard-token"
BETWEEN_GAMES: Final = ("new_game", "set_up", "replay", "replay_step", "replay_stop")
"""What players may do at their own board while no game is going on."""
FRAME_MAX: Final = 4 * 1024
"""A browser that listens has nothing to say but that it is there."""


class Console:
    """Handlers over one hall."""

    def __init__(self, hall: Hall, address: str) -> None:
        self._hall = hall
        self._address = address

    # Pages and files

    async def page(self, request: Request) -> Response:
        """The page and its parts."""
        return file_of((STATIC,), request.path_params.get("name", "index.html"))

    async def words(self, request: Request) -> Response:
        """What the page says, in one language."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise HTTPException(404)
        return JSONResponse(words_of(language))

    async def qr(self, request: Request) -> Response:
        """The console's address for a phone's camera."""
        return Response(qr_svg(self._address), media_type="image/svg+xml")

    # For spectators

    async def about(self, request: Request) -> Response:
        """What can be chosen, and who is asking."""
        known = self._pass(request)
        return JSONResponse(
            {
                "address": self._address,
                "variants": {key: ruleset.title for key, ruleset in VARIANTS.items()},
                "languages": LANGUAGES,
                "boards": len(self._hall.boards),
                "open_games": self._hall.open_games,
                "arbiter": known is not None,
                "token": None if known is None else known.token,
            }
        )

    async def boards(self, request: Request) -> Response:
        """All boards."""
        return JSONResponse(self._hall.views())

    async def board(self, request: Request) -> Response:
        """One board; for the arbiter everything about it."""
        number = self._number(request)
        board = self._hall.boards[number]
        return JSONResponse(board.published if self._pass(request) is None else board.whole)

    async def live(self, request: Request) -> Response:
        """The game on a board as PDN."""
        number = self._number(request) if "number" in request.path_params else 1
        text = self._hall.live_pdn(number)
        if text is None:
            raise HTTPException(404, "there is no game on this board yet")
        return _pdn(text)

    async def picture(self, request: Request) -> Response:
        """The position on a board."""
        view = self._hall.boards[self._number(request)].published
        if "fen" not in view:
            raise HTTPException(404, "there is no game on this board yet")
        position = parse_fen(view["fen"], find_variant(view["variant"]))
        return Response(svg_diagram(position), media_type="image/svg+xml")

    async def variant(self, request: Request) -> Response:
        """A position of a game for people who draw it: the `fen` asked for, or its start."""
        key, fen = request.path_params["key"], request.query_params.get("fen")
        ruleset = VARIANTS.get(key)
        if ruleset is None:
            raise HTTPException(404, "there is no game of this name")
        position = parse_fen(fen, ruleset) if fen else Position.start(ruleset)
        turn = {"turn": position.turn.name.lower()}
        return JSONResponse(diagram(write_fen(position), key) | turn)

    async def all_live(self, request: Request) -> Response:
        """The games on all boards as one PDN."""
        return _pdn(self._hall.games_pdn())

    async def games(self, request: Request) -> Response:
        """Every game that was played here."""
        return JSONResponse(self._hall.games(everything=self._pass(request) is not None))

    async def game(self, request: Request) -> Response:
        """One game, move by move, or as PDN."""
        archive, file = self._kept(request, request.path_params["name"])
        if request.url.path.startswith("/games/"):
            text = archive.text(file)
            if text is None:
                raise HTTPException(404)
            return _pdn(text, file)
        replay = archive.replay(file)
        if replay is None:
            raise HTTPException(404, "there is no game of this name that can be replayed")
        return JSONResponse(replay)

    async def listen(self, socket: WebSocket) -> None:
        """A browser that wants to be told what changes."""
        feed = self._hall.feed
        if not same_origin(socket.headers) or feed.full:
            await socket.close(code=1008)
            return
        await socket.accept()
        listener = feed.join(socket, self._hall.views())
        tasks = [asyncio.create_task(listener.run()), asyncio.create_task(_hear(socket))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            feed.part(listener)
            for task in tasks:
                task.cancel()

    # For players

    async def between_games(self, request: Request) -> Response:
        """Begin a game, or show one on the lights: by players only while none is going on."""
        number, fields = self._number(request), dict(await object_of(request))
        command = request.path_params["command"]
        if command not in BETWEEN_GAMES:
            raise HTTPException(404)
        if self._pass(request) is None:
            state = self._hall.boards[number].state or {}
            if not self._hall.open_games:
                raise HTTPException(403, "here the arbiter begins the games")
            if state.get("phase") not in (None, "idle", "over"):
                raise HTTPException(409, "a game is going on at this board")
        elif not self._trusted(request):
            raise HTTPException(403, "the request lacks the session's token")
        if command == "replay" and "name" in fields:
            archive, file = self._kept(request, str(fields.pop("name")))
            fields["pdn"] = archive.text(file)
            if fields["pdn"] is None:
                raise HTTPException(404, "there is no game of this name")
        return await self._order(number, command, fields)

    async def confirm(self, request: Request) -> Response:
        """A player confirms the result, or the arbiter does."""
        number, fields = self._number(request), await object_of(request)
        who = fields.get("color")
        if self._pass(request) is not None and self._trusted(request):
            who = "arbiter"
        elif who not in ("white", "black"):
            raise HTTPException(400, "color must be white or black")
        self._hall.boards[number].confirm(str(who))
        return JSONResponse({"ok": True})

    # For the arbiter

    async def login(self, request: Request) -> Response:
        """Lets the arbiter in."""
        fields, door = await object_of(request), self._hall.door
        if shut_s := door.shut_for_s:
            error = f"too many wrong PINs; wait {int(shut_s) + 1} seconds"
            return JSONResponse({"ok": False, "error": error}, status_code=429)
        secret = door.enter(str(fields.get("pin", "")))
        if secret is None:
            return JSONResponse({"ok": False, "error": "wrong PIN"}, status_code=403)
        known = door.of(secret)
        assert known is not None
        response = JSONResponse({"ok": True, "token": known.token})
        response.set_cookie(
            COOKIE, secret, max_age=int(SESSION_S), httponly=True, samesite="strict", path="/"
        )
        return response

    async def logout(self, request: Request) -> Response:
        """Ends the arbiter's session."""
        self._arbiter(request)
        self._hall.door.leave(request.cookies[COOKIE])
        response = JSONResponse({"ok": True})
        response.delete_cookie(COOKIE)
        return response

    async def command(self, request: Request) -> Response:
        """An order to a board: any command of the station's socket."""
        self._arbiter(request)
        number, fields = self._number(request), dict(await object_of(request))
        command = fields.pop("command", None)
        if not isinstance(command, str):
            raise HTTPException(400, "command must be a word")
        return await self._order(number, command, fields)

    async def alerts(self, request: Request) -> Response:
        """What the arbiter has to look at, on all boards."""
        self._arbiter(request, changes=False)
        boards = self._hall.boards.items()
        calls = [
            {"board": number, **asdict(alert)}
            for number, board in boards
            for alert in board.alerts.open
        ]
        return JSONResponse(sorted(calls, key=lambda call: float(call["at_s"])))

    async def seen(self, request: Request) -> Response:
        """The arbiter has looked at a call."""
        self._arbiter(request)
        number = self._number(request)
        alerts = self._hall.boards[number].alerts
        calls = (alert.number for alert in alerts.open)
        alerts.seen(one_of(calls, request.path_params["alert"], "open call"))
        return JSONResponse({"ok": True})

    async def pair(self, request: Request) -> Response:
        """Take over a list of pairings."""
        self._arbiter(request)
        text = (await body_of(request)).decode("utf-8", "replace")
        names = [board.name for board in self._hall.boards.values()]
        try:
            self._hall.pairings = read_pairings(text, len(names), names)
        except InvalidPairings as error:
            raise HTTPException(400, str(error)) from None
        return await self.paired(request)

    async def paired(self, request: Request) -> Response:
        """Who plays whom."""
        pairings = [pairing.plain | {"tags": pairing.tags} for pairing in self._hall.pairings]
        return JSONResponse(pairings)

    # Small questions

    async def _order(self, number: int, command: str, fields: Mapping[str, Any]) -> Response:
        try:
            answer = await self._hall.ask(number, command, fields)
        except StationAway as error:
            return JSONResponse({"ok": False, "error": str(error)}, status_code=503)
        return JSONResponse(dict(answer), status_code=200 if answer.get("ok") else 409)

    def _number(self, request: Request) -> int:
        return one_of(self._hall.boards, request.path_params["number"], "board")

    def _kept(self, request: Request, name: str) -> tuple[Archive, str]:
        kept = self._hall.game(name, everything=self._pass(request) is not None)
        if kept is None:
            raise HTTPException(404, "there is no game of this name")
        return kept

    def _pass(self, request: Request) -> Any:
        return self._hall.door.of(request.cookies.get(COOKIE))

    def _trusted(self, request: Request) -> bool:
        known = self._pass(request)
        given = request.headers.get(TOKEN, "")
        fits = known is not None and hmac.compare_digest(known.token.encode(), given.encode())
        return fits and same_origin(request.headers)

    def _arbiter(self, request: Request, changes: bool = True) -> None:
        if self._pass(request) is None:
            raise HTTPException(401, "only for the arbiter; log in with the PIN")
        if changes and not self._trusted(request):
            raise HTTPException(403, "the request lacks the session's token")


async def _hear(socket: WebSocket) -> None:
    """Until the browser goes, or says more than it has to."""
    try:
        while True:
            if len(await socket.receive_text()) > FRAME_MAX:
                await socket.close(1009)
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return


def _pdn(text: str, name: str | None = None) -> Response:
    response = PlainTextResponse(text, media_type="application/x-draughts-pdn")
    if name is not None:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"ok": False, "error": error.detail}, status_code=error.status_code)


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"ok": False, "error": str(error)}, status_code=400)


def app_for(hall: Hall, address: str) -> Starlette:
    """The application for one hall; `address` is where phones find it."""
    console = Console(hall, address)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        hall.start()
        yield
        await hall.stop()

    routes = [
        Route("/", console.page),
        Route("/static/{name}", console.page),
        Route("/words/{language}.json", console.words),
        Route("/qr.svg", console.qr),
        Route("/live.pdn", console.live),
        Route("/games.pdn", console.all_live),
        Route("/boards/{number}/live.pdn", console.live),
        Route("/boards/{number}/board.svg", console.picture),
        Route("/games/{name:path}", console.game),
        Route("/api/about", console.about),
        Route("/api/boards", console.boards),
        Route("/api/boards/{number}", console.board),
        Route("/api/boards/{number}/confirm", console.confirm, methods=["POST"]),
        Route("/api/boards/{number}/command", console.command, methods=["POST"]),
        Route("/api/boards/{number}/{command}", console.between_games, methods=["POST"]),
        Route("/api/boards/{number}/alerts/{alert}", console.seen, methods=["POST"]),
        Route("/api/variants/{key}", console.variant),
        Route("/api/alerts", console.alerts),
        Route("/api/games", console.games),
        Route("/api/games/{name:path}", console.game),
        Route("/api/pairings", console.paired, methods=["GET"]),
        Route("/api/pairings", console.pair, methods=["POST"]),
        Route("/api/login", console.login, methods=["POST"]),
        Route("/api/logout", console.logout, methods=["POST"]),
        WebSocketRoute("/feed", console.listen),
    ]
    return Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={HTTPException: _wrong, ReedboardError: _refused},
    )
