"""Positions as SVG pictures, the way a book prints them.

White is at the bottom. A king is a piece with a crown; squares are named along the edges where the
game names them by letter and number, and carry their numbers where it counts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from firmware.notation.pdn_record import Record
from firmware.notation.squares import square_name
from firmware.rules import Color, Position

SIZE: Final = 40
"""Side of a square."""
RIM: Final = 18
CAPTION: Final = 26
"""Height of the line under a picture."""
IN_A_ROW: Final = 4
_COLOURS: Final = {
    Color.WHITE: ('fill="#f4ead2"', 'stroke="#6f6044"'),
    Color.BLACK: ('fill="#3a2f2a"', 'stroke="#b09a86"'),
}
_CROWN: Final = "M-8 6 L-10 -5 L-4 1 L0 -8 L4 1 L10 -5 L8 6 Z"


def svg_diagram(position: Position) -> str:
    """One position as an SVG document, with a line end."""
    width, height = _extent(position)
    return _document(width, height, _picture(position))


def svg_sheet(records: Sequence[Record]) -> str:
    """The last positions of games as one SVG document, four in a row, players and result below."""
    cells = [_extent(record.game.position) for record in records]
    wide = max((width for width, _ in cells), default=0)
    high = max((height for _, height in cells), default=0) + CAPTION
    columns = min(IN_A_ROW, len(records))
    rows = -(-len(records) // IN_A_ROW)
    parts = []
    for number, record in enumerate(records):
        left, top = number % IN_A_ROW * wide, number // IN_A_ROW * high
        caption = (
            f'<text class="caption" x="{RIM}" y="{high - 9}">{escape(_caption(record))}</text>'
        )
        picture = "\n".join(_picture(record.game.position))
        parts.append(f'<g transform="translate({left} {top})">\n{picture}\n{caption}\n</g>')
    return _document(columns * wide, rows * high, parts)


def _extent(position: Position) -> tuple[int, int]:
    board = position.ruleset.board
    return board.width * SIZE + 2 * RIM, board.height * SIZE + 2 * RIM


def _document(width: int, height: int, parts: Iterator[str] | Sequence[str]) -> str:
    style = (
        "text{font:11px sans-serif;fill:#4a3f30}.number{font-size:9px;fill:#f3e7cf}"
        ".caption{font-size:13px}"
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">'
    )
    return "\n".join([head, f"<style>{style}</style>", *parts, "</svg>", ""])


def _picture(position: Position) -> Iterator[str]:
    board, names = position.ruleset.board, position.ruleset.notation.algebraic
    squares = set(board.coords)
    for rank in reversed(range(board.height)):
        for file in range(board.width):
            colour = "#8b6a48" if (file, rank) in squares else "#ead9b8"
            if len(squares) == board.width * board.height and (file + rank) % 2:
                colour = "#9c7a56"
            x, y = RIM + file * SIZE, RIM + (board.height - 1 - rank) * SIZE
            yield f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{colour}"/>'
    yield from _edges(position) if names else ()
    for square, (file, rank) in enumerate(board.coords):
        x, y = RIM + file * SIZE, RIM + (board.height - 1 - rank) * SIZE
        if not names:
            name = square_name(position.ruleset, square)
            yield f'<text class="number" x="{x + 2}" y="{y + 9}">{name}</text>'
        owner = position.owner(square)
        if owner is not None:
            yield _man(owner, position.is_king(square), x + SIZE // 2, y + SIZE // 2)


def _edges(position: Position) -> Iterator[str]:
    """Letters below, numbers at the left."""
    board = position.ruleset.board
    for file in range(board.width):
        x, y = RIM + file * SIZE + SIZE // 2, board.height * SIZE + 2 * RIM - 5
        yield f'<text text-anchor="middle" x="{x}" y="{y}">{chr(ord("a") + file)}</text>'
    for rank in range(board.height):
        y = RIM + (board.height - 1 - rank) * SIZE + SIZE // 2 + 4
        yield f'<text text-anchor="middle" x="{RIM // 2}" y="{y}">{rank + 1}</text>'


def _man(owner: Color, king: bool, x: int, y: int) -> str:
    fill, stroke = _COLOURS[owner]
    rings = "".join(
        f'<circle r="{radius}" {fill} {stroke} stroke-width="1.5"/>' for radius in (15, 10)
    )
    crown = f'<path d="{_CROWN}" fill="#c99a1e" stroke="#5d430a"/>' if king else ""
    return f'<g transform="translate({x} {y})">{rings}{crown}</g>'


def _caption(record: Record) -> str:
    tags = dict(record.tags)
    players = " – ".join(tags.get(side, "?") for side in ("White", "Black"))
    return f"{players}  {record.result}"
