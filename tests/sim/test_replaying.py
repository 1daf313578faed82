"""What the journal has of a game rebuilds its session, whatever hands and hardware did in it."""

import sqlite3
from contextlib import closing

import pytest

from firmware.rules import VARIANTS
from firmware.station.archive import stored_game, verify_game
from firmware.station.places import JOURNAL
from firmware.station.rebuilding import judged_alike, rebuild
from firmware.table.snapshot import snapshot
from host_sim.soak.drawing import draw
from host_sim.soak.rebuilt import unlike
from host_sim.soak.sitting import Sitting, sit

SEED = 11


def rebuilt_alike(sitting: Sitting) -> None:
    """The journal is closed here; what stands in it is fed to a fresh session."""
    machine = sitting.match.machine
    machine.run_for_ms(2000)
    station = machine.station
    assert station is not None
    assert station.journal.safe
    state = dict(station.state())
    path = machine.data_dir / JOURNAL
    stored = stored_game(path, state["game"])
    session, events = rebuild(stored)
    assert judged_alike(stored, events)
    session.advance(state["at_ms"])
    again = snapshot(session, state["at_ms"])
    assert again == {key: state[key] for key in again}
    assert session.belief == station.session.belief
    assert session.stamps == station.session.stamps
    assert verify_game(path, state["game"]).broken is None


@pytest.mark.parametrize("faults", [False, True], ids=["sound", "with faults"])
@pytest.mark.parametrize("number", range(0, len(VARIANTS), 6))
def test_a_soak_sample_is_rebuilt_bit_for_bit(number: int, faults: bool) -> None:
    ruleset = tuple(VARIANTS.values())[number]
    policy = ("casual", "tournament")[number // 6 % 2]
    sit(draw(ruleset, SEED, number, (policy,), faults), rebuilt_alike)


def test_a_journal_that_lacks_an_input_rebuilds_something_else() -> None:
    def lose_one(sitting: Sitting) -> None:
        machine = sitting.match.machine
        assert unlike(machine) is None
        with closing(sqlite3.connect(machine.data_dir / JOURNAL)) as db, db:
            presses = "SELECT max(seq) FROM entry WHERE kind = 'input' AND body LIKE '%pressed%'"
            db.execute(f"DELETE FROM entry WHERE seq = ({presses})")
        assert unlike(machine) is not None

    ruleset = VARIANTS["russian"]
    sit(draw(ruleset, 3, 4, ("casual",), False), lose_one)
