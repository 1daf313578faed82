"""Irregular turns in a game of a soak: what is done, what the board must say to it, what follows.

The hands know what they do and what the rules call it; the policy says what comes of it. Where
irregular moves are refused, the clock stays and the men go back. Where they are not, the clock
passes at the press, and the other side rejects (a press without a move) or accepts (its reply).
Anything else the board says meanwhile, or says to the wrong squares, is a violation.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from firmware.rules import Move, mask, squares
from firmware.table import events as ev
from firmware.table.irregular import MEN_REMOVED, OTHER_MAN_TOUCHED, number_of
from firmware.table.policy import Policy, Timing, find_policy
from host_sim.clock import MS
from host_sim.hands import Offence, Timed
from host_sim.match import Match
from host_sim.script import commands as c
from host_sim.soak.drawing import Draw
from host_sim.soak.tally import Tally
from host_sim.soak.truth import Truth, explained
from host_sim.soak.watch import SHOWN_MS, SLACK_MS, Passed, Watch

SIGNALLED: Final = "press of an irregular move to its signal"
"""A delay in the report."""
LOOK_MS: Final = 80
"""What has been lit for so long belongs to the verdict."""
FINAL_MS: Final = 6000
"""Without a clock the last move is final after so long."""
VERDICT_MS: Final = 200
"""An irregular press is answered so soon: the landing window, the debounce, and 100 ms more."""
HEARD_MS: Final = 250
"""After a press without a move the board has said what it has to say."""
DECIDES_MS: Final = 900
"""The other side looks at an irregular move for so long."""
ACCEPTED: Final = 0.5
"""Share of irregular moves that the other side lets stand."""
SIGNALS: Final = (ev.Refused, ev.Irregular, ev.Rejected, ev.Asked, ev.Flag, ev.SensorLost)
"""What players cannot overhear; of these only the expected ones may come."""


@dataclass(frozen=True, slots=True)
class Next:
    """How the game goes on after an irregular turn."""

    start_ms: int
    origin: int | None = None
    """The man that must move."""
    turned_back: bool = False
    """The same turn is begun again. After a rejection another irregular move would be refused, and
    which man was touched first is settled already."""
    must_reply: bool = False
    """The irregular move waits for the reply that accepts it."""


class Offending:
    """The irregular turns of one game."""

    def __init__(self, draw: Draw, match: Match, truth: Truth, watch: Watch, tally: Tally) -> None:
        self._draw, self._match, self._truth = draw, match, truth
        self._watch, self._tally = watch, tally
        self._policy: Policy = find_policy(draw.terms.policy)
        self._clocked = draw.terms.control != "none"
        self._size = draw.ruleset.board.size
        self._before = match.played
        """The game before the irregular turn."""

    def attempt(self, start_ms: int) -> Next:
        """One irregular turn, from `start_ms` on."""
        match = self._match
        hand = match.hands[match.played.turn]
        one = hand.offence(match.played)
        if one is None or not self._can_be_told(one):
            return Next(start_ms)
        if not self._clocked:
            start_ms += FINAL_MS
        match.go_on(start_ms - 1)
        self._watch.look()
        self._before = match.played
        plan = hand.offend(match.played, one, start_ms, self._clocked)
        if self._clocked:
            self._watch.presses.append((match.played.turn, plan.press_ms - match.began_ms))
        for timed in plan.in_order():
            match.add(timed)
        self._tally.row("irregular", one.name).plies += 1
        if one.legal is not None:
            return self._legal(one, one.legal, plan.press_ms)
        if not self._clocked:
            return self._at_rest(one, plan.over_ms)
        if one.left:
            return self._left_on(one, plan.press_ms)
        match.go_on(plan.press_ms + VERDICT_MS)
        return self._refused(one) if self._policy.refuses else self._signalled(one)

    def _can_be_told(self, one: Offence) -> bool:
        """Whether it is irregular yet: without a press only what is simple, nothing left on.

        Where moves are refused, captured men may come off as late as anybody likes.
        """
        if one.left:
            return self._clocked and not self._policy.refuses
        return self._clocked or one.is_simple

    # What comes of it

    def _refused(self, one: Offence) -> Next:
        """The clock stays; the men go back."""
        self._expect(one, ev.Refused)
        self._watch.presses.pop()
        return Next(self._put_back(one), turned_back=True)

    def _at_rest(self, one: Offence, since_ms: int) -> Next:
        """Without a press the board shows by itself what is wrong."""
        match = self._match
        match.go_on(since_ms + SHOWN_MS[1] + SLACK_MS)
        if explained(self._before, one.picture):
            self._quiet(one)  # the hand may be about to go on
            return Next(self._put_back(one), turned_back=True)
        if self._policy.refuses or one.name == MEN_REMOVED:
            self._expect(one, None)  # a man that is off may as well be in a hand
            return Next(self._put_back(one), turned_back=True)
        self._expect(one, ev.Irregular)
        return Next(self._put_back(one, rejects=True), self._obliged(one), turned_back=True)

    def _left_on(self, one: Offence, press_ms: int) -> Next:
        """Captured men stay on the board; when it is too late to take them off, that is said."""
        if one.stopped:
            self._match.go_on(press_ms - 1)
            self._expect(one, ev.Irregular)
        self._match.go_on(press_ms + Timing().removal_pause_ms + VERDICT_MS)
        self._watch.credited = len(self._watch.presses)
        return self._signalled(one)

    def _signalled(self, one: Offence) -> Next:
        """The clock passes, and the other side decides."""
        match, watch = self._match, self._watch
        self._expect(one, ev.Irregular)
        self._squares_lit(one)
        standing = match.played.put(one.after, match.played.turn)
        if standing.outcome is None and self._draw.random.random() < ACCEPTED:
            match.put(one.after, watch.presses[-1][1] + match.began_ms)
            return Next(match.now_ms + DECIDES_MS, must_reply=True)
        self._reject(one)
        return Next(self._put_back(one), self._obliged(one), turned_back=True)

    def _legal(self, one: Offence, move: Move, press_ms: int) -> Next:
        """The move counts; where touching is noted or signalled, it is, and may be rejected."""
        match = self._match
        before = match.played
        match.played = before.play(move)
        match.landed_ms.append(press_ms - match.began_ms)
        match.go_on(press_ms + VERDICT_MS)
        self._expect(one, None if self._policy.refuses else ev.Irregular)
        if self._policy.refuses or match.played.outcome or self._draw.random.random() < ACCEPTED:
            return Next(match.now_ms + DECIDES_MS)
        match.played = before
        self._reject(one)
        return Next(self._put_back(one), self._obliged(one), turned_back=True)

    def _reject(self, one: Offence) -> None:
        """The other side presses without having moved."""
        match, watch = self._match, self._watch
        offender = match.played.turn
        pressed_ms = watch.presses.pop()[1]
        match.landed_ms = match.landed_ms[: len(match.played.plies)]
        at_ms = match.now_ms + DECIDES_MS
        match.add(Timed(at_ms, c.Press(offender.other)))
        watch.passed += [
            Passed(pressed_ms, offender.other),
            Passed(at_ms - match.began_ms, offender),
        ]
        match.go_on(at_ms + HEARD_MS)
        self._expect(one, ev.Rejected)

    def _obliged(self, one: Offence) -> int | None:
        return one.first_touched(self._match.played)

    def _put_back(self, one: Offence, rejects: bool = False) -> int:
        """The men go back; only what is wrong may be lit meanwhile. When all is well again.

        Without a clock that `rejects` the irregular move.
        """
        match = self._match
        self._squares_lit(one)
        if self._watch.violations:
            return match.now_ms
        plan = match.hands[match.played.turn].undo(match.played, one, match.now_ms)
        for timed in plan.in_order():
            match.add(timed)
        match.go_on(plan.over_ms + HEARD_MS)
        if rejects:
            self._expect(one, ev.Rejected)
        else:
            self._quiet(one)
        state = match.machine.state()
        wrong = (*state["missing"], *state["extra"])
        if wrong or state["irregular"] is not None:
            self._say(one, f"all is put back, and the board still shows {wrong}")
        if self._clocked:
            self._watch.clocks()
        return match.now_ms + DECIDES_MS

    # What the board says

    def _expect(self, one: Offence, kind: type[ev.Event] | None) -> None:
        """Exactly one signal of this kind with the name and number, and no other."""
        name, number = one.name, number_of(one.name, self._draw.ruleset.text)
        news = self._watch.news()
        signals = [event for event, _ in news if isinstance(event, SIGNALS)]
        said = [(type(event), _name(event), getattr(event, "number", None)) for event in signals]
        wanted = [] if kind is None else [(kind, name, number)]
        if said != wanted:
            self._say(one, f"the board says {said}, it should be {wanted}")
        if self._clocked and not one.left and kind in (ev.Refused, ev.Irregular):
            pressed_ms = self._watch.presses[-1][1] + self._match.began_ms
            for event, at_ms in news:
                if isinstance(event, ev.Refused | ev.Irregular):
                    self._tally.delay(SIGNALLED, at_ms - pressed_ms)
        loud = [event.loud for event in signals if isinstance(event, ev.Irregular)]
        if any(one_loud is (name == OTHER_MAN_TOUCHED) for one_loud in loud):
            self._say(one, f"{name} is {'' if loud[0] else 'not '}told to the players")
        notes = [event.note for event, _ in news if isinstance(event, ev.Noted)]
        noted = self._policy.refuses and self._policy.notes_touches
        if one.legal is not None and noted and notes.count(name) != 1:
            self._say(one, f"noted are {notes}")
        self._astray(one, news, wanted=kind is None and one.legal is None)

    def _quiet(self, one: Offence) -> None:
        """No signal, whatever is shown of the squares."""
        signals = [event for event, _ in self._watch.news() if isinstance(event, SIGNALS)]
        if signals:
            self._say(one, f"while it is put back the board says {signals}")

    def _astray(self, one: Offence, news: list[tuple[ev.Event, int]], wanted: bool) -> None:
        """What is shown as wrong is what is wrong, after the grace time unless it was pressed."""
        shown = [(event, at_ms) for event, at_ms in news if isinstance(event, ev.Astray)]
        pressed = any(isinstance(event, SIGNALS) for event, _ in news)
        for event, at_ms in shown:
            stood = self._truth.at(at_ms - SLACK_MS)
            assert stood is not None
            early = at_ms - stood.began_ms < Timing().grace_ms - SLACK_MS
            bases = (self._before.position.occupied, one.picture)
            wrong = self._names(_either(base ^ stood.picture for base in bases))
            if not {*event.missing, *event.extra} <= wrong or (early and not pressed):
                self._say(one, f"shown as wrong at {event.at_ms}: {event}")
        if wanted and not shown:
            self._say(one, "not shown as wrong")

    def _squares_lit(self, one: Offence) -> None:
        """Lights are on squares concerned and nowhere else, but for what a learner is shown."""
        machine, match = self._match.machine, self._match
        lit = machine.lamps.lately(machine.clock.now_ns, LOOK_MS * MS)
        state = machine.state()
        moves = self._before.moves
        due = mask(sq for move in moves if move.captured for sq in move.path)
        concerned = mask(sq for way in one.ways for sq in way) | mask((*one.off, *one.left))
        concerned |= due if self._policy.hints else 0
        on = lit.red | lit.green | lit.both
        spots = {name for bit, name in enumerate(machine.wiring.squares) if on >> bit & 1}
        right = {match.coord(square) for square in squares(concerned)}
        right |= {match.coord(sq) for sq in range(self._size) if match.name(sq) in state["crown"]}
        if not spots <= right:
            self._say(one, f"lit are {sorted(spots)}, concerned are {sorted(right)}")

    def _names(self, picture: int) -> set[str]:
        return {self._match.name(square) for square in squares(picture)}

    def _say(self, one: Offence, text: str) -> None:
        self._watch.say("verdicts", f"{one.name}: {text}")
        self._tally.row("irregular", one.name).misread += 1


def _either(pictures: Iterable[int]) -> int:
    """The squares of any of these pictures."""
    return reduce(or_, pictures, 0)


def _name(event: ev.Event) -> str:
    match event:
        case ev.Refused():
            return event.reason
        case ev.Irregular() | ev.Rejected():
            return event.name
        case _:
            return ""
