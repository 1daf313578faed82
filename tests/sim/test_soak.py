"""A soak finds nothing wrong, and says the same for the same seed."""

import os
import subprocess
import sys

import pytest

from firmware.rules import VARIANTS
from host_sim.soak import play_one


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_game_of_a_short_soak_is_recorded_as_played(variant: str) -> None:
    for number in range(6):
        tally = play_one(VARIANTS[variant], 1, number)
        assert tally.violations == 0, tally.failures
        assert tally.plies > 10


def test_the_same_seed_gives_the_same_bytes_under_any_hash_seed() -> None:
    command = [sys.executable, "-m", "host_sim", "soak", "--games", "4", "--seed", "9"]
    reports = {
        subprocess.run(
            [*command, "--variant", "all"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "0", "4711")
    }
    assert len(reports) == 1
    assert b"0 violations" in reports.pop()


def test_an_unknown_variant_is_a_sentence_and_exit_2() -> None:
    command = [sys.executable, "-m", "host_sim", "soak", "--variant", "chess"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "chess" in done.stderr
    assert "Traceback" not in done.stderr
