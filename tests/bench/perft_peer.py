"""The child of ``perft`` that py-draughts runs in; it imports nothing of this project."""

import json
import sys
import time

import draughts

BOARDS = {"russian": draughts.RussianBoard, "international": draughts.StandardBoard}


def perft(board: draughts.BaseBoard, depth: int) -> int:
    """Return the number of move sequences of ``depth`` plies."""
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def main(variant: str, depth: int) -> None:
    """Print the report as JSON."""
    board = BOARDS[variant]()
    started = time.perf_counter()
    leaves = perft(board, depth)
    print(json.dumps({"leaves": leaves, "seconds": time.perf_counter() - started}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
