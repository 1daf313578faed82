"""A supply that fails pauses the game and is told; a low battery is shown."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.devices.sign import SETTLE_MS
from firmware.errors import ConfigError
from firmware.station.config import Config, PowerConfig
from firmware.station.signs import POINT_MS, Signs, corners, signed
from host_sim.clock import MS
from tests.station.rig import Rig, rig_in

FAIL, LOW = 5, 6


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    config = replace(Config(), power=PowerConfig(fail_pin=FAIL, low_pin=LOW))
    with rig_in(tmp_path, config) as running:
        running.set_up()
        running.run(200)
        running.subscribe()
        assert running.ask("new_game", control="300", immediate=True)["ok"]
        running.run(1000)
        yield running


def said(rig: Rig) -> list[str]:
    return [message["event"]["kind"] for message in rig.heard() if "event" in message]


def test_the_pin_pauses_the_game_within_a_tenth_of_a_second_and_all_is_written(rig: Rig) -> None:
    said(rig)
    rig.pins.press(FAIL, rig.clock.now_ns)
    rig.run(100)
    state = rig.state()
    assert (state["phase"], state["clock"]["running"]) == ("paused", None)
    assert state["power"] == {"supply": "failed", "battery_low": True}
    assert state["recorded"]
    assert state["faults"] == {
        "power": "the supply has failed; the game is paused and written down"
    }
    assert said(rig) == ["noted", "paused", "fault"]
    assert rig.log[-1] == "power: the supply has failed; the game is paused and written down"
    text = (rig.games / "game-00001.pdn").read_text()
    assert text.rstrip().endswith("*")
    left_ms = state["clock"]["white_ms"]
    rig.power_cut()
    rig.power_on()
    rig.run(100)
    assert rig.state()["clock"]["white_ms"] == left_ms, "nothing is lost of the clock"


def test_the_game_waits_for_people_when_the_supply_is_back(rig: Rig) -> None:
    rig.pins.press(FAIL, rig.clock.now_ns)
    rig.run(1000)
    rig.pins.release(FAIL, rig.clock.now_ns)
    rig.run(100)
    state = rig.state()
    assert (state["phase"], state["faults"]) == ("paused", {})
    assert state["power"] == {"supply": "mains", "battery_low": False}
    assert rig.ask("resume")["ok"]
    assert rig.state()["phase"] == "playing"


def test_a_spike_on_the_line_is_no_message(rig: Rig) -> None:
    for _ in range(10):
        rig.pins.press(FAIL, rig.clock.now_ns)
        rig.pins.release(FAIL, rig.clock.now_ns + (SETTLE_MS - 12) * MS)
        rig.run(200)
    assert rig.state()["phase"] == "playing"


def test_a_low_battery_is_a_point_on_both_displays_and_nothing_else(rig: Rig) -> None:
    rig.pins.press(LOW, rig.clock.now_ns)
    rig.run(1000)
    state = rig.state()
    assert state["phase"] == "playing"
    assert state["power"] == {"supply": "mains", "battery_low": True}
    assert state["faults"] == {"power": "the battery is low; connect the supply"}
    assert all(text.lstrip().startswith(".") for text in rig.lamps.texts)


def test_a_program_can_tell_instead_of_a_pin(rig: Rig) -> None:
    assert rig.ask("power", battery_low=True)["ok"]
    rig.run(50)
    assert rig.state()["power"] == {"supply": "mains", "battery_low": True}
    assert rig.ask("power", supply="failed")["ok"]
    rig.run(50)
    assert rig.state()["phase"] == "paused"
    assert rig.ask("power", supply="mains", battery_low=False)["ok"]
    rig.run(50)
    assert rig.state()["faults"] == {}


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"supply": "sun"}, "power.supply must be one of mains, failed, not 'sun'"),
        ({"battery_low": 1}, "power.battery_low must be true or false, not 1"),
        ({"volts": 5}, "power has no field 'volts'; it has: supply, battery_low"),
    ],
)
def test_what_says_nothing_of_the_supply_is_refused(
    rig: Rig, fields: dict[str, object], error: str
) -> None:
    assert rig.ask("power", **fields)["error"] == error
    assert rig.state()["power"] == {"supply": "mains", "battery_low": False}


def test_a_pin_in_use_stops_the_start_with_one_sentence(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    taken = rig.wiring.left_button
    rig.config = replace(rig.config, power=PowerConfig(fail_pin=taken))
    with rig.kernel.installed(), pytest.raises(ConfigError, match=rf"key fail_pin: GPIO{taken} is"):
        rig.power_on()


@pytest.mark.parametrize(
    ("text", "low", "unrecorded", "both"),
    [
        ("5:00", " .5:00", "5:00.", " .5:00."),
        ("19.3", " .19.3", "19.3.", " .19.3."),
        ("12:00", "1.2:00", "12:00.", "1.2:00."),
        ("    ", " .   ", "    .", " .   ."),
    ],
)
def test_signs_are_points_that_no_time_uses(
    text: str, low: str, unrecorded: str, both: str
) -> None:
    assert signed(text, Signs(), 0) == text
    assert signed(text, Signs(low=True), 0) == low
    assert signed(text, Signs(unrecorded=True), 0) == unrecorded
    assert signed(unrecorded, Signs(unrecorded=True), POINT_MS) == text, "it blinks"
    assert signed(text, Signs(low=True, unrecorded=True), 0) == both


def test_corners_are_the_ends_of_the_main_road(rig: Rig) -> None:
    squares = rig.wiring.squares
    assert corners(rig.wiring.coords) == 1 << squares.index("a1") | 1 << squares.index("h8")
