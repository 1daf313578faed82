"""Two players in time trouble at a simulated board, who hit the clock as hands do then.

They mean nothing but moves. `accidents` counts what the board understood besides: there must be
none. What the hands do, and how often, stands in `Scramble`: hits of 20 to 180 ms, some before the
man has landed, second hits 40 ms later, both hands at once, flurries of three hundred presses 40 ms
apart, hands that stay on the button after a move, and now and then a bag that is laid on a button.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from firmware.notation.fen import parse_fen
from firmware.notation.squares import square_name
from firmware.rules import Color, Game, Move, find_variant, legal_moves, squares
from firmware.table import events as ev
from host_sim.clock import MS
from host_sim.machine import Machine

START: Final = "W:WKa1:BKh2"
"""A king on each of two lines that never meet: games as long as one likes."""
PLIES: Final = 200
"""A game's length; then the next is begun."""
FLURRY: Final = 300
GRACE_MS: Final = 400
"""The board has decided about a press after this long."""

Meant = Sequence[tuple[str, Color]]
"""What hands said on purpose: a gesture's name or `accept`, and by whose button."""

_COMES_OF_IT = (ev.Chosen, ev.Proposed, ev.DrawOffered, ev.DrawClaimed, ev.GameWanted, ev.Paused)


def accidents(events: Iterable[ev.Event], meant: Meant = ()) -> list[ev.Event]:
    """Gestures that nobody made; where nobody made any, also what can only come of one.

    `events` are those of games in which hands have said with the buttons what is `meant` and
    nothing else, and nothing was commanded.
    """
    left = Counter(meant)
    found: list[ev.Event] = []
    for event in events:
        said = _said(event)
        if said is not None and left[said]:
            left[said] -= 1
        elif said is not None or (isinstance(event, _COMES_OF_IT) and not meant):
            found.append(event)
    return found


def _said(event: ev.Event) -> tuple[str, Color] | None:
    match event:
        case ev.Gestured(gesture, color):
            return gesture, color
        case ev.Chosen(color, "accept"):
            return "accept", color
        case _:
            return None


