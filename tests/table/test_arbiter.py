"""An arbiter's orders: what each does, and that what cannot be done changes nothing."""

from firmware.notation.fen import write_fen
from firmware.notation.pdn import read_pdn, replay, write_pdn
from firmware.rules import Color, Game, Put
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.recorder import record
from firmware.table.session import Phase
from tests.table.board import Board

WHITE, BLACK = Color.WHITE, Color.BLACK


def refusals(board: Board) -> list[str]:
    return [event.reason for event in board.take(ev.Refused)]


def begun(control: str = "300", **setup: object) -> Board:
    """A game of two plies, c3-d4 and f6-g5, with 1 s of thought before each press."""
    board = Board(control=control, policy="tournament", **setup)
    board.wait(1000).move("c3", "d4").press(WHITE).wait(1000).move("f6", "g5").press(BLACK)
    assert board.moves() == ["c3-d4", "f6-g5"]
    return board


def read_back(board: Board) -> Game:
    """The game as it stands in the PDN file."""
    (game,) = read_pdn(write_pdn(record(board.session)))
    return replay(game)


def pdn(board: Board) -> str:
    return " ".join(write_pdn(record(board.session)).split())


def test_a_corrected_position_is_a_ply_and_the_game_goes_on_from_it() -> None:
    board = begun().wait(500)
    fen = "B:Wa1,c1,e1:Bb8,d8,f8"
    board.do(o.SetPosition, fen=fen, by="Petrova")
    (settled,) = board.take(ev.Settled)
    assert (settled.how, settled.ply, settled.fen) == ("arbiter", 3, fen)
    assert board.state["phase"] == "paused"
    board.set_up()
    board.do(inp.Resume)
    assert refusals(board) == []
    assert board.state["clock"]["running"] == "black"
    board.move("b8", "a7").press(BLACK)
    assert board.moves() == ["b8-a7"]
    assert "position set to B:Wa1,c1,e1:Bb8,d8,f8 (by Petrova)." in pdn(board)
    assert read_back(board).plies == board.session.recorded.plies


def test_men_are_led_to_the_corrected_position_before_play_goes_on() -> None:
    board = begun().do(o.SetPosition, fen="W:Wc1,d4:Bg5,h8").do(inp.Resume)
    assert refusals(board) == ["board_not_restored"]
    assert board.state["phase"] == "paused"


def test_a_position_that_is_no_diagram_is_refused() -> None:
    board = begun().do(o.SetPosition, fen="W:Wa1:Ba1")
    assert refusals(board) == ["not_possible"]
    assert board.state["phase"] == "playing"


def test_times_after_a_take_back_are_kept_restored_or_set() -> None:
    kept = begun().wait(3000).do(inp.TakeBack, plies=1).state["clock"]
    restored = begun().wait(3000).do(inp.TakeBack, plies=1, times="restore").state["clock"]
    at_start = begun().do(inp.TakeBack, plies=2, times="restore").state["clock"]
    given = {"times": "set", "white_ms": 9000, "black_ms": 8000}
    board = begun().do(inp.TakeBack, plies=1, **given)
    assert (kept["white_ms"], kept["black_ms"]) == (300_000 - 1060 - 3000, 300_000 - 1060)
    assert (restored["white_ms"], restored["black_ms"]) == (300_000 - 1060, 300_000)
    assert (at_start["white_ms"], at_start["black_ms"]) == (300_000, 300_000)
    assert (board.state["clock"]["white_ms"], board.state["clock"]["black_ms"]) == (9000, 8000)


def test_a_take_back_says_in_the_record_what_was_there() -> None:
    board = begun().do(inp.TakeBack, plies=1)
    assert "1. c3-d4 {taken back f6-g5 (by arbiter)." in pdn(board)


