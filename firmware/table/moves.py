"""Making plies true: what a press, a rest or a reply brings about, and when it is final."""

from dataclasses import replace

from firmware.notation.fen import write_fen
from firmware.notation.movetext import move_text
from firmware.notation.pdn_write import result_text
from firmware.rules import Color, Move, Outcome, Put, mask, squares
from firmware.table import events as ev
from firmware.table.belief import Belief
from firmware.table.desk import Desk, Stamp
from firmware.table.inference import Kind, Seen, Story
from firmware.table.irregular import REMOVED_BEFORE_END
from firmware.table.match import standing
from firmware.table.phase import Phase
from firmware.table.touches import Stroke, Touches
from firmware.table.tracker import Piece, Tracker


class Moves(Desk):
    """The part of a session that extends the game."""

    # -------------------------------------------------------------------------------- plies

    def _accept(
        self,
        stories: tuple[Story, ...],
        at_ms: int,
        passes: bool = True,
        completed: bool | None = True,
        stamp: Stamp | None = None,
    ) -> None:
        """These stories are true from now on; the clock passes at the stamp.

        The ply counts as a `completed` move of its side: by a press, which earns the increment;
        without one (False); or not yet (None), because the other side has still to decide.
        An irregular move before them is thereby accepted (001 5.7).
        """
        self._close_dispute(at_ms)
        before, seen, touches = self.belief, self.belief.seen, self.touches
        self.belief = before.accept(stories)
        if self.clock and completed is not None:
            self.clock = self.clock.complete(before.turn, at_ms, pressed=completed)
        if passes:
            self._run(self.belief.turn, at_ms)
        self._stamp(stamp or Stamp(), at_ms)
        self._turn_over(before, at_ms)
        self._unsettle(self._since_ms)
        last = self.belief.game.plies[-1]
        if isinstance(last, Move):
            self._look_back(last, before, seen, touches, at_ms)
        self._say_pending(at_ms)

    def _stamp(self, stamp: Stamp, at_ms: int) -> None:
        clock = self.clock.at(at_ms) if self.clock else None
        self.stamps = (*self.stamps, replace(stamp, clock=clock))

    def _turn_over(self, before: Belief, at_ms: int) -> None:
        """What was remembered of the turn that is over does not hold for the next."""
        self._clearing = self._draw_due_ms = self._made = self._undecided_due_ms = None
        self._leftover = None
        if self.question and self.question.question == "turn":
            self.question = None  # a move that is legal as the board stands has answered it
            self._say(ev.Answered("turn", "false", at_ms))
        if before.owed and self._before is not None and not self.policy.refuses:
            self._leftover = self._before
        self._before, self._accepted, self._accepted_ms = before, self.belief.stories[0], at_ms
        self._obliged, self._rejections = None, 0
        self.removal_stopped = self.removal_stopped and bool(self.belief.owed)
        self._undone = None
        self.adjusting = None
        self.hint = 0
        self.fresh = self.belief.reading.kind is Kind.REST
        self._uncrowned &= self.belief.game.position.kings
        if self.crowns:
            self._note("crown_missing", " ".join(self.names(self.crowns)), at_ms)
            self.crowns = 0
        position = self.belief.game.position
        self.touches = self.touches.of_next_turn(position.own)
        if isinstance(self.belief.game.plies[-1], Move):
            self._track()

    def _track(self) -> None:
        """Follow the men from the position as it is believed; a legal move told all of it."""
        if self.policy.refuses:
            return
        tracker = Tracker.of(self.belief.game.position, self._ghost_pieces())
        self.tracker = tracker.saw(self.belief.seen.picture)

    def _ghost_pieces(self) -> tuple[tuple[int, Piece], ...]:
        """Captured men that still stand, as they were before."""
        pieces: list[tuple[int, Piece]] = []
        for square in squares(self.belief.ghosts):
            for position in reversed(self.belief.game.positions):
                owner = position.owner(square)
                if owner is not None:
                    pieces.append((square, (owner, position.is_king(square))))
                    break
        return tuple(pieces)

    def _look_back(
        self, move: Move, before: Belief, seen: Seen, touches: Touches, at_ms: int
    ) -> None:
        """Notes about how a move was shown, and what it leaves to do."""
        if move.crowned:
            self.crowns = move.fills
            self._uncrowned |= move.fills
        self._stroke = Stroke.of(move, touches) if move.captured else None
        strange = seen.landed & ~mask(move.path)
        if strange and any(
            other.origin == move.origin
            and other.target == move.target
            and other != move
            and not strange & ~mask(other.path)
            for other in before.game.moves
        ):
            self._note("unmarked_capture", " ".join(self.names(strange)), at_ms)

    def _say_pending(self, at_ms: int) -> None:
        stories = self.belief.stories
        if self.belief.owed:
            owed = self.names(self.belief.owed)
            self._say(ev.Pending(self.text(stories[0]), owed, at_ms))
        if len(stories) > 1:
            # Men that come off may tell which it was, and so may a reply that has begun.
            if any(story.owed for story in stories) or self.belief.reading.kind is not Kind.REST:
                self._undecided_due_ms = at_ms + self.timing.removal_pause_ms
            elif isinstance(self.belief.game.plies[-1], Move):
                self._ask_which(at_ms)

    def _decide_stories(self, at_ms: int) -> None:
        """The men that are off have stayed off; those that still stand will stay."""
        self._undecided_due_ms = None
        self.belief = self.belief.settle()
        self._ask_again(at_ms)
        if len(self.belief.stories) > 1:
            self._ask_which(at_ms)
        self._make_final(at_ms)

    def _make_final(self, at_ms: int) -> None:
        """Says which plies have become certain, and whether the game has thereby ended."""
        if self._final == len(self.certain):
            return
        self._say_plies(at_ms)
        if self._final == len(self.belief.game.plies):
            self._undecided_due_ms = None
            self._note_stroke(at_ms)
            self._check_outcome(at_ms)

    def _say_plies(self, at_ms: int) -> None:
        """Says which plies have become certain."""
        certain = self.certain
        game = self.belief.game
        for index in range(self._final, len(certain)):
            ply, before = certain[index], game.positions[index]
            if isinstance(ply, Move):
                text = move_text(before, ply)
                self._say(ev.MoveMade(text, ply, before.turn, index + 1, at_ms))
            else:
                self._say_settled(ply, index, at_ms)
        self._final = len(certain)

    def _say_settled(self, put: Put, index: int, at_ms: int) -> None:
        stamp = self.stamps[index]
        fen, number = write_fen(put.position), self.number(stamp.name)
        self._say(ev.Settled(stamp.settled, stamp.name, number, fen, put.by, index + 1, at_ms))

    def _note_stroke(self, at_ms: int) -> None:
        """How the men of the last capture came off has no consequence, but is noted."""
        stroke, self._stroke = self._stroke, None
        plies = self.belief.game.plies
        if stroke is None or not plies or plies[-1] != stroke.move:
            return
        if stroke.out_of_order:
            self._note("removal_order", " ".join(map(self.name, dict(stroke.gone))), at_ms)
        if stroke.early and not self.policy.refuses:
            self._note(REMOVED_BEFORE_END, self.number(REMOVED_BEFORE_END) or "", at_ms)

    def _close_dispute(self, at_ms: int) -> None:
        """The irregular move that waited stands: its increment is credited."""
        dispute, self.dispute = self.dispute, None
        if dispute and dispute.increment == "due" and self.clock:
            self.clock = self.clock.complete(dispute.offender, at_ms)

    # --------------------------------------------------------------------------------- rest

    def _unsettle(self, since_ms: int) -> None:
        """The picture or its meaning is new: rest begins again."""
        self._since_ms = since_ms
        self.standing = self._looked = False
        self._search = None
        if self.belief.reading.kind is Kind.REST and self.restoring:
            self.restoring = False
            if self._restorer is not None and self.phase is Phase.PLAYING:
                self._run(self.belief.turn, since_ms)
            self._restorer = None
        if self.alarmed and not self._wrong:
            self.alarmed = False
            self._say(ev.InStep(since_ms))
            if self.question and self.question.question == "story":
                self.question = None
                self._say(ev.Answered("story", "restored", since_ms))
        self._ask_again(since_ms)

    # ---------------------------------------------------------------------------- questions

    def _ask_which(self, at_ms: int) -> None:
        question = "which"
        if any(isinstance(ply, Put) for ply in self.belief.game.plies[len(self.belief.certain) :]):
            question = "position"
            if self.clock:
                self.clock = self.clock.stop(at_ms)
        self.question = ev.Asked(question, self.texts(self.belief.stories), at_ms)
        self._say(self.question)

    def _ask_again(self, at_ms: int) -> None:
        """What people are asked may have become clear by what was played since, or narrower."""
        asked = self.question
        if asked is None or asked.question not in ("which", "position"):
            return
        texts = self.texts(self.belief.stories)
        if len(texts) > 1:
            if texts != asked.choices:
                self.question = ev.Asked(asked.question, texts, at_ms)
                self._say(self.question)
            return
        self.question = None
        self._say(ev.Answered(asked.question, texts[0], at_ms))
        if asked.question == "position" and self.phase is Phase.PLAYING:
            self._run(self.belief.turn, at_ms)

    # ------------------------------------------------------------------------------ the end

    def _outcome_now(self) -> Outcome | None:
        """How the game has ended, or could be claimed to have, without anybody's word."""
        return self.belief.game.outcome

    def _check_outcome(self, at_ms: int) -> None:
        outcome = self._outcome_now()
        if outcome is None or self.dispute:
            self._draw_due_ms = None
        elif not outcome.is_draw_rule:
            self._finish(outcome, at_ms)
        elif self.policy.draws_end:
            self._draw_due_ms = at_ms + self.timing.notice_ms
            reason, article = str(outcome.reason.value), outcome.article
            self._say(ev.DrawNotice(reason, article, self._draw_due_ms, at_ms))
        else:
            self._note("draw_counter", outcome.article, at_ms)

    def _finish(self, outcome: Outcome, at_ms: int) -> None:
        self.outcome = outcome
        self._end(result_text(self.ruleset, outcome.winner), str(outcome.reason.value), at_ms)

    def _end(self, result: str, reason: str, at_ms: int) -> None:
        """The game is over; a move that was pressed is in the record, its men on or off.

        An irregular move that was not accepted is not.
        """
        self.result, self.reason = result, reason
        self._began = self.phase is not Phase.SETUP
        if self.phase is Phase.PLAYING:
            self._side = self.clock.running if self.clock else None
        if self.clock:
            self.clock = self.clock.stop(at_ms)
        if self.dispute:
            self._note("irregular_pending", self.dispute.name, at_ms)
            if isinstance(self.belief.game.plies[self.dispute.ply], Put):
                self.stamps = self.stamps[: self.dispute.ply]
                self.belief = Belief.of(self.dispute.before.game, self.belief.seen.picture)
            self.dispute = None
        self._press = self._made = self._draw_due_ms = self._undecided_due_ms = None
        self._before = self._leftover = self._accepted = None
        self.question = self.adjusting = None
        self.offer = self.claim = self.entered = self._misplaced = None
        self.proposal = None
        self.offering = frozenset()
        self.alarmed = self.standing = self.restoring = False
        self.crowns = self.hint = 0
        self._to(Phase.OVER)
        self.belief = self.belief.settle()
        self.belief = self.belief.accept((replace(self.belief.stories[0], ghosts=0),))
        self._make_final(at_ms)
        self._say(ev.GameOver(result, reason, at_ms))
        self._not_ended()
        self.ended_ms = at_ms
        if self.setup.match:
            now = standing(self.setup, result)
            self._say(ev.MatchStanding(self.setup.game, now.points, now.decided, at_ms))

    def _side_of(self, word: str) -> Color | None:
        """`white` or `black` as a side; None for anybody else."""
        return Color[word.upper()] if word in ("white", "black") else None
