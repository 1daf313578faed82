"""The station: one board, one game at a time, everything done in steps that never wait.

A step looks at the board, feeds the session, shows what changed, hands the journal its rows and
answers the socket. Nothing in it blocks but the bus, and the bus gives up after 50 ms: the disk is
the journal thread's, a button's edge is queued by the pin library's, a client that does not read is
let go. So the step after a fault of any of them comes in time.

The station reads no clock by itself but asks the one it was given, and knows what it waits for
(`wakes_at_ms`). Whoever owns it calls `step` every scan period, `attend` when a pin or a client has
news in between, and may leave out the steps in which nothing can happen: the picture is steady and
`wakes_at_ms` lies ahead.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from firmware.devices.bus import I2CBus, Pins
from firmware.devices.buttons import Buttons
from firmware.devices.buzzer import Buzzer
from firmware.devices.ht16k33 import SquareLights
from firmware.devices.matrix import Matrix
from firmware.devices.sensor import Sensor
from firmware.devices.seven_segment import SevenSegment
from firmware.devices.wiring import Wiring
from firmware.errors import ReedboardError
from firmware.rules import VARIANTS, Color
from firmware.station.api import Api
from firmware.station.config import Config
from firmware.station.default_game import default_setup
from firmware.station.heartbeat import Beat, Heartbeat, read_beat
from firmware.station.journal import Journal, StoredGame
from firmware.station.places import GAMES, HEARTBEAT
from firmware.station.play import Play
from firmware.station.power import Power
from firmware.station.recording import Recording
from firmware.station.replays import diagram_of, replay_of
from firmware.station.sensing import Senses
from firmware.station.shelf import games_begun, games_to_choose
from firmware.station.showing import Show
from firmware.station.signs import Alert, Signs, corners
from firmware.station.troubles import Troubles
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import wire
from firmware.table.debounce import Debounce
from firmware.table.policy import POLICIES, Timing
from firmware.table.session import Phase, Session
from firmware.table.snapshot import snapshot

PROTOCOL: Final = 1
"""Version of the socket's language."""


