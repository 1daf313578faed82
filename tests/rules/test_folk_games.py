"""What is particular to games that change more than how pieces capture: turns, aims, what stays.

Sources are named as in ``test_games``.
"""

import pytest

from firmware.errors import InvalidFen, InvalidPosition
from firmware.rules import Color, Game, Position, Reason, find_variant, legal_moves, results
from tests.rules.playing import at, moves, named, play, won, written

# Senegalese


def test_a_senegalese_man_goes_home_from_the_far_row() -> None:
    position = at("senegalese", "W:Wc4,a2:Bf4")
    move = named(position, "c4-c5")
    assert move.leaves and not move.crowned
    after = position.after(move)
    assert (after.white.bit_count(), after.black.bit_count()) == (1, 1)
    assert (move.fills, move.clears.bit_count()) == (0, 2)


def test_a_senegalese_capture_goes_on_sideways_on_the_far_row_and_leaves() -> None:
    position = at("senegalese", "W:Wc3:Bc4,d5")
    (move,) = legal_moves(position)
    assert written(position, move) == "c3xc5xe5" and move.leaves
    assert position.after(move).occupied == 0


def test_a_senegalese_man_captures_in_three_directions_or_four() -> None:
    """004: not everywhere may one capture when moving back."""
    fen = "W:Wc3:Bc2,f4"
    assert moves(at("senegalese", fen)) == {"c3-b3", "c3-c4", "c3-d3"}
    assert moves(at("senegalese+back_capture", fen)) == {"c3xc1"}


def test_a_senegalese_game_is_won_by_who_has_captured_more() -> None:
    game = play("senegalese", "W:Wc3,a1:Bc4", "c3xc5")
    assert game.taken == (1, 0)
    assert won(game) == (Color.WHITE, Reason.NO_PIECES)
    equal = play("senegalese", "W:Wc4:Bd2", "c4-c5 d2-d1")
    assert won(equal) == (None, Reason.NO_PIECES)


def test_a_repeated_senegalese_position_is_counted_too() -> None:
    shuttle = "a1-b1 f5-e5 b1-a1 e5-f5 "
    level = play("senegalese", "W:Wa1:Bf5", shuttle * 2)
    assert won(level) == (None, Reason.REPETITION)
    more = "f5-e5 a1-b1 e5-f5 b1-a1 "
    ahead = play("senegalese", "W:Wa1,c3:Bd3,f5", "c3xe3 " + more * 2)
    assert won(ahead) == (Color.WHITE, Reason.REPETITION)
    assert ahead.outcome is not None and ahead.outcome.is_draw_rule


def test_there_are_no_senegalese_kings() -> None:
    with pytest.raises((InvalidPosition, InvalidFen), match="no kings"):
        at("senegalese", "W:WKc3:Bf4")


# Russian draughts changed in one thing


def test_b160_a_northern_king_that_is_captured_stays_as_a_man() -> None:
    """003, 004: b2 blocks, may not be jumped again, and stays; d6, a man, leaves."""
    position = at("northern", "W:WKa1:BKb2,d6")
    move = named(position, "a1xe5xb8")
    after = position.after(move)
    assert (after.black, after.kings & after.black) == (move.kept, 0)
    assert move.clears == move.captured & ~move.kept | 1 << move.origin


def test_two_northern_captures_may_show_one_picture() -> None:
    """Over kings that stay: then both are reported for it, and neither is guessed."""
    position = at("northern", "W:WKe1:BKc5,Kd2,Kd4,Kf4")
    pictures = results(position)
    shared = [{written(position, move) for move in found} for found in pictures.values()]
    assert {"e1xb4xd6xg3", "e1xc3xe5xg3"} in shared
    assert {"e1xb4xd6xh2", "e1xc3xe5xh2"} in shared


