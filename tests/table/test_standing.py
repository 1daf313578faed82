"""A move that stands unpressed, and what happens on the board while it waits.

Seeded hands found these; each is the shortest form of what they did.
"""

from firmware.notation.squares import parse_square
from firmware.rules import find_variant, mask
from firmware.table.inference import Kind
from tests.table.pictures import shown


def picture_of(variant: str, names: str) -> int:
    return mask(parse_square(find_variant(variant), name) for name in names.split())


def test_a_reply_may_begin_with_the_men_it_captures() -> None:
    """White plays c3-d4; Black, who must jump g3, takes it off before h4 is lifted."""
    belief = shown("russian", "W:Wc3,g3:Bh4,a7", "-c3 +d4 -g3")
    assert belief.reading.kind is Kind.REPLYING
    assert [story.last.target for story in belief.reading.after] == [
        parse_square(find_variant("russian"), "d4")
    ]


def test_a_reply_begun_by_taking_off_the_man_that_stood_is_a_reply() -> None:
    """White plays c3-d4; Black, who must jump d4 and d2, takes both off before e5 is lifted."""
    belief = shown("russian", "W:Wc3,d2,h2:Be5,a7", "-c3 +d4 -d4 -d2")
    assert belief.reading.kind is Kind.REPLYING
    belief = shown("russian", "W:Wc3,d2,h2:Be5,a7", "-c3 +d4 -d4 -d2 -e5 +c3 -c3 +e1")
    assert belief.reading.kind is Kind.REPLIED


def test_only_what_differs_from_the_move_that_stands_is_wrong() -> None:
    """White plays c3-d4 and a sleeve takes h8 along: nobody has to take c3-d4 back."""
    belief = shown("russian", "W:Wc3:Ba7,h8", "-c3 +d4 -h8 +g1")
    assert belief.reading.kind is Kind.ASTRAY
    assert belief.missing == picture_of("russian", "h8")
    assert belief.extra == picture_of("russian", "g1")


def test_a_spare_man_on_the_way_of_a_man_that_has_not_moved_is_no_move_begun() -> None:
    belief = shown("russian", "W:Wc3:Ba7,h8", "+d4")
    assert belief.reading.kind is Kind.ASTRAY
    assert belief.extra == picture_of("russian", "d4")


def test_the_move_that_stands_is_the_first_as_long_as_its_man_stays() -> None:
    """White plays 23-18; the reed of 19 sticks; Black lifts 15 to jump 18.

    The picture is that of 23-19 and 15-18, but 18 has been filled all the time.
    """
    fen = "W:W17,21,23-25,27-32:B1-9,12,15"
    belief = shown("english", fen, "-23 +18 +19 -15")
    assert belief.reading.kind is not Kind.REPLIED
    assert not belief.reading.replied


def test_a_reply_cannot_land_where_a_captured_man_has_stood_all_the_time() -> None:
    """White takes its captured men off first and rests on 26 on the way to 17.

    The picture is that of 46x26 and 11-16, but the man of 16 has never been off.
    """
    fen = "W:W38,41,46,48:B1,4,7,9-12,16,21,36"
    belief = shown("frisian", fen, "-12 -36 -21 -7 -11 -46 +26")
    assert belief.reading.kind is Kind.ON_THE_WAY


def test_a_square_filled_while_no_man_is_in_the_air_is_no_landing() -> None:
    """Black plays f6-d4; h8 sticks; White captures d4. As f6-h8 and c5-g1 it would be legal too."""
    fen = "B:WKa5,Kc5:BKf6"
    assert shown("russian", fen, "-f6 +d4 +h8").reading.kind is Kind.ASTRAY
    stuck = shown("russian", fen, "-f6 +d4 +h8 -c5 +g1 -d4")
    assert stuck.reading.kind is Kind.ASTRAY
    freed = shown("russian", fen, "-f6 +d4 +h8 -c5 +g1 -d4 -h8")
    assert freed.reading.kind is Kind.REPLIED
    assert freed.reading.after[0].last.target == parse_square(find_variant("russian"), "d4")


def test_a_square_filled_before_any_man_was_lifted_is_not_where_that_man_went() -> None:
    """h8 sticks, f6 is lifted: f6-h8 is legal by the picture, and nobody has played it."""
    stuck = shown("russian", "B:WKa5,Kc5:BKf6", "+h8 -f6")
    assert stuck.reading.kind is Kind.ASTRAY
    put_down = shown("russian", "B:WKa5,Kc5:BKf6", "+h8 -f6 -h8 +h8")
    assert put_down.reading.kind is Kind.LEGAL


def test_a_doubt_is_over_when_the_picture_from_before_it_is_back() -> None:
    fen = "B:WKa5,Kc5:BKf6"
    assert shown("russian", fen, "-f6 +d4 +h8 -h8").reading.kind is Kind.LEGAL
    assert shown("russian", fen, "+h8 -h8").reading.kind is Kind.REST


def test_while_the_man_of_a_move_that_stood_is_off_its_origin_no_other_has_moved() -> None:
    """Black plays g3-d6; d6 and others are swept off and put back: c7 has not gone to d6."""
    fen = "B:WKa7,Kd2,Ke7,Kf6,Kh2:BKc7,Kg3"
    swept = shown("russian", fen, "-g3 +d6 -d6 -h2 -c7 -e7 -f6 +f6 +e7 +d6 +c7 +h2")
    assert {after.last.origin for after in swept.reading.after} == {
        parse_square(find_variant("russian"), "g3")
    }
    # c7-d6 and h2:c7 over g3 and d6 would be legal, and leave just this.
    halfway = shown("russian", fen, "-g3 +d6 -d6 -h2 -c7 -e7 -f6 +f6 +e7 +c7")
    assert halfway.reading.kind is not Kind.REPLIED


def test_a_man_is_not_on_its_way_while_it_stands_where_it_began() -> None:
    """d4, which White must capture, has been moved to e5; c3 stands: no capture has begun."""
    belief = shown("russian", "W:Wc3:Bd4,h8", "-d4 +e5")
    assert belief.reading.kind is Kind.ASTRAY
