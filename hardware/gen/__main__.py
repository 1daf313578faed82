"""``python -m hardware.gen``: write everything under ``hardware/`` that a rule can write.

With ``--check`` nothing is written; exit 1 and a line for each file that is not what it should be.
"""

import argparse
import sys
from pathlib import Path

from hardware.gen.files import everything

ROOT = Path(__file__).parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.gen", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args(arguments)
    differing = [
        name
        for name, text in everything().items()
        if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != text.encode()
    ]
    for name in differing:
        if options.check:
            print(f"hardware/{name} is not what the generator writes; run make hardware")
        else:
            path = ROOT / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(everything()[name].encode())
            print(f"wrote hardware/{name}")
    return 1 if options.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
