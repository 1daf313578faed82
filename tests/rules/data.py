"""Rows and cases of ``tests/data``, and moves named by all their landing squares."""

import json
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from firmware.errors import InvalidSquare
from firmware.notation.fen import parse_fen
from firmware.notation.squares import parse_square
from firmware.rules import Color, Move, Position, Ruleset, find_variant, legal_moves, mask
from firmware.rules.games.common import BOARD_80
from firmware.rules.games.forward import THAI
from firmware.rules.games.international import INTERNATIONAL
from firmware.rules.games.russian import RUSSIAN, SPANTSIRETTI

DATA = Path(__file__).parent.parent / "data"

Effect = tuple[int, int, int]
"""Origin, target, captured squares."""


@dataclass(frozen=True)
class PerftRow:
    """A position and the leaves of its tree, by depth from 1."""

    ruleset: Ruleset
    source: str
    fen: str
    leaves: tuple[int, ...]

    @property
    def position(self) -> Position:
        """The root of the tree."""
        if self.fen == "start":
            return Position.start(self.ruleset)
        return parse_fen(self.fen, self.ruleset)


UNREGISTERED = {
    "thai_12_men": replace(THAI, key="thai_12_men", start=RUSSIAN.start, first=Color.WHITE),
    "international_80": replace(INTERNATIONAL, board=BOARD_80, start=SPANTSIRETTI.start),
}
"""Games nobody plays, for which counts are published."""


def perft_rows() -> list[PerftRow]:
    """Every row of every ``.perft`` file; a file is called as its game is, with options if any."""
    rows = []
    for path in sorted((DATA / "perft").glob("*.perft")):
        ruleset = UNREGISTERED.get(path.stem) or find_variant(path.stem)
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                source, fen, leaves = (part.strip() for part in line.split("|"))
                rows.append(PerftRow(ruleset, source, fen, tuple(map(int, leaves.split()))))
    return rows


@dataclass(frozen=True)
class Case:
    """A position of a rule text; the fields are those of ``tests/data/cases/SOURCE.txt``."""

    ruleset: Ruleset
    id: str
    claim: str
    source: str
    fen: str
    legal: list[str]
    diagram: str = "from the text"
    crowns: list[str] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    excludes: list[str] = field(default_factory=list)
    replies: dict[str, list[str]] = field(default_factory=dict)
    line: list[str] = field(default_factory=list)
    legal_before_each: list[list[str]] = field(default_factory=list)
    choices_before_each: list[int] = field(default_factory=list)
    final: str = ""
    legal_at_the_end: list[str] = field(default_factory=list)
    drawn_after: dict[str, int | None] = field(default_factory=dict)
    outcome: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.id}-{self.ruleset.key}-{self.source}"

    @property
    def position(self) -> Position:
        """The position shown."""
        return parse_fen(self.fen, self.ruleset)


def cases() -> list[Case]:
    """Every case; a file is called as its game is, with options if any."""
    found = []
    for path in sorted((DATA / "cases").glob("*.json")):
        ruleset = find_variant(path.stem)
        entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        found += [Case(ruleset, **entry) for entry in entries]
    return found


def effect(position: Position, text: str) -> Effect | None:
    """What a move written with all its landings would do; None if it names a square not played on.

    Each jump takes the first foe's man on its way that was not taken before.
    """
    try:
        path = [parse_square(position.ruleset, name) for name in re.split("[-:x]", text)]
    except InvalidSquare:
        return None
    taken = 0
    for origin, landing in pairwise(path):
        taken |= position.ruleset.board.between(origin, landing) & position.foe
    return path[0], path[-1], taken


def effects(position: Position, texts: list[str]) -> set[Effect | None]:
    """What each of some moves would do."""
    return {effect(position, text) for text in texts}


def legal_effects(position: Position) -> set[Effect | None]:
    """What each legal move does."""
    return {(move.origin, move.target, move.captured) for move in legal_moves(position)}


def named_move(position: Position, text: str) -> Move:
    """The legal move with this effect."""
    wanted = effect(position, text)
    (move,) = (
        move
        for move in legal_moves(position)
        if (move.origin, move.target, move.captured) == wanted
    )
    return move


def squares_named(ruleset: Ruleset, *names: str) -> int:
    """The set of these squares."""
    return mask(parse_square(ruleset, name) for name in names)
