"""Where a game stands, and the words for its results."""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.rules import Color


class Phase(enum.Enum):
    """Where a game stands."""

    IDLE = enum.auto()
    """No game yet."""
    SETUP = enum.auto()
    """The men are being put on their squares."""
    PLAYING = enum.auto()
    PAUSED = enum.auto()
    OVER = enum.auto()


NEXT: Final[Mapping[Phase, frozenset[Phase]]] = MappingProxyType(
    {
        Phase.IDLE: frozenset({Phase.SETUP}),
        Phase.SETUP: frozenset({Phase.PLAYING, Phase.OVER}),
        Phase.PLAYING: frozenset({Phase.PAUSED, Phase.OVER}),
        Phase.PAUSED: frozenset({Phase.PLAYING, Phase.OVER}),
        Phase.OVER: frozenset({Phase.SETUP, Phase.PAUSED}),
    }
)
"""Which phase may follow which."""

RESULTS: Final[Mapping[str, Color | None]] = MappingProxyType(
    {
        "1-0": Color.WHITE,
        "2-0": Color.WHITE,
        "0-1": Color.BLACK,
        "0-2": Color.BLACK,
        "1/2-1/2": None,
        "1-1": None,
    }
)
"""Decided results in every style, with their winner."""

UNDECIDED: Final = ("*", "0-0")
"""No result, and both lost."""
