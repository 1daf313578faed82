"""Laws of all orders, at every moment of a game.

An order is carried out and said, or it is refused with a sentence and has changed nothing. What the
journal keeps of either brings the same session back, and the record that is written can be read.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.notation.pdn import read_pdn, replay, write_pdn
from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table import wire
from firmware.table.recorder import record
from firmware.table.session import Phase, Session
from tests.table.board import SQUARES, Board
from tests.table.rebuilding import rebuilt

WHITE, BLACK = Color.WHITE, Color.BLACK

ORDERS: tuple[tuple[type, Mapping[str, object]], ...] = (
    (o.SetPosition, {"fen": "B:Wa1,c1,e1:Bb8,d8,f8"}),
    (o.SetPosition, {"fen": "W:Wa1:Ba1"}),
    (o.SetPosition, {"fen": "nonsense"}),
    (o.EnterMove, {"move": "c3-d4"}),
    (o.EnterMove, {"move": "g3-h4"}),
    (o.EnterMove, {"move": "a1-a2"}),
    (o.ReplaceMove, {"ply": 1, "move": "e3-f4"}),
    (o.ReplaceMove, {"ply": 2, "move": "b6-a5"}),
    (o.ReplaceMove, {"ply": 99, "move": "c3-d4"}),
    (o.SetCrown, {"square": "c1", "king": True}),
    (o.SetCrown, {"square": "c1", "king": False}),
    (o.SetCrown, {"square": "e5", "king": True}),
    (o.SetCrown, {"square": "k9", "king": True}),
    (o.SetClock, {"color": "white", "left_ms": 240_000}),
    (o.SetClock, {"color": "black", "left_ms": 0}),
    (o.SetClock, {"color": "red", "left_ms": 1000}),
    (o.SetClock, {"color": "white", "left_ms": 1000, "stage": 7}),
    (o.AddTime, {"color": "black", "ms": 60_000}),
    (o.AddTime, {"color": "black", "ms": -9_000_000}),
    (o.SwapRunning, {}),
    (o.FlagSeen, {"color": "white"}),
    (o.CancelFlag, {"color": "white", "left_ms": 60_000}),
    (o.CancelFlag, {"color": "white", "left_ms": 0}),
    (o.StartClock, {}),
    (o.StartClock, {"color": "black"}),
    (o.UndoResult, {}),
    (o.Penalty, {"color": "white", "penalty": "warning", "reason": "talking"}),
    (o.Penalty, {"color": "white", "penalty": "time", "reason": "talking"}),
    (o.Penalty, {"color": "white", "penalty": "loss", "reason": "talking"}),
    (o.Penalty, {"color": "white", "penalty": "fine", "reason": "talking"}),
    (o.Penalty, {"color": "white", "penalty": "loss", "reason": ""}),
    (o.Annul, {"reason": "board wrongly placed"}),
    (o.Annul, {"reason": "board wrongly placed", "restart": True}),
    (o.NextGame, {}),
    (o.DrawnType, {}),
    (o.DrawnAtOnce, {}),
    (o.WrongSetUp, {"color": "white", "fen": "W:Wa1,Kc1,e1:Bb8,d8,f8"}),
    (o.WrongColors, {}),
    (o.TurnBoard, {}),
    (o.TurnBoard, {"by": "white"}),
    (o.SwapButtons, {}),
    (o.MaskSquare, {"square": "e5", "masked": True}),
    (o.MaskSquare, {"square": "e5", "masked": False}),
    (o.MaskSquare, {"square": "e4", "masked": True}),
    (o.TryBoard, {"on": True}),
    (o.TryBoard, {"on": False}),
    (inp.TakeBack, {"plies": 1}),
    (inp.TakeBack, {"plies": 2, "times": "restore"}),
    (inp.TakeBack, {"plies": 1, "times": "set", "white_ms": 9000, "black_ms": 8000}),
    (inp.TakeBack, {"plies": 1, "times": "set"}),
    (inp.TakeBack, {"plies": 1, "times": "soon"}),
    (inp.TakeBack, {"plies": 0}),
    (inp.TakeBack, {"plies": 1, "by": "white"}),
    (inp.SetResult, {"result": "1-0", "reason": "forfeit"}),
    (inp.SetResult, {"result": "0-0", "reason": "both lose"}),
    (inp.SetResult, {"result": "3-0", "reason": "arbiter"}),
    (o.UndoResult, {"by": ""}),
    (o.SwapRunning, {"by": "two\nlines"}),
)


class Journal(Board):
    """A board that keeps what was fed to it, as the station's journal does."""

    def __init__(self, **setup: object) -> None:
        self.lines: list[str] = []
        super().__init__(**{"control": "300+3", "policy": "tournament"} | setup)

    def _feed(self, value: inp.Input) -> None:
        self.lines.append(json.dumps(wire.to_json(value)))
        super()._feed(value)


