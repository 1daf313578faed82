"""What may be seen of a game: the station's state, less what nobody but the table should know.

A move that is not final, a hint, a question or a wrong man on the board are the players' and the
arbiter's affair until they are decided; spectators, and feeds that the players' friends can read,
get the record.
"""

from collections.abc import Mapping
from typing import Any, Final

from firmware.notation.fen import parse_fen
from firmware.notation.squares import square_name
from firmware.rules import Color, Position, find_variant

OPEN: Final = (
    "phase",
    "variant",
    "policy",
    "turn",
    "plies",
    "moves",
    "irregular",
    "clock",
    "counters",
    "result",
    "reason",
    "tags",
    "start_fen",
    "game",
    "sensor",
    "faults",
    "interventions",
)
"""Fields of the station's state that go to everybody."""


def public(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state as everybody may see it; the position is that of the recorded moves."""
    if state["phase"] == "idle":
        return {"phase": "idle"} | _led(state.get("leading"))
    view = {key: state[key] for key in OPEN if key in state}
    return view | diagram(state["recorded_fen"], state["variant"])


def whole(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state as the arbiter sees it."""
    if state["phase"] == "idle":
        return dict(state) | _led(state.get("leading"))
    return dict(state) | diagram(state["recorded_fen"], state["variant"])


def _led(leading: Mapping[str, Any] | None) -> dict[str, Any]:
    """A game that is shown on the lights; without `fen`, so no feed takes it for one played."""
    if leading is None:
        return {"leading": None}
    shown = diagram(leading["fen"], leading["variant"])
    del shown["fen"]
    return shown | {"leading": dict(leading), "tags": leading["tags"], "moves": leading["moves"]}


def diagram(fen: str, variant: str) -> dict[str, Any]:
    """A position for people who draw it: `fen`, and `men`, from coordinate to `w`, `b`, `W`, `B`.

    `files` and `ranks` are the board's size, `squares` the coordinates in the game's order, `names`
    what the game calls them, `title` the game's name.
    """
    ruleset = find_variant(variant)
    return {"fen": fen, "title": ruleset.title} | drawn(parse_fen(fen, ruleset))


def drawn(position: Position) -> dict[str, Any]:
    """The same of a position."""
    board = position.ruleset.board
    men = {}
    for square, (file, rank) in enumerate(board.coords):
        owner = position.owner(square)
        if owner is not None:
            letter = "w" if owner is Color.WHITE else "b"
            coord = f"{chr(ord('a') + file)}{rank + 1}"
            men[coord] = letter.upper() if position.is_king(square) else letter
    squares = [f"{chr(ord('a') + file)}{rank + 1}" for file, rank in board.coords]
    names = [square_name(position.ruleset, square) for square in range(len(squares))]
    return {
        "files": board.width,
        "ranks": board.height,
        "men": men,
        "squares": squares,
        "names": names,
    }
