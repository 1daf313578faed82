"""Orders about how things stand: men set up wrongly, colours, the board or the clock turned.

A rule text says what becomes of a wrong set-up that is found during play. By one the other side
decides, as about any irregularity; by the others play goes on once each side has moved. What stands
in truth becomes a ply, because nothing that was played can be played anew.
"""

from dataclasses import replace

from firmware.errors import OrderDeclined
from firmware.notation.fen import parse_fen, write_fen
from firmware.rules import Position
from firmware.rules.articles import WrongSetUpRule, wrong_set_up_rule
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.corrections import Corrections
from firmware.table.dispute import Misplaced
from firmware.table.phase import Phase


class Rearranging(Corrections):
    """The part of a session that finds things standing otherwise than was thought."""

    # -------------------------------------------------------------------------------- set-up

    def _wrong_set_up(self, value: o.WrongSetUp) -> None:
        self._need_play()
        self._need_decided()
        color, at_ms = self._need_side(value.color), value.at_ms
        game = self.belief.game
        position = parse_fen(value.fen, self.ruleset)
        if position == game.position or position.turn is not game.turn:
            raise OrderDeclined(
                "no_such_position", "the fen is what stands in truth, with the same side to move"
            )
        rule, plies = wrong_set_up_rule(self.ruleset.text), len(game.plies)
        number = self.ruleset.articles.get("wrong_set_up")
        detail = f"{value.color}'s men were set up wrongly" + (f" ({number})" if number else "")
        self._ordered("wrong_set_up", detail, value.by, at_ms)
        if rule is WrongSetUpRule.FOE_DECIDES and plies:
            self._pause(at_ms)
            self._misplaced = Misplaced(color, position)
            self.question = ev.Asked("set_up", (write_fen(position), "put right"), at_ms)
            self._say(self.question)
        elif plies < self.ruleset.plies_a_move:
            self._pause(at_ms)
            self._stand_at(game.take_back(plies), at_ms)
            self._say(ev.TakenBack(0, at_ms))
        else:
            self._let_stand(position, at_ms)

    def _let_stand(self, position: Position, at_ms: int) -> None:
        """What stands in truth is the game's position from now on."""
        self._put(self.belief.game, position, "set-up stands", at_ms, kind="set-up")
        self._stand_at(self.belief.game, at_ms)

    def _answer(self, value: inp.Answer) -> None:
        misplaced = self._misplaced
        if misplaced is None or self.question is None or self.question.question != "set_up":
            super()._answer(value)
        elif value.by == misplaced.color.name.lower():
            self._refuse("not_yours", "the other side decides", value.at_ms)
        elif value.choice:
            self._refuse("no_such_choice", "it stands, or it does not", value.at_ms)
        else:
            self.question = self._misplaced = None
            self._say(ev.Answered("set_up", str(value.yes).lower(), value.at_ms))
            if value.yes:
                self._let_stand(misplaced.position, value.at_ms)

    def _wrong_colors(self, value: o.WrongColors) -> None:
        self._need_game()
        if len(self.belief.game.plies) >= self.ruleset.plies_a_move:
            raise OrderDeclined(
                "too_late", "once both have moved the game goes on, and its result counts"
            )
        names = {"White": "Black", "Black": "White"}
        tags = tuple((names.get(tag, tag), text) for tag, text in self.setup.tags)
        self.setup = replace(self.setup, tags=tags)
        self._ordered("wrong_colors", "the players have changed sides", value.by, value.at_ms)

    # ----------------------------------------------------------------------- board and clock

    def _turn_board(self, value: o.TurnBoard) -> None:
        self._need_game()
        if self.question is None or self.question.question != "turn":
            self._need_decided()
        if len(self.belief.game.plies) >= self.ruleset.plies_a_move:
            self._need_arbiter(value.by, "turn the board once both have moved")
        self.question = None
        self._turn_about()
        self._down = {}
        self._reread(value.at_ms)
        self._ordered("turn_board", "the board is turned", value.by, value.at_ms)
        if self.phase is Phase.SETUP:
            self._start_if_set(value.at_ms)

    def _swap_buttons(self, value: o.SwapButtons) -> None:
        self._need_game()
        self.layout = self.layout.swap()
        self._down = {}
        left = self.layout.side(left=True).name.lower()
        self._ordered("swap_buttons", f"the left button is {left}'s", value.by, value.at_ms)