def test_b162_self_eaters_take_pieces_of_either_colour() -> None:
    """003, 004: from the start every move takes an own man."""
    start = Position.start(find_variant("samoyed"))
    assert moves(start) == {"b2xd4", "d2xb4", "d2xf4", "f2xd4", "f2xh4", "h2xf4"}
    after = start.after(named(start, "b2xd4"))
    assert (after.white.bit_count(), after.black.bit_count()) == (11, 12)
    assert moves(at("samoyed", "W:Wc3,d4:Bf6,h8")) == {"c3xe5xg7", "d4xb2"}


def test_b161_in_stavropol_the_foes_pieces_may_be_moved() -> None:
    """003, 004: Black's men still go down the board."""
    position = at("stavropol", "W:Wa1:Bh6,c3")
    assert moves(position) == {"a1-b2", "c3-b2", "c3-d2", "h6-g5"}
    after = position.after(named(position, "h6-g5"))
    assert (after.turn, after.black.bit_count()) == (Color.BLACK, 2)


def test_in_stavropol_whoever_can_capture_must_whatever_it_takes() -> None:
    """Dagaz has own captures come first: an option."""
    fen = "W:Wc3,h6:Bd4,g5,a7"
    assert moves(at("stavropol", fen)) == {"c3xe5", "d4xb2", "h6xf4"}
    assert moves(at("stavropol+own_captures_first", fen)) == {"c3xe5", "h6xf4"}


def test_in_stavropol_who_is_blocked_himself_has_lost_or_by_the_option_only_if_all_are() -> None:
    fen = "W:Wa3:Bb4,c5,h8"
    assert moves(at("stavropol", fen)) == set()
    assert won(Game.start(find_variant("stavropol"), at("stavropol", fen))) == (
        Color.BLACK,
        Reason.NO_MOVES,
    )
    assert moves(at("stavropol+blocked_when_all_are", fen)) >= {"h8-g7"}


def test_in_stavropol_by_choice_who_can_capture_is_not_blocked_and_may_move_any_piece() -> None:
    """Blocked is who has no own move and no capture; where one is open it need not be made."""
    fen = "B:Wg5:Bh6"
    assert moves(at("stavropol", fen)) == {"h6xf4"}
    assert moves(at("stavropol+free_capture", fen)) == {"h6xf4", "g5-f6"}
    fen = "B:Wf2,g1,h2:Bg3,h4"
    assert moves(at("stavropol+free_capture", fen)) == {"g3xe1", "h2xf4", "f2-e3"}
    assert moves(at("stavropol+own_captures_first+free_capture", fen)) == {"g3xe1", "f2-e3"}


def test_in_stavropol_who_takes_his_own_last_man_has_lost() -> None:
    game = play("stavropol", "W:Wc3:Bd4,h8", "d4xb2")
    assert won(game) == (Color.BLACK, Reason.NO_PIECES)
    assert game.moves == ()


# Turns of two moves


def turns(key: str, plies: int) -> list[Color]:
    game = Game.start(find_variant(key))
    seen = []
    for _ in range(plies):
        seen.append(game.turn)
        game = game.play(game.moves[0])
    return seen


def test_b163_each_side_moves_twice() -> None:
    """003, 004."""
    assert turns("twomove", 5) == [Color.WHITE] * 2 + [Color.BLACK] * 2 + [Color.WHITE]


def test_the_first_turn_may_have_one_move() -> None:
    """The checkers wiki: except White's first turn. An option."""
    single = [Color.WHITE] + [Color.BLACK] * 2 + [Color.WHITE] * 2
    assert turns("twomove+single_first_turn", 5) == single
    assert turns("wiegman+single_first_turn", 5) == single


def test_a_capture_open_after_the_first_move_is_the_second() -> None:
    game = play("twomove", "W:Wc3:Bf6,h8", "c3-d4")
    assert moves(game.position) == {"d4-c5", "d4-e5"}
    game = game.play(named(game.position, "d4-e5"))
    assert moves(game.position) == {"f6xd4"}
    game = play("twomove", "W:Wc3,h2:Be5,h8", "c3-d4")
    assert moves(game.position) == {"d4xf6"}


