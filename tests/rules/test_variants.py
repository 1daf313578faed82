"""The registry, and what every game in it must say."""

import pytest

from firmware.errors import UnknownVariant
from firmware.rules import VARIANTS, Color, Ruleset, find_variant

VARIANT = pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)


def test_a_variant_is_found_by_its_key() -> None:
    assert all(find_variant(key) is ruleset for key, ruleset in VARIANTS.items())
    assert all(ruleset.key == key for key, ruleset in VARIANTS.items())


def test_an_unknown_variant_is_told_which_there_are() -> None:
    with pytest.raises(UnknownVariant, match="no variant is called 'chess'; known are english, "):
        find_variant("chess")


@VARIANT
def test_both_armies_are_equal_and_stand_opposite(ruleset: Ruleset) -> None:
    white, black = ruleset.start
    last = ruleset.board.size - 1
    assert white.bit_count() == black.bit_count()
    assert black == sum(1 << last - square for square in range(last + 1) if white >> square & 1)


@VARIANT
def test_the_game_type_agrees_with_the_data(ruleset: Ruleset) -> None:
    _, first, width, height, notation, mirrored = ruleset.notation.gametype.split(",")
    assert Color.WHITE.name[0] == first or Color.BLACK.name[0] == first
    assert ruleset.first.name[0] == first
    assert (int(width), int(height)) == (ruleset.board.width, ruleset.board.height)
    assert (notation[0] == "A") is ruleset.notation.algebraic
    assert (ruleset.board.coords[-1] == (ruleset.board.width - 1, 0)) is (mirrored == "1")


@VARIANT
def test_equal_rulesets_share_their_sides(ruleset: Ruleset) -> None:
    white, black = ruleset.sides
    assert (white.color, black.color) == (Color.WHITE, Color.BLACK)
    assert (white.next, black.next) == (black, white)
    assert all(side.ruleset is ruleset for side in ruleset.sides)


@VARIANT
def test_draw_rules_have_articles_and_no_two_count_alike(ruleset: Ruleset) -> None:
    assert len(set(ruleset.draws)) == len(ruleset.draws)
    counters = [counter for rule in ruleset.draws if (counter := rule.counter(1000))]
    assert len(counters) == len(ruleset.draws)
    assert all(counter.article for counter in counters)
