"""Carrying a scenario out on a simulated board.

A command that acts happens at one moment, and then the rest of one pace passes, so that a script's
times are those its lines say. Hands move men in the simulated world and fingers press simulated
buttons; only `start` and `do` speak to the board, through its socket like any client.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, assert_never

from firmware.errors import HandError, ScriptError
from host_sim import faults
from host_sim.clock import MS
from host_sim.machine import PRESS_NS, Machine
from host_sim.network import Diode
from host_sim.script import commands as c
from host_sim.script.checks import Checks
from host_sim.script.setting import men_of
from host_sim.world import Man, Off, OnBoard, Spot, point_of

SET_UP_MS: Final = 100
"""From the last man put down to the command that begins the game."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that did not hold."""

    line: int
    expected: str
    was: str


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a scenario."""

    expectations: int
    failures: tuple[Failure, ...]


def run_script(script: c.Script, profile: str = "bcm2835", seed: int = 0) -> Report:
    """Run a scenario on a board of its own. Raises ScriptError for what no hand can do."""
    with Machine(script.board, profile, seed) as machine:
        return Runner(machine).run(script)


class Runner:
    """One scenario on one machine, which must be on.

    `slip` says how far from the centre of its square, in squares, each man is put down.
    """

    def __init__(
        self, machine: Machine, slip: Callable[[], tuple[float, float]] | None = None
    ) -> None:
        self._machine = machine
        self._slip = slip
        self._checks = Checks(machine)
        self._lifted: list[tuple[Man, str]] = []
        """Men in hands and aside with the square each came from, in the order of their lifts."""

    def run(self, script: c.Script) -> Report:
        """Do and check every line. Raises ScriptError for what no hand can do."""
        failures: list[Failure] = []
        expectations = 0
        for step in script.steps:
            try:
                was = self._step(step)
            except (HandError, ScriptError) as error:
                raise ScriptError(f"{script.file}:{step.line}: {error}") from None
            expectations += isinstance(step.command, c.Expectation)
            if was is not None:
                failures.append(Failure(step.line, step.text, was))
        if self._checks.broken is not None:
            expectations += 1
            last = script.steps[-1]
            failures.append(Failure(last.line, "moves that can follow", self._checks.broken))
        return Report(expectations, tuple(failures))

    def _step(self, step: c.Step) -> str | None:
        if isinstance(step.command, c.Expectation):
            return self.judge(step.command)
        self._machine.run_until(self.act(step.command, step.pace_ms))
        return None

    def judge(self, expected: c.Expectation) -> str | None:
        """None if it holds, otherwise what is the case instead."""
        return self._checks.judge(expected)

    def act(self, act: c.Act, pace_ms: int | None = None) -> int:
        """Begin an act now; when the next may follow, in nanoseconds. Without a pace, at once.

        Raises HandError or ScriptError for what no hand can do.
        """
        end_ns = self._act(act, 2 * PRESS_NS if pace_ms is None else pace_ms * MS)
        if pace_ms is None and not isinstance(act, c.Wait):
            return self._machine.clock.now_ns
        return end_ns

    def _act(self, act: c.Act, pace_ns: int) -> int:
        """Do it; the time at which it is over."""
        now_ns = self._machine.clock.now_ns
        match act:
            case c.Start():
                return self._start(act) + pace_ns
            case c.Lift() | c.Drop() | c.Take() | c.Away():
                self._move_man(act, now_ns)
            case c.Slide():
                return self._slide(act, now_ns)
            case c.Press():
                self._machine.press(act.color, for_ns=min(PRESS_NS, pace_ns // 2 + 1))
            case c.Hold():
                self._machine.press(act.color, for_ns=act.for_ms * MS)
                return now_ns + act.for_ms * MS
            case c.Wait():
                return now_ns + act.for_ms * MS
            case c.Chatter():
                return self._chatter(act, now_ns)
            case c.Do():
                self._do(act)
            case c.PowerOn():
                return self._power_on(act)
            case c.PowerOff() | c.WallClock() | c.TurnBoard():
                self._surroundings(act)
            case c.Free():
                self._machine.world.free(self._machine.spot(act.square), now_ns)
            case _:
                self._break(act, now_ns)
                return now_ns
        return now_ns + pace_ns

    # Men

    def _start(self, act: c.Start) -> int:
        machine, world = self._machine, self._machine.world
        if machine.station is None:
            raise ScriptError("the power is off; expected: power on")
        now_ns = machine.clock.now_ns
        for man in reversed(world.men):
            world.put_aside(man, now_ns)
        for square, color, king in men_of(act.position):
            world.add(color, machine.spot(square), now_ns, king)
        self._lifted.clear()
        machine.run_for_ms(SET_UP_MS)
        self._checks.begin(act.setup)
        began_ns = machine.clock.now_ns
        setup = act.setup
        answer = machine.command(
            "new_game",
            variant=setup.variant,
            fen=setup.fen,
            control=setup.control,
            policy=setup.policy,
            immediate=setup.immediate,
            announce=setup.announce,
            strict_removal=setup.strict_removal,
            pass_allowed=setup.pass_allowed,
            flag=setup.flag,
            increment_first=setup.increment_first,
            sheet=setup.sheet,
            claims=setup.claims,
        )
        if not answer["ok"]:
            raise ScriptError(f"the board does not begin this game: {answer['error']}")
        return began_ns

    def _move_man(self, act: c.Lift | c.Drop | c.Take | c.Away, now_ns: int) -> None:
        world, spot = self._machine.world, self._machine.spot
        match act:
            case c.Lift():
                self._lifted.append((world.lift(self._man_on(act.square), now_ns), act.square))
            case c.Take():
                man = self._man_on(act.square)
                self._lifted.append((world.put_aside(man, now_ns), act.square))
            case c.Drop():
                man = self._in_hand() if act.origin is None else self._from(act.origin)
                world.place(man, self._point(spot(act.square)), now_ns)
            case c.Away():
                world.put_aside(self._in_hand(), now_ns)
            case _:
                assert_never(act)

    def _point(self, spot: str) -> Spot:
        if self._slip is None:
            return spot
        (x, y), (right, up) = point_of(spot), self._slip()
        return x + right, y + up

    def _slide(self, act: c.Slide, now_ns: int) -> int:
        origin, *path = act.squares
        spots = [self._machine.spot(square) for square in path]
        self._machine.world.slide(self._man_on(origin), spots, now_ns, act.each_ms * MS)
        return now_ns + act.each_ms * MS * len(path)

    def _man_on(self, square: str) -> Man:
        man = self._machine.world.man_on(self._machine.spot(square))
        if man is None:
            raise ScriptError(f"no man stands on {square}")
        return man

    def _in_hand(self) -> Man:
        for man, _ in reversed(self._lifted):
            if man.place is Off.HAND:
                return man
        raise ScriptError("no man is in a hand; expected a lift before this")

    def _from(self, origin: str) -> Man:
        for man, square in reversed(self._lifted):
            if square == origin and not isinstance(man.place, OnBoard):
                return man
        raise ScriptError(f"no man that left {origin} is in a hand or aside")

    # The board

    def _do(self, act: c.Do) -> None:
        if self._machine.station is None:
            raise ScriptError("the power is off; expected: power on")
        answer = self._machine.command(act.command, **dict(act.fields))
        if not answer["ok"] and answer["reason"] in ("unknown_command", "bad_field"):
            raise ScriptError(f"the board does not understand this: {answer['error']}")

    def _power_on(self, act: c.PowerOn) -> int:
        if self._machine.station is not None:
            raise ScriptError("the power is on already; expected: power off")
        self._machine.run_for_ms(act.after_ms)
        self._machine.power_on()
        self._checks.restarted()
        return self._machine.clock.now_ns

    def _surroundings(self, act: c.PowerOff | c.WallClock | c.TurnBoard) -> None:
        match act:
            case c.PowerOff():
                self._machine.power_off()
            case c.WallClock():
                self._machine.wall += timedelta(milliseconds=act.by_ms)
            case c.TurnBoard():
                self._turn()
            case _:
                assert_never(act)

    def _turn(self) -> None:
        """The men come to stand where White, who has changed sides, sees them stand."""
        machine = self._machine
        now_ns = machine.clock.now_ns
        machine.turned = not machine.turned
        places = [(man, man.place) for man in machine.world.men if isinstance(man.place, OnBoard)]
        places.sort(key=lambda stood: stood[1].level)
        for man, _ in reversed(places):
            machine.world.lift(man, now_ns)
        for man, place in places:
            x, y = machine.wiring.files - 1 - place.x, machine.wiring.ranks - 1 - place.y
            machine.world.place(man, (x, y), now_ns)

    def _chatter(self, act: c.Chatter, now_ns: int) -> int:
        world, square = self._machine.world, self._machine.spot(act.square)
        filled = world.man_on(square) is not None
        for _ in range(act.times):
            world.stick(square, not filled, now_ns)
            world.free(square, now_ns + act.each_ms * MS)
            now_ns += 2 * act.each_ms * MS
        return now_ns

    def _break(
        self,
        act: c.Stuck | c.Nack | c.Reset | c.StuckSda | c.StalledDisk | c.FlippedBits | c.BadDiode,
        now_ns: int,
    ) -> None:
        machine = self._machine
        match act:
            case c.Stuck():
                machine.world.stick(machine.spot(act.square), act.closed, now_ns)
            case c.Nack():
                machine.plan(*(faults.Nack(now_ns, act.for_ms * MS, chip) for chip in act.chips))
            case c.Reset():
                machine.plan(*(faults.BrownOut(now_ns, 0, chip) for chip in act.chips))
            case c.StuckSda():
                machine.plan(faults.StuckSda(now_ns, act.for_ms * MS))
            case c.StalledDisk():
                machine.stall_disk(act.for_ms * MS)
            case c.FlippedBits(byte=byte, mask=mask):
                machine.plan(*(faults.BitError(now_ns, chip, byte, mask) for chip in act.chips))
            case c.BadDiode():
                square = machine.wiring.squares.index(machine.spot(act.square))
                machine.network.set_diode(square, Diode(act.state))
            case _:
                assert_never(act)
