"""Games led through by the lights, whatever hands, buttons and people do meanwhile.

What holds: nothing raises, and a game that cannot be shown changes nothing; the walk believes the
board's own picture, goes only to neighbouring positions, and says each of them; nothing of it is
played or recorded; lights, displays and the state can be made at any moment; and the inputs alone,
through their JSON, rebuild the session with all its events.
"""

import copy
import json
from random import Random
from typing import Any, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from firmware.errors import ReedboardError
from firmware.notation.pdn import UNFINISHED, Record, write_pdn
from firmware.rules import VARIANTS, Game, Ruleset, squares
from firmware.table import displays, lights, wire
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.orders import MaskSquare
from firmware.table.phase import Phase
from firmware.table.session import Session
from firmware.table.snapshot import snapshot
from tests.table.rebuilding import rebuilt
from tests.table.test_any_order import orders

WIDE: Final = tuple(f"{file}{rank}" for rank in range(12, 0, -1) for file in "abcdefghijkl")
"""A board on which every game is found."""
DAMAGED: Final = (
    "",
    "[",
    "*",
    "{only a comment",
    '[GameType "99"]\n\n1. a-b *',
    '[GameType "25"]\n\n1. c3-d4 f6-g5 2. a1-b2 *',
    '[GameType "25"]\n[FEN "W:W:B"]\n\n*',
    '[GameType "25"]\n[FEN "W:Wc3,c3:Bc3"]\n\n*',
    '[GameType "25"]\n\n1. ... f6-g5 *',
)
"""No game, or none that can be followed."""
PLAYED: Final = (ev.GameCreated, ev.GameStarted, ev.MoveMade, ev.Settled, ev.GameOver, ev.Paused)


def drawn_game(ruleset: Ruleset, seed: int, plies: int, puts: bool) -> Game:
    """A game drawn by chance, perhaps with men set otherwise now and then."""
    random = Random(seed)
    game = Game.start(ruleset)
    for _ in range(plies):
        moves = game.moves
        if not moves:
            break
        if puts and random.random() < 0.2:
            game = game.put(game.position.after(random.choice(moves)), game.turn)
        else:
            game = game.play(random.choice(moves))
    return game


