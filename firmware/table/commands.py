"""What people command: new games, pauses, take-backs, results, answers, adjusting, hints."""

from dataclasses import replace

from firmware.errors import InputError
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import move_text
from firmware.notation.pdn_write import check_tag_name
from firmware.rules import Color, Game, find_variant
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.belief import Belief
from firmware.table.catchup import SLICE_MS, Line
from firmware.table.claims import Claims
from firmware.table.clock import Clock
from firmware.table.controls import TimeControl, parse_control
from firmware.table.inference import Kind, Story
from firmware.table.layout import layout_of
from firmware.table.match import match_of, parse_match
from firmware.table.phase import Phase
from firmware.table.policy import find_policy
from firmware.table.touches import Touches


class Commands(Claims):
    """The part of a session that does what it is told."""

    def _new_game(self, value: inp.NewGame) -> None:
        setup = match_of(value.setup)
        if self.phase is not Phase.IDLE:
            raise InputError("a session is one game; start the next game in a new session")
        ruleset = find_variant(setup.variant)
        policy = find_policy(setup.policy)
        control = parse_control(setup.control)
        if control is None and not ruleset.hand_shows:
            raise InputError(
                f"{ruleset.title} needs a clock: men alone do not show when a turn has ended, "
                "so choose a time control; each turn then ends with a press"
            )
        layout = layout_of(ruleset, self._wired)
        layout = layout.turn() if setup.turned else layout
        if setup.draws not in (None, "automatic", "claim"):
            raise InputError(f"draws is 'automatic' or 'claim', not {setup.draws!r}")
        if setup.announce not in ("players", "arbiter"):
            raise InputError(f"announce is 'players' or 'arbiter', not {setup.announce!r}")
        if setup.claims not in ("board", "arbiter"):
            raise InputError(f"claims is 'board' or 'arbiter', not {setup.claims!r}")
        for name, _ in setup.tags:
            check_tag_name(name)
        start = None if setup.fen is None else parse_fen(setup.fen, ruleset)
        parse_match(setup.match)
        if setup.flag not in ("ends", "signs"):
            raise InputError(f"flag is 'ends' or 'signs', not {setup.flag!r}")
        clock = None if control is None else _clock(control, setup)
        game = Game.start(ruleset, start)
        self.setup, self.ruleset, self.policy, self.layout = setup, ruleset, policy, layout
        self.next_setup = replace(setup, fen=None)
        if setup.draws is not None:
            self.policy = replace(policy, draws_end=setup.draws == "automatic")
        self.clock = clock
        self.belief = Belief.of(game, layout.to_game(self._physical))
        self._to(Phase.SETUP)
        self._say(ev.GameCreated(ruleset.key, value.at_ms))
        self._start_if_set(value.at_ms)

    def _start_if_set(self, at_ms: int) -> None:
        if (self.setup.immediate or self.clock is None) and not (
            self.belief.missing or self.belief.extra
        ):
            self._start(at_ms)

    def _start(self, at_ms: int, color: Color | None = None) -> None:
        """The game begins with the first mover's clock, or that of `color`."""
        self._to(Phase.PLAYING)
        self._track()
        self._run(self.belief.turn if color is None else color, at_ms)
        self._say(ev.GameStarted(at_ms))
        self._say_record(at_ms)
        self._check_outcome(at_ms)

    def _say_record(self, at_ms: int) -> None:
        """Whether a record must be kept, and who keeps it (001 10.1 to 10.4)."""
        if self.clock:
            note = "record_compulsory" if self.clock.control.by_moves else "record_optional"
            by = "the players, beside the board" if self.setup.sheet else "the board"
            self._note(note, f"kept by {by}", at_ms)

    def _pause(self, at_ms: int) -> None:
        if self.phase is not Phase.PLAYING:
            return
        if self._press:
            self._press = None
            self._note("press_dropped", "the game was paused before it was decided", at_ms)
        self._side = self.clock.running if self.clock else None
        if self.clock:
            self.clock = self.clock.stop(at_ms)
        self._draw_due_ms = None
        self._made = None
        self._to(Phase.PAUSED)
        self._say(ev.Paused(at_ms))

    def _power_lost(self, at_ms: int) -> None:
        """Time does not run in a hall where the lights went out."""
        self._note("power_lost", "the supply has failed", at_ms)
        self._pause(at_ms)

    def _resume(self, at_ms: int) -> None:
        if self.phase is not Phase.PAUSED:
            self._refuse("not_paused", "the game is not paused", at_ms)
        elif self.testing is not None:
            self._refuse("board_tried", "the board is being tried", at_ms)
        elif self._misplaced is not None:
            self._refuse("question_open", "the wrong set-up is to be decided first", at_ms)
        elif self.blind:
            self._refuse("sensor_lost", "the board cannot be read", at_ms)
        elif self._wrong or self._search:
            self._refuse("board_not_restored", self._difference(), at_ms)
        else:
            self._catching_up = False
            self._to(Phase.PLAYING)
            self._since_ms = at_ms
            if self.clock:
                self.clock = self.clock.run(self._side or self.belief.turn, at_ms)
            self._say(ev.Resumed(at_ms))
            self._check_outcome(at_ms)
            if self._is_entered(self.belief.reading):
                self._make_entered(at_ms, at_ms)

    def _answer(self, value: inp.Answer) -> None:
        asked = self.question
        if asked is None and self.claim is not None:
            self._answer_claim(self.claim, value)
            return
        if asked is None:
            self._decide_dispute(value)
            return
        if not 0 <= value.choice < max(1, len(asked.choices)):
            self._refuse("no_such_choice", f"there are {len(asked.choices)} choices", value.at_ms)
            return
        self.question = None
        chosen = asked.question in ("which", "position")
        named = chosen or (asked.question == "story" and value.yes and asked.choices)
        answer = asked.choices[value.choice] if named else str(value.yes).lower()
        self._say(ev.Answered(asked.question, answer, value.at_ms))
        if asked.question == "turn" and value.yes:
            self._turn_about()
            self._reread(value.at_ms)
        elif asked.question == "story" and value.yes and asked.choices:
            self._take_up(self._lines[value.choice], value.at_ms)
        elif chosen and value.yes:
            self.belief = self.belief.accept((self.belief.stories[value.choice],))
            if asked.question == "position" and self.phase is Phase.PLAYING:
                self._run(self.belief.turn, value.at_ms)
            self._track()
            self._unsettle(value.at_ms)
            self._make_final(value.at_ms)

    def _decide_dispute(self, value: inp.Answer) -> None:
        """Accepting or rejecting an irregular move is not for its own side (001 5.4)."""
        dispute, at_ms = self.dispute, value.at_ms
        if self.phase is Phase.OVER:
            self._refuse("game_over", "after the end of the game no claim is heard", at_ms)
        elif dispute is None:
            self._refuse("nothing_asked", "there is no open question", at_ms)
        elif value.by == dispute.offender.name.lower():
            self._refuse("not_yours", "the other side decides", at_ms)
        elif value.yes:
            self._accept_dispute(at_ms)
        else:
            self._reject(at_ms, at_ms)

    def _reread(self, at_ms: int) -> None:
        self.belief = Belief.of(self.belief.game, self._picture_of(self.belief.game))
        self._track()
        self._unsettle(at_ms)

    # ------------------------------------------------------------------------ after an outage

    def _outage(self, at_ms: int) -> None:
        """The board was off: what stands on it now may be some plies on."""
        self._pause(at_ms)
        # Who looks at the board from now on begins anew, and says so if it still cannot be read.
        self.blind, self._lost_due_ms, self._blind_presses = False, None, []
        self.flickering = 0
        self._catching_up = self.phase is Phase.PAUSED
        self._left_off = self._physical

    def _catch_up(self, at_ms: int) -> None:
        """A slice of the search for what was played meanwhile."""
        assert self._search
        search = self._search.go_on()
        if not search.done:
            self._search, self._search_due_ms = search, at_ms + SLICE_MS
            return
        self._search = None
        self._lines = () if search.gave_up else search.found
        texts = tuple(self._line_text(line) for line in self._lines)
        self.question = ev.Asked("story", texts, at_ms)
        self._say(self.question)

    def _line_text(self, line: Line) -> str:
        game, texts = self.belief.game, []
        for move in line:
            texts.append(move_text(game.position, move))
            game = game.play(move)
        return " ".join(texts)

    def _take_up(self, line: Line, at_ms: int) -> None:
        """These plies were played while the board was off."""
        for move in line:
            story = Story(self.belief.game.play(move))
            self._accept((story,), at_ms, passes=False, completed=False)
        self._side = self.belief.turn
        self._before = self._leftover = self._accepted = None
        self._reread(at_ms)
        self._make_final(at_ms)

    # ---------------------------------------------------------------------------- adjusting

    def _adjust(self, color: Color | None, at_ms: int) -> None:
        """A side announces that it adjusts men, or that it has done (000 1.4.9, 001 3.13)."""
        if self.phase is not Phase.PLAYING or color is None:
            self._refuse("not_playing", "there is no game in which to adjust men", at_ms)
        elif self.adjusting is color:
            self._adjusted(at_ms)
        elif color is not self.belief.turn:
            self._note("adjust_not_on_move", color.name.lower(), at_ms)
            self._refuse("adjust_not_on_move", "only the side on move may adjust", at_ms)
        elif self.belief.reading.kind is not Kind.REST:
            self._refuse("adjust_too_late", "a man has been lifted already", at_ms)
        else:
            self.adjusting = color
            self._since_ms = at_ms
            self._note("adjusting", color.name.lower(), at_ms)

    def _adjusted(self, at_ms: int) -> None:
        """The adjusting is over; men touched meanwhile were not touched."""
        color, self.adjusting = self.adjusting, None
        assert color is not None
        picture, rest = self.belief.seen.picture, self.belief.rest
        self.touches = Touches().saw(picture, rest, at_ms, self.timing.touch_ms)
        self.belief = self.belief.accept(self.belief.stories)
        self._unsettle(at_ms)
        self._note("adjusted", color.name.lower(), at_ms)

    def _hint(self, at_ms: int) -> None:
        """The captures due are shown, unless players decide by themselves (000, questions)."""
        captures = any(move.captured for move in self.belief.game.moves)
        if not self.policy.refuses:
            self._refuse("no_hints", "in this game players see captures by themselves", at_ms)
        elif self.phase is not Phase.PLAYING or not captures:
            self._refuse("no_capture", "there is no capture to show", at_ms)
        else:
            self._show_hint()
            self._note("hint", "", at_ms)


def _clock(control: TimeControl, setup: inp.GameSetup) -> Clock:
    """The clock with which the game begins. Raises InputError for times no clock can have."""
    clock = Clock.fresh(control, setup.increment_first)
    if setup.times is not None:
        for color in Color:
            clock = clock.set_time(color, setup.times[color], 0)
    return clock
