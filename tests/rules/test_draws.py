"""When a game is drawn by counting, and what starts a count anew.

Articles: the draw list of draughts-64 (7.2.x), the older codex (1.9.1), FMJD Annex 1 (6.x), WCDF
rules (1.32.x).
"""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from firmware.notation.fen import parse_fen
from firmware.rules import Color, Counter, Game, Outcome, Reason, Ruleset, find_variant
from firmware.rules.draws import LoneKing, Repetition, SameBalance
from firmware.rules.games.common import THREE_KINGS
from firmware.rules.games.forward import ENGLISH
from firmware.rules.games.international import INTERNATIONAL
from firmware.rules.games.russian import CODEX_DRAWS, RUSSIAN
from tests.rules.data import named_move

CODEX = replace(RUSSIAN, draws=CODEX_DRAWS)


def play(ruleset: Ruleset, fen: str, moves: str) -> Game:
    game = Game.start(ruleset, parse_fen(fen, ruleset))
    for text in moves.split():
        game = game.play(named_move(game.position, text))
    return game


def counts(game: Game) -> dict[Reason, int]:
    return {counter.reason: counter.count for counter in game.counters}


def shuttle(game: Game, moves: Sequence[str], plies: int) -> Game:
    for ply in range(plies):
        game = game.play(named_move(game.position, moves[ply % len(moves)]))
    return game


def without_repetition(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, draws=ruleset.draws[1:])


def test_nothing_is_counted_at_the_start() -> None:
    assert Game.start(RUSSIAN).counters == ()
    assert Game.start(RUSSIAN).outcome is None


def test_b093_a_position_that_stands_the_third_time_draws() -> None:
    game = play(RUSSIAN, "W:WKa1:BKb8", "a1-b2 b8-a7 b2-a1 a7-b8 a1-b2 b8-a7 b2-a1")
    assert counts(game)[Reason.REPETITION] == 2
    game = game.play(named_move(game.position, "a7-b8"))
    assert Counter(Reason.REPETITION, "7.2.3", 3, 3) in game.counters
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, Reason.REPETITION)
    assert game.outcome.article == "7.2.3"
    assert game.outcome.is_draw_rule


def test_the_other_side_to_move_makes_another_position() -> None:
    game = play(RUSSIAN, "W:WKa1,Kg1:BKb8", "a1-b2 b8-a7 b2-c3 a7-b8 c3-a1")
    assert game.position.white == game.first.white
    assert Reason.REPETITION not in counts(game)


@pytest.mark.parametrize(
    ("ruleset", "fen", "moves", "plies", "article"),
    [
        (RUSSIAN, "W:WKa1,a3:BKb8,h6", "a1-b2 b8-a7 b2-a1 a7-b8", 30, "7.2.5"),
        (INTERNATIONAL, "W:WK47,35:BK6,16", "47-41 6-1 41-47 1-6", 50, "6.2"),
        (ENGLISH, "W:WK32,21:BK1,12", "32-28 1-6 28-32 6-1", 80, "1.32.2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_b090_moves_by_kings_alone_draw(
    ruleset: Ruleset, fen: str, moves: str, plies: int, article: str
) -> None:
    ruleset = without_repetition(ruleset)
    start = Game.start(ruleset, parse_fen(fen, ruleset))
    game = shuttle(start, moves.split(), plies - 1)
    assert counts(game)[Reason.KINGS_ONLY] == plies // 2 - 1
    assert game.outcome is None
    game = game.play(named_move(game.position, moves.split()[(plies - 1) % 4]))
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.article) == (Reason.KINGS_ONLY, article)


def test_a_step_of_a_man_starts_the_kings_anew() -> None:
    game = play(RUSSIAN, "W:WKa1,a3:BKb8,h6", "a1-b2 b8-a7 b2-a1 a7-b8")
    assert counts(game)[Reason.KINGS_ONLY] == 2
    game = game.play(named_move(game.position, "a3-b4"))
    assert Reason.KINGS_ONLY not in counts(game)


def test_a_capture_starts_the_kings_anew() -> None:
    game = play(RUSSIAN, "W:WKa1,Ke1:BKb8,Kh6", "a1-b2 b8-a7 b2-a1 h6-g7")
    assert counts(game)[Reason.KINGS_ONLY] == 2
    assert Reason.KINGS_ONLY not in counts(
        game.play(next(move for move in game.moves if move.captured))
    )


def test_b079_three_kings_have_fifteen_moves_against_one() -> None:
    ruleset = without_repetition(RUSSIAN)
    start = Game.start(ruleset, parse_fen("W:WKc1,Ke1,Kg1:BKb8", ruleset))
    game = shuttle(start, ["c1-b2", "b8-a7", "b2-c1", "a7-b8"], 30)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.article) == (Reason.THREE_KINGS, "7.2.4")


