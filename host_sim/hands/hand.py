"""One hand at a board: how it makes a move that it has decided on.

A hand knows the position and the move; it is told nothing of what the firmware thinks. It plans a
whole turn ahead, from the first lift to the last thing done after the press, as acts in time.
"""

from dataclasses import dataclass
from random import Random

from firmware.rules import Game, Move, Ruleset
from host_sim.hands.fidgets import Room, fidget
from host_sim.hands.offences import STOPPED_MS, Offence, commit, offence, undo
from host_sim.hands.plan import Plan
from host_sim.hands.ranges import Tempo
from host_sim.hands.spots import Spots
from host_sim.hands.styles import TIDY, Fidget, Removal, Style
from host_sim.script import commands as c

CHATTERS_MAX = 12
"""A man at the edge of hysteresis comes to rest within a few shakes of the table."""
LANDED_AT_PRESS_MS = 50
"""What a hand still does to its man when the other hand presses is over this soon after."""
STEADY_MS = 10
"""A man stands before its contact begins to chatter."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a hand is about to do."""

    game: Game
    """Before the move."""
    move: Move
    start_ms: int
    presses: bool
    """There is a clock."""
    free: bool = True
    """Nothing of the turn before is still going on: there is time to fidget."""


class Hand:
    """A person's hands: style, habits and dice."""

    def __init__(self, ruleset: Ruleset, random: Random, style: Style = TIDY) -> None:
        self.style = style
        self._spots = Spots(ruleset)
        self._tempo = Tempo(random)

    def react_ms(self) -> int:
        """From the foe's press to this hand's first lift; negative: before it."""
        return self._tempo.draw(self.style.react)

    def plan(self, turn: Turn) -> Plan:
        """All the acts of one turn."""
        return _Turn(self.style, self._tempo, self._spots, turn).plan()

    def offence(self, game: Game) -> Offence | None:
        """Something against the rules that can be done here."""
        return offence(game, self._tempo)

    def offend(self, game: Game, one: Offence, start_ms: int, presses: bool) -> Plan:
        """All the acts of an irregular move."""
        plan = Plan(len(game.plies) + 1)
        plan.landed_ms = plan.done_ms = commit(plan, one, self._spots, self._tempo, start_ms)
        waits_ms = STOPPED_MS if one.stopped else max(1, self._tempo.draw(self.style.press))
        plan.press_ms = plan.done_ms + waits_ms
        if presses:
            plan.add(plan.press_ms, c.Press(game.turn))
        return plan

    def undo(self, game: Game, one: Offence, start_ms: int) -> Plan:
        """The acts by which an irregular move is put back."""
        plan = Plan(len(game.plies) + 1)
        plan.landed_ms = plan.done_ms = undo(plan, one, self._spots, self._tempo, start_ms)
        return plan

    def slip(self) -> tuple[float, float]:
        """How far from a square's centre a man is put down, in squares."""
        off = self.style.off_centre
        right, up = self._tempo.below(2001) - 1000, self._tempo.below(2001) - 1000
        return right * off / 1000, up * off / 1000


