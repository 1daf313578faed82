"""Draws that are offered and claimed, and games given up: Codex 1.8, 1.9, Armenian rule book.

The cases B073 to B107 and B188 of the rule texts, as far as a board can tell.
"""

import pytest

from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.orders import SetPosition
from firmware.table.recorder import record
from tests.table.board import Board

KINGS = "W:WKa3:BKh6"
THERE_AND_BACK = (("a3", "c1"), ("h6", "f8"), ("c1", "a3"), ("f8", "h6"))


def shuffled(plies: int, **setup: object) -> Board:
    """Two kings that go there and back, so many plies: after 4 and 8 the start stands again."""
    fields = {"fen": KINGS, "control": "300", "policy": "tournament"} | setup
    board = Board(**fields).wait(200)
    for ply in range(plies):
        board.move(*THERE_AND_BACK[ply % 4]).press(Color(ply % 2)).wait(200)
    return board


def reasons(board: Board) -> list[str]:
    return [event.reason for event in board.take(ev.Refused)]


def notes(board: Board) -> list[str]:
    return [event.note for event in board.take(ev.Noted)]


def opened(text: str = "russian") -> Board:
    return Board(variant=text, control="300", policy="tournament").wait(200)


# ------------------------------------------------------------------------------------- offers


def test_b102_an_offer_with_the_own_move_goes_over_with_the_press() -> None:
    """1.9.3: right after the own move, and then the other side's clock is started."""
    board = opened().move("c3", "d4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    (offer,) = board.take(ev.DrawOffered)
    assert (offer.color, offer.when, offer.article) == (Color.WHITE, "offer", "1.9.3")
    assert board.state["clock"]["running"] == "black"
    assert board.state["offer"] == "white"
    board.do(inp.AnswerDraw, yes=False)
    assert board.take(ev.OfferClosed)[0].how == "declined"
    assert board.state["result"] is None
    assert "(=)" in record(board.session).comments[0]


def test_b104_a_reply_declines() -> None:
    board = opened().move("c3", "d4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    board.wait(200).move("f6", "g5").press(Color.BLACK)
    assert board.take(ev.OfferClosed)[0].how == "moved"
    board.do(inp.AnswerDraw, yes=True, color="black")
    assert reasons(board) == ["no_offer"]


def test_b104_b076_accepted_without_a_reply_it_is_a_draw_by_agreement() -> None:
    board = opened().move("c3", "d4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    board.do(inp.AnswerDraw, yes=True, color="black")
    assert (board.state["result"], board.state["reason"]) == ("1/2-1/2", "agreement")
    assert board.state["clock"]["running"] is None


def test_the_offerer_does_not_answer_his_own_offer() -> None:
    board = opened().move("c3", "d4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    board.do(inp.AnswerDraw, yes=True, color="white")
    assert reasons(board) == ["not_yours"]
    assert board.state["offer"] == "white"


def test_b105_an_offer_in_the_foes_time_is_valid_and_warned() -> None:
    """1.9.4. It stays out of the record."""
    board = opened().move("c3", "d4").press(Color.WHITE).do(inp.OfferDraw, color="white")
    assert board.take(ev.DrawOffered)[0].when == "offer_in_foes_time"
    assert "offer_warned" in notes(board)
    assert "(=)" not in record(board.session).comments[0]
    board.do(inp.AnswerDraw, yes=True)
    assert board.state["result"] == "1/2-1/2"


def test_b106_an_offer_before_moving_stays_open_until_the_move_is_answered() -> None:
    """1.9.5: the other side may wait until it has seen the move."""
    board = opened().do(inp.OfferDraw, color="white")
    assert board.take(ev.DrawOffered)[0].when == "offer_before_moving"
    board.move("c3", "d4").press(Color.WHITE)
    assert board.state["offer"] == "white"
    assert "(=)" in record(board.session).comments[0]
    board.do(inp.AnswerDraw, yes=False, color="black")
    assert board.state["offer"] is None


@pytest.mark.parametrize("moved", [False, True])
def test_by_the_armenian_rule_book_a_draw_is_offered_with_the_move_only(moved: bool) -> None:
    board = opened("russian+armenian_text")
    if moved:
        board.move("c3", "d4").press(Color.WHITE).wait(200)
    board.do(inp.OfferDraw, color="white")
    assert reasons(board) == ["offer_in_foes_time" if moved else "offer_before_moving"]
    assert board.state["offer"] is None


def test_b107_who_has_offered_waits_until_the_other_side_has() -> None:
    """1.9.6."""
    board = opened().move("c3", "d4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    board.do(inp.AnswerDraw, yes=False).move("f6", "g5").press(Color.BLACK).wait(200)
    board.move("g3", "h4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    assert reasons(board) == ["offer_again"]
    board.wait(200).move("g7", "f6").do(inp.OfferDraw, color="black").press(Color.BLACK)
    board.do(inp.AnswerDraw, yes=False).wait(200)
    board.move("b2", "c3").do(inp.OfferDraw, color="white").press(Color.WHITE)
    assert reasons(board) == []


def test_without_a_clock_an_offer_right_after_the_move_is_one_with_the_move() -> None:
    board = Board(control="none").wait(200).move("c3", "d4").wait(7000)
    assert board.moves() == ["c3-d4"]
    board.do(inp.OfferDraw, color="white")
    assert board.take(ev.DrawOffered)[0].when == "offer"
    assert "(=)" in record(board.session).comments[0]


def test_a_move_taken_back_takes_the_offer_with_it() -> None:
    board = opened().move("c3", "d4").do(inp.OfferDraw, color="white").press(Color.WHITE)
    board.do(inp.TakeBack, plies=1)
    assert board.state["offer"] is None


# -------------------------------------------------------------------------------- resignation


@pytest.mark.parametrize(("color", "result"), [("white", "0-1"), ("black", "1-0")])
def test_b073_who_resigns_has_lost(color: str, result: str) -> None:
    board = opened().do(inp.Resign, color=color)
    assert (board.state["result"], board.state["reason"]) == (result, "resignation")


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (inp.OfferDraw, {"color": "white"}),
        (inp.AnswerDraw, {"yes": True}),
        (inp.ClaimDraw, {"color": "white"}),
        (inp.Resign, {"color": "black"}),
    ],
)
def test_b070_after_the_end_nothing_is_claimed_or_agreed_on(
    command: type[inp.Input], fields: dict[str, object]
) -> None:
    board = opened().do(inp.Resign, color="white")
    before = board.state
    board.do(command, **fields)
    assert reasons(board) == ["game_over"]
    assert board.state == before


# ------------------------------------------------------------------------------------- claims


def test_b094_the_third_repetition_by_the_foes_move_is_claimed() -> None:
    """1.9.2: before the own move."""
    board = shuffled(8).do(inp.ClaimDraw, color="white")
    (claim,) = board.take(ev.DrawClaimed)
    assert (claim.reason, claim.count, claim.limit) == ("repetition", 3, 3)
    assert claim.plies == (0, 4, 8)
    assert (board.state["result"], board.state["reason"]) == ("1/2-1/2", "claim")


def test_b095_an_intended_move_is_entered_and_not_played() -> None:
    board = shuffled(7).do(inp.ClaimDraw, color="black", move="f8-h6")
    (claim,) = board.take(ev.DrawClaimed)
    assert (claim.move, claim.plies) == ("f8-h6", (0, 4, 8))
    assert board.state["result"] == "1/2-1/2"
    assert len(board.session.recorded.plies) == 7
    assert "draw claimed with f8-h6" in record(board.session).comments[-1]


def test_b096_the_right_lapses_with_another_move() -> None:
    board = shuffled(8).move("a3", "b4").press(Color.WHITE).wait(200)
    board.do(inp.ClaimDraw, color="white")
    assert reasons(board) == ["claim_too_late"]
    assert board.state["result"] is None


def test_b096_nor_is_it_there_when_the_move_stands_unpressed() -> None:
    board = shuffled(8).move("a3", "b4").do(inp.ClaimDraw, color="white")
    assert reasons(board) == ["claim_too_late"]


def test_b188_a_move_that_would_repeat_has_to_be_entered_first() -> None:
    board = shuffled(7).do(inp.ClaimDraw, color="black")
    assert reasons(board) == ["enter_move_first"]
    assert board.state["result"] is None


def test_b099_after_a_wrong_claim_the_entered_move_counts_as_made() -> None:
    """1.9.2. The claimant's time runs until the man stands there; no press is needed."""
    board = shuffled(3).do(inp.ClaimDraw, color="black", move="f8-h6")
    assert board.take(ev.ClaimDecided)[0].right is False
    assert board.state["clock"]["running"] == "black"
    assert board.state["entered"] == "f8-h6"
    board.wait(1000).move("f8", "g7").press(Color.BLACK).wait(200)
    assert reasons(board) == ["entered_move_due"]
    assert board.state["clock"]["running"] == "black"
    board.off("g7").on("h6").wait(10)
    assert board.moves()[-1] == "f8-h6"
    assert board.state["clock"]["running"] == "white"
    assert board.state["entered"] is None


def test_an_entered_move_that_is_made_in_a_pause_is_made_when_play_goes_on() -> None:
    board = shuffled(3).do(inp.ClaimDraw, color="black", move="f8-h6").do(inp.Pause)
    board.off("f8").on("h6").wait(10)
    assert board.moves() == ["a3-c1", "h6-f8", "c1-a3"]
    assert board.state["clock"]["running"] is None
    board.do(inp.Resume)
    assert board.moves() == ["f8-h6"]
    assert board.state["clock"]["running"] == "white"


def test_a_wrong_claim_of_the_position_as_it_stands_changes_nothing() -> None:
    board = opened().do(inp.ClaimDraw, color="white")
    assert board.take(ev.ClaimDecided)[0].right is False
    board.move("c3", "d4").press(Color.WHITE)
    assert board.moves() == ["c3-d4"]


def test_a_move_that_is_none_cannot_be_entered() -> None:
    board = shuffled(7).do(inp.ClaimDraw, color="black", move="f8-a1")
    assert reasons(board) == ["no_such_move"]
    assert board.state["claim"] is None


def test_b098_the_check_is_on_the_claimants_time() -> None:
    board = shuffled(8, claims="arbiter")
    left_ms = board.state["clock"]["white_ms"]
    board.do(inp.ClaimDraw, color="white")
    assert board.state["claim"] == "white"
    board.wait(40_000)
    assert board.state["clock"]["white_ms"] == left_ms - 40_000
    board.do(inp.Answer, yes=False)
    assert board.state["result"] is None
    assert board.state["clock"]["running"] == "white"


def test_while_a_claim_is_checked_no_press_makes_a_move() -> None:
    board = shuffled(8, claims="arbiter").do(inp.ClaimDraw, color="white")
    board.move("a3", "b4").press(Color.WHITE).wait(200)
    assert reasons(board) == ["claim_open"]
    board.do(inp.Answer, yes=True)
    assert board.state["result"] == "1/2-1/2"


@pytest.mark.parametrize(
    ("plies", "move", "result"), [(8, "", "1/2-1/2"), (4, "", "0-1"), (4, "a3-c1", "0-1")]
)
def test_b100_a_flag_during_the_check_draws_if_the_claim_is_right(
    plies: int, move: str, result: str
) -> None:
    board = shuffled(plies, claims="arbiter").do(inp.ClaimDraw, color="white", move=move)
    board.wait(400_000)
    assert len(board.take(ev.Flag)) == 1
    assert board.state["result"] == result


def test_b101_a_claim_on_a_record_that_is_not_full_is_held() -> None:
    """Armenian rule book: the arbiter deals with it when a full record is shown."""
    board = shuffled(0).do(SetPosition, fen="W:WKa3:BKh6").do(inp.Resume)
    board.do(inp.ClaimDraw, color="white")
    assert "claim_held" in notes(board)
    assert board.state["claim"] == "white"
    board.do(inp.Answer, yes=True)
    assert board.state["result"] == "1/2-1/2"


def test_b087_a_count_of_moves_is_claimed_like_a_repetition() -> None:
    """7.2.8: a king against a king, five moves by each player."""
    board = Board(fen="W:WKa1:BKh2", control="300", policy="tournament").wait(200)
    way = ("a1", "b2", "c3", "d4", "e5", "f6"), ("h2", "g1", "h2", "g1", "h2", "g1")
    for ply in range(10):
        board.move(*way[ply % 2][ply // 2 :][:2]).press(Color(ply % 2)).wait(200)
    board.do(inp.ClaimDraw, color="white")
    (claim,) = board.take(ev.DrawClaimed)
    assert (claim.reason, claim.article, claim.count) == ("two_pieces", "7.2.8", 5)
    assert claim.plies == (0, 10)
    assert board.state["result"] == "1/2-1/2"


# ------------------------------------------------------------------------------ drawn at once


@pytest.mark.parametrize(("control", "told"), [("300", True), ("300+3", False)])
def test_b089_endings_that_are_not_played_on_are_for_the_arbiter(control: str, told: bool) -> None:
    """7.2.9: to the end of the game without an increment, unless a win is shown."""
    board = Board(fen="W:WKa1:BKh2", control=control, policy="tournament").wait(200)
    assert ("drawn_at_once" in notes(board)) is told
    assert board.state["result"] is None
