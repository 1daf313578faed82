"""The station as it ships, on a ``/dev/i2c-1`` of umockdev that is wired to the simulated chips.

``/usr/bin/python3 -m tests.station.mockdev PYTHON CONFIG`` (the system's Python, which has the
bindings of umockdev) makes the device, answers its ioctls, and runs ``PYTHON -m firmware run``:
every system call of that process is its own. Lines on standard input are those of
``tests.station.board``, and ``aside SQUARE``, ``pull ADDRESS MS``, ``stop``, ``kill``, ``start``.
"""

import errno
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402 - the version is chosen first

from host_sim.adapter import Adapter, Message  # noqa: E402 - as above
from host_sim.clock import MS  # noqa: E402 - as above
from host_sim.faults import Nack  # noqa: E402 - as above
from host_sim.hardware import BUS  # noqa: E402 - as above
from host_sim.kernel import Request  # noqa: E402 - as above
from host_sim.world import Man  # noqa: E402 - as above
from tests.station.board import WallClock  # noqa: E402 - as above
from tests.station.rig import Board  # noqa: E402 - as above

LIBRARY = Path(__file__).parent / "library"
DEED_S = 0.06
"""What a quick hand needs to lift a man, to put one down, to press."""
DEVICE = "P: /devices/i2c-1\nN: i2c-1\nE: DEVNAME=/dev/i2c-1\nE: SUBSYSTEM=i2c-dev\n"


class Bus(UMockdev.IoctlBase):  # type: ignore[misc]  # gi has no types
    """Answers as the kernel's i2c-dev does, from the simulated adapter."""

    def __init__(self, adapter: Adapter) -> None:
        super().__init__()
        self._adapter = adapter

    def do_handle_ioctl(self, client: Any) -> bool:
        """One request of the process."""
        argument = client.get_arg()
        try:
            client.complete(self._answer(client.get_request(), argument), 0)
        except OSError as error:
            client.complete(-1, error.errno)
        except GLib.Error:
            pass  # the process was killed in the middle of its call: nobody waits for an answer
        return True

    def _answer(self, request: int, argument: Any) -> int:
        match request:
            case Request.FUNCS:
                functions = struct.pack("@L", self._adapter.profile.functions)
                argument.resolve(0, len(functions)).update(0, functions)
            case Request.RDWR:
                return self._transfer(argument)
            case Request.TIMEOUT | Request.RETRIES:
                pass
            case _:
                raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _transfer(self, argument: Any) -> int:
        """I2C_RDWR: a struct i2c_rdwr_ioctl_data, and the messages and buffers it points to."""
        head = argument.resolve(0, struct.calcsize("@PI4x"))
        count: int = struct.unpack_from("@PI", head.retrieve())[1]
        size = struct.calcsize("@HHHP")
        array = head.resolve(0, size * count)
        messages, replies = [], []
        for start in range(0, size * count, size):
            address, flags, length, _ = struct.unpack_from("@HHHP", array.retrieve(), start)
            buffer = array.resolve(start + size - struct.calcsize("@P"), length)
            if flags:
                messages.append(Message(address, None, length))
                replies.append(buffer)
            else:
                messages.append(Message(address, bytes(buffer.retrieve())))
        for buffer, reply in zip(replies, self._adapter.transfer(messages), strict=True):
            buffer.update(0, bytes(reply))
        return count


class Bed:
    """The device, the board behind it, and the station's process."""

    def __init__(self, python: str, config: str) -> None:
        self.board = Board(WallClock(), "8x8")
        self.board.set_up()
        self._bed = UMockdev.Testbed.new()
        self._bed.add_from_string(DEVICE)
        self._bus = Bus(self.board.adapter)
        self._bed.attach_ioctl(BUS, self._bus)
        self._held = Path(config).parent / "held"
        self._held.write_text("", encoding="ascii")
        self._lifted: list[Man] = []
        self._command = [python, "-m", "firmware", "run", "--config", config]
        self._environ = {
            **os.environ,
            "LD_PRELOAD": "libumockdev-preload.so.0",
            "UMOCKDEV_DIR": self._bed.get_root_dir(),
            "PYTHONPATH": str(LIBRARY),
            "REEDBOARD_HELD": str(self._held),
        }
        self.start()

    def start(self) -> None:
        """The station, unmodified."""
        self.station = subprocess.Popen(self._command, env=self._environ)

    def end(self, number: int) -> None:
        """Ends the station."""
        self.station.send_signal(number)
        self.station.wait()

    def serve(self) -> None:
        """Do what standard input says, to its end."""
        wiring = self.board.wiring
        buttons = {"left": wiring.left_button, "right": wiring.right_button}
        pace = threading.Event()
        for line in sys.stdin:
            pace.wait(DEED_S)
            match line.split():
                case ["lift" | "drop" | "aside" as deed, square]:
                    with self.board.world.turn:
                        self._hand(deed, square, time.monotonic_ns())
                case ["press", side]:
                    self._held.write_text(f"{buttons[side]}\n", encoding="ascii")
                case ["release"]:
                    self._held.write_text("", encoding="ascii")
                case ["pull", address, ms]:
                    fault = Nack(time.monotonic_ns(), int(ms) * MS, int(address, 16))
                    with self.board.world.turn:
                        self.board.faults.plan(fault)
                case ["stop"]:
                    self.end(signal.SIGTERM)
                case ["kill"]:
                    self.end(signal.SIGKILL)
                case ["start"]:
                    self.start()
                case _:
                    raise ValueError(line)
        self.end(signal.SIGTERM)

    def _hand(self, deed: str, square: str, at_ns: int) -> None:
        world = self.board.world
        match deed:
            case "lift":
                self._lifted.append(world.lift(square, at_ns))
            case "drop":
                world.place(self._lifted.pop(), square, at_ns)
            case "aside":
                world.put_aside(square, at_ns)


def main(python: str, config: str) -> None:
    """Serve until standard input ends."""
    loop = GLib.MainLoop()
    bed = Bed(python, config)

    def serve() -> None:
        bed.serve()
        loop.quit()

    threading.Thread(target=serve, daemon=True).start()
    loop.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
