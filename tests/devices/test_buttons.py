"""The buttons: the first edge counts, bounce does not, and every stamp is the edge's own."""

from firmware.devices.buttons import ButtonEdge, Buttons, Side
from tests.devices.fakes import FakeInput

LEFT, RIGHT = Side.LEFT, Side.RIGHT


def two() -> tuple[FakeInput, FakeInput, Buttons]:
    """Both pins, and the buttons on them."""
    left, right = FakeInput(), FakeInput()
    return left, right, Buttons(left, right)


def test_a_press_bears_the_stamp_of_its_first_edge_however_late_it_is_told() -> None:
    left, _, buttons = two()
    left.close_at(1003)
    assert buttons.poll(1200) == [ButtonEdge(LEFT, True, 1003)]


def test_a_bouncing_contact_is_one_press_and_one_release() -> None:
    left, _, buttons = two()
    for at_ms in (100, 102, 105, 110):
        left.close_at(at_ms)
        left.open_at(at_ms + 1)
    left.close_at(112)
    told = buttons.poll(120)
    for at_ms in (300, 303, 309):
        left.open_at(at_ms)
        left.close_at(at_ms + 2)
    left.open_at(314)
    for now_ms in range(320, 400, 10):
        told += buttons.poll(now_ms)
    assert told == [ButtonEdge(LEFT, True, 100), ButtonEdge(LEFT, False, 314)]


def test_a_release_is_told_once_the_contact_has_been_open_for_30_ms() -> None:
    left, _, buttons = two()
    left.close_at(100)
    left.open_at(250)
    assert buttons.poll(279) == [ButtonEdge(LEFT, True, 100)]
    assert buttons.wakes_at_ms == 280
    assert buttons.poll(280) == [ButtonEdge(LEFT, False, 250)]
    assert buttons.wakes_at_ms is None


def test_a_held_button_is_silent_until_it_is_let_go() -> None:
    _, right, buttons = two()
    right.close_at(100)
    assert buttons.poll(100) == [ButtonEdge(RIGHT, True, 100)]
    assert [edge for now_ms in range(110, 5000, 10) for edge in buttons.poll(now_ms)] == []
    right.open_at(5000)
    assert buttons.poll(5050) == [ButtonEdge(RIGHT, False, 5000)]


def test_two_presses_between_two_polls_are_both_told() -> None:
    left, _, buttons = two()
    left.close_at(100)
    left.open_at(140)
    left.close_at(180)
    assert buttons.poll(500) == [
        ButtonEdge(LEFT, True, 100),
        ButtonEdge(LEFT, False, 140),
        ButtonEdge(LEFT, True, 180),
    ]


def test_a_second_closing_within_30_ms_of_opening_is_bounce() -> None:
    left, _, buttons = two()
    left.close_at(100)
    left.open_at(140)
    left.close_at(165)
    assert buttons.poll(500) == [ButtonEdge(LEFT, True, 100)]


def test_both_buttons_come_in_the_order_of_their_stamps() -> None:
    left, right, buttons = two()
    left.close_at(105)
    right.close_at(103)
    assert buttons.poll(110) == [ButtonEdge(RIGHT, True, 103), ButtonEdge(LEFT, True, 105)]


def test_a_button_held_at_the_start_tells_only_its_release() -> None:
    left = FakeInput(state=False)
    buttons = Buttons(left, FakeInput())
    assert buttons.poll(50) == []
    left.open_at(100)
    assert buttons.poll(200) == [ButtonEdge(LEFT, False, 100)]


def test_every_edge_rings() -> None:
    rings: list[bool] = []
    left, right = FakeInput(), FakeInput()
    Buttons(left, right, on_edge=lambda: rings.append(True))
    left.close_at(100)
    right.close_at(101)
    left.open_at(102)
    assert len(rings) == 3
