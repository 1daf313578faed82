"""The registry, and what every game in it must say."""

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from firmware.errors import UnknownVariant
from firmware.rules import VARIANTS, Color, Position, Ruleset, find_variant, legal_moves
from firmware.rules.articles import IRREGULARITIES, SUBJECTS, TEXTS
from firmware.rules.games.russian import RUSSIAN
from firmware.rules.options import OPTIONS
from tests.rules.optional import OPTIONAL, REGISTERED_AND_OPTIONAL

VARIANT = pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)
GAME = pytest.mark.parametrize("ruleset", REGISTERED_AND_OPTIONAL, ids=lambda game: game.key)


def test_a_variant_is_found_by_its_key() -> None:
    assert all(find_variant(key) is ruleset for key, ruleset in VARIANTS.items())
    assert all(ruleset.key == key for key, ruleset in VARIANTS.items())


def test_an_unknown_variant_is_told_which_there_are() -> None:
    with pytest.raises(
        UnknownVariant, match="no variant is called 'chess'; known are antidraughts, "
    ):
        find_variant("chess")


def test_an_option_is_chosen_by_its_name() -> None:
    pool = find_variant("pool+white_first")
    assert (pool.key, pool.variant, pool.options) == ("pool+white_first", "pool", ("white_first",))
    assert (pool.first, VARIANTS["pool"].first) == (Color.WHITE, Color.BLACK)


def test_several_options_are_chosen_together() -> None:
    tama = find_variant("tama+crowned_at_once+king_beats_man")
    assert tama.options == ("crowned_at_once", "king_beats_man")
    assert tama.crowning is find_variant("tama+crowned_at_once").crowning
    assert tama.draws == find_variant("tama+king_beats_man").draws


def test_an_option_of_another_game_is_told_which_there_are() -> None:
    with pytest.raises(UnknownVariant, match="Czech draughts has no option 'white_first'"):
        find_variant("czech+white_first")


def test_each_option_changes_what_it_names_and_nothing_else() -> None:
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)
    for ruleset in OPTIONAL:
        (option,) = (option for option in OPTIONS if option.name in ruleset.options)
        plain = VARIANTS[ruleset.variant]
        changed = {
            field.name
            for field in fields(ruleset)
            if getattr(ruleset, field.name) != getattr(plain, field.name)
        }
        assert changed == {*option.changes, "key", "options"}


def test_rulesets_of_one_key_may_differ() -> None:
    twin = replace(RUSSIAN, men_take_kings=False)
    assert hash(twin) == hash(RUSSIAN) and twin != RUSSIAN
    assert twin.sides[0] is not RUSSIAN.sides[0]


@VARIANT
def test_both_armies_are_equal_and_stand_opposite(ruleset: Ruleset) -> None:
    white, black = ruleset.start
    last = ruleset.board.size - 1
    assert white.bit_count() == black.bit_count()
    assert black == sum(1 << last - square for square in range(last + 1) if white >> square & 1)


@GAME
def test_the_game_type_agrees_with_the_data(ruleset: Ruleset) -> None:
    _, first, width, height, notation, mirrored = ruleset.notation.gametype.split(",")
    assert ruleset.first.name[0] == first
    assert (int(width), int(height)) == (ruleset.board.width, ruleset.board.height)
    assert (notation[0] == "A") is ruleset.notation.algebraic
    assert ((0, 0) not in ruleset.board.index) is (mirrored == "1")


def test_game_types_are_as_the_standard_has_them() -> None:
    """PDN 3.0, table of game types; 42 and 45 are hcheckers', 96 to 98 lidraughts' own."""
    types = {key: ruleset.notation.gametype for key, ruleset in VARIANTS.items()}
    standard = {
        "international": "20,W,10,10,N2,0",
        "english": "21,B,8,8,N1,0",
        "italian": "22,W,8,8,N2,1",
        "pool": "23,B,8,8,N1,0",
        "spanish": "24,W,8,8,N1,1",
        "russian": "25,W,8,8,A0,0",
        "brazilian": "26,W,8,8,A0,0",
        "canadian": "27,W,12,12,N2,0",
        "portuguese": "28,W,8,8,N1,1",
        "czech": "29,W,8,8,A0,0",
        "turkish": "30,W,8,8,A0,0",
        "thai": "31,B,8,8,N2,0",
        "frisian": "40,W,10,10,N2,0",
        "spantsiretti": "41,W,10,8,A0,0",
    }
    assert {key: types[key] for key in standard} == standard
    assert len({text.split(",")[0] for text in types.values()}) == len(types)


@VARIANT
def test_equal_rulesets_share_their_sides(ruleset: Ruleset) -> None:
    assert replace(ruleset).sides == ruleset.sides
    for color, side in zip(Color, ruleset.sides, strict=True):
        assert (side.color, side.ply, side.ruleset) == (color, 0, ruleset)


@VARIANT
def test_turns_come_round(ruleset: Ruleset) -> None:
    side, seen = ruleset.sides[0], []
    for _ in range(ruleset.plies_a_move):
        seen.append((side.color, side.ply))
        side = side.next
    assert side is ruleset.sides[0]
    assert seen == [(color, ply) for color in Color for ply in range(ruleset.turn_plies)]


@GAME
def test_draw_rules_are_told_apart_and_cite_their_text(ruleset: Ruleset) -> None:
    assert len(set(ruleset.draws)) == len(ruleset.draws)
    for rule in ruleset.draws:
        counter = rule.counter(rule.limit * ruleset.plies_a_move, ruleset.plies_a_move)
        assert counter is not None
        assert counter.count >= counter.limit == rule.limit
        assert counter.article == rule.article


@GAME
def test_a_game_can_begin(ruleset: Ruleset) -> None:
    assert ruleset.text
    assert legal_moves(Position.start(ruleset))


def _subjects() -> Iterator[tuple[str, str]]:
    for text, articles in TEXTS.items():
        for subject in articles:
            yield text, subject


def test_articles_are_about_known_subjects_of_texts_that_games_name() -> None:
    assert {subject for _, subject in _subjects()} <= set(SUBJECTS)
    assert set(TEXTS) <= {ruleset.text for ruleset in VARIANTS.values()}


def test_irregularities_have_the_numbers_of_the_64_square_text() -> None:
    articles = VARIANTS["brazilian"].articles
    assert [articles[name] for name in IRREGULARITIES] == [f"5.4.{n}" for n in range(1, 15)]
    assert "two_moves" not in VARIANTS["russian"].articles


def test_a_text_without_numbers_has_no_articles() -> None:
    assert dict(VARIANTS["northern"].articles) == {}
