"""Inputs and events as JSON: for the journal and for the socket.

What `to_json` writes of an input, `input_from_json` reads back equal.
"""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, Final, get_args, get_type_hints

from firmware.errors import InputError
from firmware.rules import Color, Move
from firmware.table.events import Event
from firmware.table.inputs import Button, GameSetup, Input
from firmware.table.orders import Order, SignedMs


def kind_name(kind: type) -> str:
    """The snake_case name under which a kind of input or event goes out: `move_made`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def name_of(value: Input | Event) -> str:
    """The name of the kind of an input or event."""
    return kind_name(type(value))


def to_json(value: Input | Event) -> dict[str, Any]:
    """An input or event as a JSON object: its name under `kind`, then its fields."""
    return {"kind": name_of(value)} | {
        field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)
    }


def _plain(value: object) -> Any:
    match value:
        case Color() | Button():
            return value.name.lower()
        case Move():
            return {"origin": value.origin, "target": value.target, "captured": list(value.order)}
        case GameSetup():
            return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value


ORDERS: Final = tuple(kind_name(kind) for kind in get_args(Order))
"""The names of an arbiter's orders."""

_INPUTS: Final[Mapping[str, type[Any]]] = {kind_name(kind): kind for kind in get_args(Input)}


def input_from_json(data: Mapping[str, Any]) -> Input:
    """The input that `to_json` wrote.

    Raises InputError if the kind is unknown, or a field is missing, unknown or of a wrong type.
    """
    kind = kind_of(str(data.get("kind")))
    value: Input = _build(kind, {key: item for key, item in data.items() if key != "kind"})
    return value


def kind_of(name: str) -> type[Any]:
    """The kind of input of that name. Raises InputError naming those there are."""
    kind = _INPUTS.get(name)
    if kind is None:
        raise InputError(f"unknown input {name!r}; known: {', '.join(sorted(_INPUTS))}")
    return kind


def setup_from_json(data: Mapping[str, Any]) -> GameSetup:
    """A `GameSetup` from the fields of a JSON object; absent fields keep their defaults.

    Raises InputError naming the field that is unknown or of a wrong type.
    """
    setup: GameSetup = _build(GameSetup, data)
    return setup


def _build(kind: type[Any], data: Mapping[str, Any]) -> Any:
    types = get_type_hints(kind)
    name = kind.__name__
    unknown = sorted(set(data) - set(types))
    if unknown:
        raise InputError(f"{name} has no field {unknown[0]!r}; it has: {', '.join(types)}")
    values = {key: _typed(name, key, types[key], item) for key, item in data.items()}
    for field in dataclasses.fields(kind):
        if field.name not in values and field.default is dataclasses.MISSING:
            raise InputError(f"{name} needs the field {field.name!r}")
    return kind(**values)


def _typed(name: str, key: str, wanted: object, item: Any) -> Any:
    """`item` as the field's type, or InputError."""
    if wanted is Button and item in ("left", "right"):
        return Button(item)
    if wanted is GameSetup and isinstance(item, Mapping):
        return _build(GameSetup, item)
    if wanted == tuple[str, ...] and _is_words(item):
        return tuple(item)
    if wanted in (_NUMBERS, _NUMBERS | None) and _two_numbers(item):
        return tuple(item)
    if wanted == _NUMBERS | None and item is None:
        return None
    if wanted == _TAGS and (pairs := _pairs(item)) is not None:
        return pairs
    if wanted is int and type(item) is int and item >= 0:
        return item
    if wanted is SignedMs and type(item) is int:
        return item
    if wanted in (bool, str) and type(item) is wanted:
        return item
    if wanted == str | None and isinstance(item, str | None):
        return item
    if wanted == int | None and (item is None or (type(item) is int and item >= 0)):
        return item
    words = _WORDS.get(wanted) or getattr(wanted, "__name__", str(wanted))
    raise InputError(f"{name}.{key} must be {words}, not {item!r}")


_WORDS: Final[Mapping[object, str]] = {
    int: "a whole number from 0 on",
    SignedMs: "a whole number",
    str: "a text",
    bool: "true or false",
}
_TAGS: Final = tuple[tuple[str, str], ...]
_NUMBERS: Final = tuple[int, int]


def _two_numbers(item: Any) -> bool:
    return (
        isinstance(item, list | tuple)
        and [type(number) for number in item] == [int, int]
        and min(item) >= 0
    )


def _is_words(item: Any) -> bool:
    return isinstance(item, list | tuple) and all(type(word) is str for word in item)


def _pairs(item: Any) -> tuple[tuple[str, str], ...] | None:
    """Tags from an object or a list of pairs; None if it is neither."""
    pairs = list(item.items()) if isinstance(item, Mapping) else item
    if not isinstance(pairs, list | tuple):
        return None
    for pair in pairs:
        if not (isinstance(pair, list | tuple) and [type(text) for text in pair] == [str, str]):
            return None
    return tuple((tag, text) for tag, text in pairs)
