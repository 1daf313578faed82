"""Two players at a simulated board: set the men up, make legal moves by hand, press, agree.

What hands know and what the firmware knows meet nowhere but at the reeds, the buttons and the
socket. `played` is what really happened on the board; `made` is what the firmware says happened.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from firmware.errors import ReedboardError
from firmware.notation.fen import write_fen
from firmware.rules import Color, Game, Move, Outcome, Position, Ruleset, squares
from firmware.table import events as ev
from firmware.table.layout import coord_name
from firmware.table.policy import Timing
from host_sim.clock import MS
from host_sim.hands import TIDY, Hand, Style
from host_sim.machine import Machine

AFTER_PRESS_MS = 30
"""The board shows its verdict before the next hand moves."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on."""

    control: str = "none"
    draws: str | None = None
    tags: tuple[tuple[str, str], ...] = ()


def board_of(ruleset: Ruleset) -> str:
    """The name of the wired board that a game is played on."""
    return f"{ruleset.board.width}x{ruleset.board.height}"


class Match:
    """One game at one machine.

    `until` lets time pass up to a moment of the machine's clock, in nanoseconds. By default the
    machine does so in one go; who wants to look in between gives a way of his own.
    """

    def __init__(
        self,
        machine: Machine,
        ruleset: Ruleset,
        random: Random,
        start: Position | None = None,
        style: Style = TIDY,
        until: Callable[[int], None] | None = None,
    ) -> None:
        self.machine = machine
        self._until = until or machine.run_until
        self.played = Game.start(ruleset, start)
        self._custom = start is not None
        self._random = random
        self.landed_ms: list[int] = []
        """For each ply, when its man was put down for the last time, in the game's time."""
        self._clocked = False
        self._began_ms = 0
        self._hand = Hand(machine.world, self._square, random, style)

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves the firmware has made final, in order, withdrawn ones left out."""
        moves: list[Move] = []
        for event in self.machine.events:
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
            "draws": terms.draws,
            "tags": dict(terms.tags),
            "immediate": True,
        }
        if self._custom:
            fields["fen"] = write_fen(self.played.first)
        self._ask("new_game", **fields)
        self._began_ms = self.machine.clock.now_ms
        self._clocked = terms.control != "none"

    def move(self, move: Move, think_ms: int = 0) -> None:
        """One ply: think, make the motions, press where there is a clock."""
        turn = self.played.turn
        self.played = self.played.play(move)
        machine = self.machine
        motions = self._hand.make(move, machine.clock.now_ns + think_ms * MS)
        self.landed_ms.append(motions.landed_ns // MS - self._began_ms)
        if self._clocked:
            machine.press(turn, motions.done_ns)
        self._until(motions.done_ns + AFTER_PRESS_MS * MS)

    def choose(self) -> Move:
        """Any legal move."""
        moves = self.played.moves
        return moves[int(self._random.random() * len(moves))]

    def agree(self, result: str, reason: str) -> None:
        """End the game by a result told through the socket, unless the board has ended it."""
        if self.machine.state().get("result") is None:
            self._ask("result", result=result, reason=reason)

    def finish(self, outcome: Outcome | None) -> None:
        """Wait until all that was played is recorded and, if the board ends the game, it has."""
        timing = Timing()
        wait_ms = timing.settle_ms if self._clocked else timing.final_ms
        if outcome is not None and outcome.is_draw_rule:
            wait_ms += timing.notice_ms
        self._wait(wait_ms + 500)

    def _wait(self, ms: int) -> None:
        self._until(self.machine.clock.now_ns + ms * MS)

    def _ask(self, command: str, **fields: Any) -> None:
        answer = self.machine.command(command, **fields)
        if not answer["ok"]:
            raise ReedboardError(f"the board refuses {command}: {answer}")

    def _square(self, square: int) -> str:
        return self.machine.spot(coord_name(self.played.ruleset.board.coords[square]))