class _Turn:
    """A turn while it is planned; `at_ms` is how far the hand has come."""

    def __init__(self, style: Style, tempo: Tempo, spots: Spots, turn: Turn) -> None:
        self._style, self._tempo, self._spots = style, tempo, spots
        self._turn, self._move = turn, turn.move
        self._plan = Plan(len(turn.game.plies) + 1)
        self._at_ms = turn.start_ms
        self._path = [spots.names[square] for square in turn.move.path]
        off = [square for square in turn.move.order if not turn.move.kept >> square & 1]
        self._captured = [spots.names[square] for square in off]
        self._held = self._path[0]
        """The square that the moving man left last."""

    def plan(self) -> Plan:
        """Plan it all."""
        plan, style = self._plan, self._style
        removal = self._tempo.pick(style.removals)
        if set(self._path) & set(self._captured):
            removal = Removal.DURING  # it lands where a man has been taken off
        if self._path[0] == self._path[-1] and removal in (Removal.LATE, Removal.FOE):
            removal = Removal.AFTER  # only the men that are gone show that it has been made
        kind = self._fidget()
        if kind is not None and kind is not Fidget.ASTRAY:
            self._at_ms = fidget(plan, kind, self._room(), self._at_ms)
        if removal is Removal.BEFORE:
            self._take_off(self._tempo.shuffled(self._captured))
        if not self._captured and self._tempo.chance(style.drags) and self._drag():
            pass
        else:
            self._carry(removal, kind)
        plan.landed_ms = self._at_ms
        self._settle(removal)
        plan.done_ms = max(self._at_ms, plan.over_ms)
        plan.press_ms = self._press_ms()
        if self._turn.presses:
            plan.add(plan.press_ms, c.Press(self._turn.game.turn))
        self._afterwards(removal)
        return plan

    # Before the press

    def _fidget(self) -> Fidget | None:
        style = self._style
        if not (self._turn.free and style.fidgets and self._tempo.chance(style.fidgeting)):
            return None
        return self._tempo.pick(style.fidgets)

    def _room(self) -> Room:
        return Room(self._turn.game, self._move, self._spots, self._tempo)

    def _drag(self) -> bool:
        """The man is never lifted; False if no line leads to the target."""
        squares = self._spots.straight(self._path[0], self._path[-1])
        if squares is None:
            return False
        way = [self._path[0]]
        for square in squares:
            way += [*self._corner(way[-1], square), square]
        act = c.Slide(tuple(way), self._tempo.draw(self._style.leg))
        self._plan.add(self._at_ms, act)
        self._at_ms += act.each_ms * (len(way) - 1)
        return True

    def _corner(self, one: str, other: str) -> list[str]:
        """Every third step or so goes over a free square beside the way."""
        if not self._tempo.chance(0.3):
            return []
        taken = self._spots.men(self._turn.game.position)
        beside = [
            spot
            for spot in self._spots.around(one)
            if spot in self._spots.around(other) and (spot[0] == one[0] or spot[1:] == one[1:])
        ]
        beside = [spot for spot in beside if spot not in taken]
        return [self._tempo.pick(beside)] if beside else []

    def _carry(self, removal: Removal, kind: Fidget | None) -> None:
        """Lift, set down on each landing, take off meanwhile what this removal takes off."""
        began_ms = self._at_ms
        self._lift(self._path[0])
        if kind is Fidget.ASTRAY:
            self._stray()
        if self._tempo.chance(self._style.hesitates):
            self._hesitate()
        for step, landing in enumerate(self._path[1:]):
            self._at_ms += self._tempo.draw(self._style.carry)
            self._drop(landing)
            if removal is Removal.DURING and step < len(self._captured):
                self._take_off([self._captured[step]])
            if step < len(self._path) - 2:
                self._at_ms += self._tempo.draw(self._style.touch)
                if self._tempo.chance(self._style.hesitates / 2):
                    self._at_ms += self._tempo.draw(self._style.rest)
                self._lift(landing)
        if removal is Removal.BOTH_HANDS:
            self._take_off_meanwhile(began_ms)

    def _hesitate(self) -> None:
        """Think with the man in the air, or try a square that the move might go to as well."""
        others = self._tries()
        if not others or self._tempo.chance(0.3):
            self._at_ms += self._tempo.draw(self._style.air)
            return
        for _ in range(1 + self._tempo.below(2)):
            self._at_ms += self._tempo.draw(self._style.carry)
            spot = self._tempo.pick(others)
            self._drop(spot)
            self._at_ms += self._tempo.draw(self._style.rest)
            self._lift(spot)

    def _tries(self) -> list[str]:
        """Its own square, and where else this man may quietly go, but not to end the game."""
        names, move = self._spots.names, self._move
        others = [
            names[other.target]
            for other in self._turn.game.moves
            if other.origin == move.origin
            and not other.captured
            and not move.captured
            and self._turn.game.play(other).outcome is None
        ]
        return [self._path[0], *others]

    def _stray(self) -> None:
        """Set the man down where it must not go, see it, take it up again."""
        spot = self._room().wrong_square()
        if spot is None:
            return
        self._at_ms += self._tempo.draw(self._style.carry)
        self._drop(spot)
        self._at_ms += self._tempo.draw("stands")
        self._lift(spot)

    def _lift(self, spot: str) -> None:
        self._plan.add(self._at_ms, c.Lift(spot))
        self._held = spot

    def _drop(self, spot: str) -> None:
        self._plan.add(self._at_ms, c.Drop(spot, self._held))

    def _settle(self, removal: Removal) -> None:
        """The man stands; what is to be taken off before the press comes off now."""
        if self._tempo.chance(self._style.chatters):
            times = 3 + self._tempo.below(CHATTERS_MAX - 2)
            act = c.Chatter(self._path[-1], self._tempo.draw("chatter"), times)
            self._plan.add(self._at_ms + STEADY_MS, act)
        left = self._captured
        match removal:
            case Removal.AFTER:
                self._take_off(self._tempo.shuffled(left))
            case Removal.DURING:
                self._take_off(left[len(self._path) - 1 :])
            case Removal.LATE | Removal.FOE if not self._turn.presses:
                self._at_ms += self._tempo.draw(self._style.late)
                self._take_off(self._tempo.shuffled(left))
            case _:
                pass
        if self._move.leaves:
            self._take_off([self._path[-1]])

    def _take_off(self, spots: list[str]) -> None:
        for spot in spots:
            self._at_ms += self._tempo.draw(self._style.remove)
            self._plan.add(self._at_ms, c.Take(spot))

    def _take_off_meanwhile(self, began_ms: int) -> None:
        """The other hand has taken them off between the first lift and now, or is about to."""
        at_ms = began_ms
        for spot in self._tempo.shuffled(self._captured):
            at_ms += self._tempo.draw(self._style.remove) // 2
            self._plan.add(at_ms, c.Take(spot))

    # The press and after

    def _press_ms(self) -> int:
        plan, wait_ms = self._plan, self._tempo.draw(self._style.press)
        landed_last = plan.over_ms <= plan.landed_ms
        # Where men go home, one that is off its square may have gone: it must be seen to land.
        goes_home = any(move.leaves for move in self._turn.game.moves)
        if wait_ms < 0 and (goes_home or not landed_last):
            wait_ms = -wait_ms
        return max(self._at_ms + wait_ms, plan.done_ms - LANDED_AT_PRESS_MS)

    def _afterwards(self, removal: Removal) -> None:
        """What is done after the press, in the foe's time."""
        plan, tempo = self._plan, self._tempo
        busy: set[str] = set()
        at_ms = max(plan.press_ms, plan.done_ms)
        if removal in (Removal.LATE, Removal.FOE) and self._turn.presses:
            for spot in tempo.shuffled(self._captured):
                at_ms += tempo.draw(self._style.late) // len(self._captured)
                plan.add(at_ms, c.Take(spot))
                busy.add(spot)
        if self._move.crowned and tempo.chance(self._style.crowns):
            busy.add(self._path[-1])
            self._crown(at_ms + tempo.draw("crown"))
        plan.busy = frozenset(busy)

    def _crown(self, at_ms: int) -> None:
        """Lift the man to turn it over, or exchange it for one of those taken off."""
        spot, origin = self._path[-1], self._path[-1]
        if self._captured and self._tempo.chance(0.5):
            origin = self._captured[0]
            self._plan.add(at_ms, c.Take(spot))
        else:
            self._plan.add(at_ms, c.Lift(spot))
        self._plan.add(at_ms + self._tempo.draw("blink"), c.Drop(spot, origin))
