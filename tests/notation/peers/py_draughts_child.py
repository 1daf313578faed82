"""The child of the tests of notation that py-draughts runs in; it imports nothing of this project.

Reads pairs of a board class and a PDN text from standard input and prints for each the FENs of the
whole game, or only what stopped it: this reader takes a game or refuses it.
"""

import json
import sys
from typing import Any

import draughts


def diagrams(board: Any) -> list[str]:
    """The FEN of every position of a game, found by taking it back."""
    found = [board.fen]
    while board._moves_stack:
        board.pop()
        found.append(board.fen)
    return [fen.removeprefix('[FEN "').removesuffix('"]') for fen in reversed(found)]


def main() -> None:
    """Read, replay, print."""
    answers = []
    for kind, text in json.load(sys.stdin):
        try:
            answers.append(diagrams(getattr(draughts, kind).from_pdn(text)))
        except ValueError as error:
            answers.append([f"{type(error).__name__}: {error}"])
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
