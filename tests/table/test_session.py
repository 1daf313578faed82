"""What the session says and does, situation by situation."""

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.lights import frame
from tests.table.board import SQUARES, Board

WHITE, BLACK = Color.WHITE, Color.BLACK


def lit(board: Board) -> tuple[set[str], set[str]]:
    shown = frame(board.session)
    return named(shown.red), named(shown.green)


def named(picture: int) -> set[str]:
    return {name for bit, name in enumerate(SQUARES) if picture >> bit & 1}


def phase(board: Board) -> str:
    return board.session.phase.name


def test_a_legal_move_is_final_at_the_press() -> None:
    board = Board(control="300+3").move("c3", "d4").wait(500)
    assert board.moves() == []
    board.press(WHITE)
    assert board.moves() == ["c3-d4"]
    assert board.state["turn"] == "black"
    assert board.state["clock"]["running"] == "black"
    assert lit(board) == ({"c3", "d4"}, {"c3", "d4"})


def test_lift_and_return_says_nothing() -> None:
    board = Board(control="300")
    board.events.clear()
    board.off("c3").wait(300).on("c3").wait(2000)
    assert board.events == []


def test_only_the_last_square_tried_counts() -> None:
    board = Board(control="300").move("c3", "d4").wait(2000).move("d4", "b4").wait(2000)
    board.press(WHITE)
    assert board.moves() == ["c3-b4"]
    assert board.take(ev.Astray) == []


def test_a_press_without_a_move_is_refused_and_time_runs_on() -> None:
    board = Board(control="300").wait(1000).press(WHITE).wait(200)
    assert [event.reason for event in board.take(ev.Refused)] == ["press_without_move"]
    assert board.state["clock"]["running"] == "white"
    assert board.state["clock"]["white_ms"] == 300_000 - 1200


def test_a_press_of_the_side_not_on_move_changes_nothing() -> None:
    board = Board(control="300").wait(1000).press(BLACK).wait(200)
    assert board.take(ev.Refused) == []
    assert board.state["clock"]["running"] == "white"


def test_a_reply_to_an_unpressed_move_makes_both_final_at_its_press() -> None:
    board = Board(control="300+3").move("c3", "d4").wait(800).move("f6", "g5").wait(400)
    board.press(BLACK)
    assert board.moves() == ["c3-d4", "f6-g5"]
    assert board.state["clock"]["running"] == "white"
    assert board.state["turn"] == "white"


def test_the_mover_presses_while_the_reply_already_stands() -> None:
    board = Board(control="300").move("c3", "d4").wait(800).move("f6", "g5")
    board.press(WHITE).wait(200)
    assert board.moves() == ["c3-d4"]
    assert board.state["provisional"] == "f6-g5"
    board.press(BLACK)
    assert board.moves() == ["f6-g5"]


def test_a_reply_begun_before_the_press() -> None:
    board = Board(control="300").move("c3", "d4").off("f6").press(WHITE).wait(150)
    assert board.moves() == ["c3-d4"]
    board.on("g5").press(BLACK)
    assert board.moves() == ["f6-g5"]


def test_a_press_while_the_man_is_landing_counts_from_its_stamp() -> None:
    board = Board(control="300").off("c3").wait(1000).press(WHITE).wait(20).on("d4")
    assert board.moves() == ["c3-d4"]
    assert board.state["clock"]["white_ms"] == 300_000 - 1030


def test_a_press_with_the_man_in_the_air_is_refused() -> None:
    board = Board(control="300").off("c3").press(WHITE).wait(200)
    assert [event.reason for event in board.take(ev.Refused)] == ["move_not_finished"]
    assert board.state["clock"]["running"] == "white"
    assert lit(board) == (set(), set())


def test_a_wrong_square_is_shown_after_a_while_and_forgotten_when_put_right() -> None:
    board = Board(control="300").move("c3", "c5").wait(500)
    assert board.take(ev.Astray) == []
    board.wait(300)
    assert [(e.missing, e.extra) for e in board.take(ev.Astray)] == [(("c3",), ("c5",))]
    assert lit(board) == ({"c5"}, {"c3"})
    board.move("c5", "d4")
    assert len(board.take(ev.InStep)) == 1
    board.press(WHITE)
    assert board.moves() == ["c3-d4"]


