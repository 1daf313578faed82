"""The child of ``pdn`` that this project runs in."""

import json
import sys
import time

from firmware.notation.check import check_pdn


def main() -> None:
    """Check the texts on standard input as often as told; print the report as JSON."""
    passes, texts = json.load(sys.stdin)
    failures: list[str] = []
    started = time.process_time()
    for _ in range(passes):
        for text in texts:
            failures += check_pdn(text).failures
    print(json.dumps({"seconds": time.process_time() - started, "failures": failures}))


if __name__ == "__main__":
    main()
