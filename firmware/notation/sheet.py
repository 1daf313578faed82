"""A game as it is printed: two columns, the side that begins on the left.

Codex of Russian draughts, example of a record: a move of White and one of Black are one number,
and under them stands how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware.notation.fen import write_fen
from firmware.notation.pdn_record import Record
from firmware.notation.pdn_write import ply_text, turns
from firmware.rules import Color, Position, Reason

_LOSSES = frozenset({"1-0", "2-0", "0-1", "0-2"})


def score_sheet(record: Record) -> str:
    """The game in two columns, signs behind the moves, without comments and variations.

    Several lines, with a line end; a heading with what the tags say, then the moves, the result.
    """
    heading = "\n".join(_heading(record))
    rows = "\n".join(_rows(record))
    return "\n\n".join(part for part in (heading, rows, _end(record)) if part) + "\n"


def _heading(record: Record) -> Iterator[str]:
    tags = dict(record.tags)
    players = [tags.get(name, "").strip("?") for name in ("White", "Black")]
    if any(players):
        yield " - ".join(player or "?" for player in players)
    about = [tags.get(name, "").strip("?. ") for name in ("Event", "Site", "Date", "Round")]
    if any(about):
        yield ", ".join(filter(None, about))
    yield record.game.ruleset.title
    if record.game.first != Position.start(record.game.ruleset):
        yield write_fen(record.game.first)


def _rows(record: Record) -> Iterator[str]:
    cells: dict[int, tuple[list[str], list[str]]] = {}
    game = record.game
    numbers = (number for number, _ in turns(game))
    for number, ply, before, note in zip(
        numbers, game.plies, game.positions, record.notes, strict=False
    ):
        column = 0 if before.turn is game.ruleset.first else 1
        text = ply_text(ply, before) + (" " if note.signs.startswith("$") else "") + note.signs
        cells.setdefault(number, ([], []))[column].append(text)
    lines = [(number, " ".join(left), " ".join(right)) for number, (left, right) in cells.items()]
    width = max((len(left) for _, left, _ in lines), default=0)
    for number, left, right in lines:
        yield f"{number:3}. {left or '...':{width}}  {right}".rstrip()


def _end(record: Record) -> str:
    """The result; where one side has resigned, in words, as it is written on a sheet."""
    resigned = dict(record.tags).get("Termination") == Reason.RESIGNATION.value
    if resigned and record.result in _LOSSES:
        loser = Color.BLACK if record.result.endswith("0") else Color.WHITE
        return f"{record.result}, {loser.name.capitalize()} resigned"
    return record.result
