"""Long hours in virtual time: a game of five, a tournament day of twelve. `make day`.

What grows by design is the journal; the station's memory does not.
"""

import gc
import time
import tracemalloc
from random import Random
from typing import Final

import pytest

from firmware.notation.fen import parse_fen
from firmware.rules import find_variant
from firmware.station.places import JOURNAL
from host_sim.hands import prudent
from host_sim.machine import Machine
from host_sim.match import Match, Terms
from host_sim.series import put_back

pytestmark = pytest.mark.slow

HOUR_MS: Final = 3_600_000
GAMES: Final = 20
DAY_MS: Final = 12 * HOUR_MS
GROWTH: Final = 2 * 1024 * 1024
MINUTE_MS: Final = 60_000
PLIES: Final = 150
KINGS: Final = "W:WK48:BK3"


def said(words: str) -> None:
    """A figure for who runs this with `-s`."""
    print(f"\n{words}")


def journal_bytes(machine: Machine) -> int:
    """The database and what SQLite keeps beside it."""
    return sum(path.stat().st_size for path in machine.data_dir.glob(f"{JOURNAL}*"))


def kept_here() -> int:
    """Bytes of objects that were made by the firmware and are still there."""
    gc.collect()
    firmware = tracemalloc.Filter(True, "*/firmware/*")
    taken = tracemalloc.take_snapshot().filter_traces([firmware])
    return sum(one.size for one in taken.statistics("filename"))


def test_a_game_of_five_hours_takes_less_than_a_minute() -> None:
    """Two kings that never meet, two minutes a move; the clock is right to the millisecond."""
    ruleset, random = find_variant("international"), Random(5)
    began_s = time.process_time()
    with Machine("10x10", seed=1) as machine:
        match = Match(machine, ruleset, random, parse_fen(KINGS, ruleset))
        match.set_up()
        match.start(Terms("50/7200:25/3600", draws="claim"))
        for _ in range(PLIES):
            match.move(prudent(match.played, random), 2 * MINUTE_MS)
        clock = machine.state()["clock"]
        assert match.made == match.played.plies
        assert match.now_ms - match.began_ms > 5 * HOUR_MS
        assert clock["moves"] == [75, 75] and clock["stages"] == [3, 3]
        left_ms = clock["white_ms"] + clock["black_ms"]
        assert left_ms == 2 * 4 * HOUR_MS - machine.state()["at_ms"]
        said(f"a game of five hours: {PLIES} plies, journal {journal_bytes(machine)} bytes")
    assert time.process_time() - began_s < MINUTE_MS / 1000


def test_a_tournament_day_leaves_the_memory_as_it_was() -> None:
    """Twenty games in twelve hours, by hands; from the fourth game on nothing is added."""
    ruleset = find_variant("russian")
    random = Random(7)
    tracemalloc.start(1)
    kept: list[int] = []
    with Machine(seed=1) as machine:
        for number in range(GAMES):
            match = Match(machine, ruleset, random)
            if number == 0:
                match.set_up()
            else:
                put_back(machine, match, 10, machine.run_for_ms)
            match.start(Terms("1800+30"))
            ends_ms = (number + 1) * DAY_MS // GAMES
            while match.played.outcome is None and match.now_ms < ends_ms:
                match.move(prudent(match.played, random), 30_000)
            match.agree("1-1", "agreement")
            machine.run_for_ms(max(0, ends_ms - match.now_ms))
            assert match.made == match.played.plies
            forget(machine)
            if number >= 3:
                kept.append(kept_here())
        said(
            f"{GAMES} games in {machine.clock.now_ms // HOUR_MS} hours: journal "
            f"{journal_bytes(machine)} bytes, objects of the firmware {kept[0]} to {kept[-1]} bytes"
        )
    tracemalloc.stop()
    assert max(kept) - kept[0] < GROWTH


def forget(machine: Machine) -> None:
    """The simulator's own diary is not the station's memory."""
    machine.events.clear()
    machine.heard_ns.clear()
    machine.log.clear()
