"""Lists of pairings."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.console.pairings import read_pairings
from firmware.errors import InvalidPairings


def test_a_list_with_names_federation_ids_and_boards() -> None:
    heading = "Board;White;White_ID;Black;Black_ID;Round;Event\n"
    text = heading + "1;Ann;1001;Bob;;3;Open\n2;Cy;;Di;1002;3;Open\n"
    first, second = read_pairings(text, 2)
    assert (first.board, first.white, first.black, first.white_id) == (1, "Ann", "Bob", "1001")
    assert second.tags == {
        "Event": "Open",
        "Round": "3",
        "White": "Cy",
        "Black": "Di",
        "BlackFMJD": "1002",
    }


def test_a_board_is_meant_by_the_name_it_has_on_the_page() -> None:
    text = "board,white,black\nB,Ann,Bob\n1,Cy,Di\n"
    assert [one.board for one in read_pairings(text, 2, ["A", "B"])] == [2, 1]
    with pytest.raises(InvalidPairings, match="'C' must be a board's name"):
        read_pairings(text.replace("B,", "C,", 1), 2, ["A", "B"])


def test_spreadsheets_write_a_byte_order_mark_quotes_and_empty_lines() -> None:
    text = '\ufeffboard,white,black\r\n1,"Ann, A.",Bob\r\n\r\n,,\r\n'
    (only,) = read_pairings(text, 1)
    assert only.white == "Ann, A."


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(end: str) -> None:
    lines = ["board;white;black", "1;Ann;Bob", "2;Cy, D.;Di", ""]
    assert [one.white for one in read_pairings(end.join(lines), 2)] == ["Ann", "Cy, D."]


@given(st.text(alphabet='board,whitelack;12\t"\r\n\0\x85é', max_size=60))
def test_any_text_is_a_list_or_is_refused(text: str) -> None:
    for whole in (text, f"board,white,black\n1,A,B\n{text}"):
        with contextlib.suppress(InvalidPairings):
            read_pairings(whole, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1"),
        ("board,white\n1,Ann\n", "'black'"),
        (
            "board,white,black\nx,Ann,Bob\n",
            "line 2, column board: 'x' must be a board's name, or a number from 1 to 2",
        ),
        ("board,white,black\n3,Ann,Bob\n", "from 1 to 2"),
        ("board,white,black\n1,,Bob\n", "line 2, column white"),
        ("board,white,black\n1,A,B\n1,C,D\n", "line 3: board 1 is in line 2"),
        ("board,white,black\n\n1,A,B\n\n1,C,D\n", "line 5: board 1 is in line 3"),
        ("board,white,black\n1,A" + "a" * 200 + ",B\n", "too long"),
        ("board,white,black\n" + "1,A,B\n" * 600, "more than 500"),
    ],
)
def test_a_wrong_list_is_refused_with_line_and_column(text: str, says: str) -> None:
    with pytest.raises(InvalidPairings, match=says):
        read_pairings(text, 2)
