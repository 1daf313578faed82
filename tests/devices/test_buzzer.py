"""The buzzer plays patterns by the clock it is given."""

from firmware.devices.buzzer import LONG, TICK, TWICE, Buzzer
from tests.devices.fakes import FakeOutput


def test_a_pattern_is_played_to_the_millisecond() -> None:
    pin = FakeOutput()
    buzzer = Buzzer(pin)
    buzzer.play(TWICE, 1000)
    changes = [1000]
    while (at_ms := buzzer.wakes_at_ms) is not None:
        buzzer.advance(at_ms - 1)
        assert len(pin.levels) == len(changes)
        buzzer.advance(at_ms)
        changes.append(at_ms)
    assert changes == [1000, 1120, 1220, 1340]
    assert pin.levels == [True, False, True, False]


def test_a_new_pattern_takes_the_place_of_the_one_that_plays() -> None:
    pin = FakeOutput()
    buzzer = Buzzer(pin)
    buzzer.play(LONG, 0)
    buzzer.play(TICK, 100)
    buzzer.advance(119)
    assert pin.levels == [True]
    buzzer.advance(120)
    assert pin.levels == [True, False]
    assert buzzer.wakes_at_ms is None


def test_a_late_loop_ends_silent() -> None:
    pin = FakeOutput()
    buzzer = Buzzer(pin)
    buzzer.play(TWICE, 0)
    buzzer.advance(10_000)
    assert pin.levels == [True, False]
