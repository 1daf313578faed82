"""An arbiter's orders as words of the language: short ones, and every order with its fields."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_type_hints

from firmware.errors import ScriptError
from firmware.table.orders import SignedMs
from firmware.table.rulings import PENALTIES
from firmware.table.wire import ORDERS, kind_of
from host_sim.script import commands as c
from host_sim.script.words import clock_ms, one_of, side

FLAGS: Final[Mapping[str, bool]] = {"true": True, "false": False}

PENALTY_WORDS: Final = {word: word for word in PENALTIES} | {"minute": "time"}

USAGE: Final = (
    "takeback [PLIES] [keep | restore | set TIME TIME] | set-position FEN | undo-result | "
    "set-clock SIDE TIME | annul | penalty SIDE warning | minute | loss | refusal | "
    "order NAME [FIELD=VALUE...]"
)


def order(words: Sequence[str]) -> c.Do | None:
    """The order these words give; None if they give none. Raises ScriptError."""
    match words:
        case ["takeback", *rest]:
            return _take_back(rest)
        case ["set-position", fen]:
            return c.Do("set_position", (("fen", fen),))
        case ["undo-result"]:
            return c.Do("undo_result")
        case ["set-clock", color, time]:
            name = side(color).name.lower()
            return c.Do("set_clock", (("color", name), ("left_ms", clock_ms(time))))
        case ["annul"]:
            return c.Do("annul", (("reason", "board wrongly placed"), ("restart", True)))
        case ["penalty", color, kind]:
            name = side(color).name.lower()
            word = PENALTY_WORDS[one_of(kind, PENALTY_WORDS, "penalty")]
            return c.Do("penalty", (("color", name), ("penalty", word), ("reason", "as ordered")))
        case ["order", name, *fields]:
            return _named(name, fields)
    return None


def _take_back(words: Sequence[str]) -> c.Do | None:
    plies = 1
    if words and words[0].isdecimal():
        plies, words = int(words[0]), words[1:]
    match words:
        case []:
            return c.Do("take_back", (("plies", plies),))
        case ["keep" | "restore" as times]:
            return c.Do("take_back", (("plies", plies), ("times", times)))
        case ["set", white, black]:
            given = ("times", "set"), ("white_ms", clock_ms(white)), ("black_ms", clock_ms(black))
            return c.Do("take_back", (("plies", plies), *given))
    return None


def _named(name: str, words: Sequence[str]) -> c.Do:
    known = (*ORDERS, "take_back", "set_result")
    hints = get_type_hints(kind_of(one_of(name, known, "order")))
    fields = []
    for word in words:
        field, _, text = word.partition("=")
        wanted = hints[one_of(field, sorted(set(hints) - {"at_ms"}), f"field of {name}")]
        fields.append((field, _value(field, wanted, text)))
    return c.Do("result" if name == "set_result" else name, tuple(fields))


def _value(field: str, wanted: object, text: str) -> Any:
    if wanted is bool:
        return FLAGS[one_of(text, FLAGS, f"value of {field}")]
    if wanted in (int, int | None, SignedMs):
        try:
            return int(text)
        except ValueError:
            raise ScriptError(f"{text!r} is no value of {field}; expected a number") from None
    return text
