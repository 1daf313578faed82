"""A session again, from nothing but the lines of a journal."""

import json
from collections.abc import Iterable, Sequence

from firmware.table import events as ev
from firmware.table import wire
from firmware.table.session import Session


def rebuilt(
    squares: Sequence[str], lines: Iterable[str], now_ms: int
) -> tuple[Session, list[ev.Event]]:
    """The session that these inputs bring about by `now_ms`, and all that it says."""
    session, events = Session(squares), []
    for line in lines:
        events += session.feed(wire.input_from_json(json.loads(line)))
    return session, events + session.advance(now_ms)
