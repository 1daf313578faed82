"""Where rule texts differ, the other reading: each an option with a name, chosen before a game.

``find_variant("pool+white_first")`` is pool with that option; the ruleset tells in ``options`` what
was chosen. Options that change the same thing replace one another, the last one standing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware.rules.board import SOUTH, Color
from firmware.rules.draws import KingsOnly, LoneKing, NoCapture, OneEach, Repetition, SameBalance
from firmware.rules.games.common import (
    BOARD_64,
    MAIN_ROAD,
    THREE_KINGS,
    THREE_PIECES,
    TWO_PIECES,
)
from firmware.rules.games.folk import STAVROPOL, TWO_MOVE, WIEGMAN
from firmware.rules.games.forward import CZECH, ITALIAN
from firmware.rules.games.international import FRISIAN, FRYSK
from firmware.rules.games.orthogonal import ONWARD, SENEGALESE, TAMA, TURKISH
from firmware.rules.games.precedence import with_king_then_most
from firmware.rules.games.russian import (
    BRAZILIAN,
    CODEX_DRAWS,
    DIAGONAL,
    DRAUGHTS_64_DRAWS,
    POOL,
    RUSSIAN,
)
from firmware.rules.outcome import Reason
from firmware.rules.ruleset import Crowning, NotationStyle, Ruleset


@dataclass(frozen=True)
class Option:
    """Another reading of some games' rules."""

    name: str
    meaning: str
    """What is then so, and who says it."""
    games: tuple[Ruleset, ...]
    """The games that have the option; none stands for all."""
    changes: Mapping[str, Any]
    """Fields of the ruleset, and what they are then."""

    def is_for(self, ruleset: Ruleset) -> bool:
        """Whether a game has this option, other options chosen or not."""
        keys = [game.key for game in self.games]
        return not keys or ruleset.variant in keys


def with_option(ruleset: Ruleset, option: Option) -> Ruleset:
    """The same game by this reading."""
    chosen = (*ruleset.options, option.name)
    key = "+".join((ruleset.variant, *chosen))
    return replace(ruleset, **option.changes, key=key, options=chosen)


