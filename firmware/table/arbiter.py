"""Orders: which part of the session carries out which, and what becomes of those it cannot."""

from typing import assert_never

from firmware.errors import OrderDeclined, ReedboardError
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.corrections import Corrections
from firmware.table.rulings import Rulings

NOT_POSSIBLE = "not_possible"
"""The reason of a refusal that notation or rules give: a move, square or position that is none."""


class Arbiter(Rulings, Corrections):
    """The part of a session that takes orders."""

    def _order(self, value: o.Order | inp.TakeBack | inp.SetResult) -> None:
        """Carry out an order, or say why not."""
        try:
            self._need_words("who gives the order", value.by)
            self._carry_out(value)
        except OrderDeclined as declined:
            self._events.append(ev.Refused(declined.reason, str(declined), value.at_ms))
        except ReedboardError as error:
            self._events.append(ev.Refused(NOT_POSSIBLE, str(error), value.at_ms))

    def _carry_out(self, value: o.Order | inp.TakeBack | inp.SetResult) -> None:
        match value:
            case inp.TakeBack():
                self._take_back(value)
            case inp.SetResult():
                self._set_result(value)
            case o.SetPosition():
                self._set_position(value)
            case o.EnterMove():
                self._enter_move(value)
            case o.ReplaceMove():
                self._replace_move(value)
            case o.SetCrown():
                self._set_crown(value)
            case o.UndoResult():
                self._undo_result(value)
            case _:
                assert_never(value)
