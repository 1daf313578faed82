"""What the firmware says, in words for people who watch."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.rules import Color, Game, Reason
from firmware.table import events as ev
from firmware.table.irregular import IRREGULARITIES
from firmware.table.session import RESULTS

_STUCK: Final[Mapping[str, str]] = {
    Reason.NO_MOVES: "cannot move",
    Reason.NO_PIECES: "has no men left",
}
"""Of the side to move; whether that loses is for the game to say."""


def last_words(events: Sequence[ev.Event]) -> str:
    """The last thing said that people need to hear."""
    told = (text for event in reversed(events) if (text := sentence(event)))
    return next(told, "The board is on.")


def sentence(event: ev.Event) -> str:
    """An event in words; empty for those that people need not read."""
    return _of_the_game(event) or _of_the_board(event)


def _of_the_game(event: ev.Event) -> str:
    match event:
        case ev.GameCreated():
            return "The men are put on the squares that glow green."
        case ev.GameStarted():
            return "The men stand right: the game has begun."
        case ev.Provisional():
            return f"{event.text} stands on the board and waits for the press."
        case ev.Pending():
            return f"{event.text}: still to be taken off: {' '.join(event.squares)}."
        case ev.MoveMade():
            return f"{_side(event.color)}'s {event.text} is recorded."
        case ev.TakenBack():
            return f"Taken back; plies in the record: {event.plies}."
        case ev.Refused(reason=reason) if reason in IRREGULARITIES:
            return f"That does not count, {_plain(reason)}: {event.detail}."
        case ev.Refused():
            return f"That does not count: {event.detail}."
        case ev.Irregular(loud=True):
            what = _plain(event.name)
            return f"{_side(event.color)}'s move is irregular, {what}; the other side decides."
        case ev.Rejected():
            return f"Rejected: {_side(event.color)} puts the men back and moves again."
        case ev.DrawOffered():
            return f"{_side(event.color)} offers a draw."
        case ev.DrawClaimed():
            return f"{_side(event.color)} claims a draw."
        case ev.DrawNotice():
            return f"In a moment a draw: {_plain(event.reason)}."
        case ev.Flag():
            return f"{_side(event.color)}'s flag has fallen."
        case ev.Paused():
            return "The game is paused."
        case ev.Resumed():
            return "The game goes on."
        case ev.GameOver():
            return f"The game is over: {event.result}, {_plain(event.reason)}."
        case _:
            return ""


def _of_the_board(event: ev.Event) -> str:
    match event:
        case ev.Astray():
            wrong = [("Missing", event.missing), ("Too much", event.extra)]
            return "; ".join(f"{what}: {' '.join(names)}" for what, names in wrong if names) + "."
        case ev.InStep():
            return "The men stand right again."
        case ev.Asked():
            return "A question is open that only people can answer."
        case ev.SensorLost():
            return "The board cannot be read."
        case ev.SensorBack():
            return "The board can be read again."
        case ev.LedTo(done=True):
            return "The men stand right, and nothing follows."
        case ev.LedTo(text=""):
            return "The lights lead the men to their squares."
        case ev.LedTo():
            return f"Now {event.text}: {event.ply} of {event.plies}."
        case ev.LedAway():
            return "The lights lead no more."
        case _:
            return ""


def ending(over: ev.GameOver, game: Game) -> str:
    """How a game ended, with the article where a rule did it."""
    winner = RESULTS.get(over.result)
    because = _plain(over.reason)
    if over.reason in _STUCK:
        because = f"{_side(game.turn)} {_STUCK[over.reason]}"
    outcome = game.outcome
    if outcome is not None and outcome.reason == over.reason and outcome.article:
        because = f"{because} ({game.ruleset.text}, {outcome.article})"
    if over.result not in RESULTS:
        return f"No result: {because}."
    score = "A draw" if winner is None else f"{_side(winner)} wins"
    return f"{score}, {over.result}: {because}."


def move_rows(numbered: str) -> list[str]:
    """`1. c3-d4 f6-g5 2. ...` as rows, a number each: `  1. c3-d4    f6-g5`."""
    rows: list[str] = []
    for word in numbered.split():
        if word.endswith("..."):
            rows.append(f"{word[:-2]:>4} {'...':<9}")
        elif word.endswith("."):
            rows.append(f"{word:>4}")
        else:
            rows[-1] += f" {word:<9}"
    return [row.rstrip() for row in rows]


def _side(color: Color) -> str:
    return color.name.capitalize()


def _plain(reason: str) -> str:
    return reason.replace("_", " ")
