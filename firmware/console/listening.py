"""Where pages are served: a port, and the address by which browsers find it."""

import socket
from typing import Final

from firmware.errors import InputError

QUEUE: Final = 512
"""Connections that may wait to be taken: a hall full of phones comes back at once."""
UNREAD_MS: Final = 15_000
"""A connection that leaves what it was sent unread for so long is cut by the kernel. Whoever sends
can give up sooner, but only close what the other side still takes."""


def listen(host: str, port: int, unread_ms: int = UNREAD_MS) -> socket.socket:
    """A socket that browsers already reach; port 0 is any that is free.

    Raises InputError if the port cannot be had.
    """
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections that are taken inherit it (tcp(7)).
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread_ms)
    try:
        listener.bind((host, port))
        listener.listen(QUEUE)
    except (OSError, OverflowError) as error:
        listener.close()
        raise InputError(
            f"{host}:{port} cannot be listened at ({error}); choose another port with --port"
        ) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """`http://HOST:PORT/`, with a host by which the network around this machine finds it."""
    host, port = listener.getsockname()[:2]
    return f"http://{_reachable(str(host))}:{port}/"


def _reachable(host: str) -> str:
    if host not in ("0.0.0.0", "::"):
        return host
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # No packet is sent: connecting a datagram socket only chooses the way out.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()
    finally:
        probe.close()
