"""Particulars of the generator that no count of moves shows."""

from dataclasses import replace

import pytest

from firmware.errors import TooManyCaptures
from firmware.notation.fen import parse_fen
from firmware.notation.squares import square_name
from firmware.rules import Color, Move, Position, captures, legal_moves, possible, unforced_moves
from firmware.rules.games.international import FRISIAN, INTERNATIONAL
from firmware.rules.games.russian import RUSSIAN
from tests.rules.data import squares_named

WORST = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
"""lidraughts' test of Frisian captures: 562,040 ways to take 19, all of one effect."""


def path(move: Move, position: Position) -> str:
    return ":".join(square_name(position.ruleset, square) for square in move.path)


def only_move(position: Position) -> Move:
    (move,) = legal_moves(position)
    return move


def test_behind_a_man_taken_on_the_way_the_nearest_landing_is_named() -> None:
    position = parse_fen("W:WKa1:Bb2,f6,a7", RUSSIAN)
    assert {path(move, position) for move in legal_moves(position)} == {"a1:c3:g7", "a1:c3:h8"}


def test_b186_a_round_trip_either_way_is_one_move() -> None:
    position = parse_fen("W:WKe1:Bd2,d4,f2,f4", RUSSIAN)
    round_trips = [move for move in legal_moves(position) if move.target == move.origin]
    assert [path(move, position) for move in round_trips] == ["e1:c3:e5:g3:e1"]
    assert round_trips[0].clears == squares_named(RUSSIAN, "d2", "d4", "f2", "f4")


def test_the_path_does_not_depend_on_what_was_generated_before() -> None:
    blocked = parse_fen("W:WKe1:Bd2,d4,f2,f4,b4,c5", RUSSIAN)
    position = parse_fen("W:WKe1:Bd2,d4,f2,f4", RUSSIAN)
    first = {move: move.path for move in legal_moves(position)}
    legal_moves(blocked)
    assert {move: move.path for move in legal_moves(position)} == first


def test_precedence_may_weigh_what_is_taken() -> None:
    def most_kings(position: Position, move: Move) -> tuple[int]:
        return ((move.captured & position.kings).bit_count(),)

    ruleset = replace(RUSSIAN, key="most_kings", precedence=most_kings)
    position = parse_fen("W:We3:Bd4,d6,Kf4", ruleset)
    assert path(only_move(position), position) == "e3:g5"


def test_moves_of_one_effect_are_the_same_object() -> None:
    position = Position.start(RUSSIAN)
    again = Position.start(RUSSIAN)
    assert all(a is b for a, b in zip(legal_moves(position), legal_moves(again), strict=True))


def test_captures_are_forgotten_when_there_are_too_many_and_found_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware.rules.pieces.CAPTURES_KEPT", 1)
    ruleset = replace(RUSSIAN, key="forgetful")
    position = parse_fen("W:WKe1:Bd2,d4,f2,f4,b4", ruleset)
    assert legal_moves(position) == legal_moves(position.under(RUSSIAN))


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captures, "STATES_MAX", 3)
    with pytest.raises(TooManyCaptures):
        legal_moves(parse_fen("W:WK45:B39,40,29,30,19,20,28,18,8", INTERNATIONAL))


def test_the_worst_diagram_known_is_worked_out() -> None:
    (move,) = legal_moves(parse_fen(WORST, FRISIAN))
    assert len(move.order) == 19


def test_where_that_may_stop_on_the_way_there_are_too_many_captures_and_it_says_so() -> None:
    with pytest.raises(TooManyCaptures, match="too many captures to work them all out"):
        unforced_moves(parse_fen(WORST, FRISIAN))


def test_a_lattice_of_men_is_searched_by_states_not_routes() -> None:
    index = INTERNATIONAL.board.index
    men = sum(1 << index[file, rank] for file in (1, 3, 5, 7) for rank in (1, 3, 5, 7))
    king = 1 << index[0, 0]
    position = Position.setup(INTERNATIONAL, king, men, king, Color.WHITE)
    assert {len(move.order) for move in legal_moves(position)} == {14}


def picture_after(position: Position, gone: str, new: str) -> int:
    ruleset = position.ruleset
    return position.occupied & ~squares_named(ruleset, *gone.split()) | squares_named(ruleset, new)


def test_a_quiet_move_is_possible_though_a_capture_was_due() -> None:
    position = parse_fen("W:Wc3,h2:Bd4,h8", RUSSIAN)
    (move,) = possible(position, picture_after(position, "h2", "g3"))
    assert (move.captured, move.crowned) == (0, False)


def test_a_capture_may_possibly_have_been_stopped_on_the_way() -> None:
    position = parse_fen("W:Wc3:Bd4,f6,h8", RUSSIAN)
    (move,) = possible(position, picture_after(position, "c3 d4", "e5"))
    assert move.captured == squares_named(RUSSIAN, "d4")


def test_a_capture_stopped_where_men_are_crowned_crowns() -> None:
    position = parse_fen("W:Wf6:Bb6,e7", RUSSIAN)
    (move,) = possible(position, picture_after(position, "f6 e7", "d8"))
    assert move.crowned


def test_fewer_men_than_precedence_asks_for_may_possibly_have_been_taken() -> None:
    position = parse_fen("W:W36,K10:B33,41,42", INTERNATIONAL)
    (move,) = possible(position, picture_after(position, "10 41", "46"))
    assert move not in legal_moves(position)


def test_a_king_may_possibly_have_landed_where_it_could_not_go_on() -> None:
    position = parse_fen("W:WKa1:Bb2,d6", RUSSIAN)
    assert {path(move, position) for move in legal_moves(position)} == {"a1:e5:c7", "a1:e5:b8"}
    (move,) = possible(position, picture_after(position, "a1 b2", "h8"))
    assert move not in legal_moves(position)


def test_what_no_rule_allows_is_not_possible() -> None:
    position = parse_fen("W:Wc3:Bh8", RUSSIAN)
    assert possible(position, picture_after(position, "c3", "b2")) == ()
    assert possible(position, position.occupied) == ()
