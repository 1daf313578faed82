"""Whether a game ended as the rules or the players say, on the board and on the disk."""

from firmware.notation.pdn import read_pdn, replay, result_text
from firmware.station.places import GAMES
from firmware.table import events as ev
from firmware.table.session import RESULTS
from host_sim.match import Match


def wrong_end(match: Match, agreed: tuple[str, str] | None, claimed: bool) -> str | None:
    """What is wrong with the result, or with the file on the disk.

    `agreed` are result and reason if people ended it, `claimed` says that a draw by rule was.
    """
    ruleset, outcome = match.played.ruleset, match.played.outcome
    if outcome is not None:
        winner, reason = outcome.winner, "claim" if claimed else str(outcome.reason.value)
    else:
        assert agreed is not None
        winner, reason = RESULTS[agreed[0]], agreed[1]
    wanted = (result_text(ruleset, winner), reason)
    over = [event for event in match.machine.events if isinstance(event, ev.GameOver)]
    if [(event.result, event.reason) for event in over] != [wanted]:
        return f"the game ended with {over}, it should be {wanted}"
    file = max((match.machine.data_dir / GAMES).iterdir())
    games = read_pdn(file.read_text(encoding="utf-8"))
    if len(games) != 1 or replay(games[0], ruleset).plies != match.played.plies:
        return "the file on the disk is another game"
    if games[0].value("Result") != wanted[0]:
        return f"the file says {games[0].value('Result')}, it should be {wanted[0]}"
    return None
