"""The child of ``perft`` that pydraughts runs in; it imports nothing of this project."""

import json
import sys
import time

from draughts import Board


def perft(board: Board, depth: int) -> int:
    """The number of ways to play ``depth`` plies."""
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def main() -> None:
    """Count the trees on standard input, again as often as told; print leaves, passes a second."""
    kind, fens, depth, least = json.load(sys.stdin)
    boards = [Board(kind, fen) for fen in fens]
    leaves = sum(perft(board, depth) for board in boards)
    passes, seconds, started = 0, 0.0, time.process_time()
    while seconds < least:
        for board in boards:
            perft(board, depth)
        passes, seconds = passes + 1, time.process_time() - started
    print(json.dumps([leaves, passes / seconds]))


if __name__ == "__main__":
    main()
