"""What the service manager is told: ready, alive, stopping (sd_notify(3)).

One datagram to the socket named in ``NOTIFY_SOCKET``; where there is none, nothing happens.
"""

import socket
from collections.abc import Mapping


class Notify:
    """A line to the service manager, or to nobody.

    `watchdog_ms` is how long the manager waits for a sign of life (``WATCHDOG_USEC``); None if it
    does not.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        usec = environ.get("WATCHDOG_USEC", "")
        self.watchdog_ms = int(usec) // 1000 if usec.isdecimal() else None
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._due_ms = 0

    def ready(self) -> None:
        """The board is being read."""
        self._send(b"READY=1")

    def stopping(self) -> None:
        """A clean stop has begun."""
        self._send(b"STOPPING=1")

    def alive(self, now_ms: int) -> None:
        """A sign of life; sent three times in each of the manager's waits."""
        if self.watchdog_ms is not None and now_ms >= self._due_ms:
            self._due_ms = now_ms + self.watchdog_ms // 3
            self._send(b"WATCHDOG=1")

    def _send(self, message: bytes) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            # A manager that does not listen is no reason to stop a game.
            try:
                line.sendto(message, self._address)
            except OSError:
                return
