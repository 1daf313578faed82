"""What players choose by their buttons: the same as by command, and how a game is set up.

A menu has the lines that can be meant at this moment. What needs both sides is proposed: the other
side's display shows it, and its menu has a yes and a no. What a line does is the command of that
name, so buttons and socket cannot differ.
"""

from dataclasses import replace
from typing import assert_never

from firmware.notation.movetext import move_text
from firmware.rules import Color, Outcome, Reason, find_variant
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.arbiter import Arbiter
from firmware.table.belief import Belief
from firmware.table.draw import drawing_moves, evidence_of
from firmware.table.gestures import Gesture
from firmware.table.inference import Kind
from firmware.table.match import swapped
from firmware.table.menu import (
    BACK,
    GAMES,
    Line,
    Proposal,
    answer_lines,
    count_lines,
    game_lines,
    line,
    menu_of,
    move_lines,
    numbered_controls,
    result_lines,
    time_lines,
)
from firmware.table.phase import RESULTS, Phase


class Choosing(Arbiter):
    """The part of a session that understands gestures."""

    # ----------------------------------------------------------------------------- gestures

    def _gestured(self, gesture: Gesture, color: Color, at_ms: int) -> None:
        """The buttons have said something."""
        mine = self.menu is not None and self.menu_of is color
        if gesture is Gesture.TAP and not mine:
            return
        if gesture is Gesture.BOTH and not self._may_adjust:
            return
        self._say(ev.Gestured(gesture.value, color, at_ms))
        match gesture:
            case Gesture.TAP:
                self._tapped(color, at_ms)
            case Gesture.HOLD if mine:
                self._choose(color, at_ms)
            case Gesture.HOLD:
                self._open_menu(color, self._menu_lines(color), at_ms)
            case Gesture.BOTH:
                self._close_menu(at_ms)
                self._adjust(color, at_ms)
            case _:
                assert_never(gesture)

    @property
    def _may_adjust(self) -> bool:
        at_rest = self.belief.reading.kind is Kind.REST
        return self.phase is Phase.PLAYING and at_rest and self.dispute is None

    def _tapped(self, color: Color, at_ms: int) -> None:
        assert self.menu is not None
        self.menu, sure = self.menu.tapped(at_ms)
        if sure is not None:
            self._close_menu(at_ms)
            self._do(color, sure, at_ms)
        else:
            self._say(ev.MenuShown(color, self.menu.line.word, at_ms))

    def _choose(self, color: Color, at_ms: int) -> None:
        assert self.menu is not None
        key = self.menu.line.key
        if key == "lose":
            self.menu = self.menu.asks_back(at_ms)
            self._say(ev.MenuShown(color, self.menu.line.word, at_ms))
        elif self.menu.sure is None and (lines := self._under(color, key)):
            self._open_menu(color, lines, at_ms)
        else:
            sure = self.menu.sure
            self._close_menu(at_ms)
            if key != BACK and sure is None:
                self._do(color, key, at_ms)

    def _open_menu(self, color: Color, lines: tuple[Line, ...], at_ms: int) -> None:
        self.menu, self.menu_of = menu_of(lines, at_ms), color
        self._say(ev.MenuShown(color, self.menu.line.word, at_ms))

    def _to(self, phase: Phase) -> None:
        """In another phase other lines can be meant, and no press goes over."""
        super()._to(phase)
        self.menu = None
        self.hands = self.hands.moved()

    def _close_menu(self, at_ms: int) -> None:
        if self.menu is not None:
            self.menu = None
            self._say(ev.MenuShown(self.menu_of, "", at_ms))

    # -------------------------------------------------------------------------------- lines

    def _menu_lines(self, color: Color) -> tuple[Line, ...]:
        """What a player can mean at this moment."""
        match self.phase:
            case Phase.IDLE | Phase.OVER:
                keys = ["next", "game", "time", "turn"] if self.shelf is not None else []
            case Phase.SETUP:
                keys = ["turn", "game", "time"] if self.shelf is not None else ["turn"]
            case Phase.PAUSED:
                keys = [*self._answers(color), "go", "end", "lose"]
            case Phase.PLAYING:
                hint = ["hint"] if self.policy.refuses else []
                keys = [*self._answers(color), "draw", "claim", "count", *hint, "adjust", "pause"]
                keys += ["end", "lose"]
            case _:
                assert_never(self.phase)
        return tuple(line(key) for key in keys)

    def _answers(self, color: Color) -> list[str]:
        """Yes and no, where this side is asked."""
        asked = (self.offer, self.proposal)
        waits = any(one is not None and one.color is not color for one in asked)
        return ["yes", "no"] if waits or self._asks_players else []

    @property
    def _asks_players(self) -> bool:
        """A question is open that players may answer; in a tournament the arbiter does."""
        question = self.question
        return question is not None and (self.policy.refuses or question.question == "turn")

    def _under(self, color: Color, key: str) -> tuple[Line, ...]:
        """The lines among which a line leads to choose; none for one that does something."""
        games = tuple(find_variant(name) for name in self.games)
        match key:
            case "game":
                return game_lines(games)
            case "time":
                return time_lines(find_variant(self.next_setup.variant))
            case "end":
                return result_lines()
            case "count":
                return count_lines(self.belief.game.counters)
            case "yes" if self._asks_players:
                return answer_lines(self._choices)
            case "claim" if color is self.belief.turn:
                return move_lines(self._claimable())
        return ()

    @property
    def _choices(self) -> int:
        """How many answers there are to the open question, if it is not one of yes and no."""
        question = self.question
        several = question is not None and question.question != "turn"
        return len(question.choices) if question is not None and several else 0

    def _claimable(self) -> tuple[str, ...]:
        """The moves with which a draw could be claimed, if the position itself is none."""
        game = self.belief.game
        if evidence_of(game).outcome is not None:
            return ()
        return tuple(move_text(game.position, move) for move in drawing_moves(game))

    # ------------------------------------------------------------------------------- wishes

    def _do(self, color: Color, key: str, at_ms: int) -> None:
        """What a line says is done, as if it had been commanded."""
        self._say(ev.Chosen(color, key, at_ms))
        what, _, detail = key.partition(" ")
        name = color.name.lower()
        match what:
            case "yes" | "no":
                self._answer_by_button(color, what == "yes", int(detail or 1) - 1, at_ms)
            case "draw":
                self._offer_with_next_move(color, at_ms)
            case "claim":
                self._claim_draw(inp.ClaimDraw(name, at_ms, detail))
            case "adjust":
                self._adjust(color, at_ms)
            case "hint":
                self._hint(at_ms)
            case "lose":
                self._resign(inp.Resign(name, at_ms))
            case "pause" if self.policy.refuses or self._disturbed:
                self._pause(at_ms)
            case "go" if self.policy.refuses:
                self._resume(at_ms)
            case "pause" | "go" | "end":
                self._propose(color, key, at_ms)
            case _:
                self._set_up(what, detail, at_ms)

    def _answer_by_button(self, color: Color, yes: bool, choice: int, at_ms: int) -> None:
        proposal, offer = self.proposal, self.offer
        if self._asks_players:
            self._answer(inp.Answer(yes, at_ms, choice, color.name.lower()))
        elif proposal is not None and proposal.color is not color:
            self._close_proposal(yes, at_ms)
            if yes:
                self._agreed_on(proposal.what, at_ms)
        elif offer is not None:
            self._answer_draw(inp.AnswerDraw(yes, at_ms, color.name.lower()))

    def _propose(self, color: Color, what: str, at_ms: int) -> None:
        """The other side is asked; if it has proposed the same, that is agreed on."""
        before = self.proposal
        if before is not None and (before.color, before.what) == (color.other, what):
            self._close_proposal(True, at_ms)
            self._agreed_on(what, at_ms)
            return
        self._close_proposal(False, at_ms)
        self.proposal = Proposal(color, what, at_ms)
        self._say(ev.Proposed(color, what, at_ms))

    def _close_proposal(self, agreed: bool, at_ms: int) -> None:
        proposal, self.proposal = self.proposal, None
        if proposal is not None:
            self._say(ev.ProposalClosed(proposal.color, proposal.what, agreed, at_ms))

    def _agreed_on(self, what: str, at_ms: int) -> None:
        """What both sides want."""
        match what.split():
            case ["pause"]:
                self._pause(at_ms)
            case ["go"]:
                self._resume(at_ms)
            case ["end", result]:
                self._finish(Outcome(RESULTS[result], Reason.AGREEMENT), at_ms)
            case _:
                raise AssertionError(what)

    @property
    def _disturbed(self) -> bool:
        """The board shows three squares or more to be wrong; the foe may stop the clocks then."""
        return self.alarmed and (self.belief.missing | self.belief.extra).bit_count() >= 3

    def _offer_with_next_move(self, color: Color, at_ms: int) -> None:
        """A draw is to be offered with the own next move, or is not after all."""
        if color in self.offering:
            self.offering = self.offering - {color}
            self._note("offer_withdrawn", color.name.lower(), at_ms)
        elif self.offer is not None:
            self._refuse("offer_open", "a draw is offered already; it waits for its answer", at_ms)
        elif (why := self._may_not_offer(color, "offer")) is not None:
            self._refuse(*why, at_ms)
        else:
            self.offering = self.offering | {color}
            self._note("offer_with_next_move", color.name.lower(), at_ms)

    def _turn_over(self, before: Belief, at_ms: int) -> None:
        super()._turn_over(before, at_ms)
        self._close_menu(at_ms)
        color = before.turn
        if color in self.offering:
            self.offering = self.offering - {color}
            if self.offer is None and self._may_not_offer(color, "offer") is None:
                self._open_offer(color, "offer", at_ms)

    # ------------------------------------------------------------------------ the next game

    def _set_up(self, what: str, detail: str, at_ms: int) -> None:
        """A line about the game to come; in the midst of setting up it is begun anew."""
        setup = self.next_setup
        match what:
            case "turn" if self.phase is Phase.SETUP:
                self._turn_about()
                self.setup = replace(self.setup, tags=swapped(self.setup.tags))
                self._reread(at_ms)
                self._start_if_set(at_ms)
                return
            case "turn":
                setup = replace(setup, turned=not setup.turned, tags=swapped(setup.tags))
            case "game":
                variant = self.games[int(detail) - 1]
                setup = replace(setup, variant=variant, fen=None)
            case "time":
                controls = numbered_controls(find_variant(setup.variant))
                setup = replace(setup, control=controls[int(detail)][0])
            case "next":
                pass
            case _:
                raise AssertionError(what)
        self.next_setup = setup
        if what == "next" or self.phase is Phase.SETUP:
            first = replace(setup, immediate=False, game=1, points=(0, 0), times=None)
            self._say(ev.GameWanted(first, at_ms))

    def _take_shelf(self, value: inp.Shelf) -> None:
        """What there is to choose from."""
        self.shelf = value
        if self.phase is Phase.IDLE:
            self.next_setup = replace(value.setup, turned=self.layout.turned)

    @property
    def games(self) -> tuple[str, ...]:
        """Keys of the games to choose from."""
        return () if self.shelf is None else self.shelf.games[:GAMES]
