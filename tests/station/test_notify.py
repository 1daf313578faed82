"""The service manager hears of the station, sd_notify(3); where there is none nothing happens."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.station.notify import Notify


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def heard(manager: socket.socket) -> list[bytes]:
    messages = []
    while True:
        try:
            messages.append(manager.recv(100))
        except BlockingIOError:
            return messages


def test_ready_and_stopping_are_said_once(manager: socket.socket) -> None:
    notify = Notify({"NOTIFY_SOCKET": manager.getsockname()})
    notify.ready()
    notify.stopping()
    assert heard(manager) == [b"READY=1", b"STOPPING=1"]


def test_signs_of_life_come_three_times_in_a_wait(manager: socket.socket) -> None:
    notify = Notify({"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "9000000"})
    for now_ms in range(0, 18_000, 10):
        notify.alive(now_ms)
    assert heard(manager) == [b"WATCHDOG=1"] * 6


def test_without_a_watchdog_there_are_no_signs_of_life(manager: socket.socket) -> None:
    notify = Notify({"NOTIFY_SOCKET": manager.getsockname()})
    notify.alive(0)
    assert heard(manager) == []


def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    for environ in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody")}):
        notify = Notify({**environ, "WATCHDOG_USEC": "9000000"})
        notify.ready()
        notify.alive(0)


def test_an_address_with_an_at_sign_is_an_abstract_one() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0reedboard-test-notify")
        listener.setblocking(False)
        Notify({"NOTIFY_SOCKET": "@reedboard-test-notify"}).ready()
        assert heard(listener) == [b"READY=1"]
