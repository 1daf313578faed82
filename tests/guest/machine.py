"""The virtual machine while it runs, with a board on its USB adapter and hands at that board."""

import contextlib
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Final

from host_sim.clock import MS
from host_sim.faults import Nack
from host_sim.world import Man
from tests.guest.image import Image
from tests.guest.relay import END, SHELL, STATION
from tests.guest.usbredir import TinyUsb, UsbHost
from tests.station.board import WallClock
from tests.station.rig import Board
from tests.station.talk import Talk

PATIENCE_S: Final = 240.0
"""All of it is emulated, instruction by instruction."""
TRY_S: Final = 0.5
DEED_S: Final = 0.15


class Machine:
    """Runs until `close`. `folder` gets the sockets and what the system says as it starts."""

    def __init__(self, folder: Path, image: Image) -> None:
        self.board = Board(WallClock(), "8x8")
        self.board.set_up()
        self.failed: set[str] = set()
        self._lifted: list[Man] = []
        self._pace = threading.Event()
        usb = folder / "usb"
        self._usb = UsbHost(usb, TinyUsb(self.board.adapter))
        self._ports = {port: _free_port() for port in (STATION, SHELL)}
        forwards = ",".join(
            f"hostfwd=tcp:127.0.0.1:{here}-:{there}" for there, here in self._ports.items()
        )
        self._process = subprocess.Popen(
            [
                *("qemu-system-x86_64", "-M", "q35,smbus=off", "-accel", "tcg,thread=multi"),
                *("-cpu", "max", "-smp", "2", "-m", "768", "-nographic", "-no-reboot"),
                *("-kernel", str(image.kernel), "-initrd", str(image.first)),
                *("-append", "console=ttyS0 rdinit=/init quiet panic=-1"),
                *("-drive", f"file={image.disk},if=virtio,format=raw"),
                *("-device", "qemu-xhci", "-chardev", f"socket,path={usb},id=usb"),
                *("-device", "usb-redir,chardev=usb"),
                *("-netdev", f"user,id=net,{forwards}", "-device", "virtio-net-pci,netdev=net"),
                *("-serial", f"file:{folder / 'console'}", "-monitor", "none"),
            ],
            stdin=subprocess.DEVNULL,
        )
        with contextlib.ExitStack() as failing:
            failing.callback(self._process.kill)
            self._shell = self._connected(SHELL)
            self.talk = self.connect()
            failing.pop_all()

    def run(self, command: str) -> str:
        """What a command prints inside, errors too."""
        self._shell.sendall(f"{command}\n".encode())
        said = b""
        while END.encode() not in said or not said.endswith(b"\n"):
            data = self._shell.recv(65536)
            assert data, "the machine has hung up"
            said += data
        return said.decode().rpartition(END)[0]

    def connect(self) -> Talk:
        """A client of the station, as soon as there is one."""
        while True:
            connection = self._connected(STATION)
            with contextlib.suppress(OSError):
                self.talk = Talk(connection, self.failed)
                return self.talk
            connection.close()
            self._pace.wait(TRY_S)

    def hand(self, *deeds: str) -> None:
        """What hands do, at their pace; ``pull ADDRESS MS`` takes a chip off the bus."""
        world = self.board.world
        for deed in deeds:
            self._pace.wait(DEED_S)
            now_ns = time.monotonic_ns()
            with world.turn:
                match deed.split():
                    case ["lift", square]:
                        self._lifted.append(world.lift(square, now_ns))
                    case ["drop", square]:
                        world.place(self._lifted.pop(), square, now_ns)
                    case ["aside", square]:
                        world.put_aside(square, now_ns)
                    case ["pull", address, ms]:
                        self.board.faults.plan(Nack(now_ns, int(ms) * MS, int(address, 16)))
                    case _:
                        raise ValueError(deed)

    def press(self, button: str) -> None:
        """The stand-in of the pin library reads in a file which buttons are held."""
        wiring = self.board.wiring
        pin = wiring.left_button if button == "left" else wiring.right_button
        self.run(f"echo {pin} > /run/reedboard-held; sleep 0.1; : > /run/reedboard-held")

    def main_pid(self) -> str:
        """The station's process, "0" while there is none."""
        return self.run("systemctl show -P MainPID reedboard").strip()

    def close(self) -> None:
        """Switched off as a person would, or else as a storm would."""
        with contextlib.suppress(OSError):
            self._shell.sendall(b"systemctl poweroff\n")
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _connected(self, port: int) -> socket.socket:
        """A connection to a port inside; until its service runs QEMU takes it and hangs up."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            assert self._process.poll() is None, "the machine stopped; see its console"
            with contextlib.suppress(OSError):
                connection = socket.create_connection(("127.0.0.1", self._ports[port]))
                connection.settimeout(PATIENCE_S)
                if port != SHELL or self._answers(connection):
                    return connection
                connection.close()
            self._pace.wait(TRY_S)
        raise TimeoutError(f"nothing answers at port {port} of the machine")

    def _answers(self, connection: socket.socket) -> bool:
        connection.sendall(b"true\n")
        return connection.recv(100) == f"{END}0\n".encode()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
