"""The clock against one that ticks: all operations in any order.

The clock computes; `Ticking` counts millisecond by millisecond, as a clock of cogs would. Whatever
is done to both, they must agree, and every millisecond must have been charged to one side.
"""

from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from firmware.errors import InputError
from firmware.rules import Color
from firmware.table.clock import Clock
from firmware.table.controls import Bonus, SideControl, Stage, TimeControl

COLORS = st.sampled_from(Color)
LITTLE_MS = st.integers(0, 40)

STAGES = st.builds(
    Stage,
    st.integers(1, 120),
    st.integers(1, 3),
    st.integers(0, 25),
    st.sampled_from(Bonus),
)
ENDLESS = st.builds(
    Stage, st.integers(1, 120), st.none(), st.integers(0, 25), st.sampled_from(Bonus)
)
SIDES = st.builds(
    lambda first, last: SideControl((*first, last)),
    st.lists(STAGES, max_size=2),
    STAGES | ENDLESS,
)
SAND = st.integers(1, 120).map(lambda ms: SideControl((Stage(ms),), hourglass=True))
CONTROLS = (
    SIDES.map(lambda side: TimeControl(side, side))
    | st.builds(TimeControl, SIDES, SIDES)
    | SAND.map(lambda side: TimeControl(side, side))
)


@dataclass
class Hand:
    """One side's dial."""

    side: SideControl
    left: int
    free: int
    used: int = 0
    moves: int = 0
    stage: int = 0
    flag: int | None = None
    undo: tuple[int, int, int] | None = None

    def tick(self, at_ms: int) -> int:
        """One millisecond; what was taken from the time that is left."""
        self.used += 1
        waits = self.free > 0 and self.side.stage(self.stage).bonus is Bonus.DELAY
        self.free = max(0, self.free - 1)
        if waits or self.left == 0:
            return 0
        self.left -= 1
        if self.left == 0 and self.flag is None:
            self.flag = at_ms
        return 1

    def complete(self, pressed: bool) -> None:
        stage, before, given = self.side.stage(self.stage), (self.free, self.stage), 0
        if pressed and stage.bonus is Bonus.INCREMENT:
            given = stage.bonus_ms
        if pressed and stage.bonus is Bonus.BRONSTEIN:
            given = stage.bonus_ms - self.free
        self.moves += 1
        while self._over():
            self.stage += 1
            given += self.side.stage(self.stage).time_ms
        if self.flag is not None:
            given = 0
        self.left += given
        self.free = self.side.stage(self.stage).delay_ms
        self.undo = given, *before

    def _over(self) -> bool:
        """The moves of this stage are made: counted up stage by stage."""
        needed = 0
        for index in range(self.stage + 1):
            moves = self.side.stage(index).moves
            if moves is None:
                return False
            needed += moves
        return self.moves >= needed


@dataclass
class Ticking:
    """Two dials, one of which may run."""

    hands: dict[Color, Hand]
    hourglass: bool
    running: Color | None = None
    now_ms: int = 0
    ran_ms: int = 0
    sand_ms: int = field(default=0)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.now_ms += 1
            if self.running is None:
                continue
            self.ran_ms += 1
            taken = self.hands[self.running].tick(self.now_ms)
            if self.hourglass:
                self.hands[self.running.other].left += taken


