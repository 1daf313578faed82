"""Square names follow from the GameType's notation digit (PDN 3.0, GameType)."""

import dataclasses

import pytest

from firmware.errors import InvalidSquare
from firmware.notation.squares import parse_square, square_name
from firmware.rules import VARIANTS, Board, Color, Ruleset
from tests.notation.places import ENGLISH, INTERNATIONAL, RUSSIAN


@pytest.mark.parametrize(
    ("ruleset", "square", "name"),
    [
        (RUSSIAN, 0, "b8"),
        (RUSSIAN, 3, "h8"),
        (RUSSIAN, 28, "a1"),
        (RUSSIAN, 31, "g1"),
        (INTERNATIONAL, 0, "1"),
        (INTERNATIONAL, 4, "5"),
        (INTERNATIONAL, 45, "46"),
        (INTERNATIONAL, 49, "50"),
        (ENGLISH, 0, "1"),
        (ENGLISH, 31, "32"),
    ],
)
def test_corners_have_their_printed_names(ruleset: Ruleset, square: int, name: str) -> None:
    assert square_name(ruleset, square) == name


CORNERS = {
    # Both the numbering corner and the dark corner follow the tag: where 1 and where the last lie.
    **dict.fromkeys(["international", "frisian", "frysk", "killer"], ("1", "b10", "50", "i1")),
    **dict.fromkeys(["antidraughts", "breakthrough"], ("1", "b10", "50", "i1")),
    "canadian": ("1", "b12", "72", "k1"),
    **dict.fromkeys(["english", "pool"], ("1", "b8", "32", "g1")),
    "italian": ("1", "a8", "32", "h1"),
    **dict.fromkeys(["spanish", "portuguese"], ("1", "h1", "32", "a8")),
    "thai": ("1", "g1", "32", "b8"),
    # Written in letters; numbers in files run from the top left all the same.
    **dict.fromkeys(["russian", "brazilian", "czech", "diagonal"], ("1", "b8", "32", "g1")),
    **dict.fromkeys(["giveaway", "northern", "stavropol"], ("1", "b8", "32", "g1")),
    **dict.fromkeys(["samoyed", "twomove"], ("1", "b8", "32", "g1")),
    "spantsiretti": ("1", "b8", "40", "i1"),
    **dict.fromkeys(["turkish", "tama", "tama_diagonal"], ("1", "a8", "64", "h1")),
    "wiegman": ("1", "a8", "64", "h1"),
    "senegalese": ("1", "a5", "30", "f1"),
}


@pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)
def test_numbers_and_letters_of_every_game_meet_in_the_same_squares(ruleset: Ruleset) -> None:
    first, its_letters, last, last_letters = CORNERS[ruleset.key]
    assert parse_square(ruleset, first) == parse_square(ruleset, its_letters)
    assert parse_square(ruleset, last) == parse_square(ruleset, last_letters)
    assert int(last) == ruleset.board.size


@pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)
def test_letters_are_what_white_sees(ruleset: Ruleset) -> None:
    """Also on a board with the dark corner at the right, where a1 is not played on."""
    for square, (file, rank) in enumerate(ruleset.board.coords):
        assert parse_square(ruleset, f"{chr(ord('a') + file)}{rank + 1}") == square


@pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=VARIANTS)
def test_every_name_leads_back_to_its_square(ruleset: Ruleset) -> None:
    for square in range(ruleset.board.size):
        assert parse_square(ruleset, square_name(ruleset, square)) == square


@pytest.mark.parametrize(
    ("ruleset", "text", "square"),
    [
        (RUSSIAN, "1", 0),  # files number Russian games from b8, against the letter of A0
        (RUSSIAN, "32", 31),
        (RUSSIAN, " C3 ", 21),
        (INTERNATIONAL, "06", 5),
        (INTERNATIONAL, "a1", 45),
        (INTERNATIONAL, "j10", 4),
        (ENGLISH, "a1", 28),
    ],
)
def test_the_other_kind_of_name_is_understood(ruleset: Ruleset, text: str, square: int) -> None:
    assert parse_square(ruleset, text) == square


@pytest.mark.parametrize("text", ["a2", "i9", "0", "33", "", "c", "3c", "c3c3", "٣", "9" * 5000])
def test_what_names_no_square_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(
        InvalidSquare, match=r"is no square of Russian draughts: expected one of b8"
    ):
        parse_square(RUSSIAN, text)


def numbered(gametype: str, *, first: Color = Color.WHITE, dark_left: bool = True) -> Ruleset:
    """A made-up game whose only point is its numbering."""
    return dataclasses.replace(
        RUSSIAN,
        board=Board.checkered(8, 8, dark_corner_left=dark_left),
        first=first,
        notation=dataclasses.replace(
            RUSSIAN.notation, gametype=gametype, algebraic=gametype.split(",")[4][0] == "A"
        ),
    )


@pytest.mark.parametrize(
    ("ruleset", "one", "last"),
    [
        # Italian: from the top left, dark corner at the right hand.
        (numbered("22,W,8,8,N2,1", dark_left=False), "a8", "h1"),
        # Spanish and Portuguese: from the bottom right.
        (numbered("24,W,8,8,N1,1", dark_left=False), "h1", "a8"),
        # Thai: from the top left as Black sees it, who begins.
        (numbered("31,B,8,8,N2,0", first=Color.BLACK), "g1", "b8"),
    ],
)
def test_numbering_starts_in_the_corner_the_tag_names(
    ruleset: Ruleset, one: str, last: str
) -> None:
    assert parse_square(ruleset, "1") == parse_square(ruleset, one)
    assert parse_square(ruleset, "32") == parse_square(ruleset, last)


def test_letters_may_run_from_the_right() -> None:
    jamaican = numbered("23,W,8,8,A1,1", dark_left=False)
    names = [square_name(jamaican, square) for square in range(32)]
    assert jamaican.board.coords[names.index("a1")] == (7, 0)
    assert sorted(names) == sorted(square_name(RUSSIAN, square) for square in range(32))
