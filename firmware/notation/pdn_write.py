"""From a game to PDN: one canonical form, so that what is read back is written again byte for
byte.

PDN 3.0 without line length limits, wrapped all the same, for people look at it: the seven tags of
every game, GameType, the start position where it is not the game's own, then the others; moves
short unless ambiguous, a comment after each ply; the result, in the style of the game, as a tag
and as the last word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.errors import InvalidPdn
from firmware.notation.clocks import clock_comment
from firmware.notation.fen import write_fen
from firmware.notation.movewrite import move_text
from firmware.rules import Color, Game, Move, Position, Put, Ruleset

__all__ = [
    "BOTH_LOST",
    "UNFINISHED",
    "Record",
    "clock_comment",
    "numbered_moves",
    "result_text",
    "write_pdn",
]

UNFINISHED = "*"
"""The result of a game that is not over, or does not count."""
BOTH_LOST = "0-0"
"""The result where both players have lost."""

WIDTH = 80
"""Columns at which move text is wrapped; a comment is never broken."""

FIRST_TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": UNFINISHED,
}
"""The tags every game has, in their order, with what stands for unknown."""
DERIVED_TAGS = frozenset({"Result", "GameType", "SetUp", "FEN"})
"""Tags that follow from the game; a record's own tags of these names are not written."""

_TAG_NAME = re.compile(r"[^\W\d]\w*")
_TERMINATORS = frozenset({"1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", BOTH_LOST, UNFINISHED})


@dataclass(frozen=True)
class Record:
    """A game with what is written about it."""

    tags: tuple[tuple[str, str], ...]
    """Names and values, in any order; those that follow from the game are added by the writer."""
    game: Game
    comments: tuple[str, ...]
    """One for each ply, without braces; "" where there is none."""
    result: str
    """As :func:`result_text` gives it, ``*`` while the game goes on."""
    remark: str = ""
    """A comment before the first ply."""


def write_pdn(record: Record) -> str:
    """The PDN text of a game, with a line end and no blank line at its end.

    White space in comments and tags is drawn together, and braces in comments become parentheses,
    for PDN has no way to write them. Raises ``InvalidPdn`` for a tag name that PDN cannot hold.
    """
    assert len(record.comments) == len(record.game.plies), "one comment for each ply"
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in _tags(record))
    words = [*_body(record), record.result if record.result in _TERMINATORS else UNFINISHED]
    return f"{tags}\n\n{_wrapped(words)}\n"


def numbered_moves(game: Game) -> str:
    """Numbers and moves only: ``1. c3-d4 f6-g5 2. ...``."""
    return " ".join(_plies(game))


def result_text(ruleset: Ruleset, winner: Color | None) -> str:
    """A finished game's result in the ruleset's style, None being a draw: ``1-0``, ``1-1``."""
    whole, nothing = ruleset.notation.win.split("-")
    match winner:
        case Color.WHITE:
            return f"{whole}-{nothing}"
        case Color.BLACK:
            return f"{nothing}-{whole}"
        case None:
            half = "1/2" if whole == "1" else str(int(whole) // 2)
            return f"{half}-{half}"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    game = record.game
    given = dict(reversed(record.tags))
    for name, unknown in FIRST_TAGS.items():
        yield name, record.result if name == "Result" else given.get(name, unknown)
    yield "GameType", game.ruleset.notation.gametype
    # A set-up before any move is read as the start of the game; so where the first ply is one,
    # the start must be named.
    begins_with_put = bool(game.plies) and isinstance(game.plies[0], Put)
    if begins_with_put or game.first != Position.start(game.ruleset):
        yield "SetUp", "1"
        yield "FEN", write_fen(game.first)
    for name, value in record.tags:
        if not _TAG_NAME.fullmatch(name):
            raise InvalidPdn(f"{name!r} is no name for a tag: letters and digits, a letter first")
        if name not in FIRST_TAGS and name not in DERIVED_TAGS:
            yield name, value


def _body(record: Record) -> Iterator[str]:
    """The words of the move text: a ply with its number, a comment."""
    if remark := plain_comment(record.remark):
        yield f"{{{remark}}}"
    for ply, comment in zip(_plies(record.game), record.comments, strict=True):
        yield ply
        if comment := plain_comment(comment):
            yield f"{{{comment}}}"


def _plies(game: Game) -> Iterator[str]:
    """Each ply as text, the first of each number with its number."""
    number, last = 0, game.ruleset.first.other
    for ply, before in zip(game.plies, game.positions, strict=False):
        opens = before.turn is game.ruleset.first
        if opens or last is not game.ruleset.first:
            number += 1
        text = _ply_text(ply, before)
        if opens:
            yield f"{number}. {text}"
        elif last is game.ruleset.first:
            yield text
        else:
            yield f"{number}... {text}"
        last = before.turn


def _ply_text(ply: Move | Put, before: Position) -> str:
    match ply:
        case Move():
            return move_text(before, ply)
        case Put(position=position):
            return f'/FEN "{write_fen(position)}"/'


def plain_comment(comment: str) -> str:
    """A comment as PDN can hold it: one line, no braces."""
    return " ".join(comment.split()).replace("{", "(").replace("}", ")")


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: list[str]) -> str:
    lines = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])
