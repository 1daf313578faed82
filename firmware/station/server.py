"""The Unix socket: clients come and go, the game does not notice.

Nothing here blocks. What cannot be sent now is sent after a later step of the loop.
"""

import os
import selectors
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.errors import SocketError
from firmware.station.api import Api
from firmware.station.protocol import Peer

CLIENTS_MAX: Final = 16
_CHUNK: Final = 64 * 1024


class Server:
    """Listens at `path` and carries bytes between its clients and the Api.

    Registers itself with `selector`; the data of each key is a function to call when it is ready.
    Raises SocketError when the socket cannot be made.
    """

    def __init__(self, path: Path, api: Api, selector: selectors.BaseSelector) -> None:
        self._path = path
        self._api = api
        self._selector = selector
        self._clients: dict[socket.socket, Peer] = {}
        self._listener = _listen(path)
        selector.register(self._listener, selectors.EVENT_READ, self._accept)

    def flush(self) -> None:
        """Send what clients will take now, and let go of those that are done."""
        for client, peer in list(self._clients.items()):
            if peer.outgoing:
                self._send(client, peer)
            if peer.closing and not peer.outgoing:
                self._drop(client)

    def close(self) -> None:
        """Let all clients go and remove the socket."""
        for client in list(self._clients):
            self._drop(client)
        self._selector.unregister(self._listener)
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return  # gone before it was let in, or no file descriptor left
        if len(self._clients) >= CLIENTS_MAX:
            client.close()
            return
        client.setblocking(False)
        self._clients[client] = self._api.attach()
        self._selector.register(client, selectors.EVENT_READ, self._reader(client))

    def _reader(self, client: socket.socket) -> Callable[[], None]:
        return lambda: self._read(client)

    def _read(self, client: socket.socket) -> None:
        peer = self._clients[client]
        try:
            data = client.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
            peer.outgoing.clear()
        if data:
            self._api.received(peer, data)
        else:
            # It may have closed one half only: `echo ... | nc -U` waits for its answer.
            peer.closing = True
            self._selector.unregister(client)

    def _send(self, client: socket.socket, peer: Peer) -> None:
        try:
            sent = client.send(peer.outgoing)
        except BlockingIOError:
            return
        except OSError:
            peer.outgoing.clear()
            peer.closing = True
            return
        peer.take(sent)

    def _drop(self, client: socket.socket) -> None:
        self._api.detach(self._clients.pop(client))
        if client in self._selector.get_map():
            self._selector.unregister(client)
        client.close()


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Whoever holds the data folder is the only station, so a socket found here is a dead one's.
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        listener.bind(str(path))
        os.chmod(path, 0o660)
        listener.listen()
    except OSError as error:
        listener.close()
        raise SocketError(
            f"{path}: the socket cannot be made ({error.strerror or error}); choose another place"
            " with key socket in section [files]."
        ) from error
    listener.setblocking(False)
    return listener
