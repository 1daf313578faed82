"""Whether the inputs in the journal rebuild the game's session, bit for bit."""

from firmware.station.archive import stored_game, verify_game
from firmware.station.places import JOURNAL
from firmware.station.rebuilding import judged_alike, rebuild
from firmware.table.snapshot import snapshot
from host_sim.machine import Machine

WRITTEN_MS = 2000
"""After so long everything has reached the disk."""


def unlike(machine: Machine) -> str | None:
    """How the session that the journal gives differs from the running one; None: not at all.

    Nothing is compared while the power is off or the disk has refused something, nor if the power
    failed before anything of the game had reached it.
    """
    machine.run_for_ms(WRITTEN_MS)
    station = machine.station
    if station is None or not station.journal.safe:
        return None
    state, path = dict(station.state()), machine.data_dir / JOURNAL
    if state["game"] is None:
        return None
    stored = stored_game(path, state["game"])
    session, events = rebuild(stored)
    session.advance(state["at_ms"])
    if not judged_alike(stored, events):
        return "the journal's inputs bring other events than it has"
    again = snapshot(session, state["at_ms"])
    differing = [key for key in again if again[key] != state[key]]
    if differing:
        return f"rebuilt from the journal it differs in {', '.join(differing)}"
    if (session.belief, session.stamps) != (station.session.belief, station.session.stamps):
        return "rebuilt from the journal it believes something else"
    broken = verify_game(path, state["game"]).broken
    return None if broken is None else f"the chain of its journal breaks: {broken}"
