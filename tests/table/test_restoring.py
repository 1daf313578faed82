"""The cheapest way to put men back, and what the lights say."""

from itertools import permutations
from pathlib import Path
from random import Random

from firmware.drawing import patterns_svg
from firmware.table.layout import Coord
from firmware.table.lights import PATTERNS, Frame, Meaning, Pattern, frame, next_change_ms
from firmware.table.restoring import cheapest
from tests.table.board import SQUARES, Board


def way(here: Coord, there: Coord) -> int:
    return max(abs(here[0] - there[0]), abs(here[1] - there[1]))


def test_no_other_assignment_is_shorter() -> None:
    """Against trying all of them."""
    random = Random(4)
    squares = [(file, rank) for file in range(8) for rank in range(8)]
    for _ in range(200):
        extra = tuple(squares[int(random.random() * 64)] for _ in range(int(random.random() * 5)))
        missing = tuple(squares[int(random.random() * 64)] for _ in range(int(random.random() * 5)))
        pairs = cheapest(extra, missing)
        few, many = sorted((extra, missing), key=len)
        best = min(
            sum(way(one, other) for one, other in zip(few, chosen, strict=True))
            for chosen in permutations(many, len(few))
        )
        assert sum(way(extra[a], missing[b]) for a, b in pairs) == best
        assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(few)


def test_no_two_meanings_look_alike_even_without_colour() -> None:
    """What is told by colour alone is lost on one man in twelve."""
    kinds = [(pattern.rhythm, pattern.red and pattern.green) for pattern in PATTERNS.values()]
    assert len(set(kinds)) == len(kinds) == len(Meaning)


def test_every_rhythm_begins_with_light() -> None:
    assert all(pattern.lit(0) for pattern in PATTERNS.values())


def test_a_rhythm_comes_round() -> None:
    pattern = Pattern(True, False, (100, 900), "")
    assert [pattern.lit(at_ms) for at_ms in (0, 99, 100, 999, 1000)] == [1, 1, 0, 0, 1]
    assert pattern.changes_in_ms(40) == 60
    assert pattern.changes_in_ms(100) == 900


def test_a_wrong_man_is_led_back_in_two_rhythms() -> None:
    board = Board(control="300").move("c3", "c5").wait(800)
    says_ms = board.session.spoke_ms
    c3, c5 = 1 << SQUARES.index("c3"), 1 << SQUARES.index("c5")
    assert frame(board.session, says_ms) == Frame(red=c5, green=c3)
    assert frame(board.session, says_ms + 200) == Frame(red=0, green=c3)
    assert next_change_ms(board.session, says_ms) == says_ms + 120


def test_several_wrong_men_are_led_back_one_at_a_time() -> None:
    board = Board(control="300")
    board.off("c3", "e3").on("c5", "f4").wait(800)
    shown = frame(board.session)
    assert shown == Frame(red=1 << SQUARES.index("f4"), green=1 << SQUARES.index("e3"))


def test_the_picture_in_the_readme_is_the_one_the_table_of_patterns_draws() -> None:
    readme = Path(__file__).parents[2] / "firmware"
    assert (readme / "patterns.svg").read_text(encoding="utf-8") == patterns_svg()
    assert "(patterns.svg)" in (readme / "README.md").read_text(encoding="utf-8")
