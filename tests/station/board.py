"""The shipped ``python -m firmware run`` as a process, on a simulated board in real time.

``python -m tests.station.board CONFIG`` puts a simulated kernel under smbus2 and simulated pins
under gpiozero, sets men up for a game, and runs the station. Lines on standard input are what hands
do: ``lift c3``, ``drop d4``, ``press left``, ``release left``.
"""

import sys
import threading
import time

from firmware.__main__ import main
from firmware.devices import linux
from tests.station.rig import Board


class WallClock:
    """Real time. What the bus spends of it has passed by itself."""

    @property
    def now_ns(self) -> int:
        return time.monotonic_ns()

    def advance(self, ns: int) -> None:
        """Nothing to do."""


def hands(board: Board) -> None:
    """Do what standard input says, each line as soon as it is read."""
    buttons = {"left": board.wiring.left_button, "right": board.wiring.right_button}
    held = []
    for line in sys.stdin:
        deed, what = line.split()
        now_ns = time.monotonic_ns()
        with board.world.turn:
            match deed:
                case "lift":
                    held.append(board.world.lift(what, now_ns))
                case "drop":
                    board.world.place(held.pop(), what, now_ns)
                case "press":
                    board.pins.pin(buttons[what]).drive_low()
                case "release":
                    board.pins.pin(buttons[what]).drive_high()


def run(config: str) -> int:
    """Build the board and run the station on it; its exit code."""
    board = Board(WallClock(), "8x8")
    board.set_up()
    vars(linux)["_FACTORIES"]["native"] = lambda: board.pins
    threading.Thread(target=hands, args=(board,), daemon=True).start()
    with board.kernel.installed():
        return main(["run", "--config", config])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1]))