def test_a_player_does_not_take_back_past_a_position_that_was_set_up() -> None:
    """A position set up is the arbiter's word, or both sides' consent."""
    board = begun().do(o.SetPosition, fen="B:Wa1,c1,e1:Bb8,d8,f8")
    board.do(inp.TakeBack, plies=1, by="white")
    assert refusals(board) == ["arbiter_only"]
    board.do(inp.TakeBack, plies=1, by="Petrova")
    assert refusals(board) == []
    assert board.state["plies"] == 2


def test_a_missed_move_is_entered_and_the_clock_passes() -> None:
    board = begun("300+5").wait(1000).do(o.EnterMove, move="g3-h4")
    assert board.moves() == ["g3-h4"]
    assert board.state["clock"]["running"] == "black"
    assert board.state["missing"] == ["h4"]
    board.move("g3", "h4")
    assert board.state["missing"] == []
    board.move("g5", "f4", "e3").press(BLACK)
    assert board.moves() == []


def test_a_move_that_stands_on_the_board_is_entered_without_a_word_to_the_players() -> None:
    board = begun().move("g3", "h4").do(o.EnterMove, move="g3-h4")
    assert board.moves() == ["g3-h4"]
    assert board.state["missing"] == []
    board.move("e7", "f6").press(BLACK)
    assert board.moves() == ["e7-f6"]


def test_a_move_of_the_record_is_replaced_and_no_clock_is_touched() -> None:
    board = begun().wait(700)
    before = board.state["clock"]
    board.do(o.ReplaceMove, ply=2, move="f6-e5", by="Petrova")
    assert board.state["clock"] == before
    assert [event.plies for event in board.take(ev.TakenBack)] == [1]
    assert board.moves() == ["f6-e5"]
    assert "ply 2 was f6-g5, is f6-e5 (by Petrova)." in pdn(board)
    assert read_back(board).plies == board.session.recorded.plies


def test_what_cannot_follow_a_replaced_move_is_named() -> None:
    board = begun().move("d4", "e5").press(WHITE).do(o.ReplaceMove, ply=1, move="g3-h4")
    (refused,) = board.take(ev.Refused)
    assert refused.reason == "cannot_follow"
    assert refused.detail == "ply 3, d4-e5, is not legal after that move"


def test_a_crown_is_set_and_lifted_where_the_board_cannot_see_it() -> None:
    """FMJD rules for 64 squares 3.5: a second man on top, which closes no contact."""
    fen = "W:Wc3,Kd2:Bh8,a5"
    board = Board(fen=fen, control="300", policy="tournament").do(
        o.SetCrown, square="d2", king=False
    )
    assert board.state["fen"] == "W:Wc3,d2:Ba5,h8"
    assert board.state["clock"]["running"] == "white"
    board.do(o.SetCrown, square="d2", king=True).do(o.SetCrown, square="d2", king=True)
    assert refusals(board) == ["so_already"]
    board.do(o.SetCrown, square="b6", king=True)
    assert refusals(board) == ["no_man_there"]
    assert all(isinstance(ply, Put) for ply in board.session.recorded.plies)
    assert write_fen(read_back(board).position) == board.state["fen"]


def test_a_result_is_undone_and_the_game_goes_on_where_it_was() -> None:
    board = begun().wait(500).do(inp.SetResult, result="1-0", reason="forfeit")
    assert board.session.phase is Phase.OVER
    assert board.state["result"] == "1-0"
    left = board.state["clock"]["white_ms"]
    board.wait(60_000).do(o.UndoResult)
    assert [event.result for event in board.take(ev.ResultUndone)] == ["1-0"]
    assert (board.state["phase"], board.state["result"]) == ("paused", None)
    board.do(inp.Resume).wait(1000)
    assert board.state["clock"]["white_ms"] == left - 1000
    board.move("g3", "h4").press(WHITE)
    assert board.moves() == ["g3-h4"]


