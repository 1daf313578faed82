"""A session with a board of 8x8 reeds under it: men by name, time by the millisecond, no chips."""

from collections.abc import Callable
from typing import Any, Self, TypeVar

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import wire
from firmware.table.session import Session
from firmware.table.snapshot import snapshot

_Kind = TypeVar("_Kind")

SQUARES = tuple(f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh")


class Board:
    """Drives a session as the station would. Squares are algebraic, as on the board itself."""

    def __init__(self, **setup: object) -> None:
        self.session = Session(SQUARES)
        self.now_ms = 0
        self.picture = 0
        self.events: list[ev.Event] = []
        fields = {"variant": "russian", "immediate": True} | setup
        self._feed(inp.NewGame(wire.setup_from_json(fields), 0))
        self.set_up()

    def set_up(self) -> None:
        """Put the men on the squares where the game wants them."""
        layout = self.session.layout
        self.show(layout.to_physical(self.session.belief.rest))

    def show(self, physical: int) -> None:
        """A new steady picture, 30 ms after it began."""
        self.picture = physical
        since_ms = self.now_ms
        self.wait(30)
        self._feed(inp.PictureSeen(physical, since_ms, self.now_ms))

    def off(self, *names: str) -> Self:
        """Lift men, one after another."""
        for name in names:
            self.show(self.picture & ~_bit(name))
        return self

    def on(self, *names: str) -> Self:
        """Put men down, one after another."""
        for name in names:
            self.show(self.picture | _bit(name))
        return self

    def move(self, *names: str) -> Self:
        """Lift from the first square, put down on the last, take the ones between off."""
        return self.off(names[0]).on(names[-1]).off(*names[1:-1])

    def press(self, color: Color = Color.WHITE, calm: bool = True) -> Self:
        """A player's button, on the side where it is when the board is not turned."""
        left = self.session.layout.side(left=True) is color
        button = inp.Button.LEFT if left else inp.Button.RIGHT
        self._feed(inp.Pressed(button, calm, self.now_ms))
        return self

    def wait(self, ms: int) -> Self:
        """Let time pass."""
        self.now_ms += ms
        self.events += self.session.advance(self.now_ms)
        return self

    def do(self, command: Callable[..., inp.Input], **fields: object) -> Self:
        """A command."""
        self._feed(command(**fields, at_ms=self.now_ms))
        return self

    def take(self, kind: type[_Kind]) -> list[_Kind]:
        """The events of a kind since they were last taken."""
        found: list[_Kind] = [event for event in self.events if isinstance(event, kind)]
        self.events = [event for event in self.events if not isinstance(event, kind)]
        return found

    def moves(self) -> list[str]:
        """Moves made final since last asked."""
        return [event.text for event in self.take(ev.MoveMade)]

    @property
    def state(self) -> dict[str, Any]:
        """The snapshot."""
        return snapshot(self.session, self.now_ms)

    def _feed(self, value: inp.Input) -> None:
        self.events += self.session.feed(value)


def _bit(name: str) -> int:
    return 1 << SQUARES.index(name)
