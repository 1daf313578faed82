"""Rulings: results and their undoing, penalties, draws that only an arbiter can give."""

from dataclasses import replace
from typing import Final

from firmware.errors import OrderDeclined
from firmware.notation.pdn_write import result_text
from firmware.rules import Outcome, Reason
from firmware.rules.draws import not_played_on, same_balance
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.belief import Belief
from firmware.table.inference import Kind
from firmware.table.match import next_game, standing
from firmware.table.ordering import Ordering
from firmware.table.phase import RESULTS, UNDECIDED, Phase

PENALTIES: Final = ("warning", "time", "loss", "refusal")
"""Penalties. `refusal` is a loss too: of who refuses to follow the rules (001 5.6, 7.2.4)."""

DRAWN_TYPE_MOVES: Final = 5
"""Moves of each side after which a clearly drawn position is a draw (003, list of draws)."""


class Rulings(Ordering):
    """The part of a session that ends games, and takes ends back."""

    # ------------------------------------------------------------------------------- results

    def _set_result(self, value: inp.SetResult) -> None:
        if value.result not in RESULTS and value.result not in UNDECIDED:
            known = ", ".join([*RESULTS, *UNDECIDED])
            raise OrderDeclined("no_such_result", f"{value.result!r} is none of {known}")
        self._need_game()
        reason = self._need_words("a reason", value.reason)
        text = value.result
        if text in RESULTS:
            text = result_text(self.ruleset, RESULTS[text])
        self._ordered("set_result", f"{text}: {reason}", value.by, value.at_ms)
        self._end(text, reason, value.at_ms)

    def _undo_result(self, value: o.UndoResult) -> None:
        if self.phase is not Phase.OVER or self.result is None:
            raise OrderDeclined("not_over", "there is no result to undo")
        detail = f"the result {self.result} is undone"
        self._reopen(value.at_ms)
        self._ordered("undo_result", detail, value.by, value.at_ms)

    def _reopen(self, at_ms: int) -> None:
        """The game that is over is paused, or waits for its start, as it was."""
        assert self.result is not None
        result = self.result
        self.result = self.reason = self.outcome = None
        self._to(Phase.PAUSED if self._began else Phase.SETUP)
        self.belief = Belief.of(self.belief.game, self._picture_of(self.belief.game))
        self._track()
        self.restoring = self._began and self.belief.reading.kind is not Kind.REST
        self._unsettle(at_ms)
        self._say(ev.ResultUndone(result, at_ms))

    def _annul(self, value: o.Annul) -> None:
        self._need_game()
        reason = self._need_words("a reason", value.reason)
        self._ordered("annul", f"annulled: {reason}", value.by, value.at_ms)
        self._end("*", str(Reason.ANNULLED.value), value.at_ms)
        if value.restart:
            self._say(ev.GameWanted(replace(self.setup, immediate=False), value.at_ms))

    def _next_game(self, value: o.NextGame) -> None:
        if self.phase is not Phase.OVER or self.result is None:
            raise OrderDeclined("not_over", "the game is not over")
        setup = self.next_setup
        if self.setup.match and not standing(self.setup, self.result).decided:
            setup = next_game(self.setup, self.result, self.clock, self.layout.turned)
        self._ordered("next_game", "the next game is set up", value.by, value.at_ms)
        self._say(ev.GameWanted(replace(setup, immediate=False), value.at_ms))

    # ----------------------------------------------------------------------------- penalties

    def _penalize(self, value: o.Penalty) -> None:
        self._need_game()
        color, at_ms = self._need_side(value.color), value.at_ms
        reason = self._need_words("a reason", value.reason)
        foe = color.other.name.lower()
        if value.penalty not in PENALTIES:
            raise OrderDeclined("no_such_penalty", f"a penalty is one of {', '.join(PENALTIES)}")
        detail = f"{value.color}: {value.penalty} ({reason})"
        if value.penalty == "time":
            if self.clock is None:
                raise OrderDeclined("no_clock", "this game has no clock; warn the player instead")
            if value.ms == 0:
                raise OrderDeclined("no_time", "no time is given with this penalty")
            self.clock = self.clock.add(color.other, value.ms, at_ms)
            detail = f"{foe} is given {value.ms // 1000} s: {value.color}, {reason}"
        self._ordered("penalty", detail, value.by, at_ms)
        if value.penalty in ("loss", "refusal"):
            article = self.ruleset.articles.get("refusal", "") if value.penalty == "refusal" else ""
            self._finish(Outcome(color.other, Reason.PENALTY, article), at_ms)

    # --------------------------------------------------------------------------------- draws

    def _declare_drawn_type(self, value: o.DrawnType) -> None:
        self._need_play()
        self._need_decided()
        if self.drawn_since is not None:
            raise OrderDeclined("so_already", "the position has been declared drawn")
        self.drawn_since = len(self.belief.game.plies)
        detail = f"clearly drawn: a draw after {DRAWN_TYPE_MOVES} moves without progress"
        self._ordered("drawn_type", detail, value.by, value.at_ms)

    def _draw_at_once(self, value: o.DrawnAtOnce) -> None:
        self._need_play()
        self._need_decided()
        article = self.ruleset.articles.get("drawn_at_once")
        if article is None:
            raise OrderDeclined("no_such_rule", f"{self.ruleset.text} has no such rule")
        if not not_played_on(self.belief.game.position, self.ruleset.draws):
            raise OrderDeclined("no_such_ending", "this ending is played on")
        if not self._no_increment:
            raise OrderDeclined("no_such_ending", "with an increment such endings are played on")
        self._ordered("drawn_at_once", "no win was shown", value.by, value.at_ms)
        self._finish(Outcome(None, Reason.ARBITER, article), value.at_ms)

    @property
    def drawn_type_moves(self) -> int | None:
        """Moves of each side since the position was declared drawn; None if it was not, or since
        a capture or a crowning has changed it."""
        game, since = self.belief.game, self.drawn_since
        if since is None or since > len(game.plies):
            return None
        stood = game.positions[since]
        if not all(same_balance(stood, position) for position in game.positions[since:]):
            return None
        return (len(game.plies) - since) // self.ruleset.plies_a_move

    def _outcome_now(self) -> Outcome | None:
        outcome = super()._outcome_now()
        moves = self.drawn_type_moves
        if outcome is None and moves is not None and moves >= DRAWN_TYPE_MOVES:
            return Outcome(None, Reason.DRAWN_TYPE)
        return outcome
