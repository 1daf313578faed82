"""The patient sensor: back-off, when it counts as lost, and recovery by itself."""

from firmware.devices.matrix import Matrix
from firmware.devices.sensor import Sensor
from firmware.errors import BusTimeout, NoAcknowledge
from tests.devices.fakes import BOARDS, FakeBoard


class FakeScanner:
    """Gives picture 7, or the trouble it is in, and remembers when it was asked."""

    audits_at_ms = 0

    def __init__(self) -> None:
        self.trouble: BusTimeout | None = None
        self.asked_ms: list[int] = []

    def scan(self, now_ms: int) -> int:
        self.asked_ms.append(now_ms)
        if self.trouble:
            raise self.trouble
        return 7


def test_a_single_failed_scan_costs_one_picture_and_alarms_nobody() -> None:
    scanner = FakeScanner()
    sensor = Sensor(scanner)
    assert sensor.poll(0) == 7
    scanner.trouble = BusTimeout("held")
    assert sensor.poll(10) is None
    assert str(sensor.trouble) == "held"
    scanner.trouble = None
    assert sensor.poll(20) == 7
    assert sensor.trouble is None
    assert not sensor.lost(10_000)
    assert sensor.failures == 1


def test_attempts_are_spaced_out_while_failures_last() -> None:
    scanner = FakeScanner()
    scanner.trouble = BusTimeout("held")
    sensor = Sensor(scanner)
    for now_ms in range(1500):
        sensor.poll(now_ms)
    assert scanner.asked_ms == [0, 10, 30, 70, 150, 310, 560, 810, 1060, 1310]
    assert sensor.wakes_at_ms == 1560


def test_the_sensor_is_lost_after_half_a_second_without_a_picture() -> None:
    scanner = FakeScanner()
    sensor = Sensor(scanner)
    sensor.poll(90)
    scanner.trouble = BusTimeout("held")
    for now_ms in range(100, 700, 10):
        sensor.poll(now_ms)
        assert sensor.lost(now_ms) == (now_ms >= 600)
    assert sensor.failing_since_ms == 100


def test_it_recovers_by_itself_and_starts_over_with_short_waits() -> None:
    scanner = FakeScanner()
    scanner.trouble = BusTimeout("held")
    sensor = Sensor(scanner)
    for now_ms in range(0, 2000, 10):
        sensor.poll(now_ms)
    scanner.trouble = None
    pictures = [sensor.poll(now_ms) for now_ms in range(2000, 2500, 10)]
    assert pictures[25:] == [7] * 25, "a quarter of a second at most, then a picture each time"
    assert not sensor.lost(2500)
    scanner.trouble = BusTimeout("held")
    assert sensor.poll(2500) is None
    assert sensor.wakes_at_ms == 2510


def test_a_chip_that_is_gone_for_two_seconds_is_never_an_empty_board() -> None:
    board = FakeBoard(BOARDS["8x8"])
    board.men = 0xFFFFFF
    sensor = Sensor(Matrix(board.bus, board.wiring))
    pictures = []
    for now_ms in range(0, 4000, 10):
        if now_ms == 1000:
            board.bus.fails(NoAcknowledge("none"), after=3)
        if now_ms == 3000:
            board.driver.reset()  # it was unplugged
            board.bus.heals()
        pictures.append(sensor.poll(now_ms))
    assert set(pictures) == {0xFFFFFF, None}
    assert pictures[:100] == [0xFFFFFF] * 100
    assert pictures[325:] == [0xFFFFFF] * 75
