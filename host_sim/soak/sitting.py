"""One game of a soak, from the first man set up to the judgement on it.

Two hands play legal moves, overlapping as their styles have it; after each turn the watch looks at
what the board has said. A game ends as games do: by the rules, by agreement, by resignation. At the
first violation it is broken off: what follows a misread move says nothing more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from firmware.rules import Color, Move, squares
from host_sim.hands import Plan, Timed
from host_sim.machine import Machine
from host_sim.match import Match, board_of
from host_sim.script import commands as c
from host_sim.soak.agreeing import Agreeing
from host_sim.soak.drawing import Draw
from host_sim.soak.ending import wrong_end
from host_sim.soak.offending import Offending
from host_sim.soak.rebuilt import unlike
from host_sim.soak.repair import HEARD_MS, Repair
from host_sim.soak.tally import MISREAD, Tally, Violation
from host_sim.soak.truth import Truth
from host_sim.soak.watch import Watch

PLIES_MAX: Final = 160
"""Longer games are agreed to be drawn."""
RESIGNS: Final = 0.004
AGREES: Final = 0.004
"""Shares of turns at which a game is resigned, or agreed to be drawn."""
OFFENDS: Final = 0.08
"""Share of turns that are begun with an irregular move, in games in which people do so."""
STANDS_MS: Final = 50
"""A hand replies when the foe's man stands, and waits so long for the foe's hand to go."""
TROUBLES: Final = 0.1
"""Share of turns in which something goes wrong with the hardware."""
RESTS_MS: Final = 900
"""A board is at rest when nothing has moved for so long."""


@dataclass(frozen=True, slots=True)
class _Busy:
    """Squares where a player has something to do yet after his press, and until when."""

    color: Color
    spots: frozenset[str]
    until_ms: int


class Sitting:
    """The game that a draw stands for, on a machine of its own."""

    def __init__(self, draw: Draw, machine: Machine) -> None:
        self.draw = draw
        self.tally = Tally(games=1)
        self.match = Match(
            machine, draw.ruleset, draw.random, draw.start, draw.styles, done=self._done
        )
        self.truth = Truth(machine, draw.ruleset)
        self.watch = Watch(draw, self.match, self.truth, self.tally)
        self._repair = Repair(draw, self.match, self.truth, self.watch, self.tally)
        self._last: Plan | None = None
        self._over_ms = 0
        """When the last planned act is over."""
        self._groups: list[list[tuple[str, str]]] = []
        """For each ply the rows of the tally that it counts in."""
        self._busy: list[_Busy] = []
        self._agreeing = Agreeing(draw, self.match, self.watch, self.tally)
        self.offending = Offending(draw, self.match, self.truth, self.watch, self.tally)
        self._offended = False
        """Since the last move an irregular one was made, and lights have changed by it."""
        self._turned_back = False
        """An irregular move has been put back in this turn."""
        self._must_reply = False
        """An irregular move stands that the next move accepts."""
        self._ending: tuple[str, str] | None = None

    @property
    def violations(self) -> list[Violation]:
        """What has gone wrong."""
        return self.watch.violations

    def play(self) -> None:
        """Play and judge the whole game."""
        match = self.match
        match.set_up()
        match.start(self.draw.terms)
        start_ms, free = match.now_ms + RESTS_MS, True
        origin: int | None = None
        while not self._over():
            if free:
                self._agreeing.speak(start_ms)
            if free and self._offends():
                found = self.offending.attempt(start_ms)
                start_ms, origin = found.start_ms, found.origin
                if self.violations:
                    break
                self._groups += [[]] * (len(match.played.plies) - len(self._groups))
                self._must_reply = found.must_reply
                self._turned_back, self._offended = found.turned_back, True
                continue
            move, origin = match.choose(origin), None
            plan = self._turn(move, start_ms, free)
            if self.draw.faults and not self._repair.recovered(plan):
                break
            if self.violations:
                break
            start_ms, free = self._next_start(plan)
        match.go_on(max(start_ms, self._over_ms, match.now_ms))
        if self._repair.needed and not self.violations and not self._repair.unreadable:
            self._repair.calm_down()
        self.watch.look()
        if not self.violations and not self._repair.unreadable:
            self._conclude()
        if not self.violations and (why := unlike(match.machine)):
            self.watch.say("rebuilt", why)
        self._count()

    def _offends(self) -> bool:
        """Whether this turn is begun with an irregular move."""
        draw = self.draw
        if not draw.offends or self._must_reply or self._turned_back:
            return False
        if not self._repair.calm:
            return False  # nobody could say which of the two a verdict is about
        return draw.random.random() < OFFENDS

    def _over(self) -> bool:
        """Whether the game ends here, and if by people, how."""
        played, random = self.match.played, self.draw.random
        if self._must_reply:
            return False
        if played.outcome is not None:
            return True
        chance = random.random()
        if len(played.plies) >= PLIES_MAX or chance < AGREES:
            self._ending = ("1/2-1/2", "agreement")
        elif chance < AGREES + RESIGNS:
            self._ending = ("1-0" if played.turn is Color.BLACK else "0-1", "resignation")
        return self._ending is not None

    # One turn

    def _turn(self, move: Move, start_ms: int, free: bool) -> Plan:
        """Let time pass up to the turn, look at the board, and begin the turn."""
        match, last = self.match, self._last
        rested_ms = start_ms - max(match.now_ms, self._over_ms) if free else 0
        if last is not None and start_ms - max(match.now_ms, last.press_ms) >= HEARD_MS:
            match.go_on(start_ms - 1)
            self.watch.look()
            # Of a turn of several plies a fault may pass on the time of all at once.
            in_turns = self.draw.faults and self.draw.ruleset.turn_plies > 1
            if not in_turns:
                self.watch.clocks()
            if rested_ms >= RESTS_MS and not self.violations:
                self._look_at_rest()
        turn = match.played.turn
        self._last = plan = match.begin(move, start_ms, free)
        self._must_reply = self._turned_back = self._offended = False
        self._count_ply(plan)
        if self._clocked:
            self.watch.presses.append((turn, plan.press_ms - match.began_ms))
        self._over_ms = max(self._over_ms, plan.over_ms, plan.press_ms)
        match.go_on(max(match.now_ms, min(plan.landed_ms, plan.press_ms)))
        self.watch.look()
        return plan

    def _next_start(self, plan: Plan) -> tuple[int, bool]:
        """When the next hand begins, and whether nothing else is going on then."""
        match = self.match
        react_ms = match.hands[match.played.turn].react_ms()
        ends_ms = plan.press_ms if self._clocked else plan.done_ms + STANDS_MS
        start_ms = max(ends_ms + react_ms, plan.done_ms + STANDS_MS, match.now_ms)
        if self.draw.presses_first:
            start_ms = max(start_ms, ends_ms + HEARD_MS, plan.over_ms + STANDS_MS)
        self._busy = [one for one in self._busy if one.until_ms > start_ms]
        self._busy.append(_Busy(match.mover, plan.busy, plan.over_ms))
        touched = self._all_touched()
        for one in self._busy:
            # A player finishes what he is about, crowning a man, before he moves another.
            if one.color is match.played.turn or one.spots & touched:
                start_ms = max(start_ms, one.until_ms + STANDS_MS)
        return start_ms, start_ms >= max(self._over_ms, ends_ms) + STANDS_MS

    def _all_touched(self) -> set[str]:
        """Squares that any move of the side on move may touch or pass."""
        board = self.draw.ruleset.board
        touched = 0
        for move in self.match.played.moves:
            touched |= move.captured
            for one, other in zip(move.path, move.path[1:], strict=False):
                touched |= 1 << one | 1 << other | board.between(one, other)
        return {self.match.coord(square) for square in squares(touched)}

    def _look_at_rest(self) -> None:
        """Everything has stood still for a while, and every move so far has been pressed."""
        last = self._last
        move = self.match.played.plies[-1]
        plain = isinstance(move, Move) and not move.crowned
        if self._clocked and last is not None and not last.busy and plain and not self._offended:
            self.watch.verdict(last.press_ms, last.done_ms)
        self.watch.lights()

    @property
    def _clocked(self) -> bool:
        return self.draw.terms.control != "none"

    def _done(self, timed: Timed) -> None:
        self.truth.note(timed)
        match timed.act:
            case c.PowerOn():
                self.watch.restarted()
            case c.Press(color):
                # A bus that blocks the processor holds up the hands of a simulation, too.
                pressed_ms = self.match.now_ms - self.match.began_ms
                if 0 < timed.ply <= len(self.watch.presses):
                    self.watch.presses[timed.ply - 1] = (color, pressed_ms)
            case _:
                pass

    def _count_ply(self, plan: Plan) -> None:
        """One more ply of this variant, style and fault; perhaps something goes wrong with it."""
        tally = self.tally
        mover = self.match.mover
        groups = [("variant", self.draw.ruleset.key), ("style", self.draw.styles[mover].name)]
        if self.draw.faults:
            kind = "none"
            if self.draw.random.random() < TROUBLES:
                kind = self._repair.let_fail(plan)
            groups.append(("fault", kind))
        self._groups.append(groups)
        for group, name in groups:
            tally.row(group, name).plies += 1

    # The end

    def _conclude(self) -> None:
        """Let the board end the game, or tell it what the players have agreed on."""
        match = self.match
        outcome = match.played.outcome
        self._agreeing.accept()
        match.finish(outcome)
        self.watch.listen()
        claimed = outcome is not None and outcome.is_draw_rule and self._agreeing.claims
        if claimed:
            self._agreeing.claim()
        if self._ending is not None:
            self._agreeing.end(*self._ending)
            match.machine.run_for_ms(HEARD_MS)
            self.watch.listen()
        played = len(match.played.plies)
        if len(self.watch.made) < played and not self.violations:
            self.watch.say("missed", f"{len(self.watch.made)} of {played} plies recorded")
        if not self.violations and (why := wrong_end(match, self._ending, claimed)):
            self.watch.say("endings", why)

    def _count(self) -> None:
        tally, match = self.tally, self.match
        tally.plies = len(match.played.plies)
        tally.captures = sum(isinstance(p, Move) and bool(p.captured) for p in match.played.plies)
        for violation in self.violations:
            tally.counts[violation.kind] += 1
            if not 0 < violation.ply <= len(self._groups):
                continue
            for group, name in self._groups[violation.ply - 1]:
                tally.row(group, name).misread += violation.kind in MISREAD
                tally.row(group, name).alarms += violation.kind == "alarms"


def sit(draw: Draw, after: Callable[[Sitting], None] = lambda sitting: None) -> Sitting:
    """Play one game; `after` looks at it while the machine still stands."""
    board, seed = board_of(draw.ruleset), draw.random.getrandbits(64)
    with Machine(board, draw.profile, seed=seed) as machine:
        sitting = Sitting(draw, machine)
        sitting.play()
        after(sitting)
        return sitting