class Station:
    """One running board. A game left open in the journal is taken up at once, paused.

    `clock_ns` is CLOCK_MONOTONIC, or stands for it; `today` gives the wall clock's date and time in
    ISO 8601, or nothing while it is not known. `on_edge` is called from the pin library's thread,
    `log` with a line for the person who looks after the board, `witness` with what was said in each
    step that said something.
    """

    def __init__(
        self,
        config: Config,
        wiring: Wiring,
        bus: I2CBus,
        pins: Pins,
        journal: Journal,
        *,
        clock_ns: Callable[[], int],
        today: Callable[[], str],
        on_edge: Callable[[], None] = lambda: None,
        log: Callable[[str], None] = lambda line: None,
        witness: Callable[[Sequence[ev.Event]], None] = lambda events: None,
    ) -> None:
        self.api = Api(self)
        self.journal = journal
        self._config = config
        self._wiring = wiring
        self._clock_ns = clock_ns
        self._log = log
        self._witness = witness
        self._senses = _senses(config, wiring, bus, pins, on_edge)
        self._show = _show(config, wiring, bus, pins)
        self._heart = Heartbeat(config.files.runtime_dir / HEARTBEAT, journal)
        debounce_ms = (config.board.debounce_samples + 1) * config.board.scan_ms
        games = config.files.data_dir / GAMES
        self._play = Play(journal, wiring.squares, Timing(debounce_ms=debounce_ms), games, today)
        self._events: list[ev.Event] = []
        self._power = Power(config.power, wiring, pins, on_edge)
        self._recording = Recording()
        self._troubles = Troubles(log)
        self._signs = Signs()
        self._recorded = True
        self._due_ms = 0
        """When game, lights, displays or buzzer next need a look."""
        self._used = list(games_begun(journal.begun))
        """Keys of the games played, the latest first."""
        if journal.open_game is not None:
            self._take_up(journal.open_game)
        if self._play.game is None:
            self._events += self._play.feed(self._shelf(self.now_ms))

    # Time

    @property
    def now_ms(self) -> int:
        """The station's time."""
        return self._clock_ns() // 1_000_000

    def step(self) -> None:
        """Scan the board and do all that follows from it."""
        now_ms = self.now_ms
        inputs = self._senses.scan(now_ms)
        self._attend(now_ms, inputs + self._senses.edges(now_ms) + self._power.poll(now_ms))

    def attend(self) -> None:
        """Deal with what buttons and clients have brought since, between two scans."""
        now_ms = self.now_ms
        self._attend(now_ms, self._senses.edges(now_ms, fresh=True) + self._power.poll(now_ms))

    def beat(self, now_ms: int) -> None:
        """Note the clocks' times if that is due; no other part of a step is needed for it."""
        beats_at_ms = self.beats_at_ms
        if beats_at_ms is not None and now_ms >= beats_at_ms:
            self._heart.beat(now_ms, self._beat(now_ms))
            self.journal.commit()

    @property
    def wakes_at_ms(self) -> int:
        """When something is next to be done without news from reeds, pins or clients.

        Heartbeats are left out: they are due at `beats_at_ms`, and `beat` alone does them.
        """
        if self.api.waiting:
            return 0
        times = (self._power.wakes_at_ms, self._recording.wakes_at_ms)
        return min(self._due_ms, self._senses.wakes_at_ms, *(t for t in times if t is not None))

    @property
    def beats_at_ms(self) -> int | None:
        """When `beat` next has something to do; None while no clock runs."""
        clock = self.session.clock
        return None if clock is None or clock.running is None else self._heart.due_ms

    @property
    def session(self) -> Session:
        """The game on the board."""
        return self._play.session

    @property
    def times_ms(self) -> tuple[int, int]:
        """What White and Black have left now, in a game with a clock."""
        clock = self.session.clock
        assert clock is not None, "a game with a clock"
        at_ms = self._play.game_ms(self.now_ms)
        return clock.remaining_ms(Color.WHITE, at_ms), clock.remaining_ms(Color.BLACK, at_ms)

    @property
    def resting(self) -> bool:
        """No game is going on."""
        return self.session.phase in (Phase.IDLE, Phase.OVER)

    def close(self) -> None:
        """Note where the game stands and put the lights out."""
        now_ms = self.now_ms
        if self.beats_at_ms is not None:
            self._heart.beat(now_ms, self._beat(now_ms), safe=True)
        if not self.resting:
            self._play.record()
        self.journal.commit()
        self._show.dark(now_ms)

    # What the socket asks for

    def hello(self) -> Mapping[str, Any]:
        """What this board is and what can be played on it."""
        return {
            "program": "reedboard",
            "protocol": PROTOCOL,
            "board": self._wiring.title,
            "squares": list(self._wiring.squares),
            "variants": list(VARIANTS),
            "policies": list(POLICIES),
            "games": str(self._play.games),
        }

    def state(self) -> Mapping[str, Any]:
        """The game as it stands, and what is wrong with the board."""
        return {
            **snapshot(self.session, self._play.game_ms(self.now_ms)),
            "game": self._play.game,
            "restored": self._play.restored,
            "recorded": self.journal.safe,
            "file": None if self._play.path is None else str(self._play.path),
            "power": self._power.state,
            "faults": self._troubles.standing,
        }

    def new_game(self, fields: Mapping[str, Any]) -> Sequence[ev.Event]:
        """Begin a game; fields left out are those of section [game] of the configuration.

        Raises a ReedboardError if the set-up cannot be played; the game before then goes on.
        """
        events = self._begin(default_setup(self._config, fields), self.now_ms)
        self._events += events
        return events

    def replay(self, fields: Mapping[str, Any]) -> Sequence[ev.Event]:
        """Lead hands through a recorded game. Raises a ReedboardError if it cannot be shown."""
        return self._lead(replay_of(fields, self._play.games, self._board_now))

    def set_up(self, fields: Mapping[str, Any]) -> Sequence[ev.Event]:
        """Lead hands to a diagram. Raises a ReedboardError if it cannot be set up."""
        return self._lead(diagram_of(fields, self._board_now))

    def sheet(self) -> Mapping[str, Any]:
        """The game as players would have written it, and as PDN, which is written anew."""
        return self._play.sheet()

    def command(self, fields: Mapping[str, Any]) -> Sequence[ev.Event]:
        """Feed the session the input these fields describe, as of now. Raises InputError."""
        value = wire.input_from_json({**fields, "at_ms": self.now_ms})
        events = self._play.feed(value)
        self._events += events
        return events

    def power(self, fields: Mapping[str, Any]) -> None:
        """A program that knows the power board says how things are. Raises InputError."""
        self._power.tell(fields)

    # Parts of a step

    @property
    def _board_now(self) -> Mapping[str, Any]:
        """The game that is meant where none is named, and which way round the board stands."""
        return {"variant": self._config.game.variant, "turned": self.session.layout.turned}

    def _lead(self, value: inp.LeadThrough) -> list[ev.Event]:
        now_ms = self.now_ms
        events = self._play.show(value, self._senses.present(now_ms), now_ms)
        if self._play.game is None:
            events += self._play.feed(self._shelf(now_ms))
        self._events += events
        return events

    def _begin(self, setup: inp.GameSetup, now_ms: int) -> list[ev.Event]:
        """Begin a game. Raises a ReedboardError if it cannot be played here."""
        events = self._play.begin(setup, self._senses.present(now_ms), now_ms)
        self._used.insert(0, setup.variant)
        return events + self._play.feed(self._shelf(now_ms))

    def _shelf(self, now_ms: int) -> inp.Shelf:
        """What players can choose from by their buttons."""
        setup = default_setup(self._config, {})
        games = games_to_choose(self._used, setup.variant, self._wiring.squares)
        return inp.Shelf(setup, games, now_ms)

    def _begin_wanted(self, now_ms: int) -> None:
        """Begin the game that players or the arbiter have asked for."""
        for event in [one for one in self._events if isinstance(one, ev.GameWanted)]:
            try:
                self._events += self._begin(event.setup, now_ms)
            except ReedboardError as error:
                self._log(f"the game that was asked for cannot be begun: {error}")

    def _attend(self, now_ms: int, inputs: list[inp.Input]) -> None:
        signs = self._look_at_itself(now_ms)
        changed, self._signs = signs != self._signs, signs
        if inputs or changed or now_ms >= self._due_ms or self.api.waiting:
            self._work(now_ms, inputs)
        self.beat(now_ms)
        self.journal.commit()
        if self.journal.safe is not self._recorded:
            self._recorded = self.journal.safe
            self._publish([], changed=True)

    def _look_at_itself(self, now_ms: int) -> Signs:
        self._recording.look(self.journal.writer, now_ms)
        return Signs(self._recording.fault is not None, self._power.low)

    def _work(self, now_ms: int, inputs: list[inp.Input]) -> None:
        asked = self.api.waiting
        for value in sorted(inputs, key=lambda each: each.at_ms):
            self._events += self._play.feed(value)
        self._events += self._play.advance(now_ms)
        self.api.serve()
        self._begin_wanted(now_ms)
        events, self._events = self._events, []
        self._witness(events)
        self._show.sound(events, now_ms)
        self._show.update(self.session, self._signs, self._play.game_ms(now_ms), now_ms)
        self._show.refresh(now_ms)
        messages = [wire.to_json(event) for event in events]
        messages += self._troubles.now(self._faults())
        self._publish(messages, changed=bool(inputs or messages or asked))
        play_ms = self._play.wakes_at_ms
        show_ms = self._show.wakes_at_ms
        self._due_ms = show_ms if play_ms is None else min(show_ms, play_ms)

    def _publish(self, messages: list[dict[str, Any]], *, changed: bool) -> None:
        if self.api.watched and (messages or changed):
            self.api.publish(messages, self.state() if changed else None)

    def _faults(self) -> dict[str, str | None]:
        """Every part of the board, and what is wrong with it."""
        return {
            "journal": self._recording.fault,
            "heartbeat": self._heart.fault,
            "sensor": self._senses.fault,
            "power": self._power.fault,
            "record": self._doubt,
            **self._show.faults,
        }

    def _beat(self, now_ms: int) -> Beat:
        clock, game = self.session.clock, self._play.game
        assert clock is not None and game is not None, "a clock runs in a game only"
        at_ms = self._play.game_ms(now_ms)
        white_ms = clock.remaining_ms(Color.WHITE, at_ms)
        black_ms = clock.remaining_ms(Color.BLACK, at_ms)
        return Beat(game, self._play.created, at_ms, white_ms, black_ms)

    @property
    def _doubt(self) -> str | None:
        """What is wrong with the record of the game that was taken up, while it is on the board."""
        stored, doubt = self.journal.open_game, self.journal.doubt
        if stored is None or doubt is None or stored.id != self._play.game:
            return None
        return f"{doubt}; the arbiter decides whether the game goes on"

    def _take_up(self, stored: StoredGame) -> None:
        beat = read_beat(self._config.files.runtime_dir / HEARTBEAT)
        last_ms = stored.last_ms
        if beat is not None and (beat.game, beat.created) == (stored.id, stored.created):
            last_ms = max(last_ms, beat.at_ms)
        try:
            self._events += self._play.restore(stored, last_ms, self.now_ms)
            self._log(f"game {stored.id} was not finished; it is taken up, paused")
        except ReedboardError as error:
            self._play.set_aside(stored)
            self._log(f"game {stored.id} was not finished and cannot be taken up: {error}")
        self.journal.commit()


def _senses(
    config: Config, wiring: Wiring, bus: I2CBus, pins: Pins, on_edge: Callable[[], None]
) -> Senses:
    sensor = Sensor(Matrix(bus, wiring))
    debounce = Debounce(config.board.debounce_samples)
    left, right = pins.input(wiring.left_button), pins.input(wiring.right_button)
    return Senses(sensor, debounce, Buttons(left, right, on_edge), config.board.scan_ms)


def _show(config: Config, wiring: Wiring, bus: I2CBus, pins: Pins) -> Show:
    show = config.show
    return Show(
        SquareLights(bus, wiring, show.lights_brightness),
        SevenSegment(bus, wiring.left_display, show.clock_brightness),
        SevenSegment(bus, wiring.right_display, show.clock_brightness),
        Buzzer(pins.output(wiring.buzzer)) if show.buzzer else None,
        Alert(corners(wiring.coords)),
    )
