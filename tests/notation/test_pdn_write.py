"""The one form in which games are written."""

import dataclasses

import pytest

from firmware.errors import InvalidPdn
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import parse_move
from firmware.notation.pdn import (
    Record,
    numbered_moves,
    read_pdn,
    read_record,
    result_text,
    write_pdn,
)
from firmware.rules import Color, Game, Ruleset, find_variant
from tests.notation.places import DATA, ENGLISH, INTERNATIONAL, RUSSIAN, position


def played(ruleset: Ruleset, texts: str, fen: str = "") -> Game:
    game = Game.start(ruleset, parse_fen(fen, ruleset) if fen else None)
    for text in texts.split():
        game = game.play(parse_move(game.position, text))
    return game


def test_what_was_written_is_read_and_written_again_byte_for_byte() -> None:
    text = (DATA / "record.pdn").read_text()
    records = [read_record(game) for game in read_pdn(text)]
    assert len(records) == 3
    assert "\n".join(write_pdn(record) for record in records) == text
    assert all(len(line) <= 100 for line in text.splitlines())


def test_the_tags_of_every_game_come_first_then_what_the_game_is_then_the_rest() -> None:
    record = Record(
        tags=(
            ("TimeControl", "300+3"),
            ("Black", "Petrov"),
            ("Result", "not this one"),
            ("GameType", "nor this"),
            ("Event", "a  \n b"),
            ("Annotator", "me"),
        ),
        game=played(RUSSIAN, "h6-g5", "B:Wc3:Bh6"),
        comments=("",),
        result="1-0",
    )
    header, body, end = write_pdn(record).split("\n\n")[0], write_pdn(record)[-20:], "\n"
    assert header.splitlines() == [
        '[Event "a b"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        '[Black "Petrov"]',
        '[Result "1-0"]',
        '[GameType "25,W,8,8,A0,0"]',
        '[SetUp "1"]',
        '[FEN "B:Wc3:Bh6"]',
        '[TimeControl "300+3"]',
        '[Annotator "me"]',
    ]
    assert body.endswith("\n\n1... h6-g5 1-0" + end)


@pytest.mark.parametrize("name", ["", "two words", "1st", 'a"b', "a]"])
def test_a_tag_name_that_cannot_be_read_again_is_refused(name: str) -> None:
    record = Record(((name, "x"),), Game.start(RUSSIAN), (), "*")
    with pytest.raises(InvalidPdn, match="is no name for a tag"):
        write_pdn(record)


def test_a_result_that_no_reader_knows_stands_in_the_tag_only() -> None:
    """PDN 3.0, ResultFormat: the tag may hold any score."""
    text = write_pdn(Record((), Game.start(INTERNATIONAL), (), "1+ - 1-"))
    assert '[Result "1+ - 1-"]' in text
    assert text.endswith("\n\n*\n")


@pytest.mark.parametrize(
    ("ruleset", "winner", "text"),
    [
        (RUSSIAN, Color.WHITE, "1-0"),
        (RUSSIAN, Color.BLACK, "0-1"),
        (RUSSIAN, None, "1/2-1/2"),
        (INTERNATIONAL, Color.WHITE, "2-0"),
        (INTERNATIONAL, Color.BLACK, "0-2"),
        (INTERNATIONAL, None, "1-1"),
        (ENGLISH, None, "1/2-1/2"),
    ],
)
def test_results_have_the_style_of_the_game(
    ruleset: Ruleset, winner: Color | None, text: str
) -> None:
    """PDN 3.0, GameType: result types Default and International."""
    assert result_text(ruleset, winner) == text


@pytest.mark.parametrize(
    ("ruleset", "fen", "texts", "expected"),
    [
        (RUSSIAN, "", "cd4 fg5 bc3", "1. c3-d4 f6-g5 2. b2-c3"),
        (RUSSIAN, "B:Wc3:Bh6", "hg5 cd4 gf4", "1... h6-g5 2. c3-d4 g5-f4"),
        (ENGLISH, "", "11-15 23-18 8-11", "1. 11-15 23-18 2. 8-11"),
        (ENGLISH, "W:W22:B6", "22-18 6-10 18-15", "1... 22-18 2. 6-10 18-15"),
        (RUSSIAN, "", "", ""),
    ],
)
def test_a_number_stands_before_the_move_of_the_side_that_begins_the_game(
    ruleset: Ruleset, fen: str, texts: str, expected: str
) -> None:
    assert numbered_moves(played(ruleset, texts, fen)) == expected


@pytest.mark.parametrize(
    ("key", "texts", "expected"),
    [
        ("twomove", "ab4 cd4 fg5 gf6 bc3", "1. a3-b4 c3-d4 f6-g5 g7-f6 2. b2-c3"),
        (
            "twomove+single_first_turn",
            "ab4 fg5 gf6 cd4 bc3",
            "1. a3-b4 f6-g5 g7-f6 2. c3-d4 b2-c3",
        ),
        ("stavropol", "a3-b4 c3-d4 b6-a5", "1. a3-b4 c3-d4 2. b6-a5"),
        ("italian", "21-18 10-13", "1. 21-18 10-13"),
        ("thai", "25-22 5-9 28-24", "1. 25-22 5-9 2. 28-24"),
    ],
)
def test_a_number_stands_before_each_turn_of_the_side_that_begins(
    key: str, texts: str, expected: str
) -> None:
    """Also where a turn has several plies, and where the piece moved is the foe's."""
    assert numbered_moves(played(find_variant(key), texts)) == expected


def test_a_set_up_has_the_number_of_the_ply_it_stands_for() -> None:
    game = played(RUSSIAN, "cd4 fg5")
    game = game.put(position("russian", "B:Wc3:Bh8"), Color.WHITE)
    game = game.play(parse_move(game.position, "hg7"))
    assert numbered_moves(game) == '1. c3-d4 f6-g5 2. /FEN "B:Wc3:Bh8"/ h8-g7'
    again = game.put(position("russian", "B:Wc3:Bg7"), Color.WHITE)
    again = again.put(position("russian", "B:Wc3:Bh6"), Color.BLACK)
    again = again.play(parse_move(again.position, "hg5"))
    assert numbered_moves(again).endswith('/FEN "B:Wc3:Bh6"/ 4... h6-g5')


def test_text_that_pdn_cannot_hold_is_written_as_near_as_can_be() -> None:
    game = played(RUSSIAN, "cd4")
    record = Record((), game, ("  two\nlines {and braces}  ",), "*", remark="\n")
    assert write_pdn(record).endswith("1. c3-d4 {two lines (and braces)} *\n")
    again = read_record(read_pdn(write_pdn(record))[0])
    assert again.comments == ("two lines (and braces)",)
    assert again.remark == ""


def test_long_games_are_wrapped_between_words() -> None:
    record = read_record(read_pdn((DATA / "record.pdn").read_text())[0])
    plain = dataclasses.replace(record, comments=("",) * len(record.game.plies))
    lines = write_pdn(plain).split("\n\n")[1].splitlines()
    assert lines == [
        "1. e3-d4 d6-c5 2. f2-e3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 h4:f2 5. e1:g3 c7:h4 0-1"
    ]
