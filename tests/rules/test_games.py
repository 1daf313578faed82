"""What is particular to each game, on the smallest positions that show it: how pieces capture.

Sources beside the tests: the four rule texts (000, 001, 003, 004), FMJD, FID and Portuguese texts,
the Official Rules for Frisian Draughts 2011 (FRIS). Squares are written with letters as White sees
them, in every game.
"""

from dataclasses import replace

import pytest

from firmware.notation.fen import parse_fen
from firmware.rules import Color, Position, Reason, find_variant, legal_moves
from tests.rules.playing import at, moves, named, play, won

# Which captures come first


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        ("W:Wb1,f3:Ba2,c2,g4,g6", {"f3xh5xf7"}),
        ("W:Wb3,Kg4:Bc4,f5", {"g4xe6"}),
        ("W:WKd3:Be4,Kc4", {"d3xb5"}),
        ("W:WKd3:BKc4,c6,e6,e4", {"d3xb5xd7xf5xd3"}),
        ("W:WKd3:Bc4,c6,e6,Ke4", {"d3xf5xd7xb5xd3"}),
    ],
    ids=["most", "by a king", "most kings", "a king earliest", "a king earliest, otherwise round"],
)
def test_b153_italian_captures_come_in_four_orders(fen: str, legal: set[str]) -> None:
    """FID: the most pieces, by a king, the most kings, a king as early as can be."""
    assert moves(at("italian", fen)) == legal


def test_b153_an_italian_man_takes_no_king() -> None:
    """000, 003, 004, FID."""
    assert moves(at("italian", "W:Wc2:BKd3,b3")) == {"c2xa4"}
    assert moves(at("italian", "W:Wc2:BKd3,Kb3")) == set()


@pytest.mark.parametrize("key", ["portuguese", "spanish"])
def test_of_equal_numbers_the_most_kings_are_taken(key: str) -> None:
    assert moves(at(key, "W:Wd3:Bc4,Ke4")) == {"d3xf5"}
    assert moves(at(key, "W:Wd3:Bc4,e4")) == {"d3xb5", "d3xf5"}


def test_b154_a_czech_king_captures_before_a_man_and_the_number_is_free() -> None:
    """FMJD's brief rules. 003 wants the most as well: an option."""
    position = at("czech", "W:WKc1,a1:Bb2,d2,f4,b4")
    assert moves(position) == {"c1xa3xd6xg3", "c1xa3xd6xh2", "c1xe3xg5", "c1xe3xh6"}
    most = at("czech+most_pieces", "W:WKc1,a1:Bb2,d2,f4,b4")
    assert moves(most) == {"c1xa3xd6xg3", "c1xa3xd6xh2"}


def test_frisian_kings_are_worth_nearly_two_men_each() -> None:
    """FRIS 11: two kings are more than three men and less than four."""
    three = "W:Wa1,i1:BKb2,Kd4,h2,h4,i7"
    assert moves(at("frisian", three)) == {"a1xc3xe5"}
    assert moves(at("frisian", three + ",g9")) == {"i1xg3xi5xi9xe9"}


def test_of_equal_value_a_frisian_king_captures() -> None:
    """FRIS 12."""
    assert moves(at("frisian", "W:Wa1,Ki1:Bb2,h2")) == {
        f"i1x{landing}" for landing in ("g3", "f4", "e5", "d6", "c7", "b8", "a9")
    }


def test_b169_frisian_pieces_capture_straight_too_and_step_diagonally() -> None:
    """003; FRIS: over the man two rows or files away."""
    assert moves(at("frisian", "W:We5:Be7,c5")) == {"e5xe9", "e5xa5"}
    assert moves(at("frisian", "W:We5:Bi9")) == {"e5-d6", "e5-f6"}
    assert moves(at("frisian", "W:WKa1:BKe1")) == {"a1xg1", "a1xi1"}


# Runs of kings


RUN = "W:WKa1,a5:BKb10,j6"


def test_b092_a_frisian_king_goes_three_times_in_a_row_at_most() -> None:
    """FRIS 17, 003."""
    game = play("frisian", RUN, "a1-b2 b10-c9 b2-a1 c9-b10 a1-b2")
    assert game.position.side.runs[0] is not None
    game = game.play(named(game.position, "b10-c9"))
    assert not any(text.startswith("b2") for text in moves(game.position))
    assert moves(game.position) == {"a5-b6"}


def test_a_step_by_another_piece_lifts_the_ban() -> None:
    game = play("frisian", RUN, "a1-b2 b10-c9 b2-a1 c9-b10 a1-b2 b10-c9 a5-b6 j6-i5 b2-a1")
    assert game.position.side.runs[0] == (find_variant("frisian").board.index[0, 0], 1)


def test_a_king_that_may_not_go_on_may_still_capture() -> None:
    """FRIS 17 speaks of quiet moves."""
    game = play("frisian", RUN, "a1-b2 b10-c9 b2-a1 c9-b10 a1-b2 b10-e7")
    assert moves(game.position) == {"a5-b6"}
    game = play("frisian", "W:WKa1,a3:BKb10,j4", "a1-b2 b10-c9 b2-a1 c9-b10 a1-b2 b10-d8")
    assert game.position.side.banned is not None
    assert all(text[2] == "x" for text in moves(game.position) if text.startswith("b2"))


def test_who_has_only_a_banned_king_to_move_has_lost() -> None:
    """FRIS 17."""
    blocked = "W:WKa1,a9:BKb10,j6"
    game = play("frisian", blocked, "a1-b2 j6-i5 b2-a1 i5-h4 a1-b2 h4-g3")
    assert game.position.side.banned is not None
    assert won(game) == (Color.BLACK, Reason.NO_MOVES)


