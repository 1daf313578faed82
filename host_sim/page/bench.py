"""One simulated board on a table, and what people do to it.

A person at the page can do what a person at the real thing can do: take men, carry, drag and drop
them anywhere, press buttons, pull the plug. Everything else is said in lines of the scenario
language. What is done is written down in that language too, so that it can be done again.

Time passes only in `pass_time`; whoever owns the bench says how much.
"""

from collections.abc import Callable
from random import Random
from types import TracebackType
from typing import Any, Final

from firmware.errors import HandError, ReedboardError, ScriptError
from firmware.notation.pdn import UNFINISHED
from firmware.notation.squares import square_name
from firmware.rules import Color
from firmware.table.layout import coord_name, parse_coord
from firmware.table.phase import Phase
from firmware.table.wire import to_json
from host_sim.clock import MS
from host_sim.hands import STYLES
from host_sim.machine import Machine
from host_sim.page.playing import Playing, Told
from host_sim.page.seat import Seat
from host_sim.page.showing import hardware, visible
from host_sim.page.writing import LONG_MS, Notebook
from host_sim.reeds import Zone, zone_at
from host_sim.script import commands as c
from host_sim.script.language import read_line, read_script
from host_sim.script.ledger import Ledger
from host_sim.script.runner import Runner
from host_sim.script.setting import Setting
from host_sim.telling import sentence
from host_sim.world import Man, OnBoard, point_of

Log = Callable[[str, str], None]
"""Told of a kind (`reeds`, `event`, `said`, `did`, `script`, `error`) and a text."""

LEG_MS: Final = 16
"""A dragged man follows the pointer from one picture to the next."""
LINES_MAX: Final = 2000
"""Of a scenario that is dropped on the page."""


