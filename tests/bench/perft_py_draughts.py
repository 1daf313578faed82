"""The child of ``perft`` that py-draughts runs in; it imports nothing of this project."""

import json
import sys
import time

import draughts


def perft(board: draughts.BaseBoard, depth: int) -> int:
    """The number of ways to play ``depth`` plies."""
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def main() -> None:
    """Count the trees on standard input, once and then as often as told; print leaves a second."""
    kind, fens, depth, least = json.load(sys.stdin)
    boards = [getattr(draughts, kind).from_fen(fen) for fen in fens]
    leaves = sum(perft(board, depth) for board in boards)
    counted, seconds, started = 0, 0.0, time.process_time()
    while seconds < least:
        for board in boards:
            perft(board, depth)
        counted, seconds = counted + leaves, time.process_time() - started
    print(counted / seconds)


if __name__ == "__main__":
    main()
