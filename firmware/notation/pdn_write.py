"""From a game to PDN: one canonical form, so that what is read back is written again byte for
byte.

PDN 3.0 without line length limits, wrapped all the same, for people look at it: the seven tags of
every game, GameType, the start position where it is not the game's own, then the others; moves
short unless ambiguous, a comment after each ply; the result, in the style of the game, as a tag
and as the last word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from firmware.errors import InvalidPdn
from firmware.notation.clocks import clock_comment
from firmware.notation.fen import write_fen
from firmware.notation.movewrite import move_text
from firmware.notation.pdn_record import BOTH_LOST, UNFINISHED, Note, Record, Variation
from firmware.notation.which import NAME_TAG, name_needed
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


def write_pdn(record: Record) -> str:
    """The PDN text of a game, with a line end and no blank line at its end.

    White space in comments and tags is drawn together, and braces in comments become parentheses,
    for PDN has no way to write them. Raises ``InvalidPdn`` for a tag name that PDN cannot hold.
    """
    assert len(record.comments) == len(record.game.plies), "one comment for each ply"
    tags = "\n".join(tag_line(name, value) for name, value in _tags(record))
    words = [
        *_comment(record.remark),
        *_words(record.game, record.notes),
        record.result if record.result in _TERMINATORS else UNFINISHED,
    ]
    return f"{tags}\n\n{_wrapped(words)}\n"


def check_tag_name(name: str) -> None:
    """Raises ``InvalidPdn`` for a tag name that PDN cannot hold."""
    if not _TAG_NAME.fullmatch(name):
        raise InvalidPdn(f"{name!r} is no name for a tag: letters and digits, a letter first")


def tag_line(name: str, value: str) -> str:
    """A tag as PDN has it; white space in its value is drawn together."""
    text = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def numbered_moves(game: Game) -> str:
    """Numbers and moves only: ``1. c3-d4 f6-g5 2. ...``."""
    return " ".join(_words(game, (Note(),) * len(game.plies)))


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
    named = name_needed(game.ruleset)
    if named:
        yield NAME_TAG, named
    # A set-up before any move is read as the start of the game; so where the first ply is one,
    # the start must be named.
    begins_with_put = bool(game.plies) and isinstance(game.plies[0], Put)
    if begins_with_put or game.first != Position.start(game.ruleset):
        yield "SetUp", "1"
        yield "FEN", write_fen(game.first)
    for name, value in record.tags:
        check_tag_name(name)
        derived = name in FIRST_TAGS or name in DERIVED_TAGS or (named and name == NAME_TAG)
        if not derived:
            yield name, value


def _words(game: Game, notes: Sequence[Note]) -> Iterator[str]:
    """The words of the move text for the last plies of a game, as many as there are notes.

    A ply with its number and signs is one word, and so is a comment.
    """
    begins = len(game.plies) - len(notes)
    interrupted = begins > 0
    for index, (number, opens) in enumerate(turns(game)):
        if index < begins:
            continue
        note = notes[index - begins]
        text = ply_text(game.plies[index], game.positions[index])
        if opens:
            text = f"{number}. {text}"
        elif interrupted or opens is None:
            text = f"{number}... {text}"
        yield f"{text}{' ' if note.signs.startswith('$') else ''}{note.signs}"
        yield from _comment(note.comment)
        for variation in note.variations:
            yield from _in_parentheses(variation)
        interrupted = bool(note.variations)


def _in_parentheses(variation: Variation) -> Iterator[str]:
    """The words of a variation; parentheses stand glued to the first and the last."""
    first, *rest = [*_comment(variation.remark), *_words(variation.game, variation.notes)]
    *others, last = [f"({first}", *rest]
    yield from [*others, f"{last})"]


def turns(game: Game) -> Iterator[tuple[int, bool | None]]:
    """For each ply its number in print, and how it stands there.

    True: it opens the number, made by the side that begins the game. False: it follows a ply of the
    same number; so does the second ply of one turn. None: it opens the number, but is made by the
    other side.
    """
    number = 0
    last_ply, last_turn = None, None
    for ply, before in zip(game.plies, game.positions, strict=False):
        begins = before.turn is game.ruleset.first
        if last_turn is before.turn:
            follows = isinstance(last_ply, Move)
        else:
            follows = last_turn is not None and not begins
        number += not follows
        yield number, False if follows else (begins or None)
        last_ply, last_turn = ply, before.turn


def ply_text(ply: Move | Put, before: Position) -> str:
    match ply:
        case Move():
            return move_text(before, ply)
        case Put(position=position):
            return f'/FEN "{write_fen(position)}"/'


def _comment(text: str) -> Iterator[str]:
    if plain := plain_comment(text):
        yield f"{{{plain}}}"


def plain_comment(comment: str) -> str:
    """A comment as PDN can hold it: one line, no braces."""
    return " ".join(comment.split()).replace("{", "(").replace("}", ")")


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
