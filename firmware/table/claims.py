"""Draws that are claimed: by repetition, by a count of moves, with or without a move in mind.

A claim is made by the side on move, before it moves (Codex 1.9.2). What it says is checked against
the record: the position as it stands, or the one after a move that is entered and not played. The
claimant's clock goes on running meanwhile. A claim that is right draws the game; after one that is
wrong the entered move counts as made, and its man is to be put there, in the claimant's time.

The board checks at once where all that was played is in its record. Where it is not, or where the
game was begun so, the claim waits for the arbiter; if the claimant's flag falls meanwhile, the
claim decides: a draw if it was right, otherwise lost (1.9.2).
"""

from dataclasses import replace
from typing import Final

from firmware.errors import ReedboardError
from firmware.notation.movetext import move_text, parse_move
from firmware.rules import Color, Outcome, Put, Reason
from firmware.rules.draws import not_played_on
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.belief import Belief
from firmware.table.clock import Clock
from firmware.table.draw import Claim, drawing_moves, evidence_of
from firmware.table.inference import Kind, Reading
from firmware.table.offers import Offers

SEEN_BY_THE_BOARD: Final = frozenset({"accepted", "removal", "pass"})
"""Plies that are no legal moves, but of which the record has what was played."""


class Claims(Offers):
    """The part of a session that hears claims."""

    def _claim_draw(self, value: inp.ClaimDraw) -> None:
        at_ms = value.at_ms
        color = self._player(value.color, "claim a draw", at_ms)
        if color is None or not self._may_claim(color, at_ms):
            return
        game, move, text = self.belief.game, None, ""
        if value.move:
            try:
                move = parse_move(game.position, value.move)
            except ReedboardError as error:
                self._refuse("no_such_move", str(error), at_ms)
                return
            text, game = move_text(game.position, move), game.play(move)
        evidence = evidence_of(game)
        if evidence.outcome is None and move is None and drawing_moves(game):
            self._refuse("enter_move_first", "enter the move that is meant, do not play it", at_ms)
            return
        claim = Claim(color, move, text, evidence, self._record_is_full)
        self._say_claim(claim, at_ms)
        self.claim = claim
        if self.setup.claims == "board" and (claim.known or evidence.outcome):
            self._decide_claim(evidence.outcome is not None, "board", at_ms)

    def _may_claim(self, color: Color, at_ms: int) -> bool:
        """Whether a claim is in time; if not, that is said."""
        if self.claim is not None:
            self._refuse("claim_open", "a claim waits for the arbiter", at_ms)
        elif self.entered is not None:
            self._refuse("entered_move_due", "the move that was entered is to be made", at_ms)
        elif color is not self.belief.turn:
            self._refuse("claim_too_late", "a draw is claimed by the side on move", at_ms)
        elif self.dispute is not None:
            self._refuse("irregular_pending", "the irregular move is to be decided first", at_ms)
        elif self.belief.reading.kind in (Kind.LEGAL, Kind.PENDING, Kind.REPLYING, Kind.REPLIED):
            self._refuse("claim_too_late", "the move has been made on the board", at_ms)
        elif len(self.belief.stories) > 1:
            self._refuse("move_undecided", "it is not certain yet what was captured", at_ms)
        else:
            return True
        return False

    @property
    def _record_is_full(self) -> bool:
        """Every ply is a legal move, or an irregular one that the board saw."""
        plies, stamps = self.belief.game.plies, self.stamps
        return all(
            not isinstance(ply, Put) or stamp.settled in SEEN_BY_THE_BOARD
            for ply, stamp in zip(plies, stamps, strict=True)
        )

    def _say_claim(self, claim: Claim, at_ms: int) -> None:
        found = claim.evidence
        self._say(
            ev.DrawClaimed(
                claim.color,
                claim.text,
                found.reason,
                found.article,
                found.count,
                found.limit,
                found.plies,
                claim.known,
                at_ms,
            )
        )
        if not claim.known and found.outcome is None:
            self._note("claim_held", "not all that was played is in the record", at_ms)

    def _answer_claim(self, claim: Claim, value: inp.Answer) -> None:
        """The arbiter has checked it; without one the other side may own that it is right."""
        by_player = value.by in ("white", "black")
        if value.by == claim.color.name.lower() or (by_player and not self.policy.refuses):
            self._refuse("not_yours", "the arbiter decides about a claim", value.at_ms)
        else:
            self._decide_claim(value.yes, value.by, value.at_ms)

    def _decide_claim(self, right: bool, by: str, at_ms: int) -> None:
        claim, self.claim = self.claim, None
        assert claim is not None
        self._say(ev.ClaimDecided(claim.color, right, by, at_ms))
        if right:
            outcome = claim.evidence.outcome or Outcome(None, Reason.CLAIM)
            if claim.move is not None:
                self._remark(f"draw claimed with {claim.text}")
            self._finish(replace(outcome, reason=Reason.CLAIM), at_ms)
        elif claim.flagged:
            self._finish(Outcome(claim.color.other, Reason.FLAG), at_ms)
        else:
            self.entered = claim.move

    def _flag_in_claim(self, claim: Claim, at_ms: int) -> None:
        """The claimant's time has run out during the check: the claim decides (1.9.2)."""
        assert self.clock is not None
        self.clock = self.clock.stop(at_ms)
        self.claim = replace(claim, flagged=True)
        if claim.known or claim.evidence.outcome:
            self._decide_claim(claim.evidence.outcome is not None, "board", at_ms)

    def _is_entered(self, reading: Reading) -> bool:
        """The board shows the move that was entered with a claim."""
        return (
            self.entered is not None
            and reading.kind in (Kind.LEGAL, Kind.PENDING)
            and any(story.last == self.entered for story in reading.after)
        )

    def _make_entered(self, made_ms: int, at_ms: int) -> None:
        """The man stands where the entered move has him: no press is needed (000 1.9.2)."""
        after = self.belief.reading.after
        stories = tuple(story for story in after if story.last == self.entered)
        self._accept_shown(stories, made_ms, at_ms)
        self._make_final(at_ms)

    def _turn_over(self, before: Belief, at_ms: int) -> None:
        super()._turn_over(before, at_ms)
        self.entered = None

    def _check_outcome(self, at_ms: int) -> None:
        super()._check_outcome(at_ms)
        self._note_not_played_on(at_ms)

    @property
    def _no_increment(self) -> bool:
        """What both sides have left is for the rest of the game, with nothing for a move."""
        return self.clock is not None and _to_the_end(self.clock)

    def _note_not_played_on(self, at_ms: int) -> None:
        """Endings that are a draw at once unless a win is shown: for the arbiter (7.2.9)."""
        article, draws = self.ruleset.articles.get("drawn_at_once"), self.ruleset.draws
        if article is None or not self._no_increment:
            return
        positions = self.belief.game.positions
        before = len(positions) > 1 and not_played_on(positions[-2], draws)
        if not before and not_played_on(positions[-1], draws):
            self._note("drawn_at_once", article, at_ms)


def _to_the_end(clock: Clock) -> bool:
    """Both sides have what is left for the rest of the game, and nothing for a move."""
    now = zip(clock.control.sides, clock.accounts, strict=True)
    stages = [(side.stage(one.stage), side.due(one.stage)) for side, one in now]
    return all(not stage.bonus_ms and due is None for stage, due in stages)
