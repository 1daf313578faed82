"""One game at the board, from the setting up of the men to the result.

A session is a machine without input or output of its own: `feed` takes what the board reports and
people command, `advance` lets time pass, both answer with events. It never reads a clock; between
calls `wakes_at_ms` says when it next has something to do. Fed the same inputs it gives the same
events, however often `advance` was called in between, because what is due is always done at the
time it was due. That is how a game comes back after a power cut.

The picture decides what was played (`inference`), the press decides when (`press`). This module
takes inputs and keeps time; what follows is in the parts it stands on: `looking` for the board,
`commands` for people's words, `arbiter` for orders, `disputes` for irregular moves, `moves` for the
plies themselves, `desk` for the state.

One session is one game; the next game is a new session. Its first input is `NewGame`.
"""

from collections.abc import Callable, Iterator

from firmware.rules import Outcome, Reason
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.catchup import Search
from firmware.table.desk import Stamp
from firmware.table.inference import Kind, Seen, read
from firmware.table.looking import Looking
from firmware.table.phase import RESULTS, UNDECIDED, Phase

__all__ = ["RESULTS", "UNDECIDED", "Phase", "Session", "Stamp"]


class Session(Looking):
    """One game. See the module's essay."""

    # --------------------------------------------------------------------------- in and out

    def feed(self, value: inp.Input) -> list[ev.Event]:
        """One input; the events it and the time up to it bring, in order.

        Raises InputError for a `NewGame` whose setup cannot be played, a ReedboardError for a game
        that cannot be shown; the session is unchanged.
        """
        self._pass_time(value.at_ms)
        match value:
            case inp.PictureSeen():
                self._picture(value)
            case inp.Pressed():
                self._flag_before(value)
                self._button_down(value)
            case inp.Released():
                self._released(value)
            case inp.Flickering():
                self._flicker(value)
            case inp.ScanLost():
                self._scan_lost(value.at_ms)
            case inp.ScanBack():
                self._scan_back(value.at_ms)
            case _:
                self._command(value)
        return self._taken()

    def _command(self, value: inp.Command) -> None:
        match value:
            case inp.NewGame():
                self._new_game(value)
            case inp.Pause():
                self._pause(value.at_ms)
            case inp.Outage():
                self._outage(value.at_ms)
            case inp.PowerLost():
                self._power_lost(value.at_ms)
            case inp.Resume():
                self._resume(value.at_ms)
            case inp.Answer():
                self._answer(value)
            case inp.Adjust():
                self._adjust(self._side_of(value.color), value.at_ms)
            case inp.Hint():
                self._hint(value.at_ms)
            case inp.OfferDraw():
                self._offer_draw(value)
            case inp.AnswerDraw():
                self._answer_draw(value)
            case inp.ClaimDraw():
                self._claim_draw(value)
            case inp.Resign():
                self._resign(value)
            case inp.Shelf():
                self._take_shelf(value)
            case inp.LeadThrough():
                self._lead(value)
            case inp.LeadStep():
                self._lead_on(value)
            case inp.LeadNoMore():
                self._lead_no_more(value.at_ms)
            case inp.ShowMoves():
                self.counts_until_ms = value.at_ms + self.timing.counts_ms
            case _:
                self._order(value)

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
        yield from self._buttons_due()
        if self.phase not in (Phase.PLAYING, Phase.PAUSED):
            return
        looking = not (self.blind or self._looked or self.adjusting is not None)
        if looking and self._wrong and not (self.alarmed and self.policy.refuses):
            yield self._since_ms + self.timing.grace_ms, self._astray
        if self._search and not self.blind:
            yield self._search_due_ms, self._catch_up
        if self.phase is Phase.PAUSED:
            return
        if self._press and not self.blind:
            yield self._press.due_ms, self._press_expired
        if self._flag_can_fall():
            assert self.clock and self.clock.flag_at_ms is not None
            yield self.clock.flag_at_ms + self.timing.late_ms, self._flag
        if (decided_ms := self._decided_ms) is not None:
            yield decided_ms, self._decide_stories
        if self._crown_due_ms is not None and self.crowns and not self.blind:
            yield self._crown_due_ms, self._crown_off
        if self._draw_due_ms is not None:
            yield self._draw_due_ms, self._draw_due
        if self._blind_presses and not self.blind:
            yield self._seen_again_ms, self._take_blind_presses
        if self.blind or self._press:
            return
        if self._turned_question_due():
            yield self._since_ms + self.timing.touch_ms, self._ask_turn
        if self.adjusting is not None and self.belief.reading.kind is Kind.REST:
            yield self._since_ms + self.timing.adjust_ms, self._adjusted
        yield from self._rest_due(self.belief.reading.kind)
        if not self._looked:
            yield from self._removal_due(self.belief.reading.kind)

    @property
    def _decided_ms(self) -> int | None:
        """When the men that are off tell which capture it was.

        That is when the pause is over, or sooner if all those of one capture have stayed off.
        """
        due_ms = self._undecided_due_ms
        if self.belief.told:
            stayed_ms = self._since_ms + self.timing.settle_ms
            return stayed_ms if due_ms is None else min(due_ms, stayed_ms)
        return due_ms

    def _rest_due(self, kind: Kind) -> Iterator[tuple[int, Callable[[int], None]]]:
        """What a board at rest brings about without a press."""
        settled_ms = self._since_ms + self.timing.settle_ms
        if self.claim is not None or self.entered is not None:
            return
        if self.question is not None and self.question.question in ("which", "position"):
            return  # nothing is decided until people answer
        if self._ending:
            yield settled_ms, self._end_at_rest
        elif self.clock is None:
            if kind in (Kind.LEGAL, Kind.PENDING, Kind.REPLIED) and not self.standing:
                yield settled_ms, self._stand
            elif self._undecided_due_ms is not None:
                return  # which move was made before is not told by waiting
            elif kind is Kind.LEGAL and len(self.belief.reading.after) == 1:
                yield self._since_ms + self.timing.final_ms, self._make_standing

    def _removal_due(self, kind: Kind) -> Iterator[tuple[int, Callable[[int], None]]]:
        """What captured men that are left standing bring about."""
        belief = self.belief
        pause_ms = self._since_ms + self.timing.removal_pause_ms
        if kind is Kind.REST and belief.owed and len(belief.stories) == 1:
            if self._clearing is None and self.dispute is None:
                made_ms = self._accepted_ms + self.timing.removal_pause_ms
                yield max(pause_ms, made_ms), self._men_left_on
        elif self.dispute and self.dispute.left_on and kind is Kind.ON_THE_WAY:
            yield self._since_ms + self.timing.in_hand_ms, self._taken_off_late
        elif self._leftover is not None and belief.ghosts and kind is Kind.REST:
            yield pause_ms, self._men_left_behind
        elif kind is Kind.PENDING and self.clock and not self.policy.refuses:
            story = belief.reading.after[0]
            if len(belief.reading.after) == 1 and story.owed != story.last.captured:
                yield self._since_ms + self.timing.removal_begun_ms, self._removal_left

    def _flag_can_fall(self) -> bool:
        if self.clock is None or self.clock.flag_at_ms is None:
            return False
        flag_ms = self.clock.flag_at_ms
        if self._press and self._press.at_ms < flag_ms:
            return False
        if any(press.at_ms < flag_ms for press in self._blind_presses):
            return False  # the earlier stamp wins, though it is judged when the board is seen
        return not (self._ending and self._since_ms < flag_ms)

    def _flag_before(self, value: inp.Pressed) -> None:
        """A press of the side whose time is used up comes too late, were it by a millisecond."""
        color = self.layout.side(value.button is inp.Button.LEFT)
        if self.clock is None or self.clock.running is not color or not self._flag_can_fall():
            return
        flag_ms = self.clock.flag_at_ms
        if flag_ms is not None and flag_ms <= value.at_ms:
            self._flag(value.at_ms)

    # ------------------------------------------------------------------------- what stands wrong

    def _astray(self, at_ms: int) -> None:
        """A wrong picture has stood for a while."""
        self._looked = True
        if self._moved_while_off and not self.restoring and self.question is None:
            self._search = Search.of(self.belief.game, self.belief.seen.picture)
            self._search_due_ms = at_ms
        said = not self._shown_only and (self._changed_after_press(at_ms) or self._named(at_ms))
        if not said and not self.alarmed:
            self._alarm(at_ms)

    @property
    def _shown_only(self) -> bool:
        """What is wrong is shown, and blames nobody."""
        return self.policy.refuses or self.phase is Phase.PAUSED or self.restoring

    def _named(self, at_ms: int) -> bool:
        """Nothing needs to be shown: it has been signalled, or may yet be put right in silence."""
        if self._being_put_back:
            return True
        if self.clock is None:
            return self._irregular_at_rest(at_ms)
        return self.belief.missing.bit_count() == 1 and self.belief.extra.bit_count() == 1

    # --------------------------------------------------------------------- without a press

    @property
    def _ending(self) -> bool:
        """The picture is a legal move after which the game is over, and it needs no press.

        Over an irregular move it does: only a pressed reply accepts that. So does a man
        that goes home: it may as well be in a hand.
        """
        reading = self.belief.reading
        if self.dispute is not None or reading.kind is not Kind.LEGAL or len(reading.after) != 1:
            return False
        if not reading.after[0].last.fills:
            return False
        outcome = reading.after[0].game.outcome
        return outcome is not None and not outcome.is_draw_rule

    def _end_at_rest(self, at_ms: int) -> None:
        """A move that ends the game needs no press; it ended when the move stood."""
        self._accept_shown(self.belief.reading.after, self._since_ms, at_ms)

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
        self._accept_shown(self.belief.reading.after, at_ms, at_ms)

    # ---------------------------------------------------------------------------- questions

    def _turned_question_due(self) -> bool:
        """Before the first move the picture makes sense only with the board turned."""
        if self.belief.game.plies or self.question or self._turn_asked:
            return False
        if self.belief.reading.kind is not Kind.ASTRAY:
            return False
        picture = self.layout.turn().to_game(self._physical)
        seen = Seen(picture).saw(picture, self.belief.rest)
        return read(self.belief.stories, seen).kind in (Kind.ON_THE_WAY, Kind.LEGAL, Kind.PENDING)

    def _ask_turn(self, at_ms: int) -> None:
        self._turn_asked = True
        self.question = ev.Asked("turn", ("yes", "no"), at_ms)
        self._say(self.question)

    def _flag(self, due_ms: int) -> None:
        assert self.clock and self.clock.running is not None and self.clock.flag_at_ms is not None
        loser, at_ms = self.clock.running, self.clock.flag_at_ms
        self.clock = self.clock.at(at_ms)
        self._say(ev.Flag(loser, at_ms))
        if self.claim is not None:
            self._flag_in_claim(self.claim, at_ms)
        elif self._flag_ends:
            self._finish(Outcome(loser.other, Reason.FLAG, ""), at_ms)

    @property
    def _flag_ends(self) -> bool:
        """A fallen flag ends the game; otherwise the time goes on being counted."""
        return self.setup.flag == "ends"

    def _draw_due(self, due_ms: int) -> None:
        self._draw_due_ms = None
        outcome = self._outcome_now()
        assert outcome
        self._finish(outcome, due_ms)
