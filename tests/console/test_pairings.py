"""Lists of pairings."""

import pytest

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


def test_spreadsheets_write_a_byte_order_mark_quotes_and_empty_lines() -> None:
    text = '\ufeffboard,white,black\r\n1,"Ann, A.",Bob\r\n\r\n,,\r\n'
    (only,) = read_pairings(text, 1)
    assert only.white == "Ann, A."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1"),
        ("board,white\n1,Ann\n", "'black'"),
        (
            "board,white,black\nx,Ann,Bob\n",
            "line 2, column board: 'x' must be a number from 1 to 2",
        ),
        ("board,white,black\n3,Ann,Bob\n", "from 1 to 2"),
        ("board,white,black\n1,,Bob\n", "line 2, column white"),
        ("board,white,black\n1,A,B\n1,C,D\n", "line 3: board 1 is in line 2"),
        ("board,white,black\n1,A" + "a" * 200 + ",B\n", "too long"),
        ("board,white,black\n" + "1,A,B\n" * 600, "more than 500"),
    ],
)
def test_a_wrong_list_is_refused_with_line_and_column(text: str, says: str) -> None:
    with pytest.raises(InvalidPairings, match=says):
        read_pairings(text, 2)