def test_the_move_that_makes_an_ending_is_not_counted() -> None:
    game = play(RUSSIAN, "W:Wc3,Kc1:BKd4,Kb8", "c3:e5 b8:f4 c1:g5")
    assert game.counters == ()
    game = play(RUSSIAN, "W:We7,Kc1,Kg1:BKb8", "e7-f8 b8-a7 c1-b2")
    assert counts(game)[Reason.THREE_KINGS] == 1


def test_the_balance_stays_while_men_move() -> None:
    game = play(RUSSIAN, "W:WKa1,c3:BKb8,h6", "c3-b4 h6-g5 b4-c5 g5-h4")
    assert counts(game)[Reason.SAME_BALANCE] == 2
    assert Reason.KINGS_ONLY not in counts(game)


def test_b084_crowning_changes_the_balance() -> None:
    game = play(RUSSIAN, "W:WKa1,e7:BKb8,h6", "a1-b2 b8-a7")
    assert counts(game)[Reason.SAME_BALANCE] == 1
    game = game.play(named_move(game.position, "e7-f8"))
    assert Reason.SAME_BALANCE not in counts(game)


def test_b084_a_capture_changes_the_balance() -> None:
    game = play(RUSSIAN, "W:WKa1,c3,h2:BKb8,h6", "a1-b2 b8-a7 c3-d4")
    assert counts(game)[Reason.SAME_BALANCE] == 1
    (capture, *_) = game.moves
    assert capture.captured
    assert Reason.SAME_BALANCE not in counts(game.play(capture))


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("W:WKa1,h2:BKb8,h6", 30),
        ("W:WKa1,h2,g1:BKb8,h6", 30),
        ("W:WKa1,h2,g1:BKb8,h6,h8", 60),
        ("W:WKa1,h2,g1,f2:BKb8,h6,h8", 60),
    ],
)
def test_b082_b083_b091_four_and_five_pieces_have_thirty_moves_and_six_and_seven_sixty(
    fen: str, moves: int
) -> None:
    """000 1.9.1, 7.2.6; the older list of 003 has the thirty too."""
    for draws in (RUSSIAN.draws, CODEX_DRAWS):
        balance = tuple(rule for rule in draws if isinstance(rule, SameBalance))
        ruleset = replace(RUSSIAN, draws=balance)
        start = Game.start(ruleset, parse_fen(fen, ruleset))
        game = shuttle(start, ["a1-b2", "b8-a7", "b2-a1", "a7-b8"], 2 * moves - 1)
        assert game.outcome is None
        game = game.play(named_move(game.position, "a7-b8"))
        assert game.outcome is not None and game.outcome.reason is Reason.SAME_BALANCE


def test_both_sides_need_a_king_for_the_balance_to_be_counted() -> None:
    game = play(RUSSIAN, "W:WKa1,c5:Bh6,h8", "a1-b2 h6-g5 b2-a1 g5-h4")
    assert Reason.SAME_BALANCE not in counts(game)


def test_a_king_that_leaves_the_main_road_starts_the_count_anew() -> None:
    fen, moves = "W:WKc1,Ke1,b4:BKh8", "c1-d2 h8-a1 d2-c1 a1-h8"
    assert counts(play(RUSSIAN, fen, moves))[Reason.MAIN_ROAD] == 2
    assert Reason.MAIN_ROAD not in counts(play(RUSSIAN, fen, moves + " e1-h4 h8-g7 c1-d2 g7-f8"))


@pytest.mark.parametrize(("ruleset", "counted"), [(RUSSIAN, False), (CODEX, True)])
def test_b085_b086_three_men_against_a_king_on_the_main_road_count_in_the_older_codex(
    ruleset: Ruleset, counted: bool
) -> None:
    game = play(ruleset, "W:Wa3,e1,g1:BKh8", "a3-b4 h8-g7")
    assert (Reason.MAIN_ROAD in counts(game)) is counted


