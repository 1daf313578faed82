"""The page for spectators, players and arbiters: a process of its own beside the station.

It knows a station only by its socket, and can fall over without the game noticing. `link` talks to
one station, `board` is what is known of it, `hall` all boards together; `views` says what may be
seen; `feed` carries that to browsers; `archive` has the games that were played; `door` lets the
arbiter in; `app` puts it all under addresses.
"""

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
"""The page's files."""
