"""Anything in any order: men, buttons, commands and orders, drawn by chance.

What holds whatever happens at the board: nothing raises, every millisecond of a running clock is
charged to one side, a command that is refused changes nothing, and the inputs alone, through their
JSON, rebuild the session with all its events.
"""

import copy
import json
from typing import Any, Final, get_type_hints

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from firmware.notation.movetext import move_text
from firmware.rules import Color, Move, mask
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import wire
from firmware.table.session import Phase, Session
from tests.table.board import SQUARES
from tests.table.rebuilding import rebuilt

FENS: Final = (
    None,
    "W:WKa3:BKh6",
    "W:Wc3,e3,Kg1:Bd6,f6,Kb8",
    "W:Wa1,d4:Bc5,c7,f6,h8",
)
MEN: Final = ("c3", "d4", "e5", "g1", "h6", "a1")
WORDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "color": st.sampled_from(("white", "black", "green")),
    "by": st.sampled_from(("arbiter", "white", "black", "A. Smith", "")),
    "result": st.sampled_from(("1-0", "1-1", "0-2", "*", "0-0", "3-3")),
    "reason": st.sampled_from(("agreement", "arbiter", "penalty", "")),
    "fen": st.sampled_from(("W:WKa3:BKh6", "B:Wc3,e3:Bd6,f6", "W:W:B", "no fen")),
    "move": st.sampled_from(("", "c3-d4", "a3-b4", "h6-g7", "c3:e5", "z9")),
    "square": st.sampled_from((*MEN, "b1", "j9")),
    "times": st.sampled_from(("keep", "restore", "set", "halve")),
}
"""What a field of that name may hold, sense and nonsense."""
NUMBERS: Final = st.sampled_from((0, 1, 2, 3, 5, 60_000))
UNTOUCHED: Final = frozenset({"_events", "spoke_ms", "alarmed"})
"""What a refusal may change: that it was said, and that the lights show what is wrong."""


