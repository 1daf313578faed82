"""The server under every page here, and how much it takes from a browser."""

from typing import Any, Final

import uvicorn

MESSAGE_MAX: Final = 64 * 1024
"""A browser's message of more bytes ends its connection before it is read whole."""


def server_of(app: Any, message_max: int = MESSAGE_MAX) -> uvicorn.Server:
    """A server for an ASGI application."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=message_max,
            server_header=False,
        )
    )
