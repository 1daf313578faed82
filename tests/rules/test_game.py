"""Playing, putting and taking back."""

import pytest

from firmware.errors import IllegalMove, InvalidPosition
from firmware.notation.fen import parse_fen
from firmware.rules import Color, Game, Move, Put, Reason
from firmware.rules.games.forward import ENGLISH
from firmware.rules.games.russian import RUSSIAN
from tests.rules.data import named_move


def test_a_game_holds_every_position_and_ply() -> None:
    start = Game.start(RUSSIAN)
    move = named_move(start.position, "c3-d4")
    game = start.play(move)
    assert game.plies == (move,)
    assert game.positions == (start.position, start.position.after(move))
    assert (game.first, game.position) == game.positions
    assert (start.turn, game.turn) == (Color.WHITE, Color.BLACK)
    assert start.plies == ()


def test_black_begins_where_the_rules_say_so() -> None:
    assert Game.start(ENGLISH).turn is Color.BLACK


def test_an_illegal_move_is_refused_and_nothing_happens() -> None:
    game = Game.start(RUSSIAN)
    with pytest.raises(IllegalMove):
        game.play(Move((20, 12)))
    assert game == Game.start(RUSSIAN)


def test_a_move_shown_by_another_path_is_played_as_the_legal_move_it_is() -> None:
    game = Game.start(RUSSIAN, parse_fen("W:WKe1:Bd2,d4,f2,f4,h8", RUSSIAN))
    (legal,) = (move for move in game.moves if move.target == move.origin)
    other_way = Move(legal.path[::-1], legal.order[::-1], king=True)
    assert game.play(other_way).plies == (legal,)


def test_a_start_position_of_another_game_is_taken_as_one_of_this() -> None:
    game = Game.start(ENGLISH, parse_fen("W:Wc3:Bd4", RUSSIAN))
    assert game.position.ruleset is ENGLISH


def test_results_lead_back_to_the_moves() -> None:
    game = Game.start(RUSSIAN)
    assert {move for moves in game.results.values() for move in moves} == set(game.moves)


def test_taking_back_gives_the_game_as_it_was() -> None:
    games = [Game.start(RUSSIAN)]
    for text in ("c3-d4", "b6-c5", "d4:b6", "a7:c5"):
        games.append(games[-1].play(named_move(games[-1].position, text)))
    for plies, earlier in enumerate(reversed(games)):
        assert games[-1].take_back(plies) == earlier
    with pytest.raises(IllegalMove, match="cannot take back 5 plies of a game of 4"):
        games[-1].take_back(5)


def test_what_is_put_stands_and_the_game_goes_on() -> None:
    game = Game.start(RUSSIAN)
    put = game.put(parse_fen("B:Wa3,c5:Bf6,h8", RUSSIAN), Color.WHITE)
    assert put.plies == (Put(put.position, Color.WHITE),)
    assert put.turn is Color.BLACK
    game = put.play(named_move(put.position, "f6-e5"))
    assert len(game.plies) == 2
    assert game.take_back(2) == Game.start(RUSSIAN)


def test_only_a_possible_diagram_can_be_put() -> None:
    with pytest.raises(InvalidPosition):
        Game.start(RUSSIAN).put(Game.start(RUSSIAN).position._replace(own=1 << 40), Color.WHITE)


def kings(*moves: str) -> Game:
    game = Game.start(RUSSIAN, parse_fen("W:WKa1,a3:BKb8,h6", RUSSIAN))
    for text in moves:
        game = game.play(named_move(game.position, text))
    return game


def count(game: Game, reason: Reason) -> int:
    return next((counter.count for counter in game.counters if counter.reason is reason), 0)


def test_a_put_position_counts_as_a_repetition() -> None:
    game = kings("a1-b2", "b8-a7")
    put = game.put(game.first, Color.WHITE)
    assert count(put, Reason.REPETITION) == 2


def test_a_put_that_moves_a_king_goes_on_with_the_counts() -> None:
    game = kings("a1-b2", "b8-a7", "b2-c3")
    put = game.put(parse_fen("W:WKc3,a3:BKd4,h6", RUSSIAN), Color.BLACK)
    assert count(put, Reason.KINGS_ONLY) == 2
    assert count(put, Reason.SAME_BALANCE) == 2


@pytest.mark.parametrize(
    "fen", ["W:WKc3,a3:BKa7,g5", "W:WKc3,a3:BKa7", "W:WKc3,Ka3:BKa7,h6", "W:WKc3:BKa7,h6"]
)
def test_a_put_that_moves_a_man_or_changes_the_balance_starts_the_counts_anew(fen: str) -> None:
    put = kings("a1-b2", "b8-a7", "b2-c3").put(parse_fen(fen, RUSSIAN), Color.BLACK)
    assert count(put, Reason.KINGS_ONLY) == 0
    assert count(put, Reason.SAME_BALANCE) == 0


def test_a_put_that_leaves_a_side_without_men_gives_an_outcome() -> None:
    put = kings().put(parse_fen("B:WKa1:B", RUSSIAN), Color.WHITE)
    assert put.outcome is not None
    assert (put.outcome.winner, put.outcome.reason) == (Color.WHITE, Reason.NO_PIECES)


def test_a_game_of_two_hundred_plies_keeps_its_counts() -> None:
    game = Game.start(RUSSIAN, parse_fen("W:WKa1,a3:BKb8,h6", RUSSIAN))
    moves = ("a1-b2", "b8-a7", "b2-a1", "a7-b8")
    for ply in range(200):
        game = game.play(named_move(game.position, moves[ply % 4]))
    assert count(game, Reason.KINGS_ONLY) == 100
    assert count(game, Reason.REPETITION) == 51
    assert len(game.positions) == 201
