"""What all orders share: who gives them, when they can be carried out, what is said of them.

An order is looked at whole before anything is changed: what stands in its way is raised as
`OrderDeclined` and becomes a refusal, and the game is as it was. An order that was carried out is
said as an event, kept with its ply, and written in the record.
"""

from firmware.errors import OrderDeclined
from firmware.notation.movetext import move_text
from firmware.notation.squares import parse_square
from firmware.rules import Color, Game, Move
from firmware.rules.game import Ply
from firmware.table import events as ev
from firmware.table.belief import Belief
from firmware.table.commands import Commands
from firmware.table.desk import Intervention
from firmware.table.inference import Kind
from firmware.table.orders import PLAYERS
from firmware.table.phase import Phase
from firmware.table.touches import Touches

LONGEST_NAME = 60
"""Characters of a name or a reason."""


class Ordering(Commands):
    """The part of a session that knows what an order may do."""

    def _ordered(self, order: str, detail: str, by: str, at_ms: int) -> None:
        """The order has been carried out."""
        plies = len(self.belief.game.plies)
        self.interventions = (*self.interventions, Intervention(plies, detail, by, at_ms))
        self._say(ev.Intervened(order, detail, by, at_ms))

    # ----------------------------------------------------------------------- what is needed

    def _need_words(self, what: str, text: str) -> str:
        """A name or a reason as it will stand in the record."""
        if not 0 < len(text) <= LONGEST_NAME or not text.isprintable() or text.isspace():
            raise OrderDeclined("no_words", f"{what} is 1 to {LONGEST_NAME} characters on one line")
        return text

    def _need_arbiter(self, by: str, what: str) -> None:
        if by in PLAYERS:
            raise OrderDeclined("arbiter_only", f"only the arbiter may {what}")

    def _need_game(self) -> None:
        """There is a game, and it is not over."""
        match self.phase:
            case Phase.IDLE:
                raise OrderDeclined("not_playing", "there is no game")
            case Phase.OVER:
                raise OrderDeclined("game_over", "the game is over; undo its result first")
            case _:
                return

    def _need_play(self) -> None:
        """The game has begun and is not over."""
        self._need_game()
        if self.phase is Phase.SETUP:
            raise OrderDeclined("not_playing", "the game has not begun")

    def _need_decided(self) -> None:
        """Nothing about the last move is open."""
        if self.dispute is not None:
            raise OrderDeclined("irregular_pending", "accept or reject the irregular move first")
        if len(self.belief.stories) > 1 or self.question is not None:
            raise OrderDeclined("question_open", "a question about the board is open; answer it")
        if self.belief.owed:
            left = " ".join(self.names(self.belief.owed))
            raise OrderDeclined("captured_men_still_on", f"captured men are still on {left}")

    def _need_side(self, word: str) -> Color:
        color = self._side_of(word)
        if color is None:
            raise OrderDeclined("no_such_side", f"{word!r} is no side; white or black is meant")
        return color

    def _need_square(self, text: str) -> int:
        """A square of the game. Raises InvalidSquare."""
        return parse_square(self.ruleset, text)

    # ----------------------------------------------------------------------- what is changed

    def _stand_at(self, game: Game, at_ms: int) -> None:
        """This is the game from now on; the men are brought to where it has them."""
        self.belief = Belief.of(game, self._picture_of(game))
        self.stamps = self.stamps[: len(game.plies)]
        self._final = min(self._final, len(game.plies))
        self._side = self.belief.turn
        self._clearing = self._undecided_due_ms = self._press = self._made = None
        self.dispute = self.question = self.adjusting = None
        self._before = self._leftover = self._accepted = self._stroke = None
        self.touches, self.crowns, self.hint = Touches(), 0, 0
        self._obliged, self._rejections, self._undone = None, 0, None
        self.claim = self.entered = self._misplaced = None
        if self.drawn_since is not None and self.drawn_since > len(game.plies):
            self.drawn_since = None
        self.offering = frozenset()
        self._close_offer("taken_back", at_ms)
        self._track()
        self.restoring = self.belief.reading.kind is not Kind.REST
        self._unsettle(at_ms)

    def _ply_text(self, ply: Ply, index: int) -> str:
        """A ply of the game in words."""
        if isinstance(ply, Move):
            return move_text(self.belief.game.positions[index], ply)
        return "a position set up"