def test_kings_without_men_go_on_for_ever() -> None:
    game = play("frisian", "W:WKa1:BKb10,j6", "a1-b2 j6-i5 b2-a1 i5-h4 a1-b2 h4-g3")
    assert game.position.side.runs == (None, None)
    assert game.position.side.banned is None


def test_the_last_man_taken_ends_the_run_and_the_king_taken_its_own() -> None:
    game = play("frisian", "W:WKa1,c3:BKb10,h8,j2", "a1-b2 b10-a9 c3-d4 h8-g7")
    assert game.position.side.runs[0] is None
    assert game.position.side.runs[1] is None


def test_how_often_a_king_has_gone_tells_positions_apart() -> None:
    """What may be played next differs, so the position is not the same."""
    once = play("frisian", RUN, "a1-b2 b10-c9")
    again = play("frisian", RUN, "a1-b2 b10-c9 b2-a1 c9-b10 a1-b2 b10-c9")
    assert once.position[:3] == again.position[:3]
    assert once.position != again.position


# Where kings land, and when captured pieces leave


def test_a_killer_king_stops_just_behind_a_king_it_takes_last() -> None:
    assert moves(at("killer", "W:WKa1:BKe5")) == {"a1xf6"}
    assert len(moves(at("killer", "W:WKa1:Be5"))) == 5
    assert moves(at("killer", "W:WKa1:BKc3,e9")) == {"a1xg7xd10"}
    assert moves(at("killer", "W:WKa1:Bc3,Ke9")) == {"a1xg7xd10"}


def test_a_thai_king_lands_just_behind_what_it_takes() -> None:
    assert moves(at("thai", "W:WKa1:Bc3")) == {"a1xd4"}
    assert moves(at("thai", "W:WKa1:Bc3,e3")) == {"a1xd4xf2"}


def test_turkish_captured_pieces_leave_as_they_are_jumped() -> None:
    """The king comes down the b file past b4, which it took first."""
    fen = "W:WKa4:Bb4,d5,c7,b2"
    assert moves(at("turkish", fen)) == {"a4xd4xd7xb7xb1"}
    later = replace(find_variant("turkish"), key="later", removed_at_once=False)
    assert {len(move.order) for move in legal_moves(parse_fen(fen, later))} == {3}


def test_a_turkish_king_does_not_turn_back() -> None:
    assert moves(at("turkish", "W:WKd5:Bd6,d3")) == {"d5xd1", "d5xd2", "d5xd7", "d5xd8"}


def test_a_turkish_man_goes_on_sideways_on_the_last_row_as_a_man() -> None:
    """Crowned at the end; the option has it go on as a king."""
    (move,) = legal_moves(at("turkish", "W:Wd6:Bd7,e8,b8"))
    assert move.crowned and len(move.order) == 2
    assert moves(at("turkish", "W:Wd6:Bd7,f8,b8")) == {"d6xd8"}
    assert moves(at("turkish+crowned_at_once", "W:Wd6:Bd7,f8,b8,d3")) == {
        "d6xd8xa8",
        "d6xd8xg8",
        "d6xd8xh8",
    }


def test_b168_turkish_and_armenian_men_go_straight_on_and_sideways() -> None:
    """003."""
    for key in ("turkish", "tama"):
        assert moves(at(key, "W:Wd4:Bh6")) == {"d4-c4", "d4-d5", "d4-e4"}
    assert moves(at("tama_diagonal", "W:Wd4:Bh6")) == {
        "d4-c4",
        "d4-d5",
        "d4-e4",
        "d4-c5",
        "d4-e5",
    }


def test_an_armenian_king_goes_in_any_direction_and_captures_straight() -> None:
    """003: "in any direction"."""
    assert len(moves(at("turkish", "W:WKd4:Bh6"))) == 14
    assert len(moves(at("tama", "W:WKd4:Bh6"))) == 27
    assert not any("x" in text for text in moves(at("tama", "W:WKd4:Bf6")))


def test_the_first_fourteen_moves_in_which_tama_is_not_turkish() -> None:
    """A man crowned on the fourth ply steps diagonally on the sixth, where a man has made room."""
    line = "h3-h4 g6-g5 g3-g4 g5xg3xg1 h2-h3"
    tama = play("tama", _start("tama"), line).position
    turkish = play("turkish", _start("turkish"), line).position
    assert moves(tama) - moves(turkish) == {"g1-h2"}


def _start(key: str) -> str:
    assert Position.start(find_variant(key)).white
    ranks = "a2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3"
    return f"W:W{ranks}:B{ranks.replace('2', '7').replace('3', '6')}"


def test_one_piece_each_is_a_draw_unless_it_can_be_taken() -> None:
    assert won(play("turkish", "W:WKa1:BKh2,a2", "a1xa3")) == (None, Reason.ONE_EACH)
    open_to_capture = play("turkish", "W:WKb1:BKh4,b2", "b1xb4")
    assert open_to_capture.outcome is None
    assert moves(open_to_capture.position) == {"h4xa4"}


def test_a_king_against_a_man_plays_on_by_the_option() -> None:
    fen = "W:WKa1:Bh2,a2"
    assert won(play("turkish", fen, "a1xa3")) == (None, Reason.ONE_EACH)
    assert play("turkish+king_beats_man", fen, "a1xa3").outcome is None
