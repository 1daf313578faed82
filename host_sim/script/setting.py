"""What the set-up lines of a scenario have said, and what squares and moves mean under it."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from firmware.devices.wiring import Wiring, load_wiring
from firmware.errors import InvalidSquare, ScriptError
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import parse_move, read_move
from firmware.notation.pdn import UNFINISHED, Record, write_pdn
from firmware.notation.squares import parse_square
from firmware.rules import Color, Game, Position, Ruleset, find_variant
from firmware.table.inputs import GameSetup
from firmware.table.layout import coord_name, layout_of
from hardware import WIRING

DEFAULT_GAME: Final = GameSetup().variant

OPTIONS: Final = (
    "announce-arbiter",
    "strict-removal",
    "pass-allowed",
    "claims-arbiter",
    "flag-signs",
    "increment-first",
    "sheet",
)
"""What else the players have agreed on."""

_NUMBER: Final = re.compile(r"\d+\.+")


def known_boards() -> tuple[str, ...]:
    """The boards there is a wiring of."""
    return tuple(sorted(path.stem for path in WIRING.glob("*.toml")))


@dataclass(frozen=True)
class Setting:
    """The set-up in force at a line."""

    ruleset: Ruleset = field(default_factory=lambda: find_variant(DEFAULT_GAME))
    board: str | None = None
    """Name of the wiring; None is the game's own board."""
    fen: str | None = None
    fen_line: int = 0
    control: str = "none"
    policy: str = "casual"
    options: frozenset[str] = frozenset()
    """Of `OPTIONS`."""
    pace_ms: int | None = 300
    """None: acts take no time, only `wait` does."""

    @property
    def board_name(self) -> str:
        """The board in use. Raises ScriptError if the game's own board has no wiring."""
        own = f"{self.ruleset.board.width}x{self.ruleset.board.height}"
        if self.board is None and own not in known_boards():
            raise ScriptError(
                f"there is no {own} board for this game; expected a line 'board NAME' with one of "
                f"{', '.join(known_boards())}"
            )
        return self.board or own

    @cached_property
    def wiring(self) -> Wiring:
        """The wiring of the board in use."""
        return load_wiring(WIRING / f"{self.board_name}.toml")

    def square(self, text: str) -> str:
        """The coordinate of a square by any of its names, light ones by letter and number.

        Raises InvalidSquare, or ScriptError if the board has no such square.
        """
        try:
            file, rank = self.ruleset.board.coords[parse_square(self.ruleset, text)]
        except InvalidSquare:
            name = text.lower()
            light = re.fullmatch(r"([a-z])([1-9]\d?)", name)
            if light is None:
                raise
            file, rank = ord(light[1]) - ord("a"), int(light[2]) - 1
            if file >= self.wiring.files or rank >= self.wiring.ranks:
                raise
        if file >= self.wiring.files or rank >= self.wiring.ranks:
            raise ScriptError(f"{text!r} is no square of the {self.board_name} board")
        return coord_name((file, rank))

    def reed(self, text: str) -> str:
        """The coordinate of a square that has a reed. Raises as `square` does."""
        square = self.square(text)
        if square not in self.wiring.squares:
            raise ScriptError(f"there is no reed under {text} on the {self.board_name} board")
        return square

    def move(self, text: str) -> str:
        """A text that can be a move of this game. Raises InvalidMove."""
        return read_move(self.ruleset, text).text

    def record(self, text: str) -> tuple[str, ...]:
        """The move texts of a numbered list, `1. c3-d4 f6-g5 2. ...`. Raises InvalidMove."""
        return tuple(self.move(word) for word in _NUMBER.sub(" ", text).split())

    def pdn(self, moves: str) -> str:
        """A game of these moves from the position in force, as PDN. Raises a ReedboardError."""
        _, position = self.start()
        game = Game.start(self.ruleset, position)
        for text in self.record(moves):
            game = game.play(parse_move(game.position, text))
        blank = ("",) * len(game.plies)
        return write_pdn(Record((), game, blank, UNFINISHED))

    def line(self, names: list[str]) -> tuple[str, ...]:
        """Neighbouring squares along straight lines from each named square to the next.

        Raises ScriptError where no line joins two of them.
        """
        squares = [self.square(names[0])]
        for name in names[1:]:
            squares += _between(squares[-1], self.square(name))
        return tuple(squares)

    def start(self) -> tuple[GameSetup, Position]:
        """The next game and where its men go.

        Raises InvalidFen, or InputError if the board is too small for the game.
        """
        layout_of(self.ruleset, self.wiring.squares)
        fen = self.fen
        position = Position.start(self.ruleset) if fen is None else parse_fen(fen, self.ruleset)
        setup = GameSetup(
            variant=self.ruleset.key,
            fen=fen,
            control=self.control,
            policy=self.policy,
            announce="arbiter" if "announce-arbiter" in self.options else "players",
            strict_removal="strict-removal" in self.options,
            pass_allowed="pass-allowed" in self.options,
            claims="arbiter" if "claims-arbiter" in self.options else "board",
            flag="signs" if "flag-signs" in self.options else "ends",
            increment_first="increment-first" in self.options,
            sheet="sheet" in self.options,
            immediate=True,
        )
        return setup, position


def men_of(position: Position) -> list[tuple[str, Color, bool]]:
    """(coordinate, colour, whether a king) of every man of a position."""
    coords = position.ruleset.board.coords
    men = []
    for square, coord in enumerate(coords):
        owner = position.owner(square)
        if owner is not None:
            men.append((coord_name(coord), owner, position.is_king(square)))
    return men


def _between(origin: str, target: str) -> list[str]:
    """The squares walked on from `origin` to `target`, the latter included."""
    file, rank = ord(origin[0]), int(origin[1:])
    files, ranks = ord(target[0]) - file, int(target[1:]) - rank
    steps = max(abs(files), abs(ranks))
    if steps == 0 or abs(files) not in (0, steps) or abs(ranks) not in (0, steps):
        raise ScriptError(f"no straight line leads from {origin} to {target}")
    return [
        f"{chr(file + files // steps * step)}{rank + ranks // steps * step}"
        for step in range(1, steps + 1)
    ]
