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
    comments = tuple(
        _comment(stamp, _orders(session, ply))
        for ply, stamp in enumerate(session.stamps[: len(game.plies)], 1)
    )
    return Record(tuple(tags.items()), game, comments, result, remark=_orders(session, 0))


def _comment(stamp: Stamp, orders: str) -> str:
    clock = "" if stamp.left_ms is None else clock_comment(*stamp.left_ms, stamp.running)
    return " ".join(part for part in (stamp.remark, orders, clock) if part)


def _orders(session: Session, ply: int) -> str:
    """What was ordered after so many plies, and by whom; what is not in the record yet, last."""
    last = len(session.recorded.plies)
    return " ".join(
        f"{one.text} (by {one.by})." for one in session.interventions if min(one.ply, last) == ply
    )
