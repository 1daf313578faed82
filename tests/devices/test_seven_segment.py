"""Four digits: what the segments say when read by eye."""

import pytest

from firmware.devices.seven_segment import GLYPHS, SevenSegment, segments
from tests.devices.fakes import FakeBus, FakeHt16k33

# By the usual lettering: a top, b upper right, c lower right, d bottom, e lower left, f upper left,
# g middle.
BY_EYE = {
    frozenset(): " ",
    frozenset("abcdef"): "0",
    frozenset("bc"): "1",
    frozenset("abged"): "2",
    frozenset("abgcd"): "3",
    frozenset("fgbc"): "4",
    frozenset("afgcd"): "5",
    frozenset("afgcde"): "6",
    frozenset("abc"): "7",
    frozenset("abcdefg"): "8",
    frozenset("abfgcd"): "9",
    frozenset("g"): "-",
}


def read_by_eye(lit: set[tuple[int, int]]) -> str:
    """What a player sees on the backpack: digits on COM0, 1, 3, 4, the colon on COM2."""
    seen = ""
    for com in (0, 1, 2, 3, 4):
        rows = {row for at, row in lit if at == com}
        if com == 2:
            assert rows <= {1}
            seen += ":" if rows else ""
        else:
            seen += BY_EYE[frozenset("abcdefg"[row] for row in rows if row < 7)]
            seen += "." if 7 in rows else ""
    assert all(com < 5 for com, _ in lit)
    return seen


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("5:00", " 5:00"),
        ("0:59", " 0:59"),
        ("12:34", "12:34"),
        ("19.3", " 19.3"),
        ("0.0", "  0.0"),
        ("6789", "6789"),
        ("100", " 100"),
        ("1:00", " 1:00"),
        ("----", "----"),
        ("", "    "),
    ],
)
def test_a_text_reads_as_it_is_written_set_to_the_right(text: str, seen: str) -> None:
    chip = FakeHt16k33()
    display = SevenSegment(FakeBus({0x71: chip}), 0x71)
    display.show(text)
    display.refresh(0)
    assert read_by_eye(chip.lit) == seen


def test_a_blinking_colon_moves_no_digit() -> None:
    assert [a ^ b for a, b in zip(segments("1:00"), segments("100"), strict=True)] == [
        *[0, 0, 0, 0, 2],
        *[0] * 11,
    ]


def test_letters_stand_for_both_cases() -> None:
    assert segments("FLAG") == segments("flag")
    assert segments("DOnE") == segments("dONe")


@pytest.mark.parametrize("text", ["12345", "1:2", "1:234", "12:", "%"])
def test_a_text_that_has_no_place_is_a_bug(text: str) -> None:
    with pytest.raises(AssertionError):
        segments(text)


def test_no_two_digits_look_alike() -> None:
    assert len({GLYPHS[digit] for digit in "0123456789- "}) == 12
