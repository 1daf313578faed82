"""``python -m host_sim``: its commands."""

import signal
import sys
from collections.abc import Sequence
from types import FrameType

from firmware.commands import dispatch

PAGE = "page"
COMMANDS = {
    PAGE: ("host_sim.page.cli", "the board as a page in the browser (also without a command)"),
    "demo": ("host_sim.demo", "watch a hand play a game on the simulated board"),
    "script": ("host_sim.script.cli", "run scenarios"),
    "replay": ("host_sim.replay", "play whole files of games through the simulated hardware"),
    "crash": ("host_sim.crash", "cut the power of simulated games, and check what comes back"),
    "scramble": (
        "host_sim.scramble",
        "hit the buttons as in time trouble; only moves may come of it",
    ),
    "soak": ("host_sim.soak", "play many games by seeded hands and check every one"),
}


def leave(number: int, frame: FrameType | None) -> None:
    """End as a signal asks, but not before what was made in memory is removed."""
    sys.exit(128 + number)


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; the exit code. 2: what was asked for was not understood."""
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help")):
        arguments = [PAGE, *arguments]
    return dispatch("python -m host_sim", "Simulated board", COMMANDS, arguments)


if __name__ == "__main__":
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, leave)
    sys.exit(main(sys.argv[1:]))
