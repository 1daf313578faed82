"""Orders about the clocks: times, stages, whose time runs, flags, a start without a press."""

from firmware.errors import OrderDeclined
from firmware.rules import Outcome, Reason
from firmware.table import orders as o
from firmware.table.clock import Clock
from firmware.table.phase import Phase
from firmware.table.rulings import Rulings


class Timekeeping(Rulings):
    """The part of a session that carries out orders about the clocks."""

    def _need_clock(self) -> Clock:
        if self.clock is None:
            raise OrderDeclined("no_clock", "this game has no clock")
        return self.clock

    def _set_clock(self, value: o.SetClock) -> None:
        self._need_game()
        color, clock, at_ms = self._need_side(value.color), self._need_clock(), value.at_ms
        if value.stage == 0:
            raise OrderDeclined("no_such_stage", "stages are counted from 1")
        stage = None if value.stage is None else value.stage - 1
        self.clock = clock.set_time(color, value.left_ms, at_ms, stage, value.moves)
        account = self.clock.accounts[color]
        detail = f"{value.color}'s clock set to {_time(value.left_ms)}"
        if (value.stage, value.moves) != (None, None):
            detail += f", stage {account.stage + 1}, {account.moves} moves played"
        self._ordered("set_clock", detail, value.by, at_ms)

    def _add_time(self, value: o.AddTime) -> None:
        self._need_game()
        color = self._need_side(value.color)
        self.clock = self._need_clock().add(color, value.ms, value.at_ms)
        what = "given" if value.ms >= 0 else "taken"
        detail = f"{value.color} is {what} {_time(abs(value.ms))}"
        self._ordered("add_time", detail, value.by, value.at_ms)

    def _swap_running(self, value: o.SwapRunning) -> None:
        self._need_play()
        clock = self._need_clock()
        if self.phase is Phase.PAUSED:
            self._side = color = (self._side or self.belief.turn).other
        else:
            self.clock = clock.swap(value.at_ms)
            assert self.clock.running is not None
            color = self.clock.running
        detail = f"{color.name.lower()}'s clock runs"
        self._ordered("swap_running", detail, value.by, value.at_ms)

    def _flag_seen(self, value: o.FlagSeen) -> None:
        self._need_play()
        color, at_ms = self._need_side(value.color), value.at_ms
        clock = self._need_clock()
        if clock.flagged_ms(color, at_ms) is None:
            raise OrderDeclined("no_flag", f"the flag of {value.color} is not down")
        first = clock.first_flag(at_ms)
        if first is color.other:
            raise OrderDeclined("no_flag", f"the flag of {first.name.lower()} fell first")
        self._ordered("flag_seen", f"the flag of {value.color} is down", value.by, at_ms)
        if first is None:
            self._finish(Outcome(None, Reason.BOTH_FLAGS), at_ms)
        else:
            self._finish(Outcome(color.other, Reason.FLAG), at_ms)

    def _cancel_flag(self, value: o.CancelFlag) -> None:
        color, at_ms = self._need_side(value.color), value.at_ms
        clock = self._need_clock()
        ended = self.phase is Phase.OVER and self.reason == Reason.FLAG
        if not ended:
            self._need_play()
        if clock.flagged_ms(color, at_ms) is None:
            raise OrderDeclined("no_flag", f"the flag of {value.color} is not down")
        set_anew = clock.set_time(color, value.left_ms, at_ms)
        if ended:
            self._reopen(at_ms)
        self.clock = set_anew
        detail = f"the flag of {value.color} does not count, {_time(value.left_ms)} on its clock"
        self._ordered("cancel_flag", detail, value.by, at_ms)

    def _start_clock(self, value: o.StartClock) -> None:
        if self.phase is not Phase.SETUP:
            raise OrderDeclined("not_setup", "no game waits for its start")
        self._need_clock()
        if self.belief.missing or self.belief.extra:
            raise OrderDeclined("setup_incomplete", self._difference())
        color = self.belief.turn if value.color is None else self._need_side(value.color)
        detail = f"started with {color.name.lower()}'s clock"
        self._ordered("start_clock", detail, value.by, value.at_ms)
        self._start(value.at_ms, color)


def _time(ms: int) -> str:
    """`4:00`, `1:05:30`, for the record."""
    seconds, part = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    tail = f".{part // 100}" if part else ""
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}{tail}"
    return f"{minutes}:{seconds:02}{tail}"
