"""What a long game asks of an SD card, counted below SQLite: bytes and syncs."""

from pathlib import Path
from random import Random

import pytest

from firmware.rules import Game, Move, find_variant
from firmware.station.places import GAMES, JOURNAL
from host_sim.clock import SECOND
from host_sim.disk import Disk, installed, missing
from host_sim.machine import Machine
from host_sim.match import Match, Terms

MB = 1_000_000
HOURS_S = 2 * 3600
THINKS_MS = 60_000


def patient(game: Game, random: Random) -> Move:
    """A move that lets as little as possible be taken, so that the game lasts."""

    def loses(move: Move) -> tuple[int, float]:
        replies = game.play(move).moves
        return max((len(reply.order) for reply in replies), default=0), random.random()

    return min(game.moves, key=loses)


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_two_hours_of_play_write_ten_megabytes_and_sync_slower_than_their_seconds(
    tmp_path: Path,
) -> None:
    disk, random = Disk(tmp_path), Random(3)
    with installed(disk), Machine("10x10", seed=1, folder=tmp_path, durable=True) as machine:
        match = Match(machine, find_variant("international"), random)
        match.set_up()
        # Both come below five minutes, where the clocks are noted each second.
        match.start(Terms("3700"))
        start_ns = machine.clock.now_ns
        while machine.clock.now_ns - start_ns < HOURS_S * SECOND:
            assert match.played.outcome is None, "the game lasts for two hours"
            match.move(patient(match.played, random), THINKS_MS)
        # Every move writes the PDN file anew, at most: one sync for it, one for its folder.
        records = len(match.made) + 3
        (record,) = (tmp_path / GAMES).iterdir()
        written = disk.written + records * record.stat().st_size
        synced = disk.synced + 2 * records
        assert written <= 10 * MB
        assert synced <= 1.2 * HOURS_S
        assert (tmp_path / JOURNAL).stat().st_size < 1 * MB
