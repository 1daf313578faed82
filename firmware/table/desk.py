"""The state of one game at the board, and the words for it: what every part of a session shares.

The parts stand on one another: `moves` makes plies true, `disputes` deals with irregular ones,
`commands` carries out what people say, `session` takes inputs and lets time pass.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from firmware.notation.fen import write_fen
from firmware.notation.movetext import move_text
from firmware.notation.squares import square_name
from firmware.rules import Color, Game, Move, Outcome, Put, Ruleset, find_variant, squares
from firmware.rules.game import Ply
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.belief import Belief
from firmware.table.catchup import Line, Search
from firmware.table.clock import Clock
from firmware.table.dispute import Dispute, Misplaced
from firmware.table.draw import Claim, Offer
from firmware.table.gestures import Hands
from firmware.table.inference import Kind, Story
from firmware.table.irregular import number_of
from firmware.table.layout import Layout, coord_name, layout_of
from firmware.table.leading import Leading
from firmware.table.masking import explained
from firmware.table.menu import Menu, Proposal
from firmware.table.phase import NEXT, Phase
from firmware.table.policy import Policy, Timing, find_policy
from firmware.table.touches import Stroke, Touches
from firmware.table.tracker import Tracker
from firmware.table.walk import Walk


@dataclass(frozen=True, slots=True)
class Stamp:
    """A ply as it was made: what the record says beside it."""

    clock: Clock | None = None
    """Both clocks as of the ply; None without a clock. A take-back can set them by it."""
    settled: str = ""
    """For a ply that is no legal move: a word of `events.Settled.how`."""
    name: str = ""
    """What was irregular."""
    remark: str = ""
    """For the record, in words: `5.4.6 g3-f4 accepted`."""

    @property
    def left_ms(self) -> tuple[int, int] | None:
        """What White and Black had left."""
        return None if self.clock is None else self.clock.left_ms

    @property
    def running(self) -> Color | None:
        """Whose clock ran from then on."""
        return None if self.clock is None else self.clock.running


@dataclass(frozen=True, slots=True)
class Intervention:
    """An order that was carried out, and where in the game it belongs."""

    ply: int
    """After so many plies."""
    text: str
    """What was done, in a sentence."""
    by: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class PendingPress:
    """A press that is not decided yet: a man may still be landing, a button still be held."""

    color: Color
    at_ms: int
    due_ms: int
    held: bool = False
    """It says no when the button is let go, and yes when it is held long."""


@dataclass(frozen=True, slots=True)
class Made:
    """The belief before the last pressed move, which the same hand may still change."""

    before: Belief
    until_ms: int


class Desk:
    """What is so, without a rule of what follows from it."""

    def __init__(self, wired: Sequence[str], timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self.phase = Phase.IDLE
        self.setup = inp.GameSetup()
        self.policy: Policy = find_policy(self.setup.policy)
        self.ruleset: Ruleset = find_variant(self.setup.variant)
        self.layout: Layout = layout_of(self.ruleset, wired)
        self.belief: Belief = Belief.of(Game.start(self.ruleset), 0)
        self.touches = Touches()
        self.tracker = Tracker.of(self.belief.game.position)
        self.clock: Clock | None = None
        self.stamps: tuple[Stamp, ...] = ()
        """One for each ply of the belief's game."""
        self.interventions: tuple[Intervention, ...] = ()
        """All orders that were carried out, in their order."""
        self.result: str | None = None
        self.counts_until_ms = 0
        """Until then the displays show stages and moves instead of times."""
        self.reason: str | None = None
        """Why the game ended, a word of `rules.Reason`; people may use others."""
        self.outcome: Outcome | None = None
        self.question: ev.Asked | None = None
        self.dispute: Dispute | None = None
        """An irregular move that the other side has not decided about."""
        self.alarmed = False
        """The lights show what is wrong on the board."""
        self.blind = False
        """The board cannot be read."""
        self.masked = 0
        """Physical picture of the squares whose contacts are not believed."""
        self.leading: Leading | None = None
        """A recorded game that hands are led through, while none is played."""
        self.testing: Walk | None = None
        """Contacts and lamps are being tried."""
        self.restoring = False
        """A move was taken back; its men must stand at rest again before play goes on."""
        self.fresh = False
        """The men have not been touched since the last move."""
        self.standing = False
        """Without a clock: the picture's move has stood long enough to be shown as provisional."""
        self.offer: Offer | None = None
        """A draw that waits for its answer."""
        self.last_offerer: Color | None = None
        """Who offered a draw last: the other side is next."""
        self.claim: Claim | None = None
        """A draw that is claimed and not decided yet."""
        self.entered: Move | None = None
        """A move that was entered with a claim, which was wrong: it is to be made."""
        self.drawn_since: int | None = None
        """After how many plies the arbiter declared the position clearly drawn."""
        self._misplaced: Misplaced | None = None
        """A wrong set-up about which people are asked."""
        self.adjusting: Color | None = None
        """Who has announced that men are being adjusted."""
        self.crowns = 0
        """Squares of men that have become kings and were not seen being crowned."""
        self.flickering = 0
        """Squares whose contacts change again and again."""
        self.hint = 0
        """Squares shown to a learner."""
        self.removal_stopped = False
        """Captured men begun to be taken off have been left for too long, before the press."""
        self.spoke_ms = 0
        """When something was last said: rhythms of lights begin there."""
        self._wired = tuple(wired)
        self._events: list[ev.Event] = []
        self._choose_nothing()
        self._not_ended()
        self._remember_nothing()

    def _not_ended(self) -> None:
        """What follows the end of a game, as it is before."""
        self.ended_ms: int | None = None
        """When the game ended."""
        self.ready: frozenset[Color] = frozenset()
        """Who has asked for the next game of a match before its break is over."""
        self.next_begun = False
        """The next game of the match has been opened."""

    def _choose_nothing(self) -> None:
        """What players say and choose by their buttons."""
        self.offering: frozenset[Color] = frozenset()
        """Who offers a draw with his next move."""
        self.hands = Hands()
        """The buttons, as far as they may say something."""
        self.menu: Menu | None = None
        """What a player goes through on his display."""
        self.menu_of = Color.WHITE
        """Whose menu that is."""
        self.proposal: Proposal | None = None
        """What one side wants and the other has to agree to."""
        self.shelf: inp.Shelf | None = None
        """What the buttons can choose from when a game is to be set up."""
        self.next_setup = self.setup
        """What the next game would be."""

    def _remember_nothing(self) -> None:
        """The memory that no view needs."""
        self._physical = 0
        self._since_ms = 0
        self._press: PendingPress | None = None
        self._made: Made | None = None
        self._before: Belief | None = None
        """The belief before the last move, whose side may not change it any more (001 5.4.4)."""
        self._accepted: Story | None = None
        """The story as the last ply was made, with the captured men that stood then."""
        self._accepted_ms = 0
        """When the last ply was made."""
        self._shown = 0
        """The last picture, with the square of a king that is being crowned as it is."""
        self._uncrowned = 0
        """Kings that nobody has been seen crowning yet, in whose time ever."""
        self._crown_due_ms: int | None = None
        """When a new king that is off its square is no longer taken for being crowned."""
        self._final = 0
        self._clearing: Color | None = None
        self._side: Color | None = None
        """Whose clock runs when play is resumed."""
        self._began = False
        """The game that is over had been begun."""
        self._restorer: Color | None = None
        """Whose clock runs while men are put back, though the other side is to move."""
        self._turn_asked = False
        """Whether the board is turned is asked once; afterwards people say it by themselves."""
        self._looked = False
        """The picture that stands has been judged by the time it has stood."""
        self._down: dict[Color, int] = {}
        """Buttons held down, with the time since when."""
        self._stroke: Stroke | None = None
        """How the men of the last capture come off."""
        self._undone: Move | None = None
        """A legal move that stood at rest, as if released, and was taken back (001 5.4.4)."""
        self._obliged: int | None = None
        """Square of the man that must move, after a rejection."""
        self._rejections = 0
        """Irregular moves rejected or refused since the last legal one."""
        self._catching_up = False
        """The game was taken up after an outage and has not been resumed."""
        self._left_off = 0
        """The physical picture before the outage."""
        self._search: Search | None = None
        self._search_due_ms = 0
        self._lines: tuple[Line, ...] = ()
        """What the question about the story offers."""
        self._draw_due_ms: int | None = None
        self._lost_due_ms: int | None = None
        """When people are to be told that the board cannot be read; None once they are."""
        self._seen_again_ms = 0
        self._blind_presses: list[inp.Pressed] = []
        self._undecided_due_ms: int | None = None
        self._leftover: Belief | None = None
        """The belief before a capture whose men still stand, though it has been replied to."""

    # -------------------------------------------------------------------------------- facts

    @property
    def certain(self) -> tuple[Ply, ...]:
        """The plies that are final and belong in the record."""
        plies = self.belief.certain
        dispute = self.dispute
        if dispute and len(plies) > dispute.ply and isinstance(plies[dispute.ply], Put):
            return plies[: dispute.ply]
        return plies

    @property
    def recorded(self) -> Game:
        """The game as far as it is final."""
        game = self.belief.game
        return game.take_back(len(game.plies) - len(self.certain))

    def _picture_of(self, game: Game) -> int:
        """The board as it stands, masked squares as this game has them."""
        masked = self.layout.to_game(self.masked)
        picture = self.layout.to_game(self._physical)
        return picture & ~masked | game.position.occupied & masked

    def _completed(self, picture: int) -> int:
        """A picture with its masked squares as what is believed explains them."""
        masked = self.layout.to_game(self.masked)
        return explained(self.belief, picture, masked) if masked else picture

    @property
    def _wrong(self) -> bool:
        """The board shows what people have to put right."""
        kind = self.belief.reading.kind
        if self._moved_while_off and kind in (Kind.REPLYING, Kind.REPLIED):
            return True
        return kind is Kind.ASTRAY or (self.restoring and kind is not Kind.REST)

    @property
    def _moved_while_off(self) -> bool:
        """After an outage the board shows another picture than before."""
        return self._catching_up and self._physical != self._left_off

    # ------------------------------------------------------------------------------- saying

    def _say(self, event: ev.Event) -> None:
        self._events.append(event)
        self.spoke_ms = event.at_ms

    def _note(self, note: str, detail: str, at_ms: int) -> None:
        self._say(ev.Noted(note, detail, at_ms))

    def _to(self, phase: Phase) -> None:
        assert phase in NEXT[self.phase], f"{self.phase} -> {phase}"
        self.phase = phase

    def _turn_about(self) -> None:
        """The whole board stands the other way round."""
        self.layout = self.layout.turn()
        self.hands, self._down = Hands(), {}
        self.next_setup = replace(self.next_setup, turned=self.layout.turned)

    def _run(self, color: Color, at_ms: int) -> None:
        """The time of `color` runs; in a pause, from its end on."""
        if self.phase is Phase.PAUSED:
            self._side = color
        elif self.clock:
            self.clock = self.clock.run(color, at_ms)

    # -------------------------------------------------------------------------------- words

    def names(self, picture: int) -> tuple[str, ...]:
        """The names of a game picture's squares."""
        return tuple(self.name(square) for square in squares(picture))

    def name(self, square: int) -> str:
        """The name of a square in the game's notation, a coordinate outside the game."""
        if square < len(self.ruleset.board.coords):
            return square_name(self.ruleset, square)
        return coord_name(self.layout.coord(square))

    def text(self, story: Story) -> str:
        """The last ply of a story, in the game's notation."""
        last = story.game.plies[-1]
        if isinstance(last, Move):
            return move_text(story.game.positions[-2], last)
        return write_fen(last.position)

    def number(self, name: str) -> str | None:
        """The clause of the game's rule text about an irregularity, if it has one."""
        return number_of(name, self.ruleset.text)

    @property
    def entered_text(self) -> str:
        """The move that was entered with a claim and is to be made; empty if there is none."""
        return "" if self.entered is None else move_text(self.belief.game.position, self.entered)

    def texts(self, stories: Iterable[Story]) -> tuple[str, ...]:
        """Words that tell stories apart: their last plies, or else their positions."""
        stories = tuple(stories)
        texts = tuple(self.text(story) for story in stories)
        if len(set(texts)) == len(texts):
            return texts
        return tuple(write_fen(story.game.position) for story in stories)

    def _difference(self) -> str:
        missing, extra = self.names(self.belief.missing), self.names(self.belief.extra)
        parts = []
        if missing:
            parts.append(f"missing on {' '.join(missing)}")
        if extra:
            parts.append(f"to be off {' '.join(extra)}")
        return "; ".join(parts) or "nothing has been moved"
