"""Whatever text comes in, what comes out is a value or an error of this package, and it comes soon.

``REEDBOARD_FUZZ`` sets how many texts each test tries; the default suite tries few.
"""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidFen,
    InvalidMove,
    InvalidPdn,
    ReedboardError,
)
from firmware.notation.clocks import read_clocks
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import parse_move
from firmware.notation.pdn import (
    PdnGame,
    check_pdn,
    decode_pdn,
    read_games,
    read_record,
    write_pdn,
)
from firmware.rules import Color, Position, Ruleset
from tests.rules.strategies import positions, rulesets

few = settings(
    max_examples=int(os.environ.get("REEDBOARD_FUZZ", "150")),
    deadline=5_000,  # ms a text: none may hang
    suppress_health_check=[HealthCheck.too_slow],
)

TAGS = [
    *('[Event "a"]', '[GameType "20"]', '[GameType "25"]', '[GameType "40,W,10,10,N2,0"]'),
    *('[GameType "99"]', '[Variant "turkish"]', '[FEN "W:WK47:B14,19"]', '[Result "4-6"]'),
    *('[FEN "W:Wa1:Bh8:P2"]', '[FEN "W:W31,K28:B5:+2@28+0"]'),
]
MARKS = ["[", "]", '"', "{", "}", "(", ")", "*", "%", ";", "$", "/", "\\", "\n", "\r\n", "\t"]
WORDS = [
    *("1.", "1...", "...", "- -", "-", "x", ":", "1-0", "1-1", "0-1", "1/2-1/2", "4-6", "1", "99"),
    *("32-28", "19-23", "28x19", "14x23", "c3-d4", "f6-g5", "cd4", "c:h4", "3228", "47x36"),
    *("32-28 19-23 28x19 14x23", "1. c3-d4 f6-g5 2. b2-c3 g5-h4", "(1. 32-27", "18-23)"),
    *("!?", "$7", "+1", "=", "a.l.", '/FEN "B::"/', '/FEN "W:Wc3:Bh8"/', "Black", "К", "٣"),
    *("{[%clock w0:01:00 B0:02:00]}", "\x00", "\ufeff"),
]
PIECES = [*TAGS, *MARKS, *WORDS]
pdn_like = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=60).map(" ".join)
glued = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
fen_like = st.text("WBKwbk?:.,-+@P0123456789abchj ", max_size=60) | st.text(max_size=40)
move_like = st.text("abcdhjk123456789x:- *", max_size=16) | st.text(max_size=8)


@few
@given(pdn_like | glued)
def test_any_text_is_games_and_faults(text: str) -> None:
    for found in read_games(text):
        if isinstance(found, InvalidPdn):
            assert str(found).startswith("line ")
            continue
        assert isinstance(found, PdnGame)
        try:
            record = read_record(found)
        except ReedboardError as error:
            assert str(error).startswith("line ")
            continue
        written = write_pdn(record)
        (again,) = read_games(written)
        assert isinstance(again, PdnGame)
        assert write_pdn(read_record(again)) == written


@few
@given(pdn_like | glued, rulesets)
def test_any_text_can_be_checked(text: str, ruleset: Ruleset) -> None:
    report = check_pdn(text, ruleset)
    assert 0 <= report.good <= report.games
    assert all("\n" not in failure for failure in report.failures)


@few
@given(st.binary(max_size=300))
def test_any_bytes_can_be_checked(data: bytes) -> None:
    report = check_pdn(decode_pdn(data))
    assert report.games >= len(report.failures)


@few
@given(fen_like, rulesets)
def test_any_text_is_a_diagram_or_an_invalid_fen(text: str, ruleset: Ruleset) -> None:
    try:
        parse_fen(text, ruleset)
    except InvalidFen as error:
        assert str(error)


@few
@given(positions, move_like | st.text(max_size=300))
def test_any_text_is_a_move_or_told_why_not(position: Position, text: str) -> None:
    try:
        parse_move(position, text)
    except (InvalidMove, IllegalMove, AmbiguousMove) as error:
        assert "\n" not in str(error)


@few
@given(positions, st.data())
def test_any_two_squares_are_a_move_or_told_why_not(
    position: Position, data: st.DataObject
) -> None:
    size = position.ruleset.board.size
    squares = data.draw(st.lists(st.integers(1, size), min_size=2, max_size=5))
    try:
        parse_move(position, "x".join(map(str, squares)))
    except (IllegalMove, AmbiguousMove) as error:
        assert len(str(error)) < 400


@few
@given(st.text("[%clockemtgw:.WBb0123456789 ]", max_size=60), st.none() | st.sampled_from(Color))
def test_any_comment_tells_times_or_none(comment: str, mover: Color | None) -> None:
    for times in read_clocks(comment, mover):
        assert (times.white_ms, times.black_ms) != (None, None)


@pytest.mark.parametrize("piece", PIECES)
def test_no_text_of_one_piece_over_and_over_takes_long(piece: str) -> None:
    report = check_pdn(piece * 3000)
    assert report.games >= report.good