@pytest.mark.parametrize(("ruleset", "counted"), [(RUSSIAN, False), (CODEX, True)])
def test_b082_b083_two_or_three_pieces_have_five_moves_in_the_older_codex_alone(
    ruleset: Ruleset, counted: bool
) -> None:
    game = play(ruleset, "W:WKa1,c5:BKb8", "a1-b2 b8-a7")
    assert (Reason.SAME_BALANCE in counts(game)) is counted


def test_three_pieces_have_sixteen_moves_against_a_king_on_a_hundred_squares() -> None:
    ruleset = without_repetition(INTERNATIONAL)
    start = Game.start(ruleset, parse_fen("W:WK47,K48,35:BK6", ruleset))
    game = shuttle(start, ["47-41", "6-1", "41-47", "1-6"], 32)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.article) == (Reason.THREE_PIECES, "6.3")


def test_b087_five_moves_against_a_king_do_not_start_anew_when_a_man_is_crowned() -> None:
    moves = "50-45 26-21 45-50 21-26 10-5 26-21 50-45 21-26 45-50 26-21"
    game = play(INTERNATIONAL, "W:WK50,10:BK26", moves)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.article) == (Reason.TWO_PIECES, "6.4")


def test_a_capture_that_leaves_two_pieces_starts_their_five_moves() -> None:
    game = play(INTERNATIONAL, "W:WK46,K47,33:BK5", "33-28 5x32")
    assert game.counters == ()
    assert Reason.TWO_PIECES not in counts(game)


def test_a_side_that_cannot_move_has_lost_even_when_a_count_is_full() -> None:
    ruleset = replace(RUSSIAN, draws=(LoneKing("7.2.4", 1, Reason.THREE_KINGS, THREE_KINGS),))
    game = play(ruleset, "B:WKc1,Kc3,Kd4:BKb2", "b2-a1 c1-b2")
    assert counts(game) == {Reason.THREE_KINGS: 1}
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (Color.WHITE, Reason.NO_MOVES)
    assert (game.outcome.article, game.outcome.is_draw_rule) == ("1.8", False)


# The other games


def counted(key: str, fen: str, moves: str) -> dict[Reason, int]:
    return counts(play(find_variant(key), fen, moves))


def drawn(key: str, fen: str, moves: str, plies: int) -> Outcome:
    """How a game ends by the rule that is full at this ply, repetition aside."""
    ruleset = find_variant(key)
    ruleset = replace(
        ruleset, draws=tuple(rule for rule in ruleset.draws if not isinstance(rule, Repetition))
    )
    start = Game.start(ruleset, parse_fen(fen, ruleset))
    game = shuttle(start, moves.split(), plies - 1)
    assert game.outcome is None
    game = game.play(named_move(game.position, moves.split()[(plies - 1) % len(moves.split())]))
    assert game.outcome is not None and game.outcome.winner is None
    return game.outcome


@pytest.mark.parametrize(
    ("key", "moves"),
    [("brazilian", 15), ("brazilian+twenty_king_moves", 20), ("czech", 15), ("northern", 15)],
)
def test_moves_by_kings_alone_in_games_of_their_own_lists(key: str, moves: int) -> None:
    outcome = drawn(key, "W:WKa1,a3:BKb8,h6", "a1-b2 b8-a7 b2-a1 a7-b8", 2 * moves)
    assert outcome.reason is Reason.KINGS_ONLY


def test_stavropol_kings_have_sixty_moves() -> None:
    assert drawn("stavropol", "W:WKa1,a3:BKb8,h6", "a1-b2 b8-a7 b2-a1 a7-b8", 120).reason is (
        Reason.KINGS_ONLY
    )


def test_italian_kings_have_forty_moves_and_a_position_three_times_or_four() -> None:
    """FID 9.3, 10.4."""
    fen, line = "W:WK32,21:BK1,12", "32-28 1-5 28-32 5-1"
    assert drawn("italian", fen, line, 80).article == "10.4"
    for key, plies in (("italian", 8), ("italian+fourfold_repetition", 12)):
        start = Game.start(find_variant(key), parse_fen(fen, find_variant(key)))
        game = shuttle(start, line.split(), plies)
        assert game.outcome is not None and game.outcome.reason is Reason.REPETITION
        assert game.take_back().outcome is None


