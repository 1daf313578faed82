"""PDN, both ways: all that other layers need of it in one place."""

from firmware.notation.check import Report, check_pdn
from firmware.notation.clocks import ClockKind, ClockTimes, clock_comment, read_clocks
from firmware.notation.decode import decode_pdn
from firmware.notation.pdn_game import (
    Item,
    PdnComment,
    PdnGame,
    PdnMove,
    PdnSetup,
    PdnTag,
    PdnUnknown,
    PdnVariation,
)
from firmware.notation.pdn_read import read_games, read_pdn
from firmware.notation.pdn_write import (
    BOTH_LOST,
    UNFINISHED,
    Record,
    numbered_moves,
    result_text,
    write_pdn,
)
from firmware.notation.replay import read_record, replay
from firmware.notation.which import guess_ruleset, named_ruleset

__all__ = [
    "BOTH_LOST",
    "UNFINISHED",
    "ClockKind",
    "ClockTimes",
    "Item",
    "PdnComment",
    "PdnGame",
    "PdnMove",
    "PdnSetup",
    "PdnTag",
    "PdnUnknown",
    "PdnVariation",
    "Record",
    "Report",
    "check_pdn",
    "clock_comment",
    "decode_pdn",
    "guess_ruleset",
    "named_ruleset",
    "numbered_moves",
    "read_clocks",
    "read_games",
    "read_pdn",
    "read_record",
    "replay",
    "result_text",
    "write_pdn",
]
