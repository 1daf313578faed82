"""Rulings: results and their undoing, penalties, games that do not count."""

from firmware.errors import OrderDeclined
from firmware.notation.pdn_write import result_text
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.belief import Belief
from firmware.table.inference import Kind
from firmware.table.ordering import Ordering
from firmware.table.phase import RESULTS, UNDECIDED, Phase


class Rulings(Ordering):
    """The part of a session that ends games, and takes ends back."""

    def _set_result(self, value: inp.SetResult) -> None:
        if value.result not in RESULTS and value.result not in UNDECIDED:
            known = ", ".join([*RESULTS, *UNDECIDED])
            raise OrderDeclined("no_such_result", f"{value.result!r} is none of {known}")
        self._need_game()
        reason = self._need_words("a reason", value.reason)
        text = value.result
        if text in RESULTS:
            text = result_text(self.ruleset, RESULTS[text])
        self._ordered("set_result", f"{text}: {reason}", value.by, value.at_ms)
        self._end(text, reason, value.at_ms)

    def _undo_result(self, value: o.UndoResult) -> None:
        if self.phase is not Phase.OVER or self.result is None:
            raise OrderDeclined("not_over", "there is no result to undo")
        result, at_ms = self.result, value.at_ms
        self.result = self.reason = self.outcome = None
        self._to(Phase.PAUSED if self._began else Phase.SETUP)
        self.belief = Belief.of(self.belief.game, self._picture_now)
        self._track()
        self.restoring = self._began and self.belief.reading.kind is not Kind.REST
        self._unsettle(at_ms)
        self._say(ev.ResultUndone(result, at_ms))
        self._ordered("undo_result", f"the result {result} is undone", value.by, at_ms)
