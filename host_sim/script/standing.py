"""Expectations about the game as it stands, judged on the state the board tells its clients."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, assert_never

from firmware.errors import InvalidSquare
from firmware.notation.pdn import UNFINISHED
from firmware.notation.squares import parse_square
from firmware.rules import Ruleset, find_variant
from firmware.table.layout import coord_name
from firmware.table.session import RESULTS
from host_sim.script import commands as c

Standing = c.PendingMen | c.AstrayMen | c.Turn | c.Left | c.Running | c.Phase | c.Result

NO_GAME: Final = "no game has been begun"


def otherwise(expected: Standing, state: Mapping[str, Any]) -> str | None:
    """None if it holds, otherwise what is the case. `state` is the socket's state object."""
    if state["phase"] == "idle":
        return NO_GAME
    match expected:
        case c.PendingMen():
            return _squares(state, {"pending": expected.squares})
        case c.AstrayMen():
            return _squares(state, {"missing": expected.missing, "extra": expected.extra})
        case c.Turn():
            return _word(expected.color.name.lower(), state["turn"])
        case c.Phase():
            return _word(expected.name, state["phase"])
        case c.Running():
            color = None if expected.color is None else expected.color.name.lower()
            return _word(color, state["clock"] and state["clock"]["running"])
        case c.Left():
            return _time(expected, state)
        case c.Result():
            said = state["result"] or UNFINISHED
            return None if _same_result(expected.text, said) else said
        case _:
            assert_never(expected)


def _squares(state: Mapping[str, Any], expected: Mapping[str, tuple[str, ...]]) -> str | None:
    ruleset = find_variant(state["variant"])
    if all(_coords(ruleset, state[field]) == set(squares) for field, squares in expected.items()):
        return None
    said = (f"{field} {' '.join(state[field])}" for field in expected if state[field])
    return " ".join(said) or f"no {' or '.join(expected)}"


def _coords(ruleset: Ruleset, names: Iterable[str]) -> set[str]:
    """The coordinates of squares that the board named in the game's notation."""
    return {_coord(ruleset, name) for name in names}


def _coord(ruleset: Ruleset, name: str) -> str:
    try:
        return coord_name(ruleset.board.coords[parse_square(ruleset, name)])
    except InvalidSquare:
        return name  # a square the game does not use has no other name than its coordinate


def _word(expected: str | None, said: str | None) -> str | None:
    return None if said == expected else str(said or "none")


def _time(expected: c.Left, state: Mapping[str, Any]) -> str | None:
    if state["clock"] is None:
        return "no clock"
    left_ms: int = state["clock"][f"{expected.color.name.lower()}_ms"]
    if expected.low_ms <= left_ms <= expected.high_ms:
        return None
    minutes, ms = divmod(left_ms, 60_000)
    return f"{minutes}:{ms / 1000:06.3f}"


def _same_result(text: str, said: str) -> bool:
    """Whether two results mean the same, in whatever style they are written."""
    if text in RESULTS and said in RESULTS:
        return RESULTS[text] is RESULTS[said]
    return text == said