class ClockMachine(RuleBasedStateMachine):
    """Both clocks get the same."""

    @initialize(control=CONTROLS)
    def fresh(self, control: TimeControl) -> None:
        self.clock = Clock.fresh(control)
        hands = {
            color: Hand(
                control.sides[color],
                control.sides[color].stages[0].time_ms,
                control.sides[color].stages[0].delay_ms,
            )
            for color in Color
        }
        self.model = Ticking(hands, control.hourglass)
        self.model.sand_ms = sum(hand.left for hand in hands.values())

    @rule(ms=LITTLE_MS)
    def wait(self, ms: int) -> None:
        """Time passes; the clock itself is not told."""
        self.model.wait(ms)

    @rule(color=COLORS)
    def run_side(self, color: Color) -> None:
        self.clock = self.clock.run(color, self.model.now_ms)
        self.model.running = color

    @rule()
    def stop(self) -> None:
        self.clock = self.clock.stop(self.model.now_ms)
        self.model.running = None

    @rule(color=COLORS)
    def press(self, color: Color) -> None:
        self.clock = self.clock.press(color, color.other, self.model.now_ms)
        self.model.hands[color].complete(True)
        self.model.running = color.other

    @rule(color=COLORS, pressed=st.booleans())
    def complete(self, color: Color, pressed: bool) -> None:
        self.clock = self.clock.complete(color, self.model.now_ms, pressed)
        self.model.hands[color].complete(pressed)

    @rule(color=COLORS)
    def withdraw(self, color: Color) -> None:
        self.clock = self.clock.withdraw(color, self.model.now_ms)
        hand = self.model.hands[color]
        if hand.undo is None:
            return
        given, hand.free, hand.stage = hand.undo
        if hand.flag is None:
            hand.left = max(1, hand.left - given)
        hand.moves -= 1
        hand.undo = None

    @rule(color=COLORS, ms=st.integers(-5, 150), moves=st.none() | st.integers(0, 9))
    def set_time(self, color: Color, ms: int, moves: int | None) -> None:
        before = self.clock
        try:
            self.clock = self.clock.set_time(color, ms, self.model.now_ms, moves=moves)
        except InputError:
            assert ms <= 0 and self.clock == before
            return
        hand = self.model.hands[color]
        self.model.sand_ms += ms - hand.left
        hand.left, hand.flag = ms, None
        was = hand.stage
        if moves is not None:
            hand.moves, hand.stage = moves, 0
            while hand._over():
                hand.stage += 1
        if hand.undo is not None:
            hand.undo = 0, hand.undo[1], hand.undo[2]
        if hand.stage != was:
            hand.free = hand.side.stage(hand.stage).delay_ms
            hand.undo = hand.undo and (0, hand.free, hand.stage)

    @rule(color=COLORS, ms=st.integers(-60, 60))
    def add(self, color: Color, ms: int) -> None:
        before = self.clock
        hand = self.model.hands[color]
        try:
            self.clock = self.clock.add(color, ms, self.model.now_ms)
        except InputError:
            assert (hand.flag is not None or hand.left + ms <= 0) and self.clock == before
            return
        hand.left += ms
        self.model.sand_ms += ms

    @rule()
    def swap(self) -> None:
        before = self.clock
        try:
            self.clock = self.clock.swap(self.model.now_ms)
        except InputError:
            assert self.model.running is None and self.clock == before
            return
        assert self.model.running is not None
        self.model.running = self.model.running.other

    @rule(color=COLORS, moves=st.integers(1, 3))
    def retract(self, color: Color, moves: int) -> None:
        self.clock = self.clock.retract(color, moves, self.model.now_ms)
        hand = self.model.hands[color]
        hand.moves, hand.undo = max(0, hand.moves - moves), None
        hand.free = hand.side.stage(hand.stage).delay_ms

    @invariant()
    def they_agree(self) -> None:
        if not hasattr(self, "clock"):
            return
        now = self.clock.at(self.model.now_ms)
        assert now.running is self.model.running
        for color, hand in self.model.hands.items():
            account = now.accounts[color]
            assert (account.left_ms, account.free_ms) == (hand.left, hand.free)
            assert (account.moves, account.stage) == (hand.moves, hand.stage)
            assert (account.used_ms, account.flag_ms) == (hand.used, hand.flag)
            assert account.left_ms > 0 or account.flag_ms is not None
            assert account.flag_ms is None or account.left_ms == 0 or self.model.hourglass

    @invariant()
    def used_times_sum_to_the_time_a_clock_ran(self) -> None:
        if not hasattr(self, "clock"):
            return
        now = self.clock.at(self.model.now_ms)
        assert sum(account.used_ms for account in now.accounts) == self.model.ran_ms
        if self.clock.control.hourglass:
            assert sum(now.left_ms) == self.model.sand_ms

    @invariant()
    def the_flag_falls_when_it_was_said_to(self) -> None:
        if not hasattr(self, "clock"):
            return
        flag_ms = self.clock.flag_at_ms
        if flag_ms is None or self.clock.running is None:
            return
        assert self.clock.flagged_ms(self.clock.running, flag_ms - 1) is None
        assert self.clock.flagged_ms(self.clock.running, flag_ms) == flag_ms


ClockMachine.TestCase.settings = settings(max_examples=300, stateful_step_count=40)
TestClock = ClockMachine.TestCase
