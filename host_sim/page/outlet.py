"""The simulated station's Unix socket, so that a console can be connected to it."""

import selectors
from pathlib import Path

from firmware.station.loop import Station
from firmware.station.server import Server


class Outlet:
    """Serves whichever station runs at the moment; without one there is no socket."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._selector = selectors.DefaultSelector()
        self._station: Station | None = None
        self._server: Server | None = None

    def serve(self, station: Station | None) -> None:
        """Carry what clients say to the station, and what it says to them. Never waits.

        Raises SocketError if the socket cannot be made.
        """
        if station is not self._station:
            self.close()
            self._station = station
            if station is not None:
                self._server = Server(self._path, station.api, self._selector)
        if station is None or self._server is None:
            return
        for key, _ in self._selector.select(0):
            key.data()
        if station.api.waiting:
            station.attend()
        self._server.flush()

    def close(self) -> None:
        """Let all clients go."""
        if self._server is not None:
            self._server.close()
        self._server = self._station = None