class AnyLeading(RuleBasedStateMachine):
    """One session that shows games, and hands that may follow or not."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(WIDE)
        self.now_ms = 0
        self.picture = 0
        self.inputs: list[str] = []
        self.events: list[ev.Event] = []

    @initialize(picture=st.integers(0, (1 << len(WIDE)) - 1) | st.just(0))
    def begin(self, picture: int) -> None:
        """Men stand anywhere, and there is something to choose by the buttons."""
        self.show(picture)
        self.feed(inp.Shelf(inp.GameSetup(), ("russian", "english"), self.now_ms))

    # ------------------------------------------------------------------------------ games

    @rule(
        variant=st.sampled_from(sorted(VARIANTS)),
        seed=st.integers(0, 9),
        plies=st.integers(0, 30),
        puts=st.booleans(),
        ply=st.integers(0, 40),
        turned=st.booleans(),
    )
    def lead(self, variant: str, seed: int, plies: int, puts: bool, ply: int, turned: bool) -> None:
        """A game of any kind is shown from any ply on."""
        game = drawn_game(VARIANTS[variant], seed, plies, puts)
        pdn = write_pdn(Record((), game, ("",) * len(game.plies), UNFINISHED))
        self.try_to_lead(inp.LeadThrough(pdn, self.now_ms, variant, ply, turned))
        leading = self.session.leading
        if ply <= len(game.plies):
            assert leading is not None
            assert leading.game == game

    @rule(
        pdn=st.sampled_from(DAMAGED) | st.text(max_size=60),
        variant=st.sampled_from(("russian", "no")),
    )
    def lead_nowhere(self, pdn: str, variant: str) -> None:
        """What is no game, or may be."""
        self.try_to_lead(inp.LeadThrough(pdn, self.now_ms, variant))

    def try_to_lead(self, value: inp.LeadThrough) -> None:
        before = self._state()
        try:
            self.feed(value)
        except ReedboardError:
            self.inputs.pop()
            assert self._state() == before

    @rule(back=st.booleans())
    def step(self, back: bool) -> None:
        """It is told to go on, or back."""
        self.feed(inp.LeadStep(self.now_ms, back=back))

    @rule()
    def stop(self) -> None:
        """It is told to end."""
        self.feed(inp.LeadNoMore(self.now_ms))

    # ------------------------------------------------------------------------------ hands

    @rule(times=st.integers(1, 6))
    def follow(self, times: int) -> None:
        """Hands do what the lights say."""
        for _ in range(times):
            leading = self.session.leading
            if leading is None or leading.done:
                return
            before = leading.goal
            wanted = self.session.layout.to_physical(leading.position.occupied)
            stood = leading.stood
            for bit in squares(self.picture & ~wanted & ~self.session.masked):
                self.show(self.picture & ~(1 << bit))
            for bit in squares(wanted & ~self.picture):
                self.show(self.picture | 1 << bit)
            now = self.session.leading
            assert now is not None
            assert (now.stood, now.goal) != (stood, before)

    @rule(bit=st.integers(0, len(WIDE) - 1))
    def toggle(self, bit: int) -> None:
        """A man comes or goes."""
        self.show(self.picture ^ 1 << bit)

    @rule(picture=st.integers(0, (1 << len(WIDE)) - 1))
    def sweep(self, picture: int) -> None:
        """A sleeve, or another position altogether."""
        self.show(picture)

    @rule(lost_ms=st.sampled_from((50, 900)), picture=st.none() | st.integers(0, 99))
    def blind(self, lost_ms: int, picture: int | None) -> None:
        """The board cannot be read for a while, and something may move meanwhile."""
        self.feed(inp.ScanLost(self.now_ms))
        self.wait(lost_ms)
        self.feed(inp.ScanBack(self.now_ms))
        if picture is not None:
            self.show(self.picture ^ picture)

    # -------------------------------------------------------------------- buttons and words

    @rule(
        buttons=st.sampled_from((("left",), ("right",), ("left", "right"), ("right", "left"))),
        for_ms=st.sampled_from((20, 80, 400, 2500, 20_000)),
    )
    def press(self, buttons: tuple[str, ...], for_ms: int) -> None:
        """Buttons go down and up again."""
        for name in buttons:
            self.feed(inp.Pressed(inp.Button(name), True, self.now_ms))
        self.wait(for_ms)
        for name in buttons:
            self.feed(inp.Released(inp.Button(name), self.now_ms))
        self.wait(50)

    @rule(order=orders())
    def command(self, order: tuple[type[Any], dict[str, Any]]) -> None:
        """Any command or order of the socket."""
        kind, fields = order
        if kind is inp.LeadThrough:
            self.try_to_lead(kind(**fields, at_ms=self.now_ms))
        else:
            self.feed(kind(**fields, at_ms=self.now_ms))

    @rule(bit=st.integers(0, len(WIDE) - 1), masked=st.booleans())
    def mask(self, bit: int, masked: bool) -> None:
        """A contact is not believed, or is again."""
        self.feed(MaskSquare(WIDE[bit], masked, self.now_ms))

    @rule(ms=st.sampled_from((1, 300, 5000, 70_000)))
    def wait(self, ms: int) -> None:
        """Time passes."""
        self.now_ms += ms
        self._advance()

    # ----------------------------------------------------------------------------- the laws

    @invariant()
    def it_is_no_game(self) -> None:
        """Nothing of it is played."""
        assert self.session.phase is Phase.IDLE
        assert not [event for event in self.events if isinstance(event, PLAYED)]

    @invariant()
    def the_walk_knows_the_board(self) -> None:
        """It has the board's picture, and stands where the board shows it."""
        session, leading = self.session, self.session.leading
        if leading is None:
            return
        assert leading.picture == session.layout.to_game(session._physical)
        assert leading.masked == session.layout.to_game(session.masked)
        assert leading.done or leading.missing or leading.extra
        assert 0 <= leading.goal <= leading.plies
        if leading.stood is not None:
            assert abs(leading.goal - leading.stood) <= 1
        led = [event for event in self.events if isinstance(event, ev.LedTo)][-1]
        assert (led.ply, led.plies, led.done) == (leading.goal, leading.plies, leading.done)

    @invariant()
    def it_can_be_shown(self) -> None:
        """Lights, displays and state."""
        session = self.session
        json.dumps(snapshot(session, self.now_ms), allow_nan=False)
        frame = lights.frame(session, self.now_ms)
        assert not (frame.red | frame.green) >> len(WIDE)
        for view in (lights, displays):
            due_ms = view.next_change_ms(session, self.now_ms)
            assert due_ms is None or due_ms > self.now_ms
        shown = displays.texts(session, self.now_ms)
        assert all(len(text.replace(".", "").replace(":", "")) <= 4 for text in shown), shown
        leading = session.leading
        if leading is not None and not session.blind and session.testing is None:
            wrong = leading.missing | leading.extra
            said = 0
            for meaning, picture in lights.lamps(session):
                if meaning is not lights.Meaning.MENU:
                    said |= picture
            assert bool(said & wrong) is bool(wrong)

    def teardown(self) -> None:
        """The inputs alone give the same session and the same events."""
        self._advance()
        again, events = rebuilt(WIDE, self.inputs, self.now_ms)
        assert events == self.events
        assert vars(again) == vars(self.session)

    # -------------------------------------------------------------------------------- parts

    def show(self, picture: int) -> None:
        """A new steady picture."""
        self.picture = picture
        since_ms = self.now_ms
        self.wait(30)
        self.feed(inp.PictureSeen(picture, since_ms, self.now_ms))

    def feed(self, value: inp.Input) -> None:
        """One input."""
        self._advance()
        self.inputs.append(json.dumps(wire.to_json(value)))
        self.events += self.session.feed(value)

    def _advance(self) -> None:
        self.events += self.session.advance(self.now_ms)

    def _state(self) -> dict[str, Any]:
        return {name: copy.copy(value) for name, value in vars(self.session).items()}


TestAnyLeading = AnyLeading.TestCase
TestAnyLeading.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