def test_who_orders_is_named_in_the_list_of_interventions() -> None:
    board = begun().do(o.UndoResult, by="Petrova")
    assert refusals(board) == ["not_over"]
    assert board.state["interventions"] == []
    board.do(inp.TakeBack, plies=1, by="Petrova")
    (one,) = board.state["interventions"]
    assert (one["ply"], one["by"], one["at_ms"]) == (1, "Petrova", board.now_ms)


# ------------------------------------------------------------------------------------ clocks


def test_time_is_set_given_and_taken_while_it_runs() -> None:
    board = begun().do(o.SetClock, color="white", left_ms=240_000).wait(1000)
    assert board.state["clock"]["white_ms"] == 239_000
    board.do(o.AddTime, color="white", ms=60_000).do(o.AddTime, color="black", ms=-100_000)
    assert board.state["clock"]["white_ms"] == 299_000
    assert board.state["clock"]["black_ms"] == 300_000 - 1060 - 100_000
    board.do(o.AddTime, color="black", ms=-300_000)
    assert refusals(board) == ["not_possible"]


def test_stage_and_move_number_are_set() -> None:
    board = begun("40/7200:3600").do(
        o.SetClock, color="black", left_ms=60_000, stage=2, moves=40, by="Petrova"
    )
    clock = board.state["clock"]
    assert (clock["stages"][BLACK], clock["moves"][BLACK]) == (2, 40)
    assert board.state["interventions"][0]["text"] == (
        "black's clock set to 1:00, stage 2, 40 moves played"
    )
    board.do(o.SetClock, color="black", left_ms=60_000, stage=0)
    assert refusals(board) == ["no_such_stage"]


def test_the_running_side_is_swapped_also_in_a_pause() -> None:
    board = begun().do(o.SwapRunning)
    assert board.state["clock"]["running"] == "black"
    board.do(inp.Pause).do(o.SwapRunning).do(inp.Resume)
    assert board.state["clock"]["running"] == "white"


def test_a_flag_that_only_signs_ends_the_game_when_the_arbiter_has_seen_it() -> None:
    board = begun("5", flag="signs")
    board.do(o.FlagSeen, color="white")
    assert refusals(board) == ["no_flag"]
    board.wait(10_000)
    assert board.state["phase"] == "playing"
    board.do(o.FlagSeen, color="white")
    assert (board.state["result"], board.state["reason"]) == ("0-1", "flag")


def test_a_flag_that_fell_by_a_fault_is_cancelled_and_the_game_goes_on() -> None:
    board = begun("5").wait(10_000)
    assert board.state["reason"] == "flag"
    board.do(o.CancelFlag, color="black", left_ms=60_000)
    assert refusals(board) == ["no_flag"]
    board.do(o.CancelFlag, color="white", left_ms=60_000).do(inp.Resume).wait(1000)
    assert board.state["phase"] == "playing"
    assert board.state["clock"]["white_ms"] == 59_000


def test_a_late_start_runs_the_clock_of_who_is_not_there() -> None:
    board = Board(control="300", immediate=False)
    board.off("a3").do(o.StartClock)
    assert refusals(board) == ["setup_incomplete"]
    board.on("a3").do(o.StartClock).wait(5000)
    assert board.state["clock"]["white_ms"] == 295_000
    late = Board(control="300", immediate=False).do(o.StartClock, color="black").wait(5000)
    assert (late.state["clock"]["running"], late.state["clock"]["black_ms"]) == ("black", 295_000)
    late.do(o.SwapRunning).move("c3", "d4").press(WHITE)
    assert late.moves() == ["c3-d4"]


# ----------------------------------------------------------------------------------- rulings


