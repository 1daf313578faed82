"""The articles of the rule texts, by what they are about.

A ruleset names its text, and this is where the text is cited from: by the table, for the number
beside an irregularity, and by people, for what to read. What a text says without a number, or not
at all, is left out. The names of irregularities are those of the FMJD rules for 64 squares.
"""

import enum
from collections.abc import Mapping
from types import MappingProxyType

IRREGULARITIES = (
    "two_moves",
    "irregular_step",
    "other_man_touched",
    "move_taken_back",
    "foe_man_moved",
    "quiet_when_capture_due",
    "men_removed",
    "wrong_count_captured",
    "stroke_stopped",
    "removed_before_end",
    "removal_incomplete",
    "wrong_man_removed",
    "removal_stopped",
    "own_man_removed",
)
"""In the order of 5.4.1 to 5.4.14 of the FMJD rules for 64 squares."""

SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        "board": "which squares are played on, and how the board lies",
        "set_up": "where the men stand at the start",
        "wrong_board": "the board was laid wrongly, found during play",
        "wrong_set_up": "the men were set up wrongly, found during play",
        "light_square": "a man on a square that is not played on",
        "first_move": "who moves first",
        "crowning": "a man becomes a king, and how it is shown",
        "crown_missing": "the foe moves before the man is crowned",
        "crowned_in_capture": "a man that reaches the far row by a capture and can go on",
        "release": "a move is made when the hand leaves the piece",
        "touched": "a touched man must move",
        "adjusting": "setting men straight after saying so",
        "foe_touched": "a player not on move touches men",
        "capture_due": "who can capture must",
        "capture_choice": "which capture, if there are several",
        "removal": "when and in what order captured men are taken off",
        "removal_end": "when taking off is over",
        "put_right": "what was put right at once never happened",
        "accepted": "the foe's move accepts what was irregular",
        "lost": "how a game is lost",
        "refusal": "who refuses to follow the rules has lost",
        "repetition": "the same position again",
        "claim": "how a draw is claimed",
        "offer": "how a draw is offered",
        "offer_in_foes_time": "a draw offered while the other side thinks",
        "offer_before_moving": "a draw offered in the own time, before the move",
        "offer_again": "a second offer, before the other side has made one",
        "drawn_at_once": "endings that are not played on without an increment",
        **dict.fromkeys(IRREGULARITIES, "an irregularity"),
    }
)
"""What an article can be about."""

TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Codex of Russian draughts": MappingProxyType(
            {
                "board": "1.1",
                "set_up": "1.3",
                "first_move": "1.4.1",
                "crowning": "1.4.4",
                "release": "1.4.6",
                "touched": "1.4.7",
                "adjusting": "1.4.9",
                "capture_due": "1.5.3",
                "removal": "1.5.12",
                "removal_end": "1.5.13",
                "capture_choice": "1.5.14",
                "crowned_in_capture": "1.5.15",
                "lost": "1.8",
                "repetition": "7.2.3",
                "claim": "1.9.2",
                "offer": "1.9.3",
                "offer_in_foes_time": "1.9.4",
                "offer_before_moving": "1.9.5",
                "offer_again": "1.9.6",
                "drawn_at_once": "7.2.9",
            }
        ),
        "FMJD rules for 64 squares": MappingProxyType(
            {
                "board": "2.4",
                "set_up": "2.8",
                "crowning": "3.5",
                "crown_missing": "3.6",
                "release": "3.10",
                "touched": "3.11",
                "adjusting": "3.13",
                "foe_touched": "3.14",
                "capture_due": "4.1",
                "removal": "4.11",
                "removal_end": "4.12",
                "capture_choice": "4.13",
                "crowned_in_capture": "4.15",
                "wrong_board": "5.1",
                "wrong_set_up": "5.2",
                "light_square": "5.3",
                **{name: f"5.4.{number}" for number, name in enumerate(IRREGULARITIES, 1)},
                "put_right": "5.5",
                "accepted": "5.7",
                "repetition": "6.1",
                "lost": "7.2",
                "refusal": "7.2.4",
            }
        ),
        "FMJD Annex 1": MappingProxyType(
            {
                "board": "2.4",
                "set_up": "2.8",
                "crowning": "3.5",
                "capture_choice": "4.13",
                "crowned_in_capture": "4.15",
                "repetition": "6.1",
                "lost": "7.2",
            }
        ),
        "WCDF rules of draughts": MappingProxyType(
            {
                "capture_choice": "1.20",
                "crowned_in_capture": "1.19",
                "repetition": "1.32.1",
            }
        ),
        "FID regulations": MappingProxyType({"first_move": "3.4", "repetition": "9.3"}),
        "Rules of Frisian draughts 2011": MappingProxyType({"capture_choice": "11"}),
    }
)


OFFER_TIMES = ("offer", "offer_before_moving", "offer_in_foes_time")
"""When a draw can be offered, as subjects: with the own move, before it, or after it."""

OFFERED_ONLY: Mapping[str, tuple[str, ...]] = MappingProxyType({"Armenian rule book": ("offer",)})
"""The texts by which a draw is not offered at every time, and the times they allow."""


def offer_times_of(text: str) -> tuple[str, ...]:
    """When a rule text lets a draw be offered; at every time, where it does not say."""
    return OFFERED_ONLY.get(text, OFFER_TIMES)


def articles_of(text: str) -> Mapping[str, str]:
    """The articles of a rule text by subject; empty for a text that has no numbers."""
    return TEXTS.get(text, MappingProxyType({}))


class WrongSetUpRule(enum.Enum):
    """What becomes of men that were set up wrongly, if that is found during play."""

    STANDS = enum.auto()
    """Once each side has moved, play goes on and the result counts."""
    FOE_DECIDES = enum.auto()
    """The other side decides, as about an irregular move."""


def wrong_set_up_rule(text: str) -> WrongSetUpRule:
    """What a rule text says about it; play goes on by a text that says nothing."""
    foe = text == "FMJD rules for 64 squares"  # 5.2
    return WrongSetUpRule.FOE_DECIDES if foe else WrongSetUpRule.STANDS