CAPTURE = {"fen": "W:Wc3,g1:Bd4,h8", "control": "300"}


def test_a_press_with_the_captured_man_on_leaves_the_move_pending() -> None:
    board = Board(**CAPTURE).move("c3", "e5").press(WHITE)
    assert board.state["pending"] == ["d4"]
    assert board.moves() == []
    assert board.state["clock"]["running"] == "black"
    assert lit(board) == ({"d4"}, set())
    board.off("d4")
    assert board.moves() == ["c3:e5"]


def test_the_foe_demands_the_removal_by_pressing_without_a_move() -> None:
    board = Board(**CAPTURE).move("c3", "e5").press(WHITE).wait(1000).press(BLACK).wait(200)
    assert board.state["clock"]["running"] == "white"
    board.press(WHITE).wait(200)
    assert [event.reason for event in board.take(ev.Refused)] == ["captured_men_still_on"]
    board.off("d4").press(WHITE)
    assert board.moves() == ["c3:e5"]
    assert board.state["clock"]["running"] == "black"


def test_the_reply_is_pressed_while_the_removal_goes_on() -> None:
    board = Board(fen="W:Wc3,g1:Bd4,h8,a7", control="300").move("c3", "e5").press(WHITE)
    board.move("a7", "b6").press(BLACK)
    assert board.moves() == ["c3:e5", "a7-b6"]
    assert lit(board)[0] == {"d4"}
    board.off("d4").wait(100)
    assert board.state["turn"] == "white"
    assert lit(board)[0] != {"d4"}


def test_a_reply_with_a_man_that_should_be_off_is_refused() -> None:
    board = Board(fen="W:Wc3,g1:Bd4,h8", control="300").move("c3", "e5").press(WHITE)
    board.move("d4", "c3").press(BLACK).wait(200)
    assert len(board.take(ev.Refused)) == 1
    assert board.state["clock"]["running"] == "black"


def test_the_longer_capture_if_the_missing_men_come_off_in_time() -> None:
    fen = "W:Wg3,h6:Bc7,c5,g7,d2,a5,e7,b2"
    board = Board(fen=fen, control="300").off("h6")
    for landing in ("f8", "d6", "a3", "c1", "f4"):
        board.on(landing).off(landing)
    board.on("b8").off("g7", "e7", "c7").press(WHITE)
    assert board.moves() == []
    board.off("c5", "b2", "d2").wait(100)
    assert board.moves() == ["h6:f8:d6:a3:c1:f4:b8"] or len(board.state["moves"]) > 0
    assert board.state["fen"].count("c5") == 0


def test_the_shorter_capture_if_they_do_not() -> None:
    fen = "W:Wg3,h6:Bc7,c5,g7,d2,a5,e7,b2"
    board = Board(fen=fen, control="300").off("h6")
    for landing in ("f8", "d6", "a3", "c1", "f4"):
        board.on(landing).off(landing)
    board.on("b8").off("g7", "e7", "c7").press(WHITE).wait(5100)
    assert len(board.moves()) == 1
    assert "c5" in board.state["fen"]


def test_a_round_trip_is_a_capture_of_the_men_that_are_gone() -> None:
    fen = "W:WKe1:Bc3,c5,f6,g3"
    board = Board(fen=fen, control="300").off("e1")
    for landing in ("b4", "e7", "h4"):
        board.on(landing).off(landing)
    board.on("e1").off("c3", "c5", "f6", "g3").press(WHITE)
    assert len(board.moves()) == 1
    assert board.state["result"] == "1-0"


def test_a_round_trip_right_after_a_quick_step_without_a_clock() -> None:
    board = Board(fen="B:WKe1:Bc3,c5,f6,g3,a7").move("a7", "b6").wait(300).off("e1")
    for landing in ("b4", "e7", "h4"):
        board.on(landing).off(landing)
    board.on("e1").off("c3", "c5", "f6", "g3").wait(7000)
    first, second = board.moves()
    assert first == "a7-b6"
    assert (second[:2], second[-2:]) == ("e1", "e1")


