"""Everything that is checked while a game is played, against what hands really did.

The watch hears each event once and remembers what it knows to be true from the hands' side alone:
which plies were played and when their men stood, when buttons went down, what stood on the board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from firmware.notation.fen import write_fen
from firmware.notation.movetext import move_text
from firmware.notation.pdn import numbered_moves
from firmware.rules import Color, Move, Put, squares
from firmware.rules.game import Ply
from firmware.table import events as ev
from firmware.table import wire
from firmware.table.controls import TimeControl, parse_control
from firmware.table.irregular import MOVE_TAKEN_BACK, OTHER_MAN_TOUCHED, TWO_MOVES
from firmware.table.policy import Timing, find_policy
from host_sim.clock import MS
from host_sim.match import Match
from host_sim.script import commands as c
from host_sim.soak.drawing import Draw
from host_sim.soak.tally import Tally, Violation
from host_sim.soak.truth import Truth, explained

CLOCK_MS: Final = 10
"""How exact clocks must be."""
SHOWN_MS: Final = (300, 1200)
"""A wrong placement must be shown so long after it began to stand, at the earliest and latest."""
SLACK_MS: Final = 60
"""From a man's motion to the picture's stamp, and from a due time to the step that sees to it."""
PROVISIONAL: Final = "last man put down or taken off to the provisional move"
MISPLACED: Final = "man put down wrong to the lights (casual, training)"
RECOVERY: Final = "end of a bus fault that hid the board to the board being read"
"""Delays in the report; those of presses are named in `verdict`."""
STEADY_MS: Final = 60
"""A man that has stood so long before the press had been seen when it came."""
AGAIN: Final = (TWO_MOVES, MOVE_TAKEN_BACK)
"""What a side may be reproached with after its press."""
TOUCHES: Final = (OTHER_MAN_TOUCHED, MOVE_TAKEN_BACK)
"""What a legal move may be reproached with."""
RECORD: Final = (ev.MoveMade, ev.MoveWithdrawn, ev.Settled, ev.InStep)
"""What the board says of the record, and that all is well again."""
WAITED_MS: Final = Timing().removal_pause_ms
"""So long the board waits for play to tell which move was made, before it asks."""
DISTURBED: Final = 3
"""So many wrong squares are a disturbance."""
LIT_MS: Final = 300
"""A board that has been at rest is looked at for so long."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The clock passed without a ply that counts: an irregular press, or its rejection."""

    at_ms: int
    """On the game's axis."""
    turn: Color
    """Whose time runs from then on."""