class Bench:
    """The machine that a setting asks for. Use it in a `with` block."""

    def __init__(self, setting: Setting, seed: int, log: Log) -> None:
        self.setting = setting
        self.machine = Machine(setting.board_name, seed=seed)
        self._random = Random(seed)
        self._log = log
        self._runner = Runner(self.machine)
        self._notes = Notebook(setting, self._name, 0)
        self._ledger: Ledger | None = None
        self._heard = 0
        self._closed = 0
        self._seats: dict[Color, Seat] = {}
        self._playing: Playing | None = None
        self._origin: dict[int, str] = {}
        """The square that a man, by its number, left last."""
        self._way: dict[int, list[str]] = {}
        """Squares over which a man is being dragged."""
        self._way_ms = 0
        self._down_ms: dict[str, int] = {}

    def __enter__(self) -> "Bench":
        self.machine.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.machine.__exit__(kind, error, trace)

    # What can be seen

    @property
    def hardware(self) -> dict[str, Any]:
        """What does not change."""
        board = self.setting.ruleset.board
        coords = set(board.coords)
        names = {
            coord_name((x, y)): self._name(coord_name((x, y)))
            for x, y in sorted(coords)
            if x < self.machine.wiring.files and y < self.machine.wiring.ranks
        }
        return {**hardware(self.machine), "names": names, "game": self.setting.ruleset.title}

    @property
    def visible(self) -> dict[str, Any]:
        """What there is to be seen now."""
        seats = {color.name.lower(): seat.style.name for color, seat in self._seats.items()}
        return {**visible(self.machine), "seats": seats, "playing": self._playing is not None}

    @property
    def scenario(self) -> str:
        """What was done since the game was begun."""
        return self._notes.text(self.machine.clock.now_ms)

    # Time

    def pass_time(self, ms: int) -> None:
        """Let so much time pass, with all that seats and a scenario do in it."""
        end_ns = self.machine.clock.now_ns + ms * MS
        while (due_ns := self._next_ns()) <= end_ns:
            self.machine.run_until(max(due_ns, self.machine.clock.now_ns))
            self._act()
        self.machine.run_until(max(end_ns, self.machine.clock.now_ns))
        self._listen()
        self._look()

    def _next_ns(self) -> int:
        dues = [seat.next_ms * MS for seat in self._seats.values() if seat.next_ms is not None]
        if self._playing is not None:
            dues.append(self._playing.due_ns)
        return min(dues, default=1 << 63)

    def _act(self) -> None:
        now_ms = self.machine.clock.now_ms
        for seat in self._seats.values():
            for timed in seat.due(now_ms):
                try:
                    self._do(timed.act)
                except ReedboardError as error:
                    seat.drop_everything()
                    self._log("error", f"{seat.color.name.capitalize()}'s hand stops: {error}")
        if self._playing is not None:
            self._play_on(self._playing)

    def _look(self) -> None:
        """Seats decide what to do next."""
        ledger, station = self._ledger, self.machine.station
        if ledger is None or station is None or self._playing is not None:
            return
        if station.session.phase is Phase.PLAYING:
            clocked = self.setting.control != "none"
            for seat in self._seats.values():
                seat.look(ledger.game, self.machine.clock.now_ms, clocked)

    def _listen(self) -> None:
        closed = self.machine.world.closed
        if closed != self._closed:
            self._log("reeds", " ".join(self._changes(closed)))
            self._closed = closed
        events = self.machine.events
        for event in events[self._heard :]:
            if self._ledger is not None:
                self._ledger.heard(event)
            fields = to_json(event)
            kind = str(fields.pop("kind"))
            fields.pop("move", None)
            fields.pop("at_ms", None)
            self._log("event", " ".join([kind, *(_shown(k, v) for k, v in fields.items())]))
            if told := sentence(event):
                self._log("said", told)
        self._heard = len(events)

    def _changes(self, closed: int) -> list[str]:
        return [
            f"{'+' if closed >> bit & 1 else '-'}{square}"
            for bit, square in enumerate(self.machine.wiring.squares)
            if (closed ^ self._closed) >> bit & 1
        ]

    # Men

    def lift(self, number: int) -> None:
        """Take a man into the hand. Raises HandError."""
        man = self._man(number)
        square = self._square_of(man)
        self.machine.world.lift(man, self.machine.clock.now_ns)
        if square is not None:
            self._origin[number] = square
            self._note(c.Lift(square))

    def drop(self, number: int, x: float, y: float) -> None:
        """Put a man that is in the hand, or beside the board, down at a point of the board.

        Raises HandError.
        """
        man = self._man(number)
        self.machine.world.place(man, (x, y), self.machine.clock.now_ns)
        square, origin = self._square_of(man), self._origin.get(number)
        if origin is None:
            return
        self._note(c.Away() if square is None else c.Drop(square, origin))

    def aside(self, number: int) -> None:
        """Lay a man beside the board. Raises HandError."""
        man = self._man(number)
        square = self._square_of(man)
        self.machine.world.put_aside(man, self.machine.clock.now_ns)
        if square is not None:
            self._origin[number] = square
            self._note(c.Take(square))
        else:
            self._note(c.Away())

    def drag(self, number: int, x: float, y: float) -> None:
        """Drag a man along the board to a point near by. Raises HandError."""
        man, now_ms = self._man(number), self.machine.clock.now_ms
        before = self._square_of(man)
        if number not in self._way:
            self._way[number] = [] if before is None else [before]
            self._way_ms = now_ms
        self.machine.world.slide(man, [(x, y)], self.machine.clock.now_ns, LEG_MS)
        after = self._square_of(man)
        if after is not None and self._way[number][-1:] != [after]:
            self._way[number].append(after)

    def let_go(self, number: int) -> None:
        """The drag is over."""
        way = tuple(self._way.pop(number, ()))
        if len(way) > 1:
            each_ms = (self.machine.clock.now_ms - self._way_ms) // (len(way) - 1)
            self._notes.note(c.Slide(way, max(1, each_ms)), self._way_ms)

    def turn_over(self, number: int) -> None:
        """Turn a man upside down where it is: a king, or again a man. Centred, no reed feels it."""
        man = self._man(number)
        self.machine.world.turn_over(man, self.machine.clock.now_ns)

    def _man(self, number: int) -> Man:
        if not 0 <= number < len(self.machine.world.men):
            raise HandError(f"there is no man {number}")
        return self.machine.world.men[number]

    def _square_of(self, man: Man) -> str | None:
        """The square, as White sees it, whose reed may feel a man; None off the board's squares."""
        if not isinstance(man.place, OnBoard):
            return None
        x, y = round(man.place.x), round(man.place.y)
        wiring = self.machine.wiring
        if not (0 <= x < wiring.files and 0 <= y < wiring.ranks):
            return None
        square = coord_name((x, y))
        (right, up) = point_of(square)
        aside, along = man.place.x - right, man.place.y - up
        ring = self.machine.world.figures.ring(man.place.level, man.king)
        zone = zone_at(aside * aside + along * along, ring)
        return None if zone is Zone.OUT else self.machine.spot(square)

    # Buttons

    def button(self, side: str, down: bool) -> None:
        """A finger on the left or the right button, or off it. Raises HandError."""
        wiring, now_ms = self.machine.wiring, self.machine.clock.now_ms
        pins = {"left": wiring.left_button, "right": wiring.right_button}
        if side not in pins:
            raise HandError(f"there is no button {side!r}; there are left and right")
        if down is (side in self._down_ms):
            return
        if down:
            self._down_ms[side] = now_ms
            self.machine.pins.press(pins[side], self.machine.clock.now_ns)
            return
        since_ms = self._down_ms.pop(side)
        self.machine.pins.release(pins[side], self.machine.clock.now_ns)
        color = Color.WHITE if (side == "left") is not self.machine.turned else Color.BLACK
        long = now_ms - since_ms >= LONG_MS
        act = c.Hold(color, now_ms - since_ms) if long else c.Press(color)
        self._notes.note(act, since_ms)

    # The rest

    def say(self, line: str) -> None:
        """Do what a line of the scenario language says. Raises ReedboardError."""
        read = read_line(self.setting, line, begun=True)
        if read is None:
            return
        if isinstance(read, Setting | c.Expectation):
            raise ScriptError(f"{line!r} does nothing; expected a line that acts")
        self._do(read)

    def start(self) -> None:
        """Put the men on their squares and begin the game. Raises ReedboardError."""
        setup, position = self.setting.start()
        self._do(c.Start(setup, position))

    def show(self, pdn: str) -> None:
        """End the game, and have the lights lead through this one. Raises ReedboardError."""
        self._do(c.Do("result", (("result", UNFINISHED), ("reason", "arbiter"))))
        self._do(c.Do("replay", (("pdn", pdn),)))

    def sit(self, color: Color, style: str | None) -> None:
        """Let a hand of this style play a side, or nobody. Raises ScriptError."""
        self._seats.pop(color, None)
        if style is None:
            return
        if style not in STYLES:
            raise ScriptError(f"there is no style {style!r}; known: {', '.join(STYLES)}")
        if self._ledger is None:
            raise ScriptError("no game has been begun; start one, then a hand can play")
        hand = Random(self._random.getrandbits(64))
        self._seats[color] = Seat(color, STYLES[style], self._ledger.game, hand)

    def play(self, text: str, file: str) -> None:
        """Play a scenario in its own time. Raises ScriptError."""
        script = read_script(text, file)
        if len(script.steps) > LINES_MAX:
            raise ScriptError(f"{file}: more than {LINES_MAX} lines; play it with 'script {file}'")
        self._seats.clear()
        self._playing = Playing(script, self._runner, self.machine.clock.now_ns)

    def _play_on(self, playing: Playing) -> None:
        try:
            for told in playing.go_on(self.machine.clock.now_ns):
                self._listen()
                self._tell(told)
        except ReedboardError as error:
            self._playing = None
            self._log("error", f"{error}")
            return
        if playing.over:
            self._playing = None
            held = playing.judged - playing.failed
            self._log("script", f"over: {held} of {playing.judged} expectations hold")

    def _tell(self, told: Told) -> None:
        if told.was is None:
            self._log("script", f"{told.line}: {told.text}")
        else:
            self._log("error", f"line {told.line}: {told.text}: but it was: {told.was}")

    def _do(self, act: c.Act) -> None:
        if isinstance(act, c.Start):
            self._seats.clear()
            self._origin.clear()
            self._ledger = Ledger(act.setup)
            self._heard = len(self.machine.events)
        self._runner.act(act)
        if isinstance(act, c.Start):
            self._notes = Notebook(self.setting, self._name, self.machine.clock.now_ms)
        else:
            self._note(act)

    def _note(self, act: c.Act) -> None:
        self._notes.note(act, self.machine.clock.now_ms)
        self._log("did", self._notes.lines[-1][1] if self._notes.lines else "")

    def _name(self, coord: str) -> str:
        """The game's own name of a square; of one outside the game its coordinate."""
        ruleset = self.setting.ruleset
        square = ruleset.board.index.get(parse_coord(coord))
        return coord if square is None else square_name(ruleset, square)


def _shown(key: str, value: object) -> str:
    return f"{key}={' '.join(map(str, value)) if isinstance(value, list) else value}"
