"""The session as one JSON object: what a page needs to draw the whole table."""

from typing import Any

from firmware.notation.fen import write_fen
from firmware.notation.pdn_write import numbered_moves
from firmware.rules import Color
from firmware.table.clock import Clock
from firmware.table.inference import Kind
from firmware.table.leading import Leading
from firmware.table.match import Standing, standing
from firmware.table.session import Phase, Session


def snapshot(session: Session, now_ms: int) -> dict[str, Any]:
    """State of the game at `now_ms`, in names of the game's notation."""
    belief = session.belief
    if session.phase is Phase.IDLE:
        return {
            "phase": "idle",
            "masked": masked(session),
            "testing": testing(session),
            "leading": None if session.leading is None else _led(session, session.leading),
        }
    reading = belief.reading
    game = session.recorded
    dispute = session.dispute
    provisional = None
    if session.phase is Phase.PLAYING and reading.kind is Kind.LEGAL:
        provisional = session.text(reading.after[0])
    return {
        "phase": session.phase.name.lower(),
        "variant": session.ruleset.key,
        "policy": session.policy.name,
        "turn": belief.turn.name.lower(),
        "turned": session.layout.turned,
        "fen": write_fen(belief.game.position),
        "recorded_fen": write_fen(game.position),
        "start_fen": None if session.setup.fen is None else write_fen(game.first),
        "counters": [
            {"reason": one.reason, "article": one.article, "count": one.count, "limit": one.limit}
            for one in game.counters
        ],
        "tags": dict(session.setup.tags),
        "plies": len(game.plies),
        "moves": numbered_moves(game),
        "provisional": provisional,
        "pending": list(session.names(belief.owed)),
        "missing": list(session.names(belief.missing)) if session.alarmed else [],
        "extra": list(session.names(belief.extra)) if session.alarmed else [],
        "irregular": None
        if dispute is None
        else {
            "name": dispute.name,
            "number": dispute.number,
            "color": dispute.offender.name.lower(),
            "squares": list(session.names(dispute.trace | dispute.doubtful)),
        },
        "offer": None if session.offer is None else session.offer.color.name.lower(),
        "claim": None if session.claim is None else session.claim.color.name.lower(),
        "entered": session.entered_text or None,
        "adjusting": None if session.adjusting is None else session.adjusting.name.lower(),
        "crown": list(session.names(session.crowns)),
        "hint": list(session.names(session.hint)),
        "ask": session.question.question if session.question else None,
        "choices": list(session.question.choices) if session.question else [],
        "sensor": "lost" if session.blind else "ok",
        "masked": masked(session),
        "testing": testing(session),
        "clock": None if session.clock is None else _clock(session.clock, now_ms),
        "interventions": [
            {"ply": one.ply, "text": one.text, "by": one.by, "at_ms": one.at_ms}
            for one in session.interventions
        ],
        "match": _match(session, now_ms) if session.setup.match else None,
        "result": session.result,
        "reason": session.reason,
        "at_ms": now_ms,
    }


def _led(session: Session, leading: Leading) -> dict[str, Any]:
    """The game that is shown, and where in it the men are being led."""
    return {
        "variant": leading.game.ruleset.key,
        "tags": dict(leading.tags),
        "fen": write_fen(leading.position),
        "ply": leading.goal,
        "plies": leading.plies,
        "text": leading.text(leading.goal),
        "moves": numbered_moves(leading.game),
        "back": leading.back,
        "setting_up": leading.stood is None,
        "done": leading.done,
        "missing": list(session.names(leading.missing)),
        "extra": list(session.names(leading.extra)),
    }


def _match(session: Session, now_ms: int) -> dict[str, Any]:
    setup, ends_ms = session.setup, session.break_ends_ms
    now = Standing(setup.points, decided=False)
    if session.result is not None:
        now = standing(setup, session.result)
    return {
        "name": setup.match,
        "game": setup.game,
        "points": list(now.points),
        "decided": now.decided,
        "break_ms": None if ends_ms is None else max(0, ends_ms - now_ms),
        "ready": [color.name.lower() for color in session.ready],
    }


def _clock(clock: Clock, now_ms: int) -> dict[str, Any]:
    now, first = clock.at(now_ms), clock.first_flag(now_ms)
    return {
        "control": clock.control.text,
        "white_ms": now.left_ms[Color.WHITE],
        "black_ms": now.left_ms[Color.BLACK],
        "running": None if clock.running is None else clock.running.name.lower(),
        "flags": [c.name.lower() for c in Color if now.accounts[c].flag_ms is not None],
        "first_flag": None if first is None else first.name.lower(),
        "stages": [account.stage + 1 for account in now.accounts],
        "moves": [account.moves for account in now.accounts],
    }


def masked(session: Session) -> list[str]:
    """The squares whose contacts are not believed."""
    return list(session.names(session.layout.to_game(session.masked)))


def testing(session: Session) -> list[str] | None:
    """While the board is tried, the squares not felt yet."""
    walk = session.testing
    return None if walk is None else list(session.names(session.layout.to_game(walk.left)))
