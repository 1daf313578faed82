"""One game at the board, from the setting up of the men to the result.

A session is a machine without input or output of its own: `feed` takes what the board reports and
people command, `advance` lets time pass, both answer with events. It never reads a clock; between
calls `wakes_at_ms` says when it next has something to do. Fed the same inputs it gives the same
events, however often `advance` was called in between, because what is due is always done at the
time it was due. That is how a game comes back after a power cut.

The picture decides what was played (`inference`), the press decides when (`press`). This module
holds the rest: which phase the game is in, what the clocks do, and when silence is an answer.

One session is one game; the next game is a new session. Its first input is `NewGame`.
"""

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from firmware.errors import InputError
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import move_text
from firmware.notation.pdn_write import result_text
from firmware.notation.squares import square_name
from firmware.rules import (
    Color,
    Game,
    Move,
    Outcome,
    Reason,
    Ruleset,
    find_variant,
    squares,
)
from firmware.table import events as ev
from firmware.table.belief import Belief
from firmware.table.clock import Clock, parse_control
from firmware.table.inference import Kind, Seen, Story, read
from firmware.table.irregular import irregularity
from firmware.table.layout import Layout, layout_of
from firmware.table.policy import Policy, Timing, find_policy
from firmware.table.press import Accept, AcceptBoth, Cleared, Ignore, Refuse, TakeOff, Wait, judge


class Phase(enum.Enum):
    """Where a game stands."""

    IDLE = enum.auto()
    """No game yet."""
    SETUP = enum.auto()
    """The men are being put on their squares."""
    PLAYING = enum.auto()
    PAUSED = enum.auto()
    OVER = enum.auto()


NEXT: Final[Mapping[Phase, frozenset[Phase]]] = {
    Phase.IDLE: frozenset({Phase.SETUP}),
    Phase.SETUP: frozenset({Phase.PLAYING, Phase.OVER}),
    Phase.PLAYING: frozenset({Phase.PAUSED, Phase.OVER}),
    Phase.PAUSED: frozenset({Phase.PLAYING, Phase.OVER}),
    Phase.OVER: frozenset(),
}
"""Which phase may follow which."""

RESULTS: Final[Mapping[str, Color | None]] = {
    "1-0": Color.WHITE,
    "2-0": Color.WHITE,
    "0-1": Color.BLACK,
    "0-2": Color.BLACK,
    "1/2-1/2": None,
    "1-1": None,
}
"""Decided results in every style, with their winner."""

UNDECIDED: Final = ("*", "0-0")
"""No result, and both lost."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The clocks as a ply was made: what the record says beside it."""

    left_ms: tuple[int, int] | None
    running: Color | None


@dataclass(frozen=True, slots=True)
class _Press:
    """A press that is not decided yet: a man may still be landing."""

    color: Color
    at_ms: int
    due_ms: int


@dataclass(frozen=True, slots=True)
class _Made:
    """The belief before the last pressed move, which the same hand may still change (row 40)."""

    before: Belief
    until_ms: int


def _yes(yes: bool) -> str:
    return "yes" if yes else "no"