def fields_of(kind: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """All fields of a kind of input but its time."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name != "at_ms"}
    return st.fixed_dictionaries({name: _value(name, hint) for name, hint in hints.items()})


def _value(name: str, hint: Any) -> st.SearchStrategy[Any]:
    if name in WORDS:
        return WORDS[name]
    if hint is bool:
        return st.booleans()
    if hint is inp.GameSetup:
        return st.just(inp.GameSetup(control="300"))
    if hint == tuple[str, ...]:
        return st.just(("russian", "english"))
    if "None" in str(hint):
        return st.one_of(st.none(), NUMBERS if "int" in str(hint) else st.text(max_size=5))
    return NUMBERS if "int" in str(hint) or "Ms" in str(hint) else st.text(max_size=5)


ENDS: Final = (ev.Paused, ev.GameOver, ev.Asked)
"""After these no clock runs for the moment."""

COMMANDS: Final = tuple(kind for kind in inp.Command.__args__ if kind is not inp.NewGame)


def orders() -> st.SearchStrategy[tuple[type[Any], dict[str, Any]]]:
    """Any command but a new game, with any fields."""
    return st.sampled_from(COMMANDS).flatmap(lambda kind: st.tuples(st.just(kind), fields_of(kind)))


class AnyOrder(RuleBasedStateMachine):
    """One session, and people who stop at nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(SQUARES)
        self.now_ms = 0
        self.picture = 0
        self.inputs: list[str] = []
        self.events: list[ev.Event] = []

    @initialize(
        fen=st.sampled_from(FENS),
        control=st.sampled_from(("none", "60", "5+2", "3/10:20", "20d2", "*30")),
        policy=st.sampled_from(("casual", "training", "tournament")),
        immediate=st.sampled_from((True, True, False)),
        claims=st.sampled_from(("board", "arbiter")),
        flag=st.sampled_from(("ends", "signs")),
        variant=st.sampled_from(("russian", "brazilian", "russian+armenian_text")),
    )
    def begin(self, **setup: Any) -> None:
        """A game is created and the men are set up."""
        self.feed(inp.NewGame(inp.GameSetup(**setup), 0))
        layout = self.session.layout
        self.show(layout.to_physical(self.session.belief.rest))

    # ------------------------------------------------------------------------------- hands

    @rule(choices=st.lists(st.integers(0, 40), min_size=1, max_size=4), pressed=st.booleans())
    def moves(self, choices: list[int], pressed: bool) -> None:
        """Legal moves, made well; all are pressed, but perhaps the last."""
        self.restore()
        for number, choice in enumerate(choices, 1):
            game = self.session.belief.game
            if game.moves:
                self._make(game.moves[choice % len(game.moves)])
                if pressed or number < len(choices):
                    self.press(self.session.layout.side(left=True) is game.turn)

    def _make(self, move: Move) -> None:
        to_physical = self.session.layout.to_physical
        gone, on = to_physical(mask(move.order)), to_physical(move.fills)
        self.show(self.picture & ~to_physical(1 << move.origin))
        self.show(self.picture | on)
        self.show(self.picture & ~(gone & ~on))

    @rule(square=st.sampled_from(SQUARES))
    def toggle(self, square: str) -> None:
        """A man comes or goes."""
        self.show(self.picture ^ 1 << SQUARES.index(square))

    @rule()
    def restore(self) -> None:
        """All men stand where the board wants them."""
        self.show(self.session.layout.to_physical(self.session.belief.rest))

    @rule(left=st.booleans(), calm=st.booleans(), for_ms=st.sampled_from((0, 80, 300, 2500, 6000)))
    def press(self, left: bool, calm: bool = True, for_ms: int = 80) -> None:
        """A button goes down and up again."""
        button = inp.Button.LEFT if left else inp.Button.RIGHT
        self.feed(inp.Pressed(button, calm, self.now_ms))
        self.wait(for_ms)
        self.feed(inp.Released(button, self.now_ms))

    @rule(left=st.booleans(), taps=st.integers(0, 10))
    def choose(self, left: bool, taps: int) -> None:
        """A menu is opened or gone on with, and a line of it taken."""
        self.wait(200)
        self.press(left, for_ms=2500)
        for _ in range(taps):
            self.wait(200)
            self.press(left)
        self.wait(200)
        self.press(left, for_ms=2500)

    @rule(left=st.booleans(), both=st.booleans())
    def one_down(self, left: bool, both: bool) -> None:
        """Buttons that go down, and who knows when they come up."""
        for side in (left, not left)[: 1 + both]:
            button = inp.Button.LEFT if side else inp.Button.RIGHT
            self.feed(inp.Pressed(button, True, self.now_ms))
            self.wait(60)

    @rule(ms=st.sampled_from((1, 50, 300, 1000, 5000, 16_000, 70_000)))
    def wait(self, ms: int) -> None:
        """Time passes, and is charged to the side whose clock runs."""
        used_ms, said = self._used_ms(), len(self.events)
        ran = self._runs
        self.now_ms += ms
        self._advance()
        if ran and self._runs and not any(isinstance(e, ENDS) for e in self.events[said:]):
            assert self._used_ms() == used_ms + ms

    @rule(ms=st.sampled_from((100, 700)))
    def blind(self, ms: int) -> None:
        """The board cannot be read for a while."""
        self.feed(inp.ScanLost(self.now_ms))
        self.wait(ms)
        self.feed(inp.ScanBack(self.now_ms))
        self.show(self.picture)

    # ---------------------------------------------------------------------------- commands

    @rule(order=orders())
    def command(self, order: tuple[type[Any], dict[str, Any]]) -> None:
        """Any command; one that is refused leaves everything as it was."""
        kind, fields = order
        self._command(kind(**fields, at_ms=self.now_ms))

    @precondition(lambda self: self.session.claim is None and self.session.belief.game.moves)
    @rule(ply=st.integers(0, 40), color=st.sampled_from(("white", "black")))
    def claim(self, ply: int, color: str) -> None:
        """A claim with a move that is legal."""
        game = self.session.belief.game
        move = move_text(game.position, game.moves[ply % len(game.moves)])
        self._command(inp.ClaimDraw(color, self.now_ms, move))
        self.wait(300)
        self._command(inp.Answer(ply % 2 == 0, self.now_ms))

    def _command(self, value: inp.Input) -> None:
        self._advance()
        before = self._state()
        events = self.feed(value)
        if any(isinstance(event, ev.Refused) for event in events):
            after = self._state()
            changed = [name for name in before if before[name] != after[name]]
            assert not changed, (value, changed)

    # ----------------------------------------------------------------------------- the laws

    @invariant()
    def clocks_are_sound(self) -> None:
        """No time below zero, and only in play does one run."""
        clock = self.session.clock
        if clock is not None:
            assert all(clock.remaining_ms(color, self.now_ms) >= 0 for color in Color)
            assert clock.running is None or self.session.phase is Phase.PLAYING

    def teardown(self) -> None:
        """The inputs alone give the same session and the same events."""
        self._advance()
        again, events = rebuilt(SQUARES, self.inputs, self.now_ms)
        assert events == self.events
        assert vars(again) == vars(self.session)

    # -------------------------------------------------------------------------------- parts

    def show(self, picture: int) -> None:
        """A new steady picture."""
        self.picture = picture
        since_ms = self.now_ms
        self.wait(30)
        self.feed(inp.PictureSeen(picture, since_ms, self.now_ms))

    def feed(self, value: inp.Input) -> list[ev.Event]:
        """One input; what came of it."""
        self._advance()
        before = self._used_ms()
        self.inputs.append(json.dumps(wire.to_json(value)))
        events = self.session.feed(value)
        self.events += events
        # A flag is stamped with the time it fell, which may lie a little before its report.
        if not any(isinstance(event, ev.GameStarted | ev.Flag) for event in events):
            assert self._used_ms() == before, value
        return events

    def _advance(self) -> None:
        """Time passes in steps at which nothing is due, so that each can be accounted for."""
        session = self.session
        while (due_ms := session.wakes_at_ms) is not None and due_ms <= self.now_ms:
            self.events += session.advance(due_ms)
        self.events += session.advance(self.now_ms)

    @property
    def _runs(self) -> bool:
        clock = self.session.clock
        return clock is not None and clock.running is not None

    def _used_ms(self) -> int:
        """All the time that has been charged to either side."""
        clock = self.session.clock
        return 0 if clock is None else sum(one.used_ms for one in clock.at(self.now_ms).accounts)

    def _state(self) -> dict[str, Any]:
        kept = vars(self.session).items()
        return {name: copy.copy(value) for name, value in kept if name not in UNTOUCHED}


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
