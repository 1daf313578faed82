"""What a PDN file says, before any rule is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import InvalidPdn
from firmware.notation.pdn import (
    Item,
    PdnComment,
    PdnGame,
    PdnMove,
    PdnSetup,
    PdnUnknown,
    PdnVariation,
    decode_pdn,
    read_games,
    read_pdn,
)


def one(text: str) -> PdnGame:
    (game,) = read_pdn(text)
    return game


def outline(items: tuple[Item, ...]) -> list[object]:
    """The items without their places: variations as lists, comments in braces."""
    shown: list[object] = []
    for item in items:
        match item:
            case PdnMove():
                shown.append(item.text + item.strength + "".join(f"${nag}" for nag in item.nags))
            case PdnUnknown():
                shown.append(item.text)
            case PdnSetup():
                shown.append(f"/{item.fen}/")
            case PdnComment():
                shown.append(f"{{{item.text}}}")
            case PdnVariation():
                shown.append(outline(item.items))
    return shown


def test_a_game_is_its_tags_its_body_and_its_result() -> None:
    game = one('[Event "A"]\n[Round "3.1"]\n\n1. 32-28 {good} 19-23 2. 28x19 14x23 2-0\n')
    assert [(tag.name, tag.value) for tag in game.tags] == [("Event", "A"), ("Round", "3.1")]
    assert outline(game.items) == ["32-28", "{good}", "19-23", "28x19", "14x23"]
    assert game.result == "2-0"
    assert game.value("event") == "A"
    assert game.value("White") == ""


def test_variations_nest() -> None:
    text = "33-29 19-23 (17-22 39-33 (31-26? 22-27! { too early }) 11-17) 35-30 (34-30) 20-25"
    inner = ["31-26?", "22-27!", "{too early}"]
    assert outline(one(text).items) == [
        *("33-29", "19-23"),
        ["17-22", "39-33", inner, "11-17"],
        "35-30",
        ["34-30"],
        "20-25",
    ]


def test_signs_and_glyphs_belong_to_the_move_before_them() -> None:
    text = "1. 32-28 ! $1 {here} $7 (1. 33-28 ?) 19-23"
    assert outline(one(text).items) == ["32-28!$1$7", "{here}", ["33-28?"], "19-23"]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("1. 32-28 1-0 1. 33-28 0-1", ["1-0", "0-1"]),
        ("1. 32-28 * 1. 33-28 *", ["*", "*"]),
        ('1. 32-28\n[Event "b"]\n1. 33-28 *', ["", "*"]),
        ('[Event "a"]\n\n[Event "b"]\n1. 33-28 *', ["", "*"]),
        ("1. 2-0", ["2-0"]),
        ("1-0 * * 1. 32-28 1-0 *", ["1-0"]),
        ('[Result "1-0"] 1. 32-28 *', ["1-0"]),
        ('[Result "1-0"] 1. 32-28', ["1-0"]),
        ('[Result "?"] 1. 32-28 *', ["*"]),
        ("{nothing but a comment}", []),
        ("", []),
        ("% only a line\n", []),
    ],
)
def test_games_end_at_a_result_a_star_or_the_next_header(text: str, results: list[str]) -> None:
    assert [game.result for game in read_pdn(text)] == results


def test_a_header_may_have_gaps_and_comments() -> None:
    """PDN 3.0 comments its own TimeControl example."""
    game = one('[TimeControl "40/7200:3600"] { 40 moves in two hours }\n\n[White "x"]\n1. 32-28')
    assert [tag.name for tag in game.tags] == ["TimeControl", "White"]


def test_a_comment_in_the_line_of_the_result_belongs_to_that_game() -> None:
    first, second = read_pdn("1. 32-28 1-0 {time}\n{for the next} 1. 33-28 *")
    assert outline(first.items) == ["32-28", "{time}"]
    assert outline(second.items) == ["{for the next}", "33-28"]


@pytest.mark.parametrize("score", ["4-6", "1-9", "1-12", "10-2"])
def test_a_match_score_is_the_result_only_where_the_tag_says_so(score: str) -> None:
    """Published match files end each game with the score."""
    played = "1. 32-28 18-23 2. 38-32"
    assert outline(one(f'[Result "{score}"] {played} {score}').items)[-1] == "38-32"
    assert one(f'[Result "{score}"] {played} {score}').result == score
    assert outline(one(f'[Result "1-0"] {played} {score}').items)[-1] == score


@pytest.mark.parametrize(
    ("text", "place", "token", "reason"),
    [
        ("1. 33-29 { a { b } }", "line 1, column 20", "'}'", "comments do not nest"),
        ("1. 33-29\n19-23 {open", "line 2, column 7", "'{'", "this comment is never closed"),
        ("1. 33-29 (19-23", "line 1, column 10", "'('", "not closed before the game ends"),
        ("1. 33-29 19-23)", "line 1, column 15", "')'", "no variation is open here"),
        ("1. 33-29 }", "line 1, column 10", "'}'", "no comment is open here"),
        ("[Event]", "line 1, column 1", "'['", 'a tag is written [Name "value"]'),
        ("1. 33-29 /B::/", "line 1, column 10", "'/'", "a set-up is written /FEN"),
        ("1. 33-29 19:", "line 1, column 10", "'19'", "expected a move, a move number"),
        ("!? 33-29", "line 1, column 1", "'!?'", "there is no move before it to judge"),
        ("(" * 200, "line 1, column 101", "'('", "variations nest deeper than 100"),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_place(
    text: str, place: str, token: str, reason: str
) -> None:
    with pytest.raises(InvalidPdn) as caught:
        read_pdn(text)
    sentence = str(caught.value)
    assert sentence.startswith(place)
    assert token in sentence
    assert reason in sentence
    assert "\n" not in sentence


def test_a_fault_costs_its_own_game_only() -> None:
    found = list(
        read_games(
            '1. 32-28 }\n 1. 33-28 {x\n[Event "b"]\n[Site "c"]\n1. (\n[Event "d"]\n1. 33-29 *'
        )
    )
    assert [isinstance(game, InvalidPdn) for game in found] == [True, True, False]
    assert str(found[1]).startswith("line 5, column 4")
    last = found[2]
    assert isinstance(last, PdnGame)
    assert last.value("Event") == "d"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(line_end: str) -> None:
    game = one(line_end.join(('[Event "a"]', "", "1. 32-28", "19-23 *")))
    assert [item.place for item in game.items] == [(3, 4), (4, 1)]


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Сергей Фадеев, гёрл", "utf-8"),
        ("Сергей Фадеев", "utf-8-sig"),
        ("Сергей Фадеев", "utf-16"),
        ("Абаулин Г., первенство СССР", "cp1251"),
        ("Hübner, Françoise Müller, Århus", "latin-1"),
        ("Wieger Wesselink", "ascii"),
    ],
)
def test_the_encoding_is_found_by_trial(name: str, encoding: str) -> None:
    """PDN 3.0, Character encoding: UTF-8, and others should be accepted."""
    text = f'[White "{name}"]\n1. 32-28 *\n'
    assert decode_pdn(text.encode(encoding)) == text


def test_any_bytes_are_some_text() -> None:
    assert len(decode_pdn(bytes(range(256)))) == 256
    assert decode_pdn(b"\xff\xfe\x00") == "\ufffd"


WORDS = st.sampled_from(
    [
        *("1.", "12.", "1.32-28", "32-28", "19x23", "1-1", "1-12", "c3-d4", "c3:e5!?", "a1xc3"),
        *("06-11", "1-0", "28x19x8", "32-28*", "cd4", "$1", "3228", "...", "32-28(!)", "6-1?"),
        *("12", "1/2"),
    ]
)


@given(st.lists(st.tuples(WORDS, st.sampled_from([" ", "  ", "\n", "\t"])), max_size=30))
def test_moves_read_together_are_those_read_one_by_one(words: list[tuple[str, str]]) -> None:
    """Plain moves in a row are taken at once; with an empty comment behind each, none are."""
    text = "".join(word + blank for word, blank in words)
    apart = "".join(word + " {} " for word, _ in words)
    assert [_said(found) for found in read_games(text)] == [
        _said(found) for found in read_games(apart)
    ]
    lines = text.split("\n")
    for game in read_games(text):
        for item in game.items if isinstance(game, PdnGame) else ():
            line, column = item.place
            assert isinstance(item, PdnComment) or lines[line - 1].startswith(
                str(item[0]), column - 1
            )


def _said(found: PdnGame | InvalidPdn) -> list[tuple[str, str]] | str:
    if isinstance(found, InvalidPdn):
        return str(found).partition(": ")[2]
    return [
        (str(item[0]), item.strength if isinstance(item, PdnMove) else "") for item in found.items
    ]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. 32-28 19-23 2. 28x19 x 8 14x23", ["32-28", "19-23", "28x19 x 8", "14x23"]),
        ("1. 32-28 19-23 2. 28x19 14x23 -1", ["32-28", "19-23", "28x19", "14x23"]),
        ("1. 32-28 19-23 2. 37-32 1-1\n", ["32-28", "19-23", "37-32"]),
        ("1. 32-28 19-23 2. 37-32 1-10\n", ["32-28", "19-23", "37-32", "1-10"]),
    ],
)
def test_what_may_belong_to_the_last_of_several_moves_is_waited_for(
    text: str, moves: list[str]
) -> None:
    (game,) = read_pdn(text)
    assert [item.text for item in game.items if isinstance(item, PdnMove)] == moves
