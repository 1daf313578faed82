"""The child of ``rules``: imports the rules, asks for first moves, and tells what it took."""

import json
import os
import sys
import time
from pathlib import Path


def resident_mb() -> float:
    """Memory of this process that is not swapped out."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(key: str) -> None:
    """Print the report as JSON."""
    bare, started = resident_mb(), time.process_time()
    # Imported here because that is what is measured.
    from firmware.rules import Position, find_variant, legal_moves

    imported = time.process_time()
    mb = resident_mb() - bare
    legal_moves(Position.start(find_variant(key)))
    first = time.process_time()
    report = {
        "import_ms": (imported - started) * 1000,
        "mb": mb,
        "first_ms": (first - imported) * 1000,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
