"""Orders: which part of the session carries out which, and what becomes of those it cannot."""

from typing import assert_never

from firmware.errors import OrderDeclined, ReedboardError
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.rearranging import Rearranging
from firmware.table.timekeeping import Timekeeping
from firmware.table.upkeep import Upkeep


class Arbiter(Timekeeping, Rearranging, Upkeep):
    """The part of a session that takes orders."""

    def _order(self, value: o.Order | inp.TakeBack | inp.SetResult) -> None:
        """Carry out an order, or say why not.

        What notation and rules refuse, a move or position that is none, is `not_possible`.
        """
        try:
            self._need_words("who gives the order", value.by)
            self._carry_out(value)
        except OrderDeclined as declined:
            self._events.append(ev.Refused(declined.reason, str(declined), value.at_ms))
        except ReedboardError as error:
            self._events.append(ev.Refused("not_possible", str(error), value.at_ms))

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
            case o.SetClock():
                self._set_clock(value)
            case o.AddTime():
                self._add_time(value)
            case o.SwapRunning():
                self._swap_running(value)
            case o.FlagSeen():
                self._flag_seen(value)
            case o.CancelFlag():
                self._cancel_flag(value)
            case o.StartClock():
                self._start_clock(value)
            case o.UndoResult():
                self._undo_result(value)
            case o.NextGame():
                self._next_game(value)
            case o.Penalty():
                self._penalize(value)
            case o.Annul():
                self._annul(value)
            case o.DrawnType():
                self._declare_drawn_type(value)
            case o.DrawnAtOnce():
                self._draw_at_once(value)
            case o.WrongSetUp():
                self._wrong_set_up(value)
            case o.WrongColors():
                self._wrong_colors(value)
            case o.TurnBoard():
                self._turn_board(value)
            case o.SwapButtons():
                self._swap_buttons(value)
            case o.MaskSquare():
                self._mask_square(value)
            case o.TryBoard():
                self._try_board(value)
            case _:
                assert_never(value)
