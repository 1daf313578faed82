"""The page of gestures is drawn from the tables the firmware uses, and shows all of them."""

from pathlib import Path

import firmware
from firmware.devices.seven_segment import segments
from firmware.gesture_page import GAMES, gestures_svg
from firmware.rules import VARIANTS, find_variant
from firmware.table.controls import parse_control
from firmware.table.menu import MEANINGS, SURE_WORD, game_lines, numbered_controls, time_lines

FOLDER = Path(firmware.__file__).parent


def test_the_page_is_up_to_date_and_stands_in_the_readme() -> None:
    assert (FOLDER / "gestures.svg").read_text(encoding="utf-8") == gestures_svg()
    assert "(gestures.svg)" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_every_word_can_be_shown_and_no_two_look_the_same() -> None:
    words = [word for word, _ in MEANINGS.values()] + [SURE_WORD]
    assert len({segments(word) for word in words}) == len(words)


def test_the_page_has_the_times_of_every_game() -> None:
    """A game without times of its own has those for any game, which the page prints once."""
    general = {numbered_controls(ruleset) for key, ruleset in VARIANTS.items() if key not in GAMES}
    assert len(general) == 1
    page = gestures_svg()
    for key in GAMES:
        assert all(f">{control}<" in page for control, _ in numbered_controls(find_variant(key)))


def test_every_number_is_a_time_that_can_be_played_and_shown() -> None:
    for ruleset in VARIANTS.values():
        for (control, _), line in zip(numbered_controls(ruleset), time_lines(ruleset), strict=True):
            assert (parse_control(control) is None) is (control == "none")
            assert segments(line.word)
            assert segments(line.other or "")


def test_games_are_told_apart_by_the_number_pdn_has_for_them() -> None:
    lines = game_lines((find_variant("russian"), find_variant("international")))
    assert [(line.word, line.other) for line in lines] == [("G  1", "  25"), ("G  2", "  20")]
