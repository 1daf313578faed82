"""A journalled game as a scenario: what the board saw and was told, ready to be run again.

What the reeds showed is known, what hands did is not; so a trace does not move men but makes each
contact read as it did (`stuck d4 closed`). Pictures are those that were steady: bounces shorter
than the debounce time left nothing in the journal. A press whose board was unsteady just then may
therefore be decided some milliseconds earlier when it is run again; its stamp, and so the clock, is
the same.

The scenario ends with the board's own record as what is expected. If it holds, the trace shows what
happened; what *should* have happened can then be written in its place.
"""

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from firmware.rules import squares
from firmware.station.journal import StoredGame
from firmware.table import inputs as inp
from firmware.table import wire

LANDING_MS: Final = 5
"""A picture was first seen in a scan; the contact had moved up to one scan period before."""
LOST_MS: Final = 500
"""A sensor is called lost after so long without a picture."""
OFF_MS: Final = 1000
BOOT_MS: Final = 50
"""A scenario's `power on` takes so long."""
SHORT_PRESS_MS: Final = 80
AFTER_MS: Final = 7000
"""After the last input everything that takes time has been decided."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the scenario and when it is due, in the game's time."""

    at_ms: int
    text: str


def scenario(stored: StoredGame, board: str) -> str:
    """The game as a scenario for the simulated board of this name.

    Raises a ReedboardError if this program cannot read the game or one of its inputs.
    """
    stored.check()
    bodies = [(entry.kind, json.loads(entry.body)) for entry in stored.entries if entry.body]
    inputs = [wire.input_from_json(body) for kind, body in bodies if kind == "input"]
    events = [body for kind, body in bodies if kind == "event"]
    setup = next(value.setup for value in inputs if isinstance(value, inp.NewGame))
    started_ms = next((event["at_ms"] for event in events if event["kind"] == "game_started"), 0)
    lines = [
        f"# game {stored.id}, begun {stored.created or 'at an unknown date'}",
        f"board {board}",
        *_settings(setup),
        "pace none",
        "start",
        *_timed(list(_acts(inputs, stored.squares, started_ms)), started_ms),
        f"wait {AFTER_MS}ms",
        f'expect record "{" ".join(_record(events))}"',
    ]
    return "\n".join(lines) + "\n"


def _settings(setup: inp.GameSetup) -> Iterator[str]:
    yield f"game {setup.variant}"
    if setup.fen is not None:
        yield f"fen {setup.fen}"
    yield f"clock {setup.control}"
    yield f"policy {setup.policy}"
    options = {
        "announce-arbiter": setup.announce == "arbiter",
        "strict-removal": setup.strict_removal,
        "pass-allowed": setup.pass_allowed,
        "flag-signs": setup.flag == "signs",
        "increment-first": setup.increment_first,
        "sheet": setup.sheet,
    }
    for option, chosen in options.items():
        if chosen:
            yield f"option {option}"


def _timed(lines: list[Line], now_ms: int) -> Iterator[str]:
    for line in sorted(lines, key=lambda line: line.at_ms):
        if line.at_ms > now_ms:
            yield f"wait {line.at_ms - now_ms}ms"
            now_ms = line.at_ms
        yield line.text
        if line.text.startswith("power on"):
            now_ms += BOOT_MS


def _acts(inputs: Sequence[inp.Input], wired: Sequence[str], started_ms: int) -> Iterator[Line]:
    """What was reported and commanded after the game had started."""
    picture = 0
    released = [value for value in inputs if isinstance(value, inp.Released)]
    backs = [value.at_ms for value in inputs if isinstance(value, inp.ScanBack)]
    for value in inputs:
        if isinstance(value, inp.PictureSeen):
            if value.at_ms > started_ms:
                yield from _contacts(picture, value, wired)
            picture = value.picture
        elif value.at_ms < started_ms or isinstance(value, inp.NewGame):
            continue
        elif isinstance(value, inp.Pressed):
            yield Line(value.at_ms, _press(value, released))
        elif isinstance(value, inp.ScanLost):
            until_ms = next((at_ms for at_ms in backs if at_ms >= value.at_ms), value.at_ms)
            text = f"fault nack mcp23017 {until_ms - value.at_ms + LOST_MS}ms"
            yield Line(max(started_ms, value.at_ms - LOST_MS), text)
        else:
            for text in _command(value):
                yield Line(value.at_ms, text)


def _contacts(before: int, seen: inp.PictureSeen, wired: Sequence[str]) -> Iterator[Line]:
    for square in squares(before ^ seen.picture):
        state = "closed" if seen.picture >> square & 1 else "open"
        yield Line(max(0, seen.since_ms - LANDING_MS), f"stuck {wired[square]} {state}")


def _press(pressed: inp.Pressed, released: Sequence[inp.Released]) -> str:
    ends = (
        value.at_ms
        for value in released
        if value.button is pressed.button and value.at_ms > pressed.at_ms
    )
    side = "white" if pressed.button is inp.Button.LEFT else "black"
    return f"hold {side} {next(ends, pressed.at_ms + SHORT_PRESS_MS) - pressed.at_ms}ms"


def _command(value: inp.Input) -> Iterator[str]:
    match value:
        case inp.Pause():
            yield "do pause"
        case inp.Resume():
            yield "do resume"
        case inp.TakeBack(times="keep"):
            yield f"do takeback {value.plies}"
        case inp.TakeBack():
            yield _order("take_back", value)
        case inp.SetResult():
            yield f"do result {value.result}"
        case inp.Answer():
            yield f"do {_answer(value)}"
        case inp.Adjust():
            yield f"do adjust {value.color}"
        case inp.Hint():
            yield "do hint"
        case inp.OfferDraw():
            yield f"do offer {value.color}"
        case inp.AnswerDraw():
            word = "accept-draw" if value.yes else "decline"
            yield f"do {word} {value.color}".rstrip()
        case inp.ClaimDraw():
            yield f"do claim {value.color} {value.move}".rstrip()
        case inp.Resign():
            yield f"do resign {value.color}"
        case inp.PowerLost():
            yield "do power failed"
            yield "do power mains"
        case inp.Outage():
            yield "power off"
            yield f"power on after {OFF_MS}ms"
        case inp.Released() | inp.ScanBack() | inp.Flickering() | inp.Shelf():
            pass
        case inp.NewGame() | inp.PictureSeen() | inp.Pressed() | inp.ScanLost():
            raise AssertionError(value)
        case _:
            yield _order(wire.name_of(value), value)


def _order(command: str, value: inp.Input) -> str:
    """A command with all its fields."""
    words = [
        shlex.quote(f"{field}={str(item).lower() if isinstance(item, bool) else item}")
        for field, item in wire.to_json(value).items()
        if field not in ("kind", "at_ms") and item is not None
    ]
    return " ".join(["do order", command, *words])


def _answer(value: inp.Answer) -> str:
    word = "accept" if value.yes else "reject"
    if value.yes and value.choice:
        return f"{word} {value.choice + 1}"
    return word if value.by == "arbiter" else f"{word} by {value.by}"


def _record(events: Sequence[dict[str, Any]]) -> list[str]:
    """The moves that were final in the end."""
    texts: list[str] = []
    for event in events:
        match event["kind"]:
            case "move_made":
                texts.append(event["text"])
            case "move_withdrawn":
                texts.pop()
            case "taken_back":
                del texts[event["plies"] :]
            case _:
                pass
    return texts