def test_three_portuguese_kings_count_while_one_holds_the_river() -> None:
    """Portuguese federation rules 3.2."""
    held = "W:WKh1,Kf1,Kd1:BKa4"
    line = "f1-g2 a4-b5 g2-f1 b5-a4"
    assert counted("portuguese", held, line)[Reason.THREE_KINGS] == 2
    free = held.replace("Kh1", "Kh3")
    assert Reason.THREE_KINGS not in counted("portuguese", free, line)


def test_three_pool_kings_have_thirteen_moves() -> None:
    """APCA; the option counts nothing else."""
    fen, line = "W:WK31,K30,K29:BK1", "31-26 1-6 26-31 6-1"
    outcome = drawn("pool", fen, line, 26)
    assert outcome.reason is Reason.THREE_KINGS
    assert Reason.KINGS_ONLY in counted("pool", fen, line)
    assert Reason.KINGS_ONLY not in counted("pool+thirteen_moves_only", fen, line)


def test_two_frisian_kings_have_seven_moves_and_one_has_two() -> None:
    """FRIS; the Armenian rule book also counts 25 moves by kings: an option."""
    assert drawn("frisian", "W:WK46,K47:BK2", "46-41 2-7 41-46 7-2", 14).reason is (
        Reason.TWO_PIECES
    )
    assert drawn("frisian", "W:WK46:BK2", "46-41 2-7 41-46 7-2", 4).reason is Reason.TWO_PIECES
    line = "46-41 2-7 41-46 7-2"
    fen = "W:WK46,K36,K47:BK2"
    assert Reason.KINGS_ONLY not in counted("frisian", fen, line)
    assert counted("frisian+twenty_five_king_moves", fen, line)[Reason.KINGS_ONLY] == 2


def test_a_turkish_game_may_be_drawn_when_nothing_was_captured_for_long() -> None:
    fen, line = "W:Wa2,b2:Bh7,g7", "a2-a3 h7-h6"
    assert Reason.NO_CAPTURE not in counted("turkish", fen, line)
    assert counted("turkish+twenty_five_quiet_moves", fen, line)[Reason.NO_CAPTURE] == 1


@pytest.mark.parametrize(
    ("option", "fen", "line", "reason"),
    [
        ("three_men_on_road", "W:Wa3,e1,g1:BKh8", "a3-b4 h8-g7", Reason.MAIN_ROAD),
        ("two_or_three_pieces", "W:WKa1,c5:BKb8", "a1-b2 b8-a7", Reason.SAME_BALANCE),
        ("codex_draws", "W:WKa1,c5:BKb8", "a1-b2 b8-a7", Reason.SAME_BALANCE),
        ("any_three_pieces", "W:Wa3,e1,g1:BKb8", "a3-b4 b8-a7", Reason.THREE_PIECES),
    ],
)
def test_b081_b085_b087_older_clauses_count_only_by_their_option(
    option: str, fen: str, line: str, reason: Reason
) -> None:
    assert reason not in counted("russian", fen, line)
    assert counted(f"russian+{option}", fen, line)[reason] == 1


def test_b080_three_kings_hold_the_main_road_by_the_option() -> None:
    off, on = "W:WKc1,Ke1,Kg1:BKb8", "W:WKc1,Ke1,Kh8:BKb8"
    line = "c1-b2 b8-a7 b2-c1 a7-b8"
    elsewhere = "c1-d2 b8-a7 d2-c1 a7-b8"
    assert counted("russian", off, elsewhere)[Reason.THREE_KINGS] == 2
    assert Reason.THREE_KINGS not in counted("russian+three_kings_on_road", off, elsewhere)
    assert counted("russian+three_kings_on_road", on, line)[Reason.THREE_KINGS] == 2


@pytest.mark.parametrize("key", ["giveaway", "antidraughts"])
def test_games_to_lose_are_drawn_by_repetition_alone(key: str) -> None:
    assert [type(rule) for rule in find_variant(key).draws] == [Repetition]


def test_breakthrough_is_never_drawn() -> None:
    assert find_variant("breakthrough").draws == ()
