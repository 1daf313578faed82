"""The session's game as a PDN record, whole or so far."""

from firmware.notation.fen import write_fen
from firmware.notation.pdn_write import Record, clock_comment
from firmware.table.session import Session, Stamp

UNFINISHED = "*"


def record(session: Session, date: str = "????.??.??") -> Record:
    """The record of the plies that have been made, pending ones left out.

    `date` is the wall-clock date of the game's start as YYYY.MM.DD; the table knows no calendar.
    """
    game = session.recorded
    result = session.result or UNFINISHED
    tags = {
        "Event": "?",
        "Site": "?",
        "Date": date,
        "Round": "?",
        "White": "?",
        "Black": "?",
    } | dict(session.setup.tags)
    tags["Result"] = result
    tags["GameType"] = session.ruleset.notation.gametype
    if session.setup.fen is not None:
        tags["FEN"] = write_fen(game.first)
    if session.clock:
        tags |= session.clock.control.tags
    comments = tuple(_comment(stamp) for stamp in session.stamps[: len(game.plies)])
    return Record(tuple(tags.items()), game, comments, result)


def _comment(stamp: Stamp) -> str:
    clock = "" if stamp.left_ms is None else clock_comment(*stamp.left_ms, stamp.running)
    return " ".join(part for part in (stamp.remark, clock) if part)