def test_a_penalty_warns_gives_time_or_loses_the_game() -> None:
    """003, after the list of errors: the arbiter may punish the offender."""
    board = begun().do(o.Penalty, color="white", penalty="warning", reason="talking")
    assert board.state["phase"] == "playing"
    board.do(o.Penalty, color="white", penalty="time", reason="talking")
    assert board.state["clock"]["black_ms"] == 300_000 - 1060 + 60_000
    board.do(o.Penalty, color="white", penalty="loss", reason="talking", by="Petrova")
    assert (board.state["result"], board.state["reason"]) == ("0-1", "penalty")
    assert "white: warning (talking) (by arbiter)." in pdn(board)
    assert "white: loss (talking) (by Petrova)." in pdn(board)
    assert read_back(board).plies == board.session.recorded.plies


def test_who_refuses_to_follow_the_rules_has_lost_by_the_article_that_says_so() -> None:
    """FMJD rules for 64 squares 5.6, 7.2.4."""
    board = Board(variant="brazilian", policy="tournament", control="300")
    assert board.session.ruleset.text == "FMJD rules for 64 squares"
    board.do(o.Penalty, color="black", penalty="refusal", reason="does not put the man back")
    assert board.session.outcome is not None
    assert (board.session.outcome.winner, board.session.outcome.article) == (WHITE, "7.2.4")


def test_the_next_game_of_a_match_has_the_times_that_are_left() -> None:
    """Lehmann-Georgiev: games on the time left on the clocks until one player wins."""
    board = begun(match="until-win").wait(4000)
    board.do(o.NextGame).do(inp.SetResult, result="1/2-1/2", reason="agreement").do(o.NextGame)
    assert refusals(board) == ["not_over"]
    (wanted,) = board.take(ev.GameWanted)
    assert (wanted.setup.game, wanted.setup.turned) == (2, True)
    assert wanted.setup.times == (300_000 - 1060, 300_000 - 1060 - 4000)


def test_an_annulled_game_has_no_result_and_says_why() -> None:
    """FMJD rules for 64 squares 5.1: the board lay wrongly."""
    board = begun().do(o.Annul, reason="board wrongly placed")
    assert (board.state["result"], board.state["reason"]) == ("*", "annulled")
    assert "annulled: board wrongly placed (by arbiter)." in pdn(board)
    assert pdn(board).endswith("*")


def test_nothing_is_heard_after_the_end_of_the_game() -> None:
    """003, after the list of errors: the result stands."""
    board = begun().do(inp.SetResult, result="1-0", reason="resignation")
    board.do(o.Penalty, color="white", penalty="loss", reason="late claim")
    board.do(inp.ClaimDraw, color="black").do(inp.Answer, yes=False, by="black")
    board.do(o.Annul, reason="late claim").do(o.WrongColors)
    assert refusals(board)[0] == "game_over"
    assert board.state["result"] == "1-0"


def test_a_drawn_type_is_a_draw_after_five_moves_without_progress() -> None:
    """003, list of draws: a clearly drawn position in which no progress is made."""
    board = Board(fen="W:Wa1,c1:Bf8,h8", control="300").do(o.DrawnType).do(o.DrawnType)
    assert refusals(board) == ["so_already"]
    white = ["a1-b2", "b2-a3", "a3-b4", "b4-a5", "c1-b2"]
    black = ["h8-g7", "g7-h6", "h6-g5", "g5-h4", "f8-g7"]
    for one, other in zip(white, black, strict=True):
        assert board.take(ev.DrawNotice) == []
        board.move(*one.split("-")).press(WHITE).move(*other.split("-")).press(BLACK)
    board.wait(6000)
    assert (board.state["result"], board.state["reason"]) == ("1/2-1/2", "drawn_type")


def test_progress_ends_the_count_of_a_drawn_type() -> None:
    board = Board(fen="W:Wc3,a1:Bd6,h8", control="300").do(o.DrawnType)
    board.move("c3", "b4").press(WHITE)
    assert board.session.drawn_type_moves == 0
    board.move("d6", "c5").press(BLACK)
    assert board.session.drawn_type_moves == 1
    board.move("b4", "c5", "d6").press(WHITE)
    assert board.session.drawn_type_moves is None


