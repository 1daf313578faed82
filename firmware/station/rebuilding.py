"""A stored game's session again: its inputs, fed to a fresh session in their order."""

import json

from firmware.station.archive import StoredGame
from firmware.table import events as ev
from firmware.table import wire
from firmware.table.policy import Timing
from firmware.table.session import Session


def rebuild(stored: StoredGame) -> tuple[Session, list[ev.Event]]:
    """The session as it was at the latest time that is known, and all that it said.

    Raises a ReedboardError if this program cannot read the game or one of its inputs.
    """
    stored.check()
    session = Session(stored.squares, Timing(debounce_ms=stored.debounce_ms))
    events: list[ev.Event] = []
    for entry in stored.entries:
        match entry.kind:
            case "input":
                events += session.feed(wire.input_from_json(json.loads(entry.body)))
            case "tick":
                events += session.advance(entry.at_ms)
            case _:
                pass
    # What a timer did after the last input has left events, and no input.
    events += session.advance(stored.last_ms)
    return session, events


def judged_alike(stored: StoredGame, events: list[ev.Event]) -> bool:
    """Whether these events begin with all that was said when the game was played.

    They do unless this program judges otherwise than the one the game was played with.
    """
    said = [json.loads(entry.body) for entry in stored.entries if entry.kind == "event"]
    return [wire.to_json(event) for event in events[: len(said)]] == said
