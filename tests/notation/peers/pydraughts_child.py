"""The child of the tests of notation that pydraughts runs in; it imports nothing of this project.

Reads pairs of a variant and a PDN text from standard input and prints for each the FENs of the game
as far as it can be followed, then what stopped it.
"""

import json
import sys
from collections.abc import Iterator

from draughts import Board, Move
from draughts.PDN import PDNReader


def diagrams(variant: str, text: str) -> Iterator[str]:
    """The FEN of every position of a game."""
    (game,) = PDNReader(pdn_text=text).games
    board = Board(variant, game.tags.get("FEN", "startpos"))
    yield board.fen
    for move in game.moves:
        try:
            # It knows x alone, though the standard has the colon in Russian draughts.
            board.push(Move(board, pdn_move=move.replace(":", "x")))
        except (KeyError, ValueError) as error:
            yield f"{move}: {type(error).__name__} {error}"
            return
        yield board.fen


def main() -> None:
    """Read, replay, print."""
    answers = [list(diagrams(variant, text)) for variant, text in json.load(sys.stdin)]
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
