"""The child of ``perft`` that this project runs in."""

import json
import sys
import time


def main(variant: str, depth: int) -> None:
    """Print the report as JSON."""
    started = time.perf_counter()
    # Imported here because it is part of becoming ready, which is measured too.
    from firmware.rules import Position, find_variant, legal_moves, perft

    start = Position.start(find_variant(variant))
    legal_moves(start)
    ready = time.perf_counter()
    leaves = perft(start, depth)
    seconds = time.perf_counter() - ready
    print(
        json.dumps({"leaves": leaves, "seconds": seconds, "ready_ms": (ready - started) * 1000}),
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
