"""Two players at a simulated board: set the men up, make legal moves by hand, press, agree.

What hands know and what the firmware knows meet nowhere but at the reeds, the buttons and the
socket. `played` is what really happened on the board; `made` is what the firmware says happened.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from firmware.errors import ReedboardError
from firmware.notation.fen import write_fen
from firmware.notation.squares import square_name
from firmware.rules import Color, Game, Move, Outcome, Position, Ruleset, squares
from firmware.table import events as ev
from firmware.table.layout import coord_name
from firmware.table.policy import Timing
from hardware import WIRING
from host_sim.clock import MS
from host_sim.hands import TIDY, Hand, Plan, Style, Timed, Turn
from host_sim.machine import Machine
from host_sim.script.runner import Runner

AFTER_PRESS_MS = 30
"""The board shows its verdict before the next hand moves."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on."""

    control: str = "none"
    draws: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    policy: str = "casual"


def control_for(ruleset: Ruleset, control: str, otherwise: str) -> str:
    """`control`, or `otherwise` where that is `none` and only a press ends a turn."""
    return control if control != "none" or ruleset.hand_shows else otherwise


def board_of(ruleset: Ruleset) -> str:
    """The name of the wired board that a game is played on: its own, or the smallest it fits on."""
    width, height = ruleset.board.width, ruleset.board.height
    own = f"{width}x{height}"
    sizes = [tuple(map(int, path.stem.split("x"))) for path in sorted(WIRING.glob("*x*.toml"))]
    fitting = [size for size in sizes if size[0] >= width and size[1] >= height]
    if (width, height) in sizes or not fitting:
        return own
    return "{}x{}".format(*min(fitting, key=lambda size: (size[0] * size[1], size)))