def test_who_has_no_second_move_has_lost_and_who_took_the_last_man_has_won() -> None:
    blocked = play("twomove", "W:Wa3:Ba5,c5,d6", "a3-b4")
    assert (blocked.turn, won(blocked)) == (Color.WHITE, (Color.BLACK, Reason.NO_MOVES))
    last = play("twomove", "W:Wc3:Bd4", "c3xe5")
    assert won(last) == (Color.WHITE, Reason.NO_PIECES)


def test_a_turn_counts_once_however_many_moves_it_has() -> None:
    """Fifteen moves by kings alone are fifteen turns of each."""
    game = play("twomove", "W:WKa1,a3:BKb8,h6", "a1-b2 b2-a1 b8-a7 a7-b8")
    counts = {counter.reason: counter.count for counter in game.counters}
    assert counts[Reason.KINGS_ONLY] == 1
    assert counts[Reason.REPETITION] == 2


def test_b170_wiegmans_men_stand_on_both_colours_and_meet_only_their_own() -> None:
    """003: 24 men each, in effect two games at once."""
    start = Position.start(find_variant("wiegman"))
    assert start.white.bit_count() == start.black.bit_count() == 24
    assert len(legal_moves(start)) == 14
    assert moves(at("wiegman", "W:Wc3,a2:Bd4,h7")) == {"c3xe5"}


# Other aims


def test_b108_in_giveaway_who_is_blocked_or_has_nothing_left_has_won() -> None:
    """000, 003, 004."""
    blocked = Game.start(find_variant("giveaway"), at("giveaway", "B:Wf2,g3:Bh4"))
    assert won(blocked) == (Color.BLACK, Reason.NO_MOVES)
    empty = play("giveaway", "W:Wc3:Bd4", "c3xe5")
    assert won(empty) == (Color.BLACK, Reason.NO_PIECES)
    assert won(play("antidraughts", "W:Wc3:Bd4", "c3xe5")) == (Color.BLACK, Reason.NO_PIECES)


def test_who_crowns_a_man_first_wins_breakthrough() -> None:
    game = play("breakthrough", "W:Wa9,a3:Bj6", "a9-b10")
    assert won(game) == (Color.WHITE, Reason.KING_MADE)
    assert game.moves == ()


def test_passing_the_last_row_in_a_capture_breaks_nothing_through() -> None:
    game = play("breakthrough", "W:Wd8:Be9,g9,j6", "d8xf10xh8")
    assert game.outcome is None


def test_corner_men_are_crowned_in_the_corner_only() -> None:
    """Corner Checkers; in diagonal draughts as the texts have it, anywhere on the last row."""
    fen = "W:Wc7,e7:Bh4"
    crowned = {
        key: {move.target for move in legal_moves(at(key, fen)) if move.crowned}
        for key in ("diagonal", "diagonal+corner_promotion")
    }
    assert len(crowned["diagonal"]) == 3
    assert len(crowned["diagonal+corner_promotion"]) == 1


def test_b029_capturing_may_be_left_to_choice_by_agreement() -> None:
    """000: "unless agreed before the game"; a capture that was begun is still carried on."""
    fen = "W:Wc3,h2:Bd4,f6"
    assert moves(at("russian", fen)) == {"c3xe5xg7"}
    assert moves(at("russian+free_capture", fen)) == {"c3xe5xg7", "c3-b4", "h2-g3"}
    assert find_variant("russian+free_capture").options == ("free_capture",)


def test_pool_begins_with_black_or_white() -> None:
    assert Game.start(find_variant("pool")).turn is Color.BLACK
    assert Game.start(find_variant("pool+white_first")).turn is Color.WHITE


def test_b156_80_squares_have_no_main_road() -> None:
    reasons = {getattr(rule, "reason", None) for rule in find_variant("spantsiretti").draws}
    assert Reason.MAIN_ROAD not in reasons
