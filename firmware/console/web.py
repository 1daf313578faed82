"""What every server of pages here needs: its files, safe headers, bodies that are what they say.

The console and the simulator's page are both built on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from firmware.station.protocol import DEPTH_MAX, deeper_than, json_of

TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""What is served of a folder, by the end of its name."""
BODY_MAX: Final = 64 * 1024
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class SafeHeaders(BaseHTTPMiddleware):
    """Every answer carries `HEADERS`."""

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        """The answer of what stands behind, with the headers."""
        response = await call_next(request)
        response.headers.update(HEADERS)
        return response


def file_of(folders: Sequence[Path], name: str) -> Response:
    """A file that one of the folders holds, the first that does. Raises HTTPException, 404.

    The name is looked up among those that are there, so that none leads out of a folder.
    """
    for folder in folders:
        for path in folder.iterdir():
            if path.name == name and path.suffix in TYPES:
                return FileResponse(path, media_type=TYPES[path.suffix])
    raise HTTPException(404)


def same_origin(headers: Mapping[str, str]) -> bool:
    """No other site's page asks. Programs that are no browsers send no origin."""
    origin, host = headers.get("origin"), headers.get("host", "")
    return origin is None or origin in (f"http://{host}", f"https://{host}")


def one_of(numbers: Iterable[int], text: str, what: str) -> int:
    """The number that `text` writes, if it is one of these. Raises HTTPException, 404."""
    for number in numbers:
        if str(number) == text:
            return number
    raise HTTPException(404, f"there is no {what} {text[:20]}")


async def body_of(request: Request) -> bytes:
    """All that was sent. Raises HTTPException, 413, for more than `BODY_MAX` bytes."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MAX:
            raise HTTPException(413, f"at most {BODY_MAX} bytes")
    return body


async def object_of(request: Request) -> Mapping[str, Any]:
    """The JSON object that was sent. Raises HTTPException, 400 or 413."""
    try:
        fields = json_of(await body_of(request))
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body must be a JSON object") from None
    if not isinstance(fields, dict) or deeper_than(DEPTH_MAX, fields):
        raise HTTPException(400, f"the body must be a JSON object, at most {DEPTH_MAX} levels deep")
    return fields
