"""Two clocks computed from stamps.

Nothing here ticks. A clock is what each side had left at one moment, and whose time has been
running since; what is left now is a subtraction. So a late caller loses nothing: the press and the
fall of the flag are compared by the stamps of their edges, and the earlier one wins, however late
either is handled. Every operation is a new value, so a clock can be kept beside each ply and taken
up again.

What holds after any operations in any order:

* Used times sum to the time in which a clock ran, to the millisecond: every millisecond between two
  stamps is charged to exactly one side. A stamp earlier than the last one counts as the last.
* A side's remaining time is what it was given, less what it was charged, and never below zero. A
  delay is part of the charge that does not count; in an hourglass the other side is given it.
* The flag falls when the remaining time reaches zero: a press at that very millisecond is too late.
  It stays down until somebody sets the clock. A side whose flag is down is given nothing but the
  sand of an hourglass (FIDE standards of equipment, electronic clocks: no bonus after the last
  control), and its time in use goes on being counted.
* A completed move can be taken out again exactly, with all it brought: increment, time given back,
  the next stage, and the unspent delay as it was.
"""

from dataclasses import dataclass, replace
from typing import Final

from firmware.errors import InputError
from firmware.rules import Color
from firmware.table.controls import Bonus, SideControl, TimeControl

MAX_LEFT_MS: Final = 100 * 3600 * 1000
"""No clock is set to more than this."""
MOST_MOVES: Final = 9999


@dataclass(frozen=True, slots=True)
class Completion:
    """What a completed move brought, so that it can be taken out again."""

    given_ms: int
    free_ms: int
    stage: int


