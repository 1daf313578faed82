"""The words of PDN, above all those that look alike (PDN 3.0, Parsing issues)."""

import pytest

from firmware.notation.tokens import Kind, scan


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind.value, token.text) for token in scan(text)]


@pytest.mark.parametrize(
    "text",
    [
        *("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "1/2", "½-½", "12-0", "0-12"),
        *("1 1/2 - 1/2", "1/2 - 1 1/2", "1+ - 1-", "1- - 1+", "1.01-0.99"),
    ],
)
def test_results_of_every_style_are_no_moves(text: str) -> None:
    """PDN 3.0, Result tag, with the formats Plus draw, Delfts and Goes."""
    assert kinds(f"32-28 {text}") == [("move", "32-28"), ("result", text)]


@pytest.mark.parametrize(
    "text",
    [
        *("1-12", "1-18", "1-10", "11-1", "10-1", "2-11", "01-06", "1-6", "32-28", "3228", "1x10"),
        *("2x11x20", "4x 1", "1- 6", "47x 9", "c3-d4", "c3:e5:g7", "cd4", "c:h4", "A3-B4", "a3b4"),
        *("c3 : e5", "c3–d4", "a10-b11"),
    ],
)
def test_moves_of_every_form_are_no_results(text: str) -> None:
    assert kinds(f"1.{text} 1-0") == [("number", "1."), ("move", text), ("result", "1-0")]


def test_a_star_ends_a_game_unless_it_is_glued_to_a_move() -> None:
    """PDN 3.0, Game Separator (1): no space between a move and its strength."""
    assert kinds("1-6 * 32-28") == [("move", "1-6"), ("star", "*"), ("move", "32-28")]
    (forced, _) = scan("1-6* 32-28")
    assert (forced.kind, forced.text, forced.extra) == (Kind.MOVE, "1-6", "*")


@pytest.mark.parametrize("sign", ["!", "?", "!?", "??", "(?)", "(!?!!!)", "*", "!*", "x", "+", "="])
def test_signs_glued_to_a_move_are_not_part_of_it(sign: str) -> None:
    """Draughts-64 rules, 9.1: signs after a move, x for a won position among them."""
    (move, _) = scan(f"c5-b4{sign} c3xe5")
    assert (move.text, move.extra) == ("c5-b4", sign)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1... 20-25", [("number", "1..."), ("move", "20-25")]),
        ("1. ... 20-25", [("number", "1."), ("unknown", "..."), ("move", "20-25")]),
        ("41. - -", [("number", "41."), ("unknown", "- -")]),
        (
            "1.01-06 2.33-29",
            [("number", "1."), ("move", "01-06"), ("number", "2."), ("move", "33-29")],
        ),
        ("% a line\n32-28 % more", [("move", "32-28")]),
        (
            "32-28 ; to the end\n19-23",
            [("move", "32-28"), ("comment", " to the end"), ("move", "19-23")],
        ),
        ("$7 $132", [("nag", "7"), ("nag", "132")]),
        ('/FEN "B::"/', [("setup", "B::")]),
        ("26-22Black ran out of time.", [("move", "26-22"), ("comment", "Black ran out of time.")]),
        (
            "32-28 (?) (19-23)",
            [
                ("move", "32-28"),
                ("strength", "(?)"),
                ("open", "("),
                ("move", "19-23"),
                ("close", ")"),
            ],
        ),
    ],
)
def test_words_are_told_apart(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('[White "Wiersma, Harm"]', "White", "Wiersma, Harm"),
        ('[Event       "7 командное"]', "Event", "7 командное"),
        ('[ Site "" ]', "Site", ""),
        (r'[White "a \"b\" \\ c"]', "White", r'a "b" \ c'),
        ('[Event "The "Big" one"]', "Event", 'The "Big" one'),
        ('[Белые "Иванов"]', "Белые", "Иванов"),
    ],
)
def test_tags_are_read_as_published(text: str, name: str, value: str) -> None:
    (tag,) = scan(text)
    assert (tag.kind, tag.text, tag.extra) == (Kind.TAG, name, value)


def test_places_count_lines_and_columns_from_one() -> None:
    places = [token.place for token in scan('\ufeff[A "b"]\n\n1. {two\nlines} c3-d4\n  *')]
    assert [tuple(place) for place in places] == [(1, 2), (3, 1), (3, 4), (4, 8), (5, 3)]
    assert str(places[-1]) == "line 5, column 3"


@pytest.mark.parametrize(
    ("text", "odd", "why"),
    [
        ("32-28 { a { b } c }", "c", "the one that began at line 1, column 7 has ended before"),
        ("32-28 { a { b } }", "}", "comments do not nest"),
        ("32-28 }", "}", ""),
        ("32-28 { never", "{", "this comment is never closed"),
        ("32-28 19", "19", ""),
        ("[Event]", "[", ""),
        ("32_28", "32_28", ""),
    ],
)
def test_what_begins_no_word_is_odd(text: str, odd: str, why: str) -> None:
    found = next(token for token in scan(text) if token.kind is Kind.ODD)
    assert found.text == odd
    assert why in found.extra


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "[",
        "[a ",
        '[a "',
        "(",
        "1",
        "1 ",
        "-",
        "x",
        "a1x",
        "12x",
        "/FEN ",
        "\\",
        '"',
        "; ",
        "aaaa ",
        " ",
    ],
)
def test_time_grows_with_the_length_alone(piece: str) -> None:
    """A text made to be hard: every token is looked for once, whatever follows."""
    text = piece * (100_000 // len(piece))
    assert sum(1 for _ in scan(text)) <= len(text)
