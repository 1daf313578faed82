"""Where things are for a hand: the coordinates of a game's squares and what stands there."""

from collections.abc import Iterator

from firmware.rules import Color, Position, Ruleset, squares
from firmware.table.layout import Coord, coord_name, parse_coord


class Spots:
    """A board as a hand sees it, as White: squares by coordinate, light ones included."""

    def __init__(self, ruleset: Ruleset) -> None:
        board = ruleset.board
        self.names = tuple(coord_name(coord) for coord in board.coords)
        """The coordinate of every square of the game."""
        self._size = (board.width, board.height)

    def men(self, position: Position, color: Color | None = None) -> list[str]:
        """Where men stand, of one colour or of both."""
        picture = position.occupied if color is None else position.pieces(color)
        return [self.names[square] for square in squares(picture)]

    def around(self, spot: str) -> list[str]:
        """The squares that touch this one, light and dark."""
        file, rank = parse_coord(spot)
        return [
            coord_name((file + right, rank + up))
            for up in (1, 0, -1)
            for right in (-1, 0, 1)
            if (right or up) and self._on(file + right, rank + up)
        ]

    def straight(self, origin: str, target: str) -> list[str] | None:
        """The squares walked on to `target`, itself included; None where no line leads there."""
        return [
            coord_name(coord) for coord in line(parse_coord(origin), parse_coord(target))
        ] or None

    def _on(self, file: int, rank: int) -> bool:
        width, height = self._size
        return 0 <= file < width and 0 <= rank < height


def line(origin: Coord, target: Coord) -> Iterator[Coord]:
    """The coordinates from `origin`, left out, to `target`; none where no straight line joins."""
    files, ranks = target[0] - origin[0], target[1] - origin[1]
    steps = max(abs(files), abs(ranks))
    if steps and abs(files) in (0, steps) and abs(ranks) in (0, steps):
        for step in range(1, steps + 1):
            yield origin[0] + files // steps * step, origin[1] + ranks // steps * step