def idle() -> Journal:
    board = Journal()
    board.session, board.lines = Session(SQUARES), []
    return board


def playing(**setup: object) -> Journal:
    board = Journal(**setup)
    board.wait(1000).move("c3", "d4").press(WHITE).wait(900).move("f6", "g5").press(BLACK)
    return board


def standing() -> Journal:
    board = playing()
    board.move("g3", "h4").wait(500)
    return board


def in_the_hand() -> Journal:
    board = playing()
    board.off("g3").wait(500)
    return board


def astray() -> Journal:
    board = playing()
    board.off("h2").on("e5").wait(2000)
    return board


def disputed() -> Journal:
    board = Journal(fen="W:Wa1,b2,d4,g3:Bc5,h8")
    board.move("g3", "h4").press(WHITE).wait(300)
    return board


def pending() -> Journal:
    board = Journal(fen="W:Wa1,b2,d4,g3:Bc5,h8")
    board.off("d4").on("b6").press(WHITE).wait(300)
    return board


def asked() -> Journal:
    board = Journal()
    board.do(o.MaskSquare, square="b4", masked=True).do(o.MaskSquare, square="d4", masked=True)
    board.off("c3").press(WHITE).wait(300)
    return board


def claimed() -> Journal:
    board = playing(claims="arbiter")
    board.do(inp.ClaimDraw, color="white", move="g3-h4")
    return board


def offered() -> Journal:
    board = playing()
    board.do(inp.OfferDraw, color="white")
    return board


def adjusting() -> Journal:
    board = playing()
    board.do(inp.Adjust, color="white")
    return board


def blind() -> Journal:
    board = playing()
    board.do(inp.ScanLost).wait(2000)
    return board


def paused() -> Journal:
    board = playing()
    board.do(inp.Pause)
    return board


def after_an_outage() -> Journal:
    board = playing()
    board.do(inp.Outage).move("g3", "h4").wait(3000)
    return board


def restoring() -> Journal:
    board = playing()
    board.do(inp.TakeBack, plies=1)
    return board


def set_up_asked() -> Journal:
    board = Journal(variant="brazilian")
    board.move("c3", "d4").press(WHITE)
    fen = board.state["fen"].replace("c1", "Kc1")
    board.do(o.WrongSetUp, color="white", fen=fen)
    return board


def over() -> Journal:
    board = playing()
    board.do(inp.SetResult, result="1-0", reason="resignation")
    return board


def flagged() -> Journal:
    board = playing(control="5")
    board.wait(10_000)
    return board


MOMENTS: Mapping[str, Callable[[], Journal]] = {
    "idle": idle,
    "setup": lambda: Journal(immediate=False),
    "playing": playing,
    "without a clock": lambda: playing(control="none"),
    "casual": lambda: playing(policy="casual"),
    "flag only signs": lambda: flag_signed(),
    **{
        moment.__name__: moment
        for moment in (standing, in_the_hand, astray, disputed, pending, asked, claimed, offered)
    },
    **{
        moment.__name__: moment
        for moment in (adjusting, blind, paused, after_an_outage, restoring, set_up_asked, over)
    },
    "flagged": flagged,
}


def flag_signed() -> Journal:
    board = playing(control="5", flag="signs")
    board.wait(10_000)
    return board


def all_of(session: Session) -> dict[str, Any]:
    """Everything a session knows."""
    known = {key: value for key, value in vars(session).items() if key != "_events"}
    return {
        key: type(value)(value) if isinstance(value, dict | list) else value
        for key, value in known.items()
    }


