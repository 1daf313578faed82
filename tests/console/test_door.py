"""The arbiter's door."""

import subprocess
import sys
import tomllib

import pytest

from firmware.console.door import SESSION_S, SHUT_S, TRIES, Door, hash_pin
from firmware.errors import ConfigError


class Time:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def door(time: Time) -> Door:
    return Door(hash_pin("483920"), time)


def test_the_right_pin_opens_a_session() -> None:
    one = door(Time())
    secret = one.enter("483920")
    assert secret is not None
    assert one.of(secret) is not None


@pytest.mark.parametrize("pin", ["", "000000", "48392", "4839200", "483920 ", "x" * 9999])
def test_a_wrong_pin_does_not(pin: str) -> None:
    assert door(Time()).enter(pin) is None


def test_after_a_few_wrong_pins_even_the_right_one_waits() -> None:
    time = Time()
    one = door(time)
    for _ in range(TRIES):
        one.enter("000000")
    assert one.enter("483920") is None
    assert 0 < one.shut_for_s <= SHUT_S
    time.now_s += SHUT_S
    assert one.enter("483920") is not None


def test_a_session_ends_by_itself_and_by_leaving() -> None:
    time = Time()
    one = door(time)
    first, second = one.enter("483920"), one.enter("483920")
    assert first and second and first != second
    one.leave(first)
    assert one.of(first) is None
    assert one.of(second) is not None
    time.now_s += SESSION_S
    assert one.of(second) is None


def test_the_hash_does_not_tell_the_pin_and_differs_each_time() -> None:
    assert "483920" not in hash_pin("483920")
    assert hash_pin("483920") != hash_pin("483920")


@pytest.mark.parametrize("pin", ["123", "1" * 13, "12a4", ""])
def test_a_pin_is_four_to_twelve_digits(pin: str) -> None:
    with pytest.raises(ConfigError):
        hash_pin(pin)


def set_pin(typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware", "console", "--set-pin"],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_pin_from_standard_input_becomes_the_line_of_the_configuration() -> None:
    done = set_pin("483920\n")
    assert (done.returncode, done.stderr) == (0, "")
    line = tomllib.loads(f"[console]\n{done.stdout}")
    assert Door(line["console"]["pin"]).enter("483920") is not None


@pytest.mark.parametrize("typed", ["", "12\n", "four\n"])
def test_no_pin_is_one_sentence(typed: str) -> None:
    done = set_pin(typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == ["a PIN is 4 to 12 digits"]
