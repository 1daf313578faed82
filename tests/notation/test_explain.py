"""Why a move is not legal, in every kind of game: each rule has its own sentence."""

import pytest

from firmware.errors import IllegalMove
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import parse_move
from firmware.rules import find_variant


@pytest.mark.parametrize(
    ("key", "fen", "text", "reason"),
    [
        # Italian, four levels of precedence (FID), and men that may not take kings.
        ("italian", "W:W22:BK18,1", "22x13", "a man may not take a king"),
        (
            "italian",
            "W:WK23,K25:B13,K20,K21",
            "23x16",
            "it takes 1 and 2 must be taken, 25x9",
        ),
        (
            "italian",
            "W:W29,K11:B26,K1,K7",
            "29x22",
            "a king must capture before a man does, 11x4",
        ),
        (
            "italian",
            "W:WK19,K20:B8,14,K22",
            "19x10",
            "of the kings it takes none and 1 must be taken, 19x26",
        ),
        (
            "italian",
            "W:WK9,K26:B13,K21,K29",
            "9x18x25",
            "another capture has precedence "
            "(most pieces, by a king, most kings, a king earliest), 26x10",
        ),
        (
            "spanish",
            "W:WK13,K14:B19,25,K11",
            "14x23",
            "of the kings it takes none and 1 must be taken, 14x4 or 14x7",
        ),
        ("czech", "W:Wc1,Kf8:BKa5,Kd2,Ke7", "c1xe3", "a king must capture before a man does"),
        ("czech", "W:Wc3:Bb2,h8", "c3xa1", "a man may not capture backward"),
        ("brazilian", "W:Wh4,c3:Bg5,e7,b4", "c3xa5", "it takes 1 and 2 must be taken, h4xd8"),
        ("turkish", "W:Wd4,c4:Bd5,e6,c5,a8", "c4xc6", "it takes 1 and 2 must be taken, d4xf6"),
        # Frisian: value, then by a king (articles 11, 12), and the run of a king (article 17).
        (
            "frisian",
            "W:W26,K32:B31,K20,K23",
            "26x37",
            "another capture has precedence (most value, by a king), 32x25, 32x30",
        ),
        ("frisian", "W:W8,K39:B12,29,43", "8x17", "a king must capture before a man does"),
        (
            "frisian",
            "W:W36,K28:B5:+3@28+0",
            "28-22",
            "the king on 28 has moved 3 times in a row, and must let another piece move or capture",
        ),
        # Directions.
        ("turkish", "W:Wd4,a2:Bd7", "d4-d3", "a man may not go backward"),
        ("turkish", "W:Wd4,a2:Bd7", "d4-e5", "the man on d4 has d4-c4, d4-d5 or d4-e4"),
        ("senegalese", "W:Wc2,d2:Bc4,a5", "c2-c1", "a man may not go backward"),
        # How kings go and land.
        ("english", "W:WK22:B2", "22-8", "a king goes and captures no farther than a man"),
        ("thai", "W:WKa1:Bd4,h8", "a1-f6", "a king must come down just behind what it takes"),
        ("killer", "W:WK46:BK28,5", "46x19", "a king must come down just behind what it takes"),
        # Whose men are moved and taken.
        ("stavropol", "W:Wc3,h2:Ba7,d6", "a7-b8", "a man may not go backward"),
        ("stavropol", "W:Wc3,d4:Ba7,e5", "a7-b6", "a capture is compulsory, d4:f6"),
        ("samoyed", "W:Wc3,b2:Bh8", "b2-a3", "a capture is compulsory, b2:d4"),
        ("northern", "W:Wc3,h2:BKd4,a7", "h2-g3", "a capture is compulsory, c3:e5"),
        ("russian", "W:Wc3,b2:Bh8", "b2:d4", "own pieces are not captured"),
        # The aim of the game does not matter, nor does an end that has come.
        ("giveaway", "W:Wc3:Bd4,h8", "c3-b4", "a capture is compulsory, c3:e5"),
        ("breakthrough", "W:WK5:B20", "5-10", "White has won"),
        # Nobody must capture, but who begins goes on (Codex, section 1).
        ("russian+free_capture", "W:Wc3:Bd4,f6,h8", "c3:e5", "the capture must go on, c3:e5:g7"),
    ],
)
def test_the_rule_that_forbids_a_move_is_named(key: str, fen: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(parse_fen(fen, find_variant(key)), text)
    assert str(caught.value).startswith(f"{text!r} is not legal: {reason}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "fen", "text"),
    [
        ("stavropol", "W:Wc3,h2:Ba7,d6", "a7-b6"),
        ("samoyed", "W:Wc3,b2:Bh8", "b2:d4"),
        ("russian+free_capture", "W:Wc3:Bd4,h8", "c3-b4"),
        ("frisian", "W:W36,K28:B5:+2@28+0", "28-22"),
        ("czech", "W:Wa3,c3:Bb4,d4,f6,h8", "a3xc5"),
    ],
)
def test_what_one_game_forbids_another_allows(key: str, fen: str, text: str) -> None:
    parse_move(parse_fen(fen, find_variant(key)), text)