class Session:
    """One game. See the module's essay."""

    def __init__(self, wired: Sequence[str], timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self.phase = Phase.IDLE
        self.setup = ev.GameSetup()
        self.policy: Policy = find_policy(self.setup.policy)
        self.ruleset: Ruleset = find_variant(self.setup.variant)
        self.layout: Layout = layout_of(self.ruleset, wired)
        self.belief: Belief = Belief.of(Game.start(self.ruleset), 0)
        self.clock: Clock | None = None
        self.stamps: tuple[Stamp, ...] = ()
        """One for each ply of the belief's game."""
        self.result: str | None = None
        self.outcome: Outcome | None = None
        self.question: ev.Asked | None = None
        self.alarmed = False
        """The lights show what is wrong on the board."""
        self.blind = False
        """The board cannot be read."""
        self.restoring = False
        """A move was taken back; its men must stand at rest again before play goes on."""
        self.fresh = False
        """The men have not been touched since the last move."""
        self.standing = False
        """Without a clock: the picture's move has stood long enough to be shown as provisional."""
        self._wired = tuple(wired)
        self._physical = 0
        self._since_ms = 0
        self._press: _Press | None = None
        self._made: _Made | None = None
        self._final = 0
        self._clearing: Color | None = None
        self._side: Color | None = None
        self._draw_due_ms: int | None = None
        self._lost_due_ms: int | None = None
        """When people are to be told that the board cannot be read; None once they are."""
        self._seen_again_ms = 0
        self._blind_presses: list[ev.Pressed] = []
        self._undecided_due_ms: int | None = None
        self._events: list[ev.Event] = []

    # --------------------------------------------------------------------------- in and out

    def feed(self, value: ev.Input) -> list[ev.Event]:
        """One input; the events it and the time up to it bring, in order.

        Raises InputError for a `NewGame` whose setup cannot be played; the session is unchanged.
        """
        self._pass_time(value.at_ms)
        match value:
            case ev.NewGame():
                self._new_game(value)
            case ev.PictureSeen():
                self._picture(value)
            case ev.Pressed():
                self._pressed(value)
            case ev.Released():
                pass
            case ev.ScanLost():
                self._scan_lost(value.at_ms)
            case ev.ScanBack():
                self._scan_back(value.at_ms)
            case ev.Pause() | ev.Outage():
                self._pause(value.at_ms)
            case ev.Resume():
                self._resume(value.at_ms)
            case ev.TakeBack():
                self._take_back(value)
            case ev.SetResult():
                self._set_result(value)
            case ev.Answer():
                self._answer(value)
            case _:
                assert_never(value)
        return self._taken()

    def advance(self, now_ms: int) -> list[ev.Event]:
        """Lets time pass up to `now_ms`."""
        self._pass_time(now_ms)
        return self._taken()

    @property
    def wakes_at_ms(self) -> int | None:
        """When the session next has something to do by itself."""
        return min((due_ms for due_ms, _ in self._due()), default=None)

    def _taken(self) -> list[ev.Event]:
        taken, self._events = self._events, []
        return taken

    def _say(self, event: ev.Event) -> None:
        self._events.append(event)

    def _to(self, phase: Phase) -> None:
        assert phase in NEXT[self.phase], f"{self.phase} -> {phase}"
        self.phase = phase

    # --------------------------------------------------------------------------------- time

    def _pass_time(self, now_ms: int) -> None:
        while True:
            due = min(self._due(), key=lambda item: item[0], default=None)
            if due is None or due[0] > now_ms:
                return
            due[1](due[0])

    def _due(self) -> Iterator[tuple[int, Callable[[int], None]]]:
        """What is to be done and when, as the present state has it."""
        if self.blind and self._lost_due_ms is not None:
            yield self._lost_due_ms, self._sensor_lost
        if self.phase not in (Phase.PLAYING, Phase.PAUSED):
            return
        kind = self.belief.reading.kind
        if not self.blind and self._wrong and not self.alarmed:
            yield self._since_ms + self.timing.grace_ms, self._alarm
        if self.phase is Phase.PAUSED:
            return
        if self._press and not self.blind:
            yield self._press.due_ms, self._press_expired
        if self._flag_can_fall():
            assert self.clock and self.clock.flag_at_ms is not None
            yield self.clock.flag_at_ms + self.timing.late_ms, self._flag
        if self._undecided_due_ms is not None:
            yield self._undecided_due_ms, self._decide_stories
        if self._draw_due_ms is not None:
            yield self._draw_due_ms, self._draw_due
        if self._blind_presses and not self.blind:
            yield self._seen_again_ms, self._take_blind_presses
        if self.blind:
            return
        if self._turned_question_due():
            yield self._since_ms + self.timing.touch_ms, self._ask_turn
        yield from self._rest_due(kind)

    def _rest_due(self, kind: Kind) -> Iterator[tuple[int, Callable[[int], None]]]:
        """What a board at rest brings about without a press."""
        if self._press:
            return
        settled_ms = self._since_ms + self.timing.settle_ms
        if self._ending:
            yield settled_ms, self._end_at_rest
        elif self.clock is None:
            if kind in (Kind.LEGAL, Kind.PENDING, Kind.REPLIED) and not self.standing:
                yield settled_ms, self._stand
            elif kind is Kind.LEGAL and len(self.belief.reading.after) == 1:
                yield self._since_ms + self.timing.final_ms, self._make_standing

    def _flag_can_fall(self) -> bool:
        if self.clock is None or self.clock.flag_at_ms is None:
            return False
        if self._press and self._press.at_ms <= self.clock.flag_at_ms:
            return False
        return not (self._ending and self._since_ms < self.clock.flag_at_ms)

    # ----------------------------------------------------------------------------- commands

    def _new_game(self, value: ev.NewGame) -> None:
        setup = value.setup
        if self.phase is not Phase.IDLE:
            raise InputError("a session is one game; start the next game in a new session")
        ruleset = find_variant(setup.variant)
        policy = find_policy(setup.policy)
        control = parse_control(setup.control)
        layout = layout_of(ruleset, self._wired)
        if setup.draws not in (None, "automatic", "claim"):
            raise InputError(f"draws is 'automatic' or 'claim', not {setup.draws!r}")
        start = None if setup.fen is None else parse_fen(setup.fen, ruleset)
        game = Game.start(ruleset, start)
        self.setup, self.ruleset, self.policy, self.layout = setup, ruleset, policy, layout
        if setup.draws is not None:
            self.policy = replace(policy, draws_end=setup.draws == "automatic")
        self.clock = None if control is None else Clock.fresh(control)
        self.belief = Belief.of(game, layout.to_game(self._physical))
        self._to(Phase.SETUP)
        self._say(ev.GameCreated(ruleset.key, value.at_ms))
        self._start_if_set(value.at_ms)

    def _start_if_set(self, at_ms: int) -> None:
        if (self.setup.immediate or self.clock is None) and not (
            self.belief.missing or self.belief.extra
        ):
            self._start(at_ms)

    def _start(self, at_ms: int) -> None:
        self._to(Phase.PLAYING)
        if self.clock:
            self.clock = self.clock.run(self.belief.turn, at_ms)
        self._say(ev.GameStarted(at_ms))
        self._check_outcome(at_ms)

    def _pause(self, at_ms: int) -> None:
        if self.phase is not Phase.PLAYING:
            return
        if self._press:
            self._press = None
            self._say(ev.Noted("press_dropped", "the game was paused before it was decided", at_ms))
        self._side = self.clock.running if self.clock else None
        if self.clock:
            self.clock = self.clock.stop(at_ms)
        self._draw_due_ms = None
        self._made = None
        self._to(Phase.PAUSED)
        self._say(ev.Paused(at_ms))

    def _resume(self, at_ms: int) -> None:
        if self.phase is not Phase.PAUSED:
            self._refuse("not_paused", "the game is not paused", at_ms)
        elif self.blind:
            self._refuse("sensor_lost", "the board cannot be read", at_ms)
        elif self._wrong:
            self._refuse("board_not_restored", self._difference(), at_ms)
        else:
            self._to(Phase.PLAYING)
            self._since_ms = at_ms
            if self.clock:
                self.clock = self.clock.run(self._side or self.belief.turn, at_ms)
            self._say(ev.Resumed(at_ms))
            self._check_outcome(at_ms)

    def _take_back(self, value: ev.TakeBack) -> None:
        plies = len(self.belief.game.plies)
        if self.phase not in (Phase.PLAYING, Phase.PAUSED):
            self._refuse("not_playing", "there is no game to take a move back in", value.at_ms)
        elif not 0 < value.plies <= plies:
            self._refuse("no_such_ply", f"{value.plies} of {plies} plies to take back", value.at_ms)
        else:
            self._pause(value.at_ms)
            left = plies - value.plies
            self.belief = Belief.of(
                self.belief.game.take_back(value.plies), self.layout.to_game(self._physical)
            )
            self.stamps = self.stamps[:left]
            self._final = min(self._final, left)
            self._side = self.belief.turn
            self._clearing = self._undecided_due_ms = None
            self.restoring = self.belief.reading.kind is not Kind.REST
            self._unsettle(value.at_ms)
            self._say(ev.TakenBack(left, value.at_ms))

    def _set_result(self, value: ev.SetResult) -> None:
        if value.result not in RESULTS and value.result not in UNDECIDED:
            known = ", ".join([*RESULTS, *UNDECIDED])
            self._refuse("no_such_result", f"{value.result!r} is none of {known}", value.at_ms)
        elif self.phase in (Phase.IDLE, Phase.OVER):
            self._refuse("not_playing", "there is no game to end", value.at_ms)
        else:
            text = value.result
            if text in RESULTS:
                text = result_text(self.ruleset, RESULTS[text])
            self._end(text, value.reason, value.at_ms)

    def _answer(self, value: ev.Answer) -> None:
        asked = self.question
        if asked is None:
            self._refuse("nothing_asked", "there is no open question", value.at_ms)
            return
        if not 0 <= value.choice < max(1, len(asked.choices)):
            self._refuse("no_such_choice", f"there are {len(asked.choices)} choices", value.at_ms)
            return
        self.question = None
        answer = (
            asked.choices[value.choice] if asked.question == "which" else str(value.yes).lower()
        )
        self._say(ev.Answered(asked.question, answer, value.at_ms))
        if asked.question == "turn" and value.yes:
            self.layout = self.layout.turn()
            self._reread(value.at_ms)
        elif asked.question == "which" and value.yes:
            self.belief = self.belief.accept((self.belief.stories[value.choice],))
            self._unsettle(value.at_ms)
            self._make_final(value.at_ms)

    def _refuse(self, reason: str, detail: str, at_ms: int) -> None:
        self._say(ev.Refused(reason, detail, at_ms))
        if self._wrong and self.phase in (Phase.PLAYING, Phase.PAUSED):
            self._alarm(at_ms)

    @property
    def _wrong(self) -> bool:
        """The board shows what people have to put right."""
        kind = self.belief.reading.kind
        return kind is Kind.ASTRAY or (self.restoring and kind is not Kind.REST)

    # ----------------------------------------------------------------------------- pictures

    def _picture(self, value: ev.PictureSeen) -> None:
        self._physical = value.picture
        picture = self.layout.to_game(value.picture)
        if self.phase in (Phase.IDLE, Phase.SETUP, Phase.OVER):
            self.belief = Belief.of(self.belief.game, picture)
            if self.phase is Phase.SETUP:
                self._start_if_set(value.at_ms)
            return
        standing = self.belief.reading.after if self.standing else ()
        self.belief = self.belief.saw(picture)
        self._unsettle(value.since_ms)
        self._revise(picture, value)
        reading = self.belief.reading
        self.fresh = self.fresh and reading.kind is Kind.REST
        if standing and reading.kind in (Kind.REPLYING, Kind.REPLIED):
            self._accept(standing, value.since_ms)
        elif self.clock is None and reading.kind is Kind.REPLIED and len(reading.after) == 1:
            self._accept(reading.after, value.since_ms)
        self._make_final(value.at_ms)
        if self._press and self.phase is Phase.PLAYING:
            self._decide(value.at_ms, expired=False)
        if self.clock and self.belief.reading.kind is Kind.LEGAL:
            self._say(ev.Provisional(self.text(self.belief.reading.after[0]), value.at_ms))

    def _unsettle(self, since_ms: int) -> None:
        """The picture or its meaning is new: rest begins again."""
        self._since_ms = since_ms
        self.standing = False
        if self.belief.reading.kind is Kind.REST:
            self.restoring = False
        if self.alarmed and not self._wrong:
            self.alarmed = False
            self._say(ev.InStep(since_ms))

    def _revise(self, picture: int, value: ev.PictureSeen) -> None:
        """A man that the hand had not let go of at the press has moved on (row 40)."""
        made = self._made
        if made is None or value.since_ms > made.until_ms:
            self._made = None
            return
        if self.belief.reading.kind is not Kind.ASTRAY:
            return
        again = made.before.saw(picture)
        origin = self.belief.stories[0].last.origin
        after = again.reading.after
        if again.reading.kind not in (Kind.LEGAL, Kind.PENDING) or after[0].last.origin != origin:
            return
        plies = len(self.belief.game.plies)
        if self._final == plies:
            self._final -= 1
            text = self.text(self.belief.stories[0])
            self._say(ev.MoveWithdrawn(text, plies, value.at_ms))
        self.belief = again.accept(after)
        self._unsettle(value.since_ms)

    def _scan_lost(self, at_ms: int) -> None:
        """No verdict from now on; people are told only if it lasts."""
        self.blind = True
        self._lost_due_ms = at_ms + self.timing.lost_ms

    def _sensor_lost(self, due_ms: int) -> None:
        self._lost_due_ms = None
        self._say(ev.SensorLost(due_ms))

    def _scan_back(self, at_ms: int) -> None:
        self.blind = False
        self._since_ms = at_ms
        self.belief = self.belief.looked_away()
        self._seen_again_ms = at_ms + self.timing.landing_ms + self.timing.debounce_ms
        if self._press:
            wait_ms = self.timing.landing_ms + self.timing.debounce_ms
            self._press = replace(self._press, due_ms=max(self._press.due_ms, at_ms + wait_ms))
        if self._lost_due_ms is None:
            self._say(ev.SensorBack(at_ms))
        self._lost_due_ms = None

    def _take_blind_presses(self, due_ms: int) -> None:
        """Presses made while the board could not be read, in their order and at their stamps."""
        presses, self._blind_presses = self._blind_presses, []
        for value in presses:
            self._pressed(value)
            if self._press and self.phase is Phase.PLAYING:
                self._decide(due_ms, expired=True)

    def _reread(self, at_ms: int) -> None:
        self.belief = Belief.of(self.belief.game, self.layout.to_game(self._physical))
        self._unsettle(at_ms)

    def _alarm(self, at_ms: int) -> None:
        """The lights show what is wrong, now that it has stood for a while or was pressed."""
        missing, extra = self.belief.missing, self.belief.extra
        self.alarmed = True
        self._say(ev.Astray(self.names(missing), self.names(extra), at_ms))
        if (missing | extra).bit_count() >= 3:
            self._say(ev.Disturbed(at_ms))

    # ------------------------------------------------------------------------------ presses

    def _pressed(self, value: ev.Pressed) -> None:
        color = self.layout.side(value.button is ev.Button.LEFT)
        match self.phase:
            case Phase.PLAYING if self.blind:
                self._blind_presses.append(value)
            case Phase.SETUP:
                self._press_to_start(color, value.at_ms)
            case Phase.PLAYING if self._press is None:
                wait_ms = self.timing.landing_ms + self.timing.debounce_ms
                self._press = _Press(color, value.at_ms, value.at_ms + wait_ms)
                if value.calm and not self.blind:
                    self._decide(value.at_ms, expired=False)
            case Phase.PLAYING if self._press and self._press.color is not color:
                self._decide(value.at_ms, expired=True)
                if self.phase is Phase.PLAYING:
                    self._pressed(value)
            case Phase.IDLE | Phase.PLAYING | Phase.PAUSED | Phase.OVER:
                self._say(ev.Noted("press_ignored", self.phase.name.lower(), value.at_ms))
            case _:
                assert_never(self.phase)

    def _press_to_start(self, color: Color, at_ms: int) -> None:
        """The side that does not begin starts the first mover's clock (decision 65)."""
        if self.belief.missing or self.belief.extra:
            self._say(ev.Refused("setup_incomplete", self._difference(), at_ms))
        elif color is self.belief.turn:
            self._say(ev.Noted("press_not_on_move", "the other side starts the clock", at_ms))
        else:
            self._start(at_ms)

    def _press_expired(self, due_ms: int) -> None:
        self._decide(due_ms, expired=True)

    def _decide(self, at_ms: int, expired: bool) -> None:
        press = self._press
        assert press
        verdict = judge(self.belief, press.color, self._clearing, expired)
        if isinstance(verdict, Wait):
            return
        self._press = None
        match verdict:
            case Accept():
                before = self.belief
                self._accept(verdict.stories, press.at_ms)
                self._made = _Made(before, press.at_ms + self.timing.landing_ms)
                self._make_final(at_ms)
            case AcceptBoth():
                self._accept((verdict.first,), press.at_ms, passes=False)
                self._accept(verdict.replied, press.at_ms, passes=False)
                self._make_final(at_ms)
            case TakeOff():
                self._clearing = press.color.other
                self._run(self._clearing, press.at_ms)
                self._say(ev.Noted("take_off_demanded", "", at_ms))
            case Cleared():
                self._clearing = None
                self._run(self.belief.turn, press.at_ms)
                self._say(ev.Noted("men_taken_off", "", at_ms))
            case Refuse():
                name = irregularity(self.belief.stories[0], self.belief.seen) or verdict.reason
                self._refuse(name, self._difference(), at_ms)
            case Ignore():
                self._say(ev.Noted(verdict.note, press.color.name.lower(), at_ms))
            case _:
                assert_never(verdict)

    def _run(self, color: Color, at_ms: int) -> None:
        if self.clock:
            self.clock = self.clock.run(color, at_ms)

    # -------------------------------------------------------------------------------- moves

    def _accept(self, stories: tuple[Story, ...], at_ms: int, passes: bool = True) -> None:
        """These stories are true from now on; the clock passes at the stamp."""
        mover = self.belief.turn
        self.belief = self.belief.accept(stories)
        if self.clock and passes:
            self.clock = self.clock.press(mover, self.belief.turn, at_ms)
        left = self.clock.stop(at_ms).left_ms if self.clock else None
        self.stamps = (*self.stamps, Stamp(left, self.clock.running if self.clock else None))
        self._clearing = self._draw_due_ms = self._made = self._undecided_due_ms = None
        self.fresh = True
        self._unsettle(self._since_ms)
        stories = self.belief.stories
        if self.belief.owed:
            owed = self.names(self.belief.owed)
            self._say(ev.Pending(self.text(stories[0]), owed, at_ms))
        if len(stories) > 1:
            if any(story.owed for story in stories):
                self._undecided_due_ms = at_ms + self.timing.removal_pause_ms
            else:
                self._ask_which(at_ms)

    def _decide_stories(self, at_ms: int) -> None:
        """The pause has run out: the captured men that still stand will stay."""
        self._undecided_due_ms = None
        self.belief = self.belief.settle()
        if len(self.belief.stories) > 1:
            self._ask_which(at_ms)
        self._make_final(at_ms)

    def _make_final(self, at_ms: int) -> None:
        """Says which plies have become certain, and whether the game has thereby ended."""
        certain = self.belief.certain
        game = self.belief.game
        if self._final == len(certain):
            return
        if len(certain) == len(game.plies):
            self._undecided_due_ms = None
        for index in range(self._final, len(certain)):
            move, before = certain[index], game.positions[index]
            if isinstance(move, Move):
                text = move_text(before, move)
                self._say(ev.MoveMade(text, move, before.turn, index + 1, at_ms))
        self._final = len(certain)
        if self._final == len(game.plies):
            self._check_outcome(at_ms)

    def _check_outcome(self, at_ms: int) -> None:
        outcome = self.belief.game.outcome
        if outcome is None:
            self._draw_due_ms = None
        elif not outcome.is_draw_rule:
            self._finish(outcome, at_ms)
        elif self.policy.draws_end:
            self._draw_due_ms = at_ms + self.timing.notice_ms
            reason, article = str(outcome.reason.value), outcome.article
            self._say(ev.DrawNotice(reason, article, self._draw_due_ms, at_ms))
        else:
            self._say(ev.Noted("draw_counter", outcome.article, at_ms))

    # --------------------------------------------------------------------- without a press

    @property
    def _ending(self) -> bool:
        """The picture is a legal move after which the game is over."""
        reading = self.belief.reading
        if reading.kind is not Kind.LEGAL or len(reading.after) != 1:
            return False
        outcome = reading.after[0].game.outcome
        return outcome is not None and not outcome.is_draw_rule

    def _end_at_rest(self, at_ms: int) -> None:
        """A move that ends the game needs no press; it ended when the move stood (row 80)."""
        self._accept(self.belief.reading.after, self._since_ms)
        self._make_final(at_ms)

    def _stand(self, at_ms: int) -> None:
        reading = self.belief.reading
        if reading.kind is Kind.REPLIED:
            self._accept(reading.after, at_ms)
            self._make_final(at_ms)
            return
        self.standing = True
        story = reading.after[0]
        if reading.kind is Kind.PENDING:
            self._say(ev.Pending(self.text(story), self.names(story.ghosts), at_ms))
        elif len(reading.after) > 1:
            self._accept(reading.after, at_ms)
        else:
            self._say(ev.Provisional(self.text(story), at_ms))

    def _make_standing(self, at_ms: int) -> None:
        self._accept(self.belief.reading.after, at_ms)
        self._make_final(at_ms)

    # ---------------------------------------------------------------------------- questions

    def _turned_question_due(self) -> bool:
        """Before the first move the picture makes sense only with the board turned (row 63)."""
        if self.belief.game.plies or self.question:
            return False
        if self.belief.reading.kind is not Kind.ASTRAY:
            return False
        picture = self.layout.turn().to_game(self._physical)
        seen = Seen(picture).saw(picture, self.belief.rest)
        return read(self.belief.stories, seen).kind in (Kind.ON_THE_WAY, Kind.LEGAL, Kind.PENDING)

    def _ask_turn(self, at_ms: int) -> None:
        self.question = ev.Asked("turn", ("yes", "no"), at_ms)
        self._say(self.question)

    def _ask_which(self, at_ms: int) -> None:
        choices = tuple(self.text(story) for story in self.belief.stories)
        self.question = ev.Asked("which", choices, at_ms)
        self._say(self.question)

    # ------------------------------------------------------------------------------ the end

    def _flag(self, due_ms: int) -> None:
        assert self.clock and self.clock.running is not None and self.clock.flag_at_ms is not None
        loser, at_ms = self.clock.running, self.clock.flag_at_ms
        self._say(ev.Flag(loser, at_ms))
        self._finish(Outcome(loser.other, Reason.FLAG, ""), at_ms)

    def _draw_due(self, due_ms: int) -> None:
        self._draw_due_ms = None
        outcome = self.belief.game.outcome
        assert outcome
        self._finish(outcome, due_ms)

    def _finish(self, outcome: Outcome, at_ms: int) -> None:
        self.outcome = outcome
        self._end(result_text(self.ruleset, outcome.winner), str(outcome.reason.value), at_ms)

    def _end(self, result: str, reason: str, at_ms: int) -> None:
        """The game is over; a move that was pressed is in the record, its men on or off."""
        self.result = result
        if self.clock:
            self.clock = self.clock.stop(at_ms)
        self._press = self._made = self._draw_due_ms = self._undecided_due_ms = None
        self.question = None
        self.alarmed = self.standing = False
        self._to(Phase.OVER)
        self.belief = self.belief.settle()
        self.belief = self.belief.accept((replace(self.belief.stories[0], ghosts=0),))
        self._make_final(at_ms)
        self._say(ev.GameOver(result, reason, at_ms))

    # -------------------------------------------------------------------------------- words

    def names(self, picture: int) -> tuple[str, ...]:
        """The names of a game picture's squares."""
        inside = len(self.ruleset.board.coords)
        return tuple(
            square_name(self.ruleset, square)
            if square < inside
            else self.layout.outside_name(square)
            for square in squares(picture)
        )

    def text(self, story: Story) -> str:
        """The last move of a story, in the game's notation."""
        return move_text(story.game.positions[-2], story.last)

    def _difference(self) -> str:
        missing, extra = self.names(self.belief.missing), self.names(self.belief.extra)
        parts = []
        if missing:
            parts.append(f"missing on {' '.join(missing)}")
        if extra:
            parts.append(f"to be off {' '.join(extra)}")
        return "; ".join(parts) or "nothing has been moved"
