"""What notes, refusals and questions are called: all that a scenario can expect of each.

`tests/sim/test_script.py` holds these lists against the source of the table.
"""

from typing import Final

from firmware.table.irregular import IRREGULARITIES

NOTES: Final = (
    "adjust_not_on_move",
    "adjusted",
    "adjusting",
    "claim_held",
    "crown_missing",
    "draw_counter",
    "drawn_at_once",
    "flickered",
    "flickering",
    "foe_man_touched",
    "forgotten_press",
    "hint",
    "irregular_accepted",
    "irregular_again",
    "irregular_pending",
    "men_taken_off",
    "move_taken_back",
    "offer_warned",
    "other_man_touched",
    "press_dropped",
    "press_ignored",
    "press_not_on_move",
    "put_right",
    "record_compulsory",
    "record_optional",
    "removal_order",
    "removed_before_end",
    "take_off_demanded",
    "unmarked_capture",
)

REFUSALS: Final = (
    "adjust_not_on_move",
    "adjust_too_late",
    "board_not_restored",
    "captured_men_still_on",
    "claim_open",
    "claim_too_late",
    "disturbed",
    "enter_move_first",
    "entered_move_due",
    "game_over",
    "irregular_pending",
    "move_not_finished",
    "move_undecided",
    "no_capture",
    "no_hints",
    "no_offer",
    "no_such_choice",
    "no_such_move",
    "no_such_ply",
    "no_such_result",
    "no_such_side",
    "not_a_legal_move",
    "not_paused",
    "not_playing",
    "not_yours",
    "nothing_asked",
    "offer_again",
    "offer_before_moving",
    "offer_in_foes_time",
    "offer_open",
    "press_without_move",
    "sensor_lost",
    "setup_incomplete",
    *IRREGULARITIES,
)

QUESTIONS: Final = ("position", "story", "turn", "which")