def give(board: Journal, kind: type, fields: Mapping[str, object]) -> str | None:
    """Gives an order and holds it to the laws; the reason if it was refused."""
    before, count = all_of(board.session), len(board.session.interventions)
    board.events.clear()
    board.do(kind, **fields)
    refused = [event for event in board.events if isinstance(event, ev.Refused)]
    done = [event for event in board.events if isinstance(event, ev.Intervened)]
    if refused:
        assert board.events == refused, "a refusal and nothing else"
        assert refused[0].reason
        assert len(refused[0].detail) > 5
        assert all_of(board.session) == before
        return refused[0].reason
    assert len(done) == 1
    assert (done[0].order, done[0].by) == (wire.kind_name(kind), fields.get("by", "arbiter"))
    assert len(board.session.interventions) == count + 1
    return None


def check_journal(board: Journal) -> None:
    """The journal's lines bring the same session back."""
    again, _ = rebuilt(SQUARES, board.lines, board.now_ms)
    board.session.advance(board.now_ms)  # an order may bring about what is due already
    assert all_of(again) == all_of(board.session)


def check_record(board: Journal) -> None:
    """What is written down is read back."""
    if board.session.phase is not Phase.IDLE:
        (game,) = read_pdn(write_pdn(record(board.session)))
        assert replay(game).plies == board.session.recorded.plies


def test_every_order_is_tried() -> None:
    tried = {kind for kind, _ in ORDERS}
    assert tried == {*get_args(o.Order), inp.TakeBack, inp.SetResult}


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_order_is_carried_out_or_changes_nothing(moment: str) -> None:
    for kind, fields in ORDERS:
        board = MOMENTS[moment]()
        give(board, kind, fields)
        check_record(board)
        board.wait(20_000)
        check_journal(board)


def test_every_order_is_carried_out_at_some_moment_and_refused_at_another() -> None:
    done: set[type] = set()
    refused: set[type] = set()
    for moment in MOMENTS.values():
        for kind, fields in ORDERS:
            (done if give(moment(), kind, fields) is None else refused).add(kind)
    # A piece is crowned, drawn endings agreed and men found misplaced in positions of their own.
    assert done >= {*get_args(o.Order), inp.TakeBack, inp.SetResult} - {o.DrawnAtOnce}
    assert refused == {*get_args(o.Order), inp.TakeBack, inp.SetResult}


HANDS = st.one_of(
    st.tuples(st.just("lift"), st.sampled_from(SQUARES)),
    st.tuples(st.just("drop"), st.sampled_from(SQUARES)),
    st.tuples(st.just("press"), st.sampled_from(["white", "black"])),
    st.tuples(st.just("wait"), st.sampled_from(["100", "2000", "9000"])),
    st.tuples(st.just("move"), st.integers(0, 30).map(str)),
    st.tuples(st.just("set up"), st.just("")),
    st.tuples(st.just("word"), st.sampled_from(["resume", "pause", "yes", "no", "resign"])),
)
STEPS = st.lists(st.one_of(HANDS, st.sampled_from(ORDERS)), max_size=25)


def word(board: Journal, text: str) -> None:
    match text:
        case "resume":
            board.do(inp.Resume)
        case "pause":
            board.do(inp.Pause)
        case "resign":
            board.do(inp.Resign, color="white")
        case _:
            board.do(inp.Answer, yes=text == "yes")


def do_by_hand(board: Journal, what: str, which: str) -> None:
    match what:
        case "lift":
            board.off(which)
        case "drop":
            board.on(which)
        case "press":
            board.press(Color[which.upper()])
        case "wait":
            board.wait(int(which))
        case "set up":
            board.set_up()
        case "word":
            word(board, which)
        case _:
            moves = board.session.belief.game.moves
            if moves:
                move = moves[int(which) % len(moves)]
                turn = board.session.belief.turn
                after = board.session.belief.game.position.after(move).occupied
                board.show(board.session.layout.to_physical(after))
                board.press(turn)


@settings(max_examples=60)
@given(st.sampled_from(["tournament", "casual"]), STEPS)
def test_any_orders_among_any_doings(policy: str, steps: list[Any]) -> None:
    """Nothing raises, refusals change nothing, the journal and the record hold all of it."""
    board = Journal(policy=policy)
    for step in steps:
        if isinstance(step[0], str):
            do_by_hand(board, *step)
        else:
            give(board, *step)
    check_record(board)
    check_journal(board)