_ROAD = LoneKing("7.2.7", 5, Reason.MAIN_ROAD, THREE_PIECES, MAIN_ROAD)
_THREE_KINGS = LoneKing("7.2.4", 15, Reason.THREE_KINGS, THREE_KINGS)
_ANY_THREE = frozenset(
    (kings, men) for kings in range(13) for men in range(13) if 3 <= kings + men <= 12
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "armenian_text",
        "by the Armenian rule book: a draw is offered with the own move only",
        (RUSSIAN,),
        {
            "text": "Armenian rule book",
            "lost": "",
            "draws": tuple(replace(rule, article="") for rule in DRAUGHTS_64_DRAWS),
        },
    ),
    Option(
        "free_capture",
        "capturing is not compulsory, by agreement before the game (Codex, section 1)",
        (),
        {"compulsory": False},
    ),
    Option(
        "codex_draws",
        "the older draw list: 5 moves with two or three pieces, three men on the main road (1.9.1)",
        (RUSSIAN,),
        {"draws": CODEX_DRAWS},
    ),
    Option(
        "three_men_on_road",
        "three men against a king on the main road have five moves too (1.9.1; not in 7.2.7)",
        (RUSSIAN,),
        {
            "draws": tuple(
                replace(_ROAD, forces=THREE_PIECES | {(0, 3)}) if rule == _ROAD else rule
                for rule in DRAUGHTS_64_DRAWS
            )
        },
    ),
    Option(
        "two_or_three_pieces",
        "a king each and two or three pieces in all have five moves (1.9.1), beside the 7.2 list",
        (RUSSIAN,),
        {"draws": (*DRAUGHTS_64_DRAWS, SameBalance("1.9.1", 5, fewest=2, most=3))},
    ),
    Option(
        "three_kings_on_road",
        "three kings have fifteen moves only while one holds the main road (Armenian rule book)",
        (RUSSIAN,),
        {
            "draws": tuple(
                replace(_THREE_KINGS, held=MAIN_ROAD) if rule == _THREE_KINGS else rule
                for rule in DRAUGHTS_64_DRAWS
            )
        },
    ),
    Option(
        "any_three_pieces",
        "three or more pieces of any kind have fifteen moves against a king (Armenian rule book)",
        (RUSSIAN,),
        {"draws": (*DRAUGHTS_64_DRAWS, LoneKing("", 15, Reason.THREE_PIECES, _ANY_THREE))},
    ),
    Option(
        "twenty_king_moves",
        "kings alone have twenty moves (Brazilian confederation) and not fifteen",
        (BRAZILIAN,),
        {
            "draws": (
                Repetition("6.1"),
                KingsOnly("", 20),
                LoneKing("6.3", 5, Reason.TWO_PIECES, TWO_PIECES),
            )
        },
    ),
    Option(
        "white_first",
        "White moves first, and squares are written with letters (unified pool)",
        (POOL,),
        {
            "first": Color.WHITE,
            "notation": NotationStyle("23,W,8,8,A0,0", algebraic=True, capture="x", win="1-0"),
        },
    ),
    Option(
        "thirteen_moves_only",
        "only three kings against one are counted, thirteen moves (APCA), not kings alone",
        (POOL,),
        {"draws": (Repetition(""), LoneKing("", 13, Reason.THREE_KINGS, THREE_KINGS))},
    ),
    Option(
        "fourfold_repetition",
        "a position that stands the fourth time draws, not the third (FID 9.3)",
        (ITALIAN,),
        {"draws": (Repetition("9.3", 4), KingsOnly("10.4", 40))},
    ),
    Option(
        "most_pieces",
        "with a king first, and then the most pieces (Armenian rule book)",
        (CZECH,),
        {"precedence": with_king_then_most},
    ),
    Option(
        "twenty_five_king_moves",
        "kings alone have twenty-five moves (Armenian rule book)",
        (FRISIAN, FRYSK),
        {"draws": (*FRISIAN.draws, KingsOnly("", 25))},
    ),
    Option(
        "corner_promotion",
        "men are crowned only on the two squares of the foe's corner (Corner Checkers)",
        (DIAGONAL,),
        {"crown_squares": (BOARD_64.named("b8 a7"), BOARD_64.named("g1 h2"))},
    ),
    Option(
        "king_beats_man",
        "a king against a man plays on; only equals are drawn at once",
        (TURKISH, TAMA),
        {"draws": (Repetition(""), OneEach("", unless_king_and_man=True))},
    ),
    Option(
        "twenty_five_quiet_moves",
        "twenty-five moves by each player without a capture draw",
        (TURKISH, TAMA),
        {"draws": (*TURKISH.draws, NoCapture("", 25))},
    ),
    Option(
        "crowned_at_once",
        "a man that reaches the last row by a capture goes on as a king",
        (TURKISH, TAMA),
        {"crowning": Crowning.AT_ONCE},
    ),
    Option(
        "back_capture",
        "men capture backward too (Cybiko's rules)",
        (SENEGALESE,),
        {"man_jumps": (*ONWARD, SOUTH)},
    ),
    Option(
        "own_captures_first",
        "who can capture with an own piece must not capture with the foe's (Dagaz)",
        (STAVROPOL,),
        {"own_captures_first": True},
    ),
    Option(
        "blocked_when_all_are",
        "who can still move a piece of the foe's is not blocked",
        (STAVROPOL,),
        {"blocked_when_own_are": False},
    ),
    Option(
        "single_first_turn",
        "the first player's first turn has one move",
        (TWO_MOVE, WIEGMAN),
        {"opening_ply": 1},
    ),
)
"""Every option there is."""
