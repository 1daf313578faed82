"""PDN, both ways: all that other layers need of it in one place."""

from firmware.notation.check import Report, check_pdn
from firmware.notation.clocks import ClockKind, ClockTimes, clock_comment, read_clocks
from firmware.notation.convert import Conversion, Form, convert_pdn
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
from firmware.notation.pdn_record import BOTH_LOST, UNFINISHED, Note, Record, Variation
from firmware.notation.pdn_write import numbered_moves, result_text, write_pdn
from firmware.notation.replay import read_record, replay
from firmware.notation.sheet import score_sheet
from firmware.notation.signs import SOURCES, Source, read_signs, sign_of
from firmware.notation.which import candidates, guess_ruleset, named_ruleset

__all__ = [
    "BOTH_LOST",
    "SOURCES",
    "UNFINISHED",
    "ClockKind",
    "ClockTimes",
    "Conversion",
    "Form",
    "Item",
    "Note",
    "PdnComment",
    "PdnGame",
    "PdnMove",
    "PdnSetup",
    "PdnTag",
    "PdnUnknown",
    "PdnVariation",
    "Record",
    "Report",
    "Source",
    "Variation",
    "candidates",
    "check_pdn",
    "clock_comment",
    "convert_pdn",
    "decode_pdn",
    "guess_ruleset",
    "named_ruleset",
    "numbered_moves",
    "read_clocks",
    "read_games",
    "read_pdn",
    "read_record",
    "read_signs",
    "replay",
    "result_text",
    "score_sheet",
    "sign_of",
    "write_pdn",
]
