"""``python3 -m firmware.setup install | uninstall``."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware.errors import ReedboardError
from firmware.setup.steps import BOOT, CONFIG, GAMES, PACKAGES, install, uninstall
from firmware.setup.system import RealSystem
from firmware.setup.tree import Tree


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; the exit code. 2: it could not be done."""
    parser = argparse.ArgumentParser(prog="python3 -m firmware.setup", description=__doc__)
    parser.add_argument("command", choices=("install", "uninstall"))
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="the system to be set up stands here, a mounted card for instance (default: /)",
    )
    args = parser.parse_args(arguments)
    if os.geteuid():
        print(f"Only root can do this: sudo make {args.command}", file=sys.stderr)
        return 2
    root: Path = args.root.resolve()
    tree = Tree(root, lambda line: print(line, flush=True))
    try:
        (install if args.command == "install" else uninstall)(tree, RealSystem(root))
    except ReedboardError as error:
        print(error, file=sys.stderr)
        return 2
    _close(args.command, tree)
    return 0


def _close(command: str, tree: Tree) -> None:
    if not tree.changed:
        print("Nothing had to be changed.")
    if command == "uninstall":
        print(
            f"Kept: {GAMES} and {CONFIG}, the users reedboard and reedboard-console, the packages"
        )
        print(f"{', '.join(PACKAGES)}.")
    if BOOT in tree.changed:
        print("Start the machine anew: sudo reboot")
    elif command == "install" and tree.changed:
        print("The board runs. Check it: sudo -u reedboard reedboard doctor")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
