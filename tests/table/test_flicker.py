"""Contacts that change again and again: seen in the raw samples, not in steady pictures."""

from firmware.table.flicker import Flicker

GAP_MS, AFTER_MS = 250, 700


def reported(changes_ms: list[int], until_ms: int = 3000) -> list[tuple[int, int, int]]:
    """(when, squares, changes) where square 2 changes at these times and is seen every 10 ms."""
    flicker, said, picture = Flicker(GAP_MS, AFTER_MS), [], 4
    for now_ms in range(0, until_ms, 10):
        picture ^= 4 if now_ms in changes_ms else 0
        if (news := flicker.saw(picture, now_ms)) is not None:
            said.append((now_ms, *news))
    return said


def test_a_contact_that_goes_on_changing_flickers_until_it_has_been_still_for_a_while() -> None:
    changes_ms = list(range(100, 1000, 50))
    assert reported(changes_ms) == [(800, 4, 15), (1200, 0, 18)]


def test_a_man_lifted_and_put_back_now_and_then_does_not_flicker() -> None:
    assert reported(list(range(100, 2500, GAP_MS))) == []
    assert reported([100, 200, 300, 400, 500, 600, 700]) == []


def test_it_says_when_it_must_be_asked_again() -> None:
    flicker = Flicker(GAP_MS, AFTER_MS)
    for now_ms in range(0, 810, 20):
        flicker.saw(now_ms // 20 % 2, now_ms)
    assert flicker.wakes_at_ms == 800 + GAP_MS


def test_what_changed_while_the_board_could_not_be_read_is_no_change() -> None:
    flicker = Flicker(GAP_MS, AFTER_MS)
    for now_ms in range(0, 1500, 50):
        flicker.lost()
        assert flicker.saw(now_ms // 50 % 2, now_ms) is None
