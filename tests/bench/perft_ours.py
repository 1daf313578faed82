"""The child of ``perft`` that this project runs in."""

import json
import sys
import time

from firmware.notation.fen import parse_fen
from firmware.rules import find_variant, perft


def main() -> None:
    """Count the trees on standard input, again as often as told; print leaves, passes a second."""
    key, fens, depth, least = json.load(sys.stdin)
    positions = [parse_fen(fen, find_variant(key)) for fen in fens]
    leaves = sum(perft(position, depth) for position in positions)
    passes, seconds, started = 0, 0.0, time.process_time()
    while seconds < least:
        for position in positions:
            perft(position, depth)
        passes, seconds = passes + 1, time.process_time() - started
    print(json.dumps([leaves, passes / seconds]))


if __name__ == "__main__":
    main()
