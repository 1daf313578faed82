"""A published view as PDN: for feeds that must not be ahead of what spectators see."""

from collections.abc import Mapping
from typing import Any

from firmware.notation.clocks import clock_comment
from firmware.notation.pdn import UNFINISHED
from firmware.notation.pdn_write import DERIVED_TAGS, tag_line
from firmware.notation.which import NAME_TAG, name_needed
from firmware.rules import Color, find_variant


def live_pdn(view: Mapping[str, Any]) -> str:
    """Tags, moves, and both clocks behind the last move."""
    result = view.get("result") or UNFINISHED
    tags = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black"), "?")
    given = view.get("tags", {}).items()
    tags |= {name: str(value) for name, value in given if name not in DERIVED_TAGS}
    tags["Result"] = result
    ruleset = find_variant(view["variant"])
    tags["GameType"] = ruleset.notation.gametype
    if (name := name_needed(ruleset)) is not None:
        tags[NAME_TAG] = name
    if view.get("start_fen"):
        tags |= {"SetUp": "1", "FEN": str(view["start_fen"])}
    lines = [tag_line(name, value) for name, value in tags.items()]
    moves = [view["moves"], _clock(view.get("clock")), result]
    return "\n".join([*lines, "", " ".join(part for part in moves if part), ""])


def _clock(clock: Mapping[str, Any] | None) -> str:
    if clock is None:
        return ""
    running = None if clock["running"] is None else Color[clock["running"].upper()]
    return "{" + clock_comment(clock["white_ms"], clock["black_ms"], running) + "}"