def test_an_ending_that_is_not_played_on_is_drawn_unless_a_win_is_shown() -> None:
    """Codex of Russian draughts 7.2.9: no increment, and a lone king."""
    board = Board(fen="W:WKa1:BKb8", control="300", policy="tournament")
    assert "drawn_at_once" in [note.note for note in board.take(ev.Noted)]
    assert board.state["phase"] == "playing"
    board.do(o.DrawnAtOnce)
    assert board.session.outcome is not None
    assert (board.state["result"], board.session.outcome.article) == ("1/2-1/2", "7.2.9")
    fischer = Board(fen="W:WKa1:BKb8", control="300+3").do(o.DrawnAtOnce)
    men = Board(fen="W:Wa1:Bb8", control="300").do(o.DrawnAtOnce)
    assert refusals(fischer) == refusals(men) == ["no_such_ending"]


# ------------------------------------------------------------------------ set-up and the board

TRUTH = "B:Wa3,c3,Ke3:Bb6,d6,f6"


def test_a_wrong_set_up_is_for_the_other_side_to_decide_where_the_text_says_so() -> None:
    """FMJD rules for 64 squares 5.2."""
    board = Board(
        variant="brazilian", fen="W:Wa3,c3,d2:Bb6,d6,f6", control="300", policy="tournament"
    )
    board.move("d2", "e3").press(WHITE).do(o.WrongSetUp, color="white", fen=TRUTH)
    (asked,) = board.take(ev.Asked)
    assert asked.question == "set_up"
    board.do(inp.Resume).do(inp.Answer, yes=True, by="white")
    assert refusals(board) == ["question_open", "not_yours"]
    board.do(inp.Answer, yes=True, by="black").do(inp.Resume)
    assert [event.how for event in board.take(ev.Settled)] == ["set-up"]
    assert board.state["fen"] == TRUTH
    assert read_back(board).plies == board.session.recorded.plies


def test_a_wrong_set_up_that_is_put_right_changes_nothing_in_the_game() -> None:
    board = Board(variant="brazilian", fen="W:Wa3,c3,d2:Bb6,d6,f6", control="300")
    board.move("d2", "e3").press(WHITE).do(o.WrongSetUp, color="white", fen=TRUTH)
    board.do(inp.Answer, yes=False, by="black").do(inp.Resume)
    assert board.state["fen"] == "B:Wa3,c3,e3:Bb6,d6,f6"
    assert board.state["clock"]["running"] == "black"


def test_a_wrong_set_up_stands_once_both_have_moved_where_the_text_says_so() -> None:
    """003: after each side has made one move the game goes on and the result counts."""
    board = begun().do(o.WrongSetUp, color="white", fen=begun().state["fen"].replace("c1", "Kc1"))
    assert [event.how for event in board.take(ev.Settled)] == ["set-up"]
    first = Board(control="300").do(
        o.WrongSetUp, color="white", fen=Board().state["fen"].replace("c1", "Kc1")
    )
    assert [event.plies for event in first.take(ev.TakenBack)] == [0]
    assert first.state["phase"] == "paused"


def test_players_change_names_until_both_have_moved() -> None:
    """003: wrong colours can be corrected before the game; later the result counts."""
    tags = {"White": "Anna", "Black": "Boris"}
    board = Board(control="300", tags=tags).do(o.WrongColors)
    assert '[White "Boris"] [Black "Anna"]' in pdn(board)
    late = begun(tags=tags).do(o.WrongColors)
    assert refusals(late) == ["too_late"]


def test_board_and_buttons_are_turned() -> None:
    board = Board(control="300").do(o.TurnBoard)
    assert board.state["turned"]
    assert board.session.layout.side(left=True) is BLACK
    board.do(o.SwapButtons)
    assert board.session.layout.side(left=True) is WHITE
    late = begun().do(o.TurnBoard, by="black")
    assert refusals(late) == ["arbiter_only"]