class Watch:
    """The checks on one game. `violations` grows; `excused` is asked whether a fault explains."""

    def __init__(self, draw: Draw, match: Match, truth: Truth, tally: Tally) -> None:
        self.violations: list[Violation] = []
        self.presses: list[tuple[Color, int]] = []
        """The press that each move was made by: whose, and when on the game's axis."""
        self.excused_ms = -1
        """Until then, on the machine's axis, a fault excuses what the board says is wrong."""
        self.failing_ms = 0
        """When the last bus fault ended, or will."""
        self.unplugged = False
        """The power has failed in this game, or is about to."""
        self.credited = 0
        """The last ply that was a capture when it was pressed, and became irregular later."""
        self.passed: list[Passed] = []
        """What else the clock passed by."""
        self.made: list[Ply] = []
        """What the board says is in the record."""
        self.safe = 0
        """Plies that were once shown as recorded."""
        self.alarmed_ms: int | None = None
        """When the board began to show what is wrong, if it does."""
        self._draw = draw
        self._match = match
        self._truth = truth
        self._tally = tally
        self._heard = len(match.machine.events)
        self._lost_ms = 0
        """When the board said last that it cannot be read."""
        self._judged = 0
        self._control: TimeControl | None = parse_control(draw.terms.control)
        self._policy = find_policy(draw.terms.policy)

    def say(self, kind: str, detail: str, ply: int | None = None) -> None:
        """Something is wrong."""
        played = len(self._match.played.plies)
        self.violations.append(Violation(kind, played if ply is None else ply, detail))

    def look(self) -> None:
        """Judge what the board has said, and what it should have said, up to now."""
        self.listen()
        self._placements()

    # Events

    def news(self) -> list[tuple[ev.Event, int]]:
        """What the board has said since the last time, for others to judge; the record is here."""
        machine = self._match.machine
        news = list(zip(machine.events, machine.heard_ns, strict=True))[self._heard :]
        self._heard = len(machine.events)
        self._judged = max(0, len(self._truth.stood) - 1)
        for event, at_ns in news:
            if isinstance(event, RECORD):
                self._hear(event, at_ns // MS)
        return [(event, at_ns // MS) for event, at_ns in news]

    def listen(self) -> None:
        """Judge what the board has said since the last time."""
        machine = self._match.machine
        news = list(zip(machine.events, machine.heard_ns, strict=True))[self._heard :]
        self._heard = len(machine.events)
        for event, at_ns in news:
            self._hear(event, at_ns // MS)
        station = machine.station
        if station is not None and station.journal.safe:
            self.safe = max(self.safe, len(self.made))

    def _hear(self, event: ev.Event, at_ms: int) -> None:
        match event:
            case ev.MoveMade():
                self._made(event)
            case ev.Settled():
                self._settled(event)
            case ev.Irregular() if event.name in TOUCHES and self._touched_another(event.color):
                pass
            case ev.Irregular() if event.name in AGAIN and self._may("astray"):
                pass  # a man of the other side pushed to where it could go moves itself, by looks
            case ev.MoveWithdrawn():
                self.made.pop()
                self.safe = min(self.safe, len(self.made))
            case ev.Astray():
                self._astray(event, at_ms)
            case ev.Provisional() if self._control:
                self._provisional(at_ms)
            case ev.SensorBack():
                if self._lost_ms <= self.failing_ms <= at_ms:
                    self._tally.delay(RECOVERY, at_ms - self.failing_ms)
            case ev.InStep():
                self.alarmed_ms = None
            case ev.Disturbed():
                self._disturbed(at_ms)
            case ev.Asked(question="turn") if self._may("astray") and not self.made:
                pass  # a foreign man moved first, or a man moved where none may go, looks like it
            case ev.Asked(question="which") if self._may("astray") and self._control is None:
                pass  # a man on a wrong square may be the other side's on its way, with no press
            case ev.Asked(question="which") if at_ms - WAITED_MS <= self.excused_ms:
                pass  # it could not be told since then
            case ev.Refused() | ev.Irregular() | ev.Rejected() | ev.Asked():
                self._alarm(event, at_ms)
            case ev.SensorLost():
                self._lost_ms = at_ms
                self._alarm(event, at_ms)
            case ev.Flag():
                self._alarm(event, at_ms)
            case _:
                pass

    def _alarm(self, event: ev.Event, at_ms: int) -> None:
        if at_ms > self.excused_ms:
            self.say("alarms", f"{wire.name_of(event)} at {event.at_ms} ms: {event}")

    def _touched_another(self, color: Color) -> bool:
        """Whether a hand has lifted a man beside the one that moved (001 3.11), or a fault has."""
        played = self._match.played
        ply = len(played.plies)
        while played.positions[ply - 1].turn is not color:
            ply -= 1
        men, last = played.positions[ply - 1].occupied, played.plies[ply - 1]
        assert isinstance(last, Move)
        others = {self._match.coord(square) for square in squares(men & ~(1 << last.origin))}
        lifted = set()
        for timed in self._match.acts:
            broken = isinstance(timed.act, c.Stuck | c.BadDiode | c.Chatter)
            if broken and ply - 1 <= timed.ply <= ply:
                return True
            if timed.ply == ply:
                match timed.act:
                    case c.Lift(square):
                        lifted.add(square)
                    case c.Slide(path, _):
                        lifted.add(path[0])
                    case _:
                        pass
        return bool(others & lifted)

    def _settled(self, event: ev.Settled) -> None:
        played, ply = self._match.played, len(self.made)
        put = played.plies[ply] if ply < len(played.plies) else None
        if isinstance(put, Put) and event.ply == ply + 1 and event.fen == write_fen(put.position):
            self.made.append(put)
        else:
            self.say("misread", f"{event.fen} settled as ply {event.ply}", ply + 1)

    def _made(self, event: ev.MoveMade) -> None:
        played, ply = self._match.played, len(self.made)
        self.made.append(event.move)
        if event.ply != ply + 1 or ply >= len(played.plies) or played.plies[ply] != event.move:
            was = "nothing"
            if ply < len(played.plies) and isinstance(move := played.plies[ply], Move):
                was = move_text(played.positions[ply], move)
            self.say("misread", f"{event.text} recorded as ply {event.ply}, {was} played", ply + 1)
        elif event.at_ms < self._match.landed_ms[ply] and not self._draw.faults:
            self.say("early", f"{event.text} recorded at {event.at_ms} ms", ply + 1)

    def _provisional(self, at_ms: int) -> None:
        stood = self._truth.at(at_ms)
        if stood is None or stood.moving or self._draw.chatters:
            return
        if at_ms > self.excused_ms:
            self._tally.delay(PROVISIONAL, at_ms - stood.since_ms)

    def verdict(self, press_ms: int, done_ms: int) -> None:
        """The board is at rest: how long after the press its lights last changed."""
        if not self._policy.shows_last_move:
            return
        lit_ms = self._match.machine.lamps.changed_ns // MS
        if press_ms <= lit_ms and self._match.now_ms > self.excused_ms and not self._draw.chatters:
            steady = press_ms - done_ms >= STEADY_MS
            when = "board steady" if steady else "man just landed"
            self._tally.delay(f"press to the light of the verdict, {when}", lit_ms - press_ms)

    def _may(self, name: str) -> bool:
        """Whether one of the hands at work does things that can bring this warning."""
        return any(name in style.may for style in self._draw.styles)

    def _disturbed(self, at_ms: int) -> None:
        stood = self._truth.at(at_ms - SLACK_MS)
        wrong = 0
        if stood is not None:
            # Without a clock the ply before may still be waiting, its men count as out of place.
            positions = self._match.played.positions
            last = max(0, stood.ply - 1)
            bases = positions[last : last + 1] if self._control else positions[: last + 1][-2:]
            wrong = max((base.occupied ^ stood.picture).bit_count() for base in bases)
        if at_ms > self.excused_ms and (not self._may("astray") or wrong < DISTURBED):
            self.say("alarms", f"disturbed at {at_ms} ms with {wrong} squares wrong")

    def _astray(self, event: ev.Astray, at_ms: int) -> None:
        self.alarmed_ms = at_ms
        if at_ms <= self.excused_ms:
            return
        if not self._may("astray"):
            self.say("alarms", f"astray {event.missing} {event.extra} at {event.at_ms} ms")
            return
        stood = self._truth.at(at_ms - SLACK_MS)
        if stood is None or at_ms - stood.began_ms < Timing().grace_ms - SLACK_MS:
            self.say("alarms", f"astray {event.missing} {event.extra} before the grace time")
            return
        plies = max(0, stood.ply - 1)
        if self._explained(plies, stood.picture):
            self.say("alarms", f"astray {event.missing} {event.extra}, which legal play explains")

    def _explained(self, plies: int, picture: int, loosely: bool = False) -> bool:
        """Without a clock the last ply may not be certain yet; that counts `loosely`."""
        played = self._match.played
        backs = (0, 1) if loosely and self._control is None else (0,)
        games = [played.take_back(len(played.plies) - max(0, plies - back)) for back in backs]
        return any(explained(game, picture, loosely) for game in games)

    def restarted(self) -> None:
        """The power is back: what had not been recorded was not made; the rest must be there."""
        machine = self._match.machine
        self._heard = len(machine.events)
        state, played = machine.state(), self._match.played
        if state["phase"] == "idle":
            return  # the game was over and recorded as such
        plies = state["plies"]
        kept = played.take_back(max(0, len(played.plies) - plies))
        if state["moves"] != numbered_moves(kept):
            self.say("misread", f"after the power came back the record is {state['moves']}")
        if plies < self.safe:
            self.say("lost", f"{self.safe} plies were recorded, {plies} are left")
        self.made = list(kept.plies)

    # What must be said

    def _placements(self) -> None:
        """Men that stood where they must not for long enough have been shown."""
        stood = self._truth.stood
        if not self._policy.refuses:
            return
        low_ms, high_ms = SHOWN_MS
        for before, after in zip(stood[self._judged :], stood[self._judged + 1 :], strict=False):
            self._judged += 1
            lasted_ms = after.since_ms - before.since_ms
            if before.moving or lasted_ms <= high_ms or before.since_ms <= self.excused_ms:
                continue
            plies = max(0, before.ply - 1)
            rest = self._match.played.positions[plies].occupied
            if not before.picture & ~rest or self._explained(plies, before.picture, loosely=True):
                continue
            said = [at_ms - before.since_ms for at_ms in self._astrays()]
            in_time = [delay for delay in said if low_ms <= delay <= high_ms]
            if in_time:
                self._tally.delay(MISPLACED, in_time[0])
            else:
                self.say("unsaid", f"a wrong placement at {before.since_ms} ms", before.ply)

    def _astrays(self) -> list[int]:
        machine = self._match.machine
        return [
            at_ns // MS
            for event, at_ns in zip(machine.events, machine.heard_ns, strict=True)
            if isinstance(event, ev.Astray)
        ]

    # Clocks and lights

    def clocks(self) -> None:
        """Each side has used what lay between the presses, to 10 ms; only while a clock runs.

        An outage may cost more than that.
        """
        if self._control is None or self.unplugged:
            return
        now_ms = self._match.now_ms - self._match.began_ms
        stage, played = self._control.white.stages[0], self._match.played
        left = [stage.time_ms, stage.time_ms]
        turn, since_ms = played.first.turn, 0
        plies = list(zip(self.presses, played.positions[1:], strict=False))
        passed = [Passed(at_ms, after.turn) for (_, at_ms), after in plies] + self.passed
        for one in sorted(passed, key=lambda one: one.at_ms):
            left[turn] -= one.at_ms - since_ms
            turn, since_ms = one.turn, one.at_ms
        left[turn] -= now_ms - since_ms
        for number, ((color, _), ply) in enumerate(
            zip(self.presses, played.plies, strict=False), 1
        ):
            settled = isinstance(ply, Move) or ply is not played.plies[-1]
            left[color] += stage.bonus_ms if settled or number == self.credited else 0
        shown = self._match.machine.state()["clock"]
        for color, name in ((Color.WHITE, "white_ms"), (Color.BLACK, "black_ms")):
            if abs(shown[name] - left[color]) > CLOCK_MS:
                self.say("clocks", f"{name} is {shown[name]}, by the presses {left[color]}")

    def lights(self) -> None:
        """At rest, with nothing to be put right, only the trace of the last move is lit."""
        machine = self._match.machine
        if self._match.now_ms <= self.excused_ms:
            return
        lit = machine.lamps.lately(machine.clock.now_ns, LIT_MS * MS)
        names = {name for bit, name in enumerate(machine.wiring.squares) if lit.both >> bit & 1}
        # Without a clock the last move may still be waiting; then the one before it is the last.
        last = self._match.played.plies[-1 if self._control else -2 :]
        traces = [{ply.origin, ply.target} for ply in last if isinstance(ply, Move)]
        trace = {self._match.coord(square) for ends in traces for square in ends}
        if not self._policy.shows_last_move:
            trace = set()
        state = machine.state()
        irregular = state["irregular"] or {"squares": ()}
        trace |= self._spots((*irregular["squares"], *state["crown"]))
        hint = self._spots(state["hint"])
        green = {name for bit, name in enumerate(machine.wiring.squares) if lit.green >> bit & 1}
        if lit.red or not green <= hint or not names <= trace:
            self.say("lights", f"red {lit.red:#x}, green {lit.green:#x}, both {sorted(names)}")

    def _spots(self, names: Iterable[str]) -> set[str]:
        """The coordinates of squares that go by these names."""
        match, size = self._match, self._match.played.ruleset.board.size
        return {match.coord(square) for square in range(size) if match.name(square) in names}
