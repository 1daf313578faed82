"""Which game a file is about: by GameType, by name, by guess.

PDN 3.0, GameType; numbers that are in no standard as lidraughts, PlayStrategy, hcheckers and
py-draughts write them.
"""

import pytest

from firmware.errors import UnknownVariant
from firmware.notation.pdn import (
    PdnGame,
    Record,
    candidates,
    guess_ruleset,
    named_ruleset,
    numbered_moves,
    read_pdn,
    read_record,
    replay,
    write_pdn,
)
from firmware.rules import VARIANTS, Game, Ruleset, find_variant

EVERY = pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)


def game_of(tags: str, moves: str = "*") -> PdnGame:
    (game,) = read_pdn(f"{tags} {moves}")
    return game


@EVERY
def test_every_game_is_known_by_what_is_written_for_it(ruleset: Ruleset) -> None:
    text = write_pdn(Record((), Game.start(ruleset), (), "*"))
    assert f'[GameType "{ruleset.notation.gametype}"]' in text
    assert named_ruleset(read_pdn(text)[0]) is ruleset
    assert named_ruleset(game_of(f'[GameType "{ruleset.key}"]')) is ruleset
    assert named_ruleset(game_of(f'[Variant "{ruleset.title.upper()}"]')) is ruleset


def test_no_two_games_have_one_number() -> None:
    numbers = [ruleset.notation.gametype.split(",")[0] for ruleset in VARIANTS.values()]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("number", "key"),
    [
        *(("20", "international"), ("21", "english"), ("22", "italian"), ("23", "pool")),
        *(("24", "spanish"), ("25", "russian"), ("26", "brazilian"), ("27", "canadian")),
        *(("28", "portuguese"), ("29", "czech"), ("30", "turkish"), ("31", "thai")),
        *(("40", "frisian"), ("41", "spantsiretti")),
    ],
)
def test_the_standards_numbers_are_the_standards_games(number: str, key: str) -> None:
    for tag in (number, f"{number},W,9,9,A3,1"[: len(number)]):
        assert candidates(game_of(f'[GameType "{tag}"]'))[0].key == key


@pytest.mark.parametrize(
    ("tags", "key"),
    [
        ('[GameType "96"]', "breakthrough"),  # lidraughts
        ('[GameType "97"]', "frysk"),
        ('[GameType "98"]', "antidraughts"),
        ('[GameType "42"]', "diagonal"),  # hcheckers
        ('[GameType "45"]', "killer"),
        ('[GameType "27,B,8,8,N1,0"]', "pool"),  # PlayStrategy, with numbers of its own
        ('[GameType "31"][Variant "Portuguese"]', "portuguese"),
        ('[GameType "32"]', "english"),
        ('[GameType "40"][Variant "Frysk!"]', "frysk"),  # py-draughts, which adds the name
        ('[GameType "20"][Variant "Antidraughts"]', "antidraughts"),
        ('[GameType "20"][Variant "Breakthrough"]', "breakthrough"),
        ('[GameType "20"][Variant "Standard (international) checkers"]', "international"),
        ('[GameType "20,W,10,10,N1,0"]', "international"),  # PlayOK, whose tail is wrong
        ('[GameType "26,B,8,8,N2,1"]', "brazilian"),
    ],
)
def test_what_other_programs_write_is_understood(tags: str, key: str) -> None:
    assert named_ruleset(game_of(tags)) is find_variant(key)


@pytest.mark.parametrize(
    ("tags", "moves", "key"),
    [
        ('[GameType "23"]', "1. 11-15 23-18 2. 8-11 18-14 3. 9x18 22-17 4. 18-22", "pool"),
        ('[GameType "23"]', "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 10x17", "pool"),
        ('[GameType "27"]', "1. 10-14 24-20 2. 14-17 21x14", "pool"),
        ('[GameType "40"]', "1. 46-41 5-10 2. 41-36 10-15", "frysk"),
        ('[GameType "32"]', "1. c3-d4 d6-c5 2. b2-c3", "czech"),
    ],
)
def test_of_the_games_with_one_number_the_first_that_fits_was_played(
    tags: str, moves: str, key: str
) -> None:
    assert replay(game_of(tags, moves)).ruleset is find_variant(key)


def test_an_ending_from_anywhere_names_no_game() -> None:
    """lidraughts writes 99 for a game from a position of its own, whatever its rules."""
    game = game_of('[GameType "99"][FEN "W:W31,32:B19,20"]', "1. 31-27 19-23")
    assert candidates(game) == ()
    assert replay(game).ruleset is find_variant("international")


@pytest.mark.parametrize("number", ["77", "0", "123456789", "9" * 5000])
def test_an_unknown_number_is_refused(number: str) -> None:
    game = game_of(f'[GameType "{number}"]', "1. c3-d4")
    if len(number) > 4:
        assert candidates(game) == ()
        return
    with pytest.raises(UnknownVariant, match=r"is no game known here; known are 25 Russian"):
        candidates(game)


def test_options_are_shown_in_the_tags_and_read_again() -> None:
    """B029: where compulsion is switched off by agreement, the record says so."""
    ruleset = find_variant("russian+free_capture")
    game = Game.start(ruleset)
    text = write_pdn(Record((("Variant", "something else"),), game, (), "*"))
    assert '[Variant "russian+free_capture"]' in text
    assert "something else" not in text
    assert named_ruleset(read_pdn(text)[0]) == ruleset
    assert named_ruleset(game_of('[Variant "russian+no_such_option"]')) is None


def test_a_foreign_variant_tag_is_kept() -> None:
    game = game_of('[GameType "25"][Variant "Classic"]', "1. c3-d4")
    assert named_ruleset(game) is find_variant("russian")
    (again,) = read_pdn(write_pdn(read_record(game)))
    assert again.value("Variant") == "Classic"


@EVERY
def test_a_guess_lets_the_game_be_replayed(ruleset: Ruleset) -> None:
    """The guess need not be the game it was: many games begin alike."""
    game = Game.start(ruleset)
    for ply in range(30):
        if game.moves:
            game = game.play(game.moves[7 * ply % len(game.moves)])
    (read,) = read_pdn(numbered_moves(game) + " *")
    guessed = guess_ruleset((read,))
    assert len(replay(read, guessed).plies) == len(game.plies)


@pytest.mark.parametrize(
    ("moves", "key"),
    [
        ("1. c3-d4 f6-g5 2. b2-c3", "russian"),
        ("1. 32-28 19-23", "international"),
        ("1. 43-38 30-36 2. 68-62", "canadian"),
        ("1. 11-15 23-18 2. 8-11", "english"),
        ("1. 22-18 10-14", "italian"),
        ("1. 10-14 24-20 2. 5-10", "spanish"),
        ("1. a3-a4 h6-h5", "turkish"),
        ("1. i3-j4 b6-a5", "spantsiretti"),
        ("1. b2:d4 a7-b6", "samoyed"),
    ],
)
def test_a_game_without_a_type_is_the_first_it_can_be(moves: str, key: str) -> None:
    assert guess_ruleset((game_of("", moves),)) is find_variant(key)