class Match:
    """One game at one machine.

    `until` lets time pass up to a moment of the machine's clock, in nanoseconds. By default the
    machine does so in one go; who wants to look in between gives a way of his own. `done` is told
    of every act when it has begun.
    """

    def __init__(
        self,
        machine: Machine,
        ruleset: Ruleset,
        random: Random,
        start: Position | None = None,
        style: Style | tuple[Style, Style] = TIDY,
        until: Callable[[int], None] | None = None,
        done: Callable[[Timed], None] = lambda timed: None,
    ) -> None:
        self.machine = machine
        self._until = until or machine.run_until
        self._done = done
        self.played = Game.start(ruleset, start)
        self._custom = start is not None
        self._random = random
        self.landed_ms: list[int] = []
        """For each ply, when its man was put down for the last time, in the game's time."""
        self.acts: list[Timed] = []
        """All that hands have done since the game began, in the order in which they did it."""
        self.began_ms = 0
        """The machine's time when the game was created."""
        self._clocked = False
        self._heard = len(machine.events)
        """Events of games before this one."""
        styles = style if isinstance(style, tuple) else (style, style)
        self.hands = tuple(Hand(ruleset, random, one) for one in styles)
        """White's and Black's."""
        self._runner = Runner(machine, lambda: self.hands[self.mover].slip())
        self._planned: list[tuple[int, int, Timed]] = []
        self._plans = 0

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves the firmware has made final, in order, withdrawn ones left out."""
        moves: list[Move] = []
        for event in self.machine.events[self._heard :]:
            match event:
                case ev.MoveMade():
                    moves.append(event.move)
                case ev.MoveWithdrawn():
                    moves.pop()
                case ev.TakenBack():
                    del moves[event.plies :]
                case _:
                    pass
        return tuple(moves)

    @property
    def as_played(self) -> bool:
        """Whether the firmware says what happened; on the last ply a flag may have fallen."""
        made, plies = self.made, self.played.plies
        flagged = any(isinstance(one, ev.Flag) for one in self.machine.events[self._heard :])
        return made == plies or (flagged and made == plies[:-1])

    @property
    def mover(self) -> Color:
        """The side that made the last ply, or before the first is about to."""
        return self.played.positions[max(0, len(self.played.plies) - 1)].turn

    @property
    def now_ms(self) -> int:
        """The machine's time."""
        return self.machine.clock.now_ms

    def set_up(self, pace_ms: int = 0) -> None:
        """Put the men of the start position on their squares, the next one after `pace_ms`."""
        position = self.played.first
        for color in Color:
            for square in squares(position.pieces(color)):
                king = position.is_king(square)
                at_ns = self.machine.clock.now_ns
                self.machine.world.add(color, self._square(square), at_ns, king=king)
                if pace_ms:
                    self._wait(pace_ms)
        self._wait(100)

    def start(self, terms: Terms) -> None:
        """Begin the game through the socket; the first mover's time runs.

        Raises ReedboardError if the station refuses.
        """
        fields: dict[str, Any] = {
            "variant": self.played.ruleset.key,
            "control": terms.control,
            "policy": terms.policy,
            "draws": terms.draws,
            "tags": dict(terms.tags),
            "immediate": True,
        }
        if self._custom:
            fields["fen"] = write_fen(self.played.first)
        self._ask("new_game", **fields)
        self.begun(terms.control != "none")

    def begun(self, clocked: bool = True) -> None:
        """The game has begun, by whatever means."""
        self.began_ms = self.now_ms
        self._clocked = clocked

    def move(self, move: Move, think_ms: int = 0) -> None:
        """One ply: think, make the motions, press where there is a clock."""
        plan = self.begin(move, self.now_ms + think_ms)
        ends_ms = plan.press_ms if self._clocked else plan.done_ms
        self.go_on(max(ends_ms, plan.over_ms) + AFTER_PRESS_MS)
        if move.crowned:
            self._turn_over(move)

    def _turn_over(self, move: Move) -> None:
        """Crown the man where it stands, which no reed feels."""
        king = self.machine.world.man_on(self._square(move.target))
        if king is not None:
            king.king = True

    def begin(self, move: Move, start_ms: int, free: bool = True) -> Plan:
        """Plan one ply from `start_ms` on; `go_on` carries it out. The plan is told to nobody."""
        hand = self.hands[self.played.turn]
        plan = hand.plan(Turn(self.played, move, start_ms, self._clocked, free))
        self.played = self.played.play(move)
        self.landed_ms.append(plan.landed_ms - self.began_ms)
        for timed in plan.in_order():
            self.add(timed)
        return plan

    def put(self, position: Position, made_ms: int) -> None:
        """The side on move has brought this position about, and the other one lets it stand."""
        self.played = self.played.put(position, self.played.turn)
        self.landed_ms.append(made_ms - self.began_ms)

    def add(self, timed: Timed) -> None:
        """One more act, to be done when its time has come."""
        self._plans += 1
        heapq.heappush(self._planned, (timed.at_ms, self._plans, timed))

    def go_on(self, until_ms: int) -> None:
        """Let time pass up to `until_ms`, with all acts that are due."""
        while self._planned and self._planned[0][0] <= until_ms:
            _, _, timed = heapq.heappop(self._planned)
            self._until(max(timed.at_ms * MS, self.machine.clock.now_ns))
            self.acts.append(timed)
            self._runner.act(timed.act)
            self._done(timed)
        self._until(max(until_ms * MS, self.machine.clock.now_ns))

    def choose(self, origin: int | None = None) -> Move:
        """Any legal move; of the man on `origin`, if one is named."""
        moves = [move for move in self.played.moves if origin in (None, move.origin)]
        return moves[int(self._random.random() * len(moves))]

    def agree(self, result: str, reason: str) -> None:
        """End the game by a result told through the socket, unless the board has ended it."""
        if self.machine.state().get("result") is None:
            self._ask("result", result=result, reason=reason)

    def finish(self, outcome: Outcome | None) -> None:
        """Wait until all that was played is recorded and, if the board ends the game, it has."""
        timing = Timing()
        wait_ms = timing.removal_pause_ms if self._clocked else timing.final_ms
        if outcome is not None and outcome.is_draw_rule:
            wait_ms += timing.notice_ms
        self._wait(wait_ms + 500)

    def _wait(self, ms: int) -> None:
        self.go_on(self.now_ms + ms)

    def _ask(self, command: str, **fields: Any) -> None:
        answer = self.machine.command(command, **fields)
        if not answer["ok"]:
            raise ReedboardError(f"the board refuses {command}: {answer}")

    @property
    def coords(self) -> list[str]:
        """The coordinates of all squares of the game, as White sees it."""
        return [coord_name(coord) for coord in self.played.ruleset.board.coords]

    def name(self, square: int) -> str:
        """A square's name in the game's notation; of the men beside the game's squares, a dash."""
        inside = square < self.played.ruleset.board.size
        return square_name(self.played.ruleset, square) if inside else "-"

    def coord(self, square: int) -> str:
        """The coordinate of a square of the game, as White sees it."""
        return coord_name(self.played.ruleset.board.coords[square])

    def spots(self, picture: int) -> list[str]:
        """Where the squares of a game picture are on the physical board."""
        return [self._square(square) for square in squares(picture)]

    def _square(self, square: int) -> str:
        return self.machine.spot(self.coord(square))
