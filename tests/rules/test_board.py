"""Geometry follows from the playable squares alone."""

from firmware.rules import VARIANTS, Board, Color, mask, squares
from firmware.rules.board import EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH_EAST, facing
from firmware.rules.games.common import MAIN_ROAD
from firmware.rules.games.russian import RUSSIAN
from tests.rules.data import squares_named


def test_squares_are_counted_row_by_row_from_the_top_left() -> None:
    board = Board.checkered(8, 8)
    assert board.size == 32
    assert board.coords[0] == (1, 7)
    assert board.coords[3] == (7, 7)
    assert board.coords[4] == (0, 6)
    assert board.coords[31] == (6, 0)


def test_a_dark_corner_may_lie_at_the_right() -> None:
    board = Board.checkered(8, 8, dark_corner_left=False)
    assert board.coords[0] == (0, 7)
    assert board.coords[31] == (7, 0)


def test_a_ray_holds_the_squares_met_on_the_way_nearest_first() -> None:
    board = Board.checkered(8, 8)
    a1, h8 = board.index[0, 0], board.index[7, 7]
    assert [board.coords[s] for s in board.rays[NORTH_EAST][a1]] == [(n, n) for n in range(1, 8)]
    assert board.rays[NORTH_WEST][a1] == ()
    assert board.rays[NORTH_EAST][h8] == ()


def test_walking_along_a_rank_of_dark_squares_meets_every_second_file() -> None:
    board = Board.checkered(10, 10)
    start = board.index[0, 0]
    assert [board.coords[s] for s in board.rays[EAST][start]] == [(2, 0), (4, 0), (6, 0), (8, 0)]
    assert [board.coords[s] for s in board.rays[NORTH][start]] == [(0, 2), (0, 4), (0, 6), (0, 8)]


def test_forward_is_the_other_way_for_black() -> None:
    assert facing(NORTH_EAST, Color.WHITE) == NORTH_EAST
    assert facing(NORTH_EAST, Color.BLACK) == SOUTH_EAST


def test_what_lies_between_two_squares() -> None:
    board = RUSSIAN.board
    (a1,), (c3,), (d4,), (h8,), (h2,) = (
        tuple(squares(squares_named(RUSSIAN, name))) for name in ("a1", "c3", "d4", "h8", "h2")
    )
    assert board.between(a1, d4) == squares_named(RUSSIAN, "b2", "c3")
    assert board.between(d4, a1) == board.between(a1, d4)
    assert board.between(c3, d4) == 0
    assert board.between(h8, h2) == squares_named(RUSSIAN, "h4", "h6")
    assert board.between(a1, h2) == 0


def test_the_main_road_joins_two_corners() -> None:
    road = squares_named(RUSSIAN, "a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8")
    assert road == MAIN_ROAD


def test_men_are_crowned_on_the_row_farthest_from_their_own() -> None:
    board = RUSSIAN.board
    assert board.far_row(Color.WHITE) == squares_named(RUSSIAN, "b8", "d8", "f8", "h8")
    assert board.far_row(Color.BLACK) == squares_named(RUSSIAN, "a1", "c1", "e1", "g1")
    for ruleset in VARIANTS.values():
        board, (white, black) = ruleset.board, ruleset.start
        for color, own in ((Color.WHITE, white), (Color.BLACK, black)):
            assert board.far_row(color).bit_count() >= board.width // 2
            assert not board.far_row(color) & own


def test_a_set_of_squares_and_its_squares() -> None:
    assert list(squares(mask((5, 0, 49)))) == [0, 5, 49]
    assert mask(()) == 0