class Scramble:
    """Two blitz players at one machine, which must be on and have no men on its board."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self.presses = 0
        """How often a button went down."""
        self.moves = 0
        """How many moves the board has recorded."""
        self._machine = machine
        self._random = random
        self._ruleset = find_variant("russian")
        self._game = Game.start(self._ruleset)
        self._free_ns = [0, 0]
        """Until when each button is held down by something."""

    def play(self, presses: int) -> None:
        """Play until the buttons have been pressed so often."""
        while self.presses < presses:
            self._begin()
            while len(self._game.plies) < PLIES and self.presses < presses:
                self._turn()
                self._now_and_then()
            self.moves += sum(isinstance(one, ev.MoveMade) for one in self._new_events())

    def _begin(self) -> None:
        """The men go to their squares, and a game without an end of its own begins."""
        machine = self._machine
        now_ns = machine.clock.now_ns
        for man in machine.world.men:
            machine.world.put_aside(man, now_ns)
        self._game = Game.start(self._ruleset, parse_fen(START, self._ruleset))
        position = self._game.position
        for square in squares(position.occupied):
            color = position.owner(square)
            assert color is not None
            machine.world.add(color, self._name(square), now_ns, king=True)
        machine.run_for_ms(100)
        answer = machine.command(
            "new_game", fen=START, control="3600+5", policy="tournament", immediate=True
        )
        assert answer["ok"], answer
        self._seen = len(machine.events)

    # ------------------------------------------------------------------------------- hands

    def _turn(self) -> None:
        """A move and its hits, until the clock has passed."""
        machine, mover = self._machine, self._game.turn
        move = self._safe_move()
        machine.run_for_ms(self._between(20, 500))
        self._lift_and_put(move)
        early = self._chance(15)
        if early:
            self._hit(mover, self._between(20, 120))
        landing_ms = self._between(40, 90) if early else self._between(60, 250)
        machine.run_for_ms(landing_ms)
        machine.world.place(self._man, self._name(move.target), machine.clock.now_ns)
        machine.run_for_ms(self._between(0, 60))
        self._game = self._game.play(move)
        self._press_until_passed(mover)

    def _lift_and_put(self, move: Move) -> None:
        now_ns = self._machine.clock.now_ns
        self._man = self._machine.world.lift(self._name(move.origin), now_ns)

    def _press_until_passed(self, mover: Color) -> None:
        """He hits, and hits again where the clock has not passed; some hands stay on the button."""
        while True:
            stays = self._chance(20)
            self._hit(mover, self._between(300, 9000) if stays else self._between(20, 180))
            if self._chance(30):
                self._machine.run_for_ms(40)
                self._hit(mover, self._between(20, 60))
            if self._chance(25):
                self._hit(mover.other, self._between(20, 180))
            self._machine.run_for_ms(GRACE_MS if self._chance(10) else self._between(30, 160))
            session = self._machine.station
            assert session is not None
            clock = session.session.clock
            if clock is not None and clock.running is not mover:
                return
            self._machine.run_for_ms(GRACE_MS)

    def _now_and_then(self) -> None:
        """What happens besides moves."""
        match self._random.getrandbits(6):
            case 0:
                self._flurry()
            case 1 | 2 | 3:
                self._both_at_once()
            case 4:
                self._bag()
            case _:
                return

    def _flurry(self) -> None:
        """Three hundred presses 40 ms apart, by both hands."""
        for _ in range(FLURRY):
            self._hit(Color(self._random.getrandbits(1)), self._between(5, 35))
            self._machine.run_for_ms(40)

    def _both_at_once(self) -> None:
        """The flat of two hands, or one hand on both buttons."""
        first = Color(self._random.getrandbits(1))
        length_ms = self._between(20, 240)
        self._hit(first, length_ms)
        self._machine.run_for_ms(self._between(0, 60))
        self._hit(first.other, length_ms)
        self._machine.run_for_ms(length_ms + GRACE_MS)

    def _bag(self) -> None:
        """A bag lies on a button while somebody is called away; the other hand plays with his."""
        color = Color(self._random.getrandbits(1))
        self._hit(color, self._between(5200, 90_000))
        for _ in range(self._random.getrandbits(3)):
            self._machine.run_for_ms(self._between(100, 3000))
            self._hit(color.other, self._between(20, 180))
        wait_ns = self._free_ns[color] - self._machine.clock.now_ns
        self._machine.run_for_ms(max(0, wait_ns) // MS + GRACE_MS)

    def _hit(self, color: Color, for_ms: int) -> None:
        """A button goes down for so long, if nothing holds it down already."""
        now_ns = self._machine.clock.now_ns
        if now_ns < self._free_ns[color]:
            return
        self._machine.press(color, for_ns=for_ms * MS)
        self._free_ns[color] = now_ns + (for_ms + 1) * MS
        self.presses += 1

    # ------------------------------------------------------------------------------- parts

    def _safe_move(self) -> Move:
        """A legal move after which nothing can be captured."""
        position = self._game.position
        safe = [
            move
            for move in self._game.moves
            if not any(reply.captured for reply in legal_moves(position.after(move)))
        ]
        return safe[int(self._random.random() * len(safe))]

    def _name(self, square: int) -> str:
        return square_name(self._ruleset, square)

    def _between(self, low_ms: int, high_ms: int) -> int:
        return low_ms + int(self._random.random() * (high_ms - low_ms + 1))

    def _chance(self, percent: int) -> bool:
        return self._random.random() * 100 < percent

    def _new_events(self) -> list[ev.Event]:
        return self._machine.events[self._seen :]


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "hit the buttons as in time trouble, and count what was understood by accident"
    parser = subparsers.add_parser("scramble", help=text, description=text)
    parser.add_argument("--presses", type=int, default=20_000, metavar="N", help="at least")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="draws everything")


def run(args: argparse.Namespace) -> int:
    """Carry out the command: 0 if nothing was understood by accident, otherwise 1."""
    with Machine(seed=args.seed) as machine:
        scramble = Scramble(machine, Random(args.seed))
        scramble.play(args.presses)
        found = accidents(machine.events)
    print(f"seed {args.seed}: {scramble.presses} presses, {scramble.moves} moves")
    print(f"{len(found)} accidents", *found[:10], sep="\n  ")
    return 1 if found else 0
