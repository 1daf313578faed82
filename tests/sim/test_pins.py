"""Buttons and buzzer through gpiozero's pins, on the simulator's time."""

from itertools import pairwise
from random import Random

import pytest

from host_sim.clock import MS, NEVER, SECOND, VirtualClock
from host_sim.pins import BOUNCE_MAX_NS, Edge, SimFactory

Stamps = list[tuple[float, int]]


class Listener:
    """Collects what gpiozero's when_changed delivers; gpiozero holds it weakly."""

    def __init__(self) -> None:
        self.edges: Stamps = []

    def changed(self, ticks: float, state: int) -> None:
        self.edges.append((ticks, state))


def factory(seed: int = 1) -> tuple[VirtualClock, SimFactory]:
    clock = VirtualClock(10 * SECOND)
    return clock, SimFactory(clock, Random(seed))


def button(pins: SimFactory) -> Listener:
    pin = pins.pin("GPIO17")
    pin.input_with_pull("up")
    pin.bounce = None
    listener = Listener()
    pin.when_changed = listener.changed
    return listener


def test_an_open_button_is_high_and_a_pressed_one_low() -> None:
    _, pins = factory()
    button(pins)
    assert pins.pin(17).state == 1
    pins.press(17, 11 * SECOND)
    pins.advance_to(11 * SECOND + BOUNCE_MAX_NS)
    assert pins.pin(17).state == 0


def test_stamps_are_of_the_edges_though_delivery_is_late() -> None:
    # The loop is on the bus while the button goes down; the kernel's stamp is of the interrupt.
    clock, pins = factory()
    listener = button(pins)
    pins.press(17, 10 * SECOND + 123_456_789)
    clock.advance_to(11 * SECOND)
    pins.advance_to(clock.now_ns)
    ticks, state = listener.edges[0]
    assert (round(ticks * 1e9), state) == (10_123_456_789, 0)
    assert pins.ticks_diff(pins.ticks(), ticks) == pytest.approx(0.876543211)


@pytest.mark.parametrize("seed", range(30))
def test_a_contact_bounces_for_at_most_five_milliseconds_both_ways(seed: int) -> None:
    _, pins = factory(seed)
    listener = button(pins)
    pins.press(17, 11 * SECOND)
    pins.release(17, 12 * SECOND)
    pins.advance_to(13 * SECOND)
    down = [edge for edge in listener.edges if edge[0] < 12]
    up = [edge for edge in listener.edges if edge[0] >= 12]
    for edges, start, final in ((down, 11.0, 0), (up, 12.0, 1)):
        assert edges[0] == (start, final), "the first edge is when the hand moves"
        assert edges[-1][1] == final
        assert edges[-1][0] - start <= BOUNCE_MAX_NS / SECOND
        assert len(edges) % 2 == 1


def test_edges_come_when_they_are_due_and_not_before() -> None:
    _, pins = factory()
    listener = button(pins)
    assert pins.next_edge_ns() == NEVER
    pins.press(17, 11 * SECOND)
    assert pins.next_edge_ns() == 11 * SECOND
    pins.advance_to(11 * SECOND - 1)
    assert listener.edges == []
    pins.advance_to(11 * SECOND)
    assert len(listener.edges) == 1
    while pins.next_edge_ns() != NEVER:
        pins.advance_to(pins.next_edge_ns())
    assert all(earlier <= later for (earlier, _), (later, _) in pairwise(listener.edges))


def test_a_hand_that_lets_go_in_the_middle_of_a_bounce_leaves_the_button_open() -> None:
    for seed in range(20):
        _, pins = factory(seed)
        button(pins)
        pins.press(17, 11 * SECOND)
        pins.release(17, 11 * SECOND + MS // 10)
        pins.advance_to(12 * SECOND)
        assert pins.pin(17).state == 1


def test_two_buttons_do_not_disturb_each_other() -> None:
    _, pins = factory()
    listener = button(pins)
    pins.pin(27).input_with_pull("up")
    pins.press(27, 11 * SECOND)
    pins.press(17, 11 * SECOND + MS)
    pins.release(27, 11 * SECOND + 100 * MS)
    pins.advance_to(12 * SECOND)
    assert pins.pin(17).state == 0
    assert pins.pin(27).state == 1
    assert listener.edges[0][0] == pytest.approx(11.001)


def test_a_button_held_while_the_firmware_starts_reads_pressed() -> None:
    _, pins = factory()
    pins.press(17, 10 * SECOND)
    pins.advance_to(11 * SECOND)
    listener = button(pins)
    assert pins.pin(17).state == 0
    pins.release(17, 12 * SECOND)
    pins.advance_to(13 * SECOND)
    assert listener.edges[0] == (12.0, 1)


def test_the_buzzers_history_has_the_simulators_times() -> None:
    clock, pins = factory()
    pin = pins.pin("GPIO22")
    pin.output_with_state(False)
    for at_ms, state in ((100, 1), (120, 0), (500, 1)):
        clock.advance_to(10 * SECOND + at_ms * MS)
        pin.state = state
    assert pins.history("GPIO22")[-3:] == (
        Edge(10 * SECOND + 100 * MS, True),
        Edge(10 * SECOND + 120 * MS, False),
        Edge(10 * SECOND + 500 * MS, True),
    )


def test_gpiozeros_own_history_still_works() -> None:
    clock, pins = factory()
    pin = pins.pin("GPIO22")
    pin.output_with_state(False)
    pin.clear_states()
    clock.advance(250 * MS)
    pin.state = True
    pin.assert_states_and_times([(0.0, False), (0.25, True)])


def test_the_same_seed_bounces_alike() -> None:
    def edges(seed: int) -> Stamps:
        _, pins = factory(seed)
        listener = button(pins)
        for second in range(11, 20):
            pins.press(17, second * SECOND)
            pins.release(17, second * SECOND + 200 * MS)
        pins.advance_to(30 * SECOND)
        return listener.edges

    assert edges(5) == edges(5)
    assert edges(5) != edges(6)