def test_the_king_slides_on_within_the_landing_time() -> None:
    board = Board(fen="W:WKa1:BKh2", control="300").move("a1", "d4").press(WHITE)
    assert board.moves() == ["a1-d4"]
    board.now_ms += 5
    board.show(board.picture ^ (1 << SQUARES.index("d4")) ^ (1 << SQUARES.index("e5")))
    assert [event.text for event in board.take(ev.MoveWithdrawn)] == ["a1-d4"]
    assert board.moves() == ["a1-e5"]


def test_a_quiet_move_while_a_capture_was_due_is_refused_by_name() -> None:
    board = Board(**CAPTURE).move("g1", "h2").press(WHITE).wait(200)
    assert [event.reason for event in board.take(ev.Refused)] == ["quiet_when_capture_due"]
    assert board.state["clock"]["running"] == "white"
    assert lit(board) == ({"h2"}, {"g1"})


def test_without_a_clock_a_move_is_final_by_the_foes_first_lift() -> None:
    board = Board(fen="W:WKa1:BKh2").move("a1", "c3").wait(1500).move("c3", "e5").wait(1500)
    assert board.moves() == []
    board.off("h2")
    assert board.moves() == ["a1-e5"]


def test_without_a_clock_a_move_is_final_after_five_seconds() -> None:
    board = Board().move("c3", "d4").wait(4900)
    assert board.moves() == []
    board.wait(200)
    assert board.moves() == ["c3-d4"]


def test_without_a_clock_quick_plies_are_recorded_one_by_one() -> None:
    board = Board().move("c3", "d4").move("f6", "g5").move("b2", "c3").move("g7", "f6").wait(6000)
    assert board.moves() == ["c3-d4", "f6-g5", "b2-c3", "g7-f6"]


def test_the_move_that_stood_first_is_the_first_of_two_that_share_a_picture() -> None:
    """b8-a7 and g1-h2 leave the picture that b8-h2 and g1-a7 would leave."""
    board = Board(fen="W:WKb8,a1:BKg1,h8").move("b8", "a7").wait(900).move("g1", "h2").wait(7000)
    assert board.moves() == ["b8-a7", "g1-h2"]


def test_the_same_right_after_another_quick_ply() -> None:
    board = Board(fen="B:WKb8,a1:BKg1,h8")
    board.move("h8", "g7").move("b8", "a7").move("g1", "h2").wait(7000)
    assert board.moves() == ["h8-g7", "b8-a7", "g1-h2"]


def test_the_start_is_refused_while_men_are_missing() -> None:
    board = Board(control="300", immediate=False)
    board.off("c3").press(BLACK)
    assert [event.reason for event in board.take(ev.Refused)] == ["setup_incomplete"]
    assert lit(board) == (set(), {"c3"})
    board.on("c3").press(WHITE)
    assert phase(board) == "SETUP"
    board.press(BLACK)
    assert phase(board) == "PLAYING"
    assert board.state["clock"]["running"] == "white"


def test_a_board_the_wrong_way_round_is_asked_about_and_turned() -> None:
    board = Board(control="300")
    board.off("f6").wait(300)
    assert [event.question for event in board.take(ev.Asked)] == ["turn"]
    assert board.take(ev.Astray) == []
    board.do(inp.Answer, yes=True)
    board.on("e5")
    board.press(WHITE)
    assert board.moves() == ["c3-d4"]
    assert lit(board) == ({"f6", "e5"}, {"f6", "e5"})


def test_the_last_capture_ends_the_game_without_a_press() -> None:
    board = Board(fen="W:Wc3:Bd4", control="300").wait(500).move("c3", "d4", "e5").wait(900)
    assert phase(board) == "PLAYING"
    board.wait(200)
    assert board.moves() == ["c3:e5"]
    assert board.state["result"] == "1-0"


def test_a_flag_ends_the_game_at_its_stamp() -> None:
    board = Board(control="2").wait(2100)
    assert [(event.color, event.at_ms) for event in board.take(ev.Flag)] == [(WHITE, 2030)]
    assert board.state["result"] == "0-1"
    assert board.state["clock"]["white_ms"] == 0


def test_a_late_reported_press_with_an_earlier_stamp_beats_the_flag() -> None:
    board = Board(control="2").move("c3", "d4")
    board.wait(2030 - board.now_ms + 10)
    board.events += board.session.feed(inp.Pressed(inp.Button.LEFT, True, 2029))
    board.wait(100)
    assert board.take(ev.Flag) == []
    assert board.moves() == ["c3-d4"]


