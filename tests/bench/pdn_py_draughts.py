"""The child of ``pdn`` that py-draughts runs in; it imports nothing of this project."""

import json
import sys
import time

import draughts


def main() -> None:
    """Replay the games on standard input as often as told; print the report as JSON."""
    passes, games = json.load(sys.stdin)
    failures: list[str] = []
    started = time.process_time()
    for _ in range(passes):
        for game in games:
            try:
                draughts.StandardBoard.from_pdn(game)
            except ValueError as error:
                failures.append(f"{error}: {game}")
    print(json.dumps({"seconds": time.process_time() - started, "failures": failures}))


if __name__ == "__main__":
    main()
