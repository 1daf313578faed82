"""States as a station tells them, made by a real session."""

from typing import Any

from firmware.notation.movetext import parse_move
from firmware.rules import Game, find_variant
from firmware.table import inputs as inp
from firmware.table.session import Session
from firmware.table.snapshot import snapshot
from tests.devices.fakes import BOARDS


def state_leading(pdn: str, ply: int = 0, turned: bool = False) -> dict[str, Any]:
    """A game that is shown on the lights of the 8x8 board, before anything stands there."""
    session = Session(BOARDS["8x8"].squares)
    session.feed(inp.LeadThrough(pdn, 0, ply=ply, turned=turned))
    return snapshot(session, 0) | {"game": None, "file": None, "faults": {}}


def state_after(moves: str = "", result: str | None = None, **more: Any) -> dict[str, Any]:
    """A game of Russian draughts on the 8x8 board in which these moves were played and pressed."""
    squares = BOARDS["8x8"].squares
    session = Session(squares)
    game = Game.start(find_variant("russian"))
    now_ms = 1000

    def picture() -> inp.PictureSeen:
        coords = game.ruleset.board.coords
        names = {f"{chr(97 + x)}{y + 1}": i for i, (x, y) in enumerate(coords)}
        bits = sum(
            1 << bit
            for bit, name in enumerate(squares)
            if name in names and game.position.occupied >> names[name] & 1
        )
        return inp.PictureSeen(bits, now_ms - 30, now_ms)

    session.feed(picture())
    tags = (("White", "Ann"), ("Black", "<b>Bob</b>"))
    setup = inp.GameSetup(control="300", immediate=True, tags=tags)
    session.feed(inp.NewGame(setup, now_ms))
    for text in moves.split():
        mover = game.turn
        game = game.play(parse_move(game.position, text))
        now_ms += 1000
        session.feed(picture())
        now_ms += 1000
        button = inp.Button.LEFT if mover == 0 else inp.Button.RIGHT
        session.feed(inp.Pressed(button, True, now_ms))
        session.feed(inp.Released(button, now_ms + 80))
    if result is not None:
        now_ms += 1000
        session.feed(inp.SetResult(result, "agreement", now_ms))
    return snapshot(session, now_ms) | {"game": 1, "file": None, "faults": {}} | more