def test_takeback_pauses_and_asks_for_the_men_back() -> None:
    board = Board(control="300").move("c3", "d4").press(WHITE).wait(500)
    board.do(inp.TakeBack, plies=1)
    assert phase(board) == "PAUSED"
    board.wait(800)
    assert lit(board) == ({"d4"}, {"c3"})
    board.do(inp.Resume)
    assert [event.reason for event in board.take(ev.Refused)] == ["board_not_restored"]
    board.move("d4", "c3").do(inp.Resume)
    assert phase(board) == "PLAYING"
    assert board.state["turn"] == "white"
    assert board.state["clock"]["running"] == "white"


def test_a_result_stops_both_clocks_for_good() -> None:
    board = Board(control="5").wait(1000).do(inp.SetResult, result="0-1", reason="resignation")
    left = board.state["clock"]
    board.wait(20_000)
    assert board.state["clock"] | {"at": 0} == left | {"at": 0}
    assert board.take(ev.Flag) == []
    assert board.state["result"] == "0-1"


def test_after_an_outage_the_game_is_paused_and_goes_on_when_the_men_stand_right() -> None:
    board = Board(control="300").move("c3", "d4").press(WHITE).wait(5000)
    board.do(inp.Outage)
    black_ms = board.state["clock"]["black_ms"]
    board.wait(60_000)
    assert board.state["clock"]["black_ms"] == black_ms
    board.do(inp.Resume).move("f6", "g5").press(BLACK)
    assert board.moves() == ["c3-d4", "f6-g5"]


def test_no_verdict_is_given_while_the_board_cannot_be_read() -> None:
    board = Board(control="300").off("c3").do(inp.ScanLost).press(WHITE).wait(3000)
    assert board.take(ev.Refused) == []
    board.do(inp.ScanBack).on("d4").wait(100)
    assert board.moves() == ["c3-d4"]
    assert board.state["clock"]["white_ms"] == 300_000 - 30  # up to the stamp of the press


def test_a_scan_that_fails_for_a_moment_is_told_to_nobody() -> None:
    board = Board(control="300").do(inp.ScanLost).wait(499).do(inp.ScanBack).wait(100)
    assert [kind for kind in (ev.SensorLost, ev.SensorBack) if board.take(kind)] == []
    board.do(inp.ScanLost).wait(600).do(inp.ScanBack)
    assert [kind for kind in (ev.SensorLost, ev.SensorBack) if board.take(kind)] != []


def test_two_plies_pressed_while_the_board_could_not_be_read() -> None:
    board = Board(control="300", fen="B:Wc3,g1:Ba5,h8").do(inp.ScanLost)
    board.wait(300).press(BLACK).wait(300).press(WHITE).wait(300)
    board.do(inp.ScanBack).off("c3").wait(200)
    assert board.moves() == ["a5-b4", "c3:a5"]
    assert board.state["clock"]["running"] == "black"


def test_a_draw_rule_is_announced_and_then_ends_the_game() -> None:
    board = Board(fen="W:WKa3:BKh6", control="300")
    for _ in range(2):
        board.move("a3", "c1").press(WHITE).move("h6", "f8").press(BLACK)
        board.move("c1", "a3").press(WHITE).move("f8", "h6").press(BLACK)
    assert [event.reason for event in board.take(ev.DrawNotice)] == ["repetition"]
    board.wait(5100)
    assert board.state["result"] == "1/2-1/2"


def test_replaying_the_inputs_gives_the_same_events_however_time_was_cut() -> None:
    board = Board(control="300+3")
    for step in range(200):
        board.wait(7)
        if step == 20:
            board.off("c3")
        if step == 60:
            board.on("d4")
        if step == 90:
            board.press(WHITE)
    coarse = Board(control="300+3")
    coarse.wait(board_time(20)).off("c3").wait(7 * 40).on("d4").wait(7 * 30).press(WHITE)
    coarse.wait(board.now_ms - coarse.now_ms)
    assert board.moves() == coarse.moves() == ["c3-d4"]
    assert board.state == coarse.state


def board_time(step: int) -> int:
    return 7 * (step + 1)
