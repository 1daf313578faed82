"""What can be chosen at the board itself when a game is to be set up: the games used last."""

from collections.abc import Iterable, Sequence
from typing import Final

from firmware.errors import InputError, UnknownVariant
from firmware.rules import VARIANTS, find_variant
from firmware.station.archive import json_object
from firmware.table.layout import layout_of
from firmware.table.menu import GAMES

USUAL: Final = ("russian", "international", "brazilian", "english", "turkish")
"""What is offered where fewer games than that have been used."""


def games_begun(bodies: Iterable[str]) -> tuple[str, ...]:
    """The keys of the games that these inputs began, as the journal has them."""
    found: list[str] = []
    for body in bodies:
        match json_object(body):
            case {"setup": {"variant": str(variant)}}:
                found.append(variant)
            case _:
                continue
    return tuple(found)


def games_to_choose(used: Iterable[str], default: str, wired: Sequence[str]) -> tuple[str, ...]:
    """Keys of the games to choose from on a board of these squares, the last used first."""
    wanted = dict.fromkeys((*used, default, *USUAL, *VARIANTS))
    fitting = (key for key in wanted if _fits(key, wired))
    return tuple(key for _, key in zip(range(GAMES), fitting, strict=False))


def _fits(key: str, wired: Sequence[str]) -> bool:
    """The board has the squares of the game, and this program knows it."""
    try:
        layout_of(find_variant(key), wired)
    except (UnknownVariant, InputError):
        return False
    return True