@dataclass(frozen=True, slots=True)
class Account:
    """One side's time at the clock's `since_ms`."""

    left_ms: int
    free_ms: int = 0
    """How much of a delay the move in hand has not used."""
    stage: int = 0
    """Index of the stage that it is in, the first being 0."""
    moves: int = 0
    """Moves played."""
    used_ms: int = 0
    """All the time for which this side's clock has run, after its flag too."""
    flag_ms: int | None = None
    """When the flag fell, while it is down."""
    last: Completion | None = None
    """The latest completed move, until it is taken out."""

    def charged(self, side: SideControl, since_ms: int, ms: int) -> "Account":
        """After this side's clock has run for `ms` from `since_ms` on."""
        free_ms = min(self.free_ms, ms)
        unpaid_ms = free_ms if side.stage(self.stage).bonus is Bonus.DELAY else 0
        flag_ms = self.flag_ms
        if flag_ms is None and ms - unpaid_ms >= self.left_ms:
            flag_ms = since_ms + unpaid_ms + self.left_ms
        left_ms, used_ms = max(0, self.left_ms - (ms - unpaid_ms)), self.used_ms + ms
        free_ms = self.free_ms - free_ms
        return Account(left_ms, free_ms, self.stage, self.moves, used_ms, flag_ms, self.last)

    def completed(self, side: SideControl, pressed: bool) -> "Account":
        """After one more move; one that was not `pressed` earns no bonus."""
        given_ms, index, moves = 0, self.stage, self.moves + 1
        stage = side.stage(index)
        if pressed and stage.bonus is Bonus.INCREMENT:
            given_ms = stage.bonus_ms
        elif pressed and stage.bonus is Bonus.BRONSTEIN:
            given_ms = stage.bonus_ms - self.free_ms
        while (due := side.due(index)) is not None and moves >= due:
            index += 1
            given_ms += side.stage(index).time_ms
        if self.flag_ms is not None:
            given_ms = 0
        return replace(
            self,
            left_ms=self.left_ms + given_ms,
            free_ms=side.stage(index).delay_ms,
            stage=index,
            moves=moves,
            last=Completion(given_ms, self.free_ms, self.stage),
        )

    def withdrawn(self) -> "Account":
        """Without the latest completed move; the same if that was taken out already.

        Somebody may have set the clock in between, so at least a millisecond stays.
        """
        last = self.last
        if last is None:
            return self
        left_ms = self.left_ms - last.given_ms
        return replace(
            self,
            left_ms=max(1, left_ms) if self.flag_ms is None else self.left_ms,
            free_ms=last.free_ms,
            stage=last.stage,
            moves=self.moves - 1,
            last=None,
        )


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' accounts as of `since_ms`, and whose time has been running from then on."""

    control: TimeControl
    accounts: tuple[Account, Account]
    """White's and Black's at `since_ms`."""
    running: Color | None = None
    since_ms: int = 0

    @classmethod
    def fresh(cls, control: TimeControl, increment_first: bool = False) -> "Clock":
        """Both sides with the time of the first stage, stopped.

        `increment_first`: the increment of the first move is there from the start, so that the
        clocks of 300+3 begin at 303 s.
        """
        white, black = (_fresh(side, increment_first) for side in control.sides)
        return cls(control, (white, black))

    # ------------------------------------------------------------------------------ looking

    @property
    def left_ms(self) -> tuple[int, int]:
        """Remaining time of White and Black at `since_ms`."""
        return self.accounts[Color.WHITE].left_ms, self.accounts[Color.BLACK].left_ms

    def at(self, now_ms: int) -> "Clock":
        """The same clock as of `now_ms`; of an earlier moment than `since_ms`, as it is."""
        ms = now_ms - self.since_ms
        if ms <= 0:
            return self
        if self.running is None:
            return Clock(self.control, self.accounts, None, now_ms)
        mine, foe = self.accounts[self.running], self.accounts[self.running.other]
        side = self.control.sides[self.running]
        charged = mine.charged(side, self.since_ms, ms)
        if self.control.hourglass:
            foe = replace(foe, left_ms=foe.left_ms + mine.left_ms - charged.left_ms)
        accounts = (charged, foe) if self.running is Color.WHITE else (foe, charged)
        return Clock(self.control, accounts, self.running, now_ms)

    def remaining_ms(self, color: Color, now_ms: int) -> int:
        """What `color` has left at `now_ms`; never below 0."""
        return self.at(now_ms).accounts[color].left_ms

    @property
    def flag_at_ms(self) -> int | None:
        """When the running side's flag will fall; None if nothing runs or it is down."""
        if self.running is None or self.accounts[self.running].flag_ms is not None:
            return None
        return self.reaches_ms(0)

    def reaches_ms(self, left_ms: int) -> int:
        """When the running side's remaining time will be `left_ms`, no more than it has now."""
        assert self.running is not None
        mine = self.accounts[self.running]
        stage = self.control.sides[self.running].stage(mine.stage)
        unpaid_ms = mine.free_ms if stage.bonus is Bonus.DELAY else 0
        return self.since_ms + unpaid_ms + mine.left_ms - left_ms

    def flagged_ms(self, color: Color, now_ms: int) -> int | None:
        """When the flag of `color` fell, if it is down at `now_ms`."""
        return self.at(now_ms).accounts[color].flag_ms

    def first_flag(self, now_ms: int) -> Color | None:
        """Whose flag is down, or fell first; None if none is, or both fell at the same time."""
        white, black = (self.flagged_ms(color, now_ms) for color in Color)
        if white is None or black is None:
            return Color.WHITE if white is not None else Color.BLACK if black is not None else None
        if white == black:
            return None
        return Color.WHITE if white < black else Color.BLACK

    # ------------------------------------------------------------------------------ playing

    def run(self, color: Color, at_ms: int) -> "Clock":
        """The same clock with `color`'s time running from `at_ms` on."""
        return replace(self.at(at_ms), running=color)

    def stop(self, at_ms: int) -> "Clock":
        """The same clock standing still since `at_ms`."""
        return replace(self.at(at_ms), running=None)

    def press(self, color: Color, to: Color, at_ms: int) -> "Clock":
        """`color` has completed a move at `at_ms`, and `to`'s time runs."""
        return self.complete(color, at_ms).run(to, at_ms)

    def complete(self, color: Color, at_ms: int, pressed: bool = True) -> "Clock":
        """`color` has completed a move; whose time runs stays as it is.

        It counts for the stage in any case; without a press it earns no bonus.
        """
        # A side that waits is charged nothing, so its account needs no bringing up to date: the
        # stamp of a press that is judged later still holds for the side that runs.
        clock = self.at(at_ms) if self.running is color else self
        account = clock.accounts[color].completed(self.control.sides[color], pressed)
        return clock._put(color, account)

    def withdraw(self, color: Color, at_ms: int) -> "Clock":
        """The latest move that `color` completed is taken out, with all that it brought."""
        clock = self.at(at_ms) if self.running is color else self
        return clock._put(color, clock.accounts[color].withdrawn())

    # -------------------------------------------------------------------------- arbiter's

    def set_time(
        self,
        color: Color,
        left_ms: int,
        at_ms: int,
        stage: int | None = None,
        moves: int | None = None,
    ) -> "Clock":
        """`color` has `left_ms` left from `at_ms` on; its flag is up again.

        `moves` and `stage` (index from 0) are set where given; the stage of so many moves is the
        default. Raises InputError for a time, stage or number of moves that no clock can have.
        """
        if not 0 < left_ms <= MAX_LEFT_MS:
            raise InputError(f"a clock is set to more than 0 s, at most {MAX_LEFT_MS // 3600000} h")
        if moves is not None and not 0 <= moves <= MOST_MOVES:
            raise InputError(f"a number of moves is 0 to {MOST_MOVES}")
        side = self.control.sides[color]
        if stage is not None and not side.has_stage(stage):
            raise InputError(f"time control {side.text} has no stage {stage + 1}")
        clock = self.at(at_ms)
        account = clock.accounts[color]
        if stage is None:
            stage = account.stage if moves is None else side.stage_of(moves)
        last = account.last and replace(account.last, given_ms=0)
        if stage != account.stage:
            delay_ms = side.stage(stage).delay_ms
            account = replace(account, stage=stage, free_ms=delay_ms)
            last = last and Completion(0, delay_ms, stage)
        moves = account.moves if moves is None else moves
        account = replace(account, left_ms=left_ms, moves=moves, flag_ms=None, last=last)
        return clock._put(color, account)

    def add(self, color: Color, ms: int, at_ms: int) -> "Clock":
        """`color` is given so much time, or, below 0, loses it; the move in hand goes on.

        Raises InputError if it has not so much to lose, or its flag is down.
        """
        clock = self.at(at_ms)
        account = clock.accounts[color]
        if account.flag_ms is not None:
            raise InputError(f"the flag of {color.name.lower()} is down; set its clock instead")
        if not 0 < account.left_ms + ms <= MAX_LEFT_MS:
            raise InputError(
                f"{color.name.lower()} has {account.left_ms // 1000} s left; "
                f"{ms // 1000:+} s cannot be added"
            )
        return clock._put(color, replace(account, left_ms=account.left_ms + ms))

    def swap(self, at_ms: int) -> "Clock":
        """The other side's time runs. Raises InputError if none runs."""
        if self.running is None:
            raise InputError("no clock is running")
        return self.run(self.running.other, at_ms)

    def retract(self, color: Color, moves: int, at_ms: int) -> "Clock":
        """So many moves of `color` no longer count; times stay, and a stage is not given twice.

        The next move has the whole delay.
        """
        clock = self.at(at_ms)
        account = clock.accounts[color]
        free_ms = self.control.sides[color].stage(account.stage).delay_ms
        left = max(0, account.moves - moves)
        return clock._put(color, replace(account, moves=left, free_ms=free_ms, last=None))

    # ------------------------------------------------------------------------------- parts

    def _put(self, color: Color, account: Account) -> "Clock":
        return self._with(color, account, self.accounts[color.other])

    def _with(self, color: Color, mine: Account, foe: Account) -> "Clock":
        accounts = (mine, foe) if color is Color.WHITE else (foe, mine)
        return replace(self, accounts=accounts)


def _fresh(side: SideControl, increment_first: bool) -> Account:
    stage = side.stages[0]
    early_ms = stage.bonus_ms if increment_first and stage.bonus is Bonus.INCREMENT else 0
    return Account(stage.time_ms + early_ms, stage.delay_ms)
