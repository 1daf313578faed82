"""The LED driver: what shines, what goes over the bus, and what happens when the chip does not."""

import pytest

from firmware.devices.ht16k33 import Ht16k33, SquareLights
from firmware.errors import NoAcknowledge
from tests.devices.fakes import BOARDS, FakeBus, FakeHt16k33, Transfer

FRAME = bytes(range(1, 17))


def fresh(brightness: int = 16) -> tuple[FakeHt16k33, FakeBus, Ht16k33]:
    """A chip that has just got its supply, and its driver."""
    chip = FakeHt16k33()
    bus = FakeBus({0x70: chip})
    return chip, bus, Ht16k33(bus, 0x70, brightness)


def test_the_first_refresh_sets_up_the_chip_and_shows_no_garbage() -> None:
    chip, bus, driver = fresh(brightness=8)
    seen: list[bytes] = []
    bus.trouble = lambda transfer: seen.append(bytes(chip.ram)) if chip.on else None
    driver.put(FRAME)
    driver.refresh(0)
    assert seen == []
    assert chip.oscillator and chip.on
    assert chip.brightness == 8
    assert chip.ram == FRAME


def test_an_unchanged_frame_is_not_written_and_a_changed_one_is_one_call_of_17_bytes() -> None:
    _, bus, driver = fresh()
    driver.refresh(0)
    bus.transfers.clear()
    driver.put(bytes(16))
    driver.refresh(10)
    assert bus.transfers == []
    driver.put(FRAME)
    driver.refresh(20)
    driver.refresh(30)
    assert bus.transfers == [Transfer(0x70, b"\x00" + FRAME, 0)]


def test_a_chip_that_lost_its_supply_shows_everything_again_within_a_second() -> None:
    chip, _, driver = fresh()
    driver.put(FRAME)
    for now_ms in range(0, 2020, 10):
        driver.refresh(now_ms)
        if now_ms == 1010:
            chip.reset()
    assert chip.oscillator and chip.on
    assert chip.ram == FRAME


def test_failed_writes_are_counted_retried_and_never_raised() -> None:
    chip, bus, driver = fresh()
    driver.refresh(0)
    bus.fails(NoAcknowledge("none"))
    driver.put(FRAME)
    for now_ms in range(100, 150, 10):
        driver.refresh(now_ms)
    assert driver.failures == 3
    assert str(driver.trouble) == "none"
    chip.reset()
    bus.heals()
    driver.refresh(driver.wakes_at_ms)
    assert driver.trouble is None
    assert chip.on
    assert chip.ram == FRAME, "settings as well as the frame, whatever the chip forgot"


def test_a_chip_that_is_not_there_is_asked_once_a_second_at_the_least_and_no_more() -> None:
    _, bus, driver = fresh()
    bus.chips.clear()
    for now_ms in range(0, 60_000, 10):
        driver.refresh(now_ms)
    assert 60 <= len(bus.transfers) <= 70
    assert driver.failures == len(bus.transfers)


def test_it_says_when_it_wants_to_be_woken() -> None:
    _, bus, driver = fresh()
    assert driver.wakes_at_ms == 0
    driver.refresh(50)
    assert driver.wakes_at_ms == 1050
    driver.put(FRAME)
    assert driver.wakes_at_ms == 0
    bus.fails(NoAcknowledge("none"))
    driver.refresh(60)
    assert driver.wakes_at_ms == 70


@pytest.mark.parametrize("board", BOARDS)
def test_each_square_lights_its_own_led_and_no_other(board: str) -> None:
    wiring = BOARDS[board]
    chips = {led.address: FakeHt16k33() for led in wiring.red + wiring.green}
    lights = SquareLights(FakeBus(dict(chips)), wiring)
    for square in range(len(wiring.squares)):
        for red, green, led in (
            (1 << square, 0, wiring.red[square]),
            (0, 1 << square, wiring.green[square]),
        ):
            lights.show(red, green)
            lights.refresh(0)
            assert chips[led.address].lit == {(led.com, led.row)}
            assert sum(len(chip.lit) for chip in chips.values()) == 1


def test_a_whole_board_of_both_colours_is_128_leds() -> None:
    chip = FakeHt16k33()
    lights = SquareLights(FakeBus({0x70: chip}), BOARDS["8x8"])
    lights.show((1 << 64) - 1, (1 << 64) - 1)
    lights.refresh(0)
    assert len(chip.lit) == 128


def test_the_display_beside_a_dead_light_chip_still_shows() -> None:
    wiring = BOARDS["10x10"]
    green = FakeHt16k33()
    lights = SquareLights(FakeBus({0x71: green}), wiring)
    lights.show(1, 2)
    lights.refresh(0)
    assert green.lit == {(wiring.green[1].com, wiring.green[1].row)}
    assert [chip.failures for chip in lights.chips] == [1, 0]
