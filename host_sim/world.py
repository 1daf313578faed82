"""The board on the table: men, the hands that move them, and the reeds that feel them.

A hand's call (`lift`, `place`, `slide`, ...) names the exact time at which it happens and may lie
ahead: the man's own place changes at once, as the plan the hand will carry out, while what the
reeds feel is put on a heap in order of time. `advance_to` takes from that heap whatever has become
due and keeps `closed`, the picture of contacts that conduct right now.

Because everything on the heap is applied in order of time, however large or small the steps of
`advance_to` are, a simulation may jump to `next_edge_ns()` and see exactly what it would have seen
by creeping there. Two streams of random numbers keep that true: hands draw in the order of their
calls, contacts in the order in which magnets arrive.

Coordinates are in squares: a1 is (0.0, 0.0), x grows with the file, y with the rank; a reed stands
under the centre of every wired square. Only sums, products, quotients and square roots are
computed, which every Python computes to the same bit.
"""

import enum
import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from firmware.errors import HandError
from firmware.rules import Color
from host_sim.clock import NEVER
from host_sim.reeds import (
    FIGURES,
    Figures,
    Point,
    Reed,
    Zone,
    crossings,
    lift_delay,
    operate_edges,
    release_delay,
    zone_at,
)

Spot = str | Point
"""A square's name, for its centre, or any point."""

HEAPED = 0.5
"""Two men whose centres are nearer than this, in squares, cannot both lie flat on the board."""


@dataclass(frozen=True, slots=True)
class OnBoard:
    """Where a man lies: its centre, and how many men are under it."""

    x: float
    y: float
    level: int = 0


class Off(enum.Enum):
    """Where a man is that is not on the board."""

    HAND = "in a hand"
    ASIDE = "beside the board"


Place = OnBoard | Off


@dataclass(eq=False, slots=True)
class Man:
    """A man or king of wood with a magnet in its foot. The reeds know nothing but the magnet."""

    number: int
    color: Color
    king: bool = False
    """Turned over, to mark a king; a second man put on top is a man of its own."""
    place: Place = Off.ASIDE
    free_ns: int = 0
    """When the last movement planned for it ends."""


_ZONE, _EDGE, _STICK = range(3)
_Due = tuple[int, int, int, int, int, int]
"""(at_ns, order of arrival, kind, reed, and two numbers that belong to the kind)."""


class World:
    """Men and reeds of one board; `squares` are the wired squares' names in picture order."""

    def __init__(self, squares: Sequence[str], random: Random, figures: Figures = FIGURES) -> None:
        self.squares = tuple(squares)
        self.figures = figures
        self.men: list[Man] = []
        self.closed = 0
        """The contacts that conduct, one bit a wired square, as of the last `advance_to`."""
        self.now_ns = 0
        """The time of the last `advance_to`."""
        self.next_ns = NEVER
        """When something is due next; `next_edge_ns` for readers, a plain number for speed."""
        self._reeds = [Reed(*point_of(square)) for square in self.squares]
        self._index = {square: index for index, square in enumerate(self.squares)}
        self._due: list[_Due] = []
        self._arrivals = 0
        self._contacts = 0
        self._stuck_closed = 0
        self._stuck_open = 0
        self._hand_random = Random(random.getrandbits(64))
        self._reed_random = Random(random.getrandbits(64))

    # What is where

    def men_on(self, square: str) -> tuple[Man, ...]:
        """The men whose centres lie on this square, the lowest first."""
        x, y = point_of(square)
        here = [
            (man.place.level, man.number, man)
            for man in self.men
            if isinstance(man.place, OnBoard)
            and abs(man.place.x - x) < 0.5
            and abs(man.place.y - y) < 0.5
        ]
        return tuple(man for _, _, man in sorted(here, key=lambda found: found[:2]))

    def man_on(self, square: str) -> Man | None:
        """The uppermost man on this square, or none."""
        men = self.men_on(square)
        return men[-1] if men else None

    # What hands do

    def add(self, color: Color, spot: Spot, at_ns: int = 0, king: bool = False) -> Man:
        """A new man from the box, put down at `spot`."""
        man = Man(len(self.men), color, king, free_ns=at_ns)
        self.men.append(man)
        self.place(man, spot, at_ns)
        return man

    def lift(self, what: Man | str, at_ns: int) -> Man:
        """Take a man (of a square: the uppermost) off the board; men above it come down one level.

        Raises HandError when nothing is there to be lifted.
        """
        man = self._grasped(what)
        start_ns = self._begin(man, at_ns)
        left_ns = start_ns + lift_delay(self._hand_random, self.figures)
        above = self._above(man)
        for index in self._felt_by(man):
            self._schedule(left_ns, _ZONE, index, man.number, Zone.OUT)
        man.place = Off.HAND
        man.free_ns = left_ns
        for other in above:
            assert isinstance(other.place, OnBoard)
            other.place = OnBoard(other.place.x, other.place.y, other.place.level - 1)
            self._feel_at_rest(other, left_ns)
        return man

    def place(self, man: Man, spot: Spot, at_ns: int) -> None:
        """Put a man that is in a hand or aside down at `spot`, on top of whatever lies there.

        Raises HandError when the man is already on the board.
        """
        if isinstance(man.place, OnBoard):
            raise HandError(f"{_name(man)} is already on the board; lift it first")
        x, y = self._point(spot)
        man.free_ns = self._begin(man, at_ns)
        man.place = OnBoard(x, y, self._height_at(x, y))
        self._feel_at_rest(man, man.free_ns)

    def slide(self, what: Man | str, path: Sequence[Spot], at_ns: int, leg_ns: int) -> Man:
        """Drag a man along straight legs, each taking `leg_ns`, with whatever lies on top of it.

        The times at which it crosses a reed's circles are computed, not sampled: every square on
        the way is felt once, exactly, and chatters no more than a real one would.
        Raises HandError when nothing is there to be dragged.
        """
        man = self._grasped(what)
        start_ns = self._begin(man, at_ns)
        goals = [self._point(spot) for spot in path]
        dragged = (man, *self._above(man))
        x, y = goals[-1]
        floor = self._height_at(x, y, besides=dragged)
        for step, one in enumerate(dragged):
            touched = self._drag(one, goals, start_ns, leg_ns)
            one.place = OnBoard(x, y, floor + step)
            one.free_ns = start_ns + leg_ns * len(goals)
            self._feel_at_rest(one, one.free_ns, touched)
        return man

    def put_aside(self, what: Man | str, at_ns: int) -> Man:
        """Lay a man beside the board, lifting it first if it is still on it."""
        man = self._grasped(what) if isinstance(what, str) else what
        if isinstance(man.place, OnBoard):
            self.lift(man, at_ns)
        man.place = Off.ASIDE
        return man

    def put_on_top(self, man: Man, under: Man, at_ns: int) -> None:
        """Put a man on top of another, as to crown it.

        Raises HandError unless `under` is on the board.
        """
        if not isinstance(under.place, OnBoard):
            raise HandError(f"{_name(under)} is not on the board; nothing can be put on it")
        self.place(man, (under.place.x, under.place.y), at_ns)

    def turn_over(self, man: Man, at_ns: int) -> None:
        """Turn a man upside down where it is, to mark a king, or back."""
        touched = self._felt_by(man) if isinstance(man.place, OnBoard) else []
        man.king = not man.king
        if isinstance(man.place, OnBoard):
            man.free_ns = self._begin(man, at_ns)
            self._feel_at_rest(man, man.free_ns, touched)

    # What breaks

    def stick(self, square: str, closed: bool, at_ns: int) -> None:
        """From `at_ns` on the reed reads as closed, or as open, whatever stands on it."""
        self._schedule(at_ns, _STICK, self._reed_of(square), 1, int(closed))

    def free(self, square: str, at_ns: int) -> None:
        """From `at_ns` on the reed works again."""
        self._schedule(at_ns, _STICK, self._reed_of(square), 0, 0)

    # How time passes

    def next_edge_ns(self) -> int:
        """The next time at which a contact may move; NEVER when all is still."""
        return self.next_ns

    def advance_to(self, now_ns: int) -> int:
        """Let everything happen that is due by `now_ns`, and return the picture `closed`."""
        due = self._due
        while due and due[0][0] <= now_ns:
            at_ns, _, kind, index, first, second = heapq.heappop(due)
            if kind == _ZONE:
                self._magnet_moved(at_ns, index, first, Zone(second))
            elif kind == _EDGE:
                self._contact_moved(index, first, second)
            else:
                self._stuck(index, stuck=first, closed=second)
        self.next_ns = due[0][0] if due else NEVER
        self.now_ns = max(self.now_ns, now_ns)
        return self.closed

    def _magnet_moved(self, at_ns: int, index: int, man: int, zone: Zone) -> None:
        reed = self._reeds[index]
        if not reed.feel(man, zone):
            return
        if not reed.pulled:
            opens_ns = at_ns + release_delay(self._reed_random, self.figures)
            self._schedule(opens_ns, _EDGE, index, reed.generation, 0)
            return
        for number, delay_ns in enumerate(operate_edges(self._reed_random, self.figures)):
            self._schedule(at_ns + delay_ns, _EDGE, index, reed.generation, 1 - number % 2)

    def _contact_moved(self, index: int, generation: int, closed: int) -> None:
        if generation == self._reeds[index].generation:
            self._contacts = self._contacts & ~(1 << index) | closed << index
            self._settle()

    def _stuck(self, index: int, stuck: int, closed: int) -> None:
        bit = 1 << index
        self._stuck_closed = self._stuck_closed & ~bit | (stuck & closed) << index
        self._stuck_open = self._stuck_open & ~bit | (stuck & ~closed) << index
        self._settle()

    def _settle(self) -> None:
        self.closed = (self._contacts | self._stuck_closed) & ~self._stuck_open

    def _schedule(self, at_ns: int, kind: int, index: int, first: int, second: int) -> None:
        assert at_ns >= self.now_ns, "nothing can be planned for the past"
        self._arrivals += 1
        heapq.heappush(self._due, (at_ns, self._arrivals, kind, index, first, second))
        self.next_ns = self._due[0][0]

    # What the reeds feel of a hand's plan

    def _feel_at_rest(self, man: Man, at_ns: int, touched: Sequence[int] = ()) -> None:
        """Tell the reeds near a man at rest, and those it `touched` on its way, where it now is."""
        assert isinstance(man.place, OnBoard)
        for index in sorted({*self._felt_by(man), *touched}):
            zone = self._zone(index, man.place, man.king)
            self._schedule(at_ns, _ZONE, index, man.number, zone)

    def _felt_by(self, man: Man) -> list[int]:
        """The reeds for which this man, at rest on the board, is not OUT."""
        assert isinstance(man.place, OnBoard)
        x, y = man.place.x, man.place.y
        return [
            index
            for index, reed in enumerate(self._reeds)
            if abs(reed.x - x) < 1
            and abs(reed.y - y) < 1
            and self._zone(index, man.place, man.king)
        ]

    def _zone(self, index: int, place: OnBoard, turned: bool) -> Zone:
        reed = self._reeds[index]
        aside, along = reed.x - place.x, reed.y - place.y
        return zone_at(aside * aside + along * along, self.figures.ring(place.level, turned))

    def _drag(self, man: Man, goals: Sequence[Point], start_ns: int, leg_ns: int) -> list[int]:
        """Schedule every crossing of a drag; return the reeds whose circles were crossed."""
        assert isinstance(man.place, OnBoard)
        origin = (man.place.x, man.place.y)
        ring = self.figures.ring(man.place.level, man.king)
        touched = self._felt_by(man)
        for goal in goals:
            for index, reed in enumerate(self._reeds):
                for fraction, zone in crossings(reed, origin, goal, ring):
                    at_ns = start_ns + int(fraction * leg_ns)
                    self._schedule(at_ns, _ZONE, index, man.number, zone)
                    touched.append(index)
            origin = goal
            start_ns += leg_ns
        return touched

    # Small questions

    def _grasped(self, what: Man | str) -> Man:
        man = self.man_on(what) if isinstance(what, str) else what
        if man is None:
            raise HandError(f"there is no man on {what}")
        if not isinstance(man.place, OnBoard):
            raise HandError(f"{_name(man)} is not on the board but {man.place.value}")
        return man

    def _begin(self, man: Man, at_ns: int) -> int:
        """When a hand that reaches for a man at `at_ns` gets hold of it."""
        return max(at_ns, man.free_ns)

    def _height_at(self, x: float, y: float, besides: Sequence[Man] = ()) -> int:
        """How many men high the pile is on which a man put down here comes to lie."""
        tops = [
            man.place.level + 1
            for man in self.men
            if isinstance(man.place, OnBoard) and man not in besides and _near(man.place, x, y)
        ]
        return max(tops, default=0)

    def _above(self, man: Man) -> tuple[Man, ...]:
        """The men that lie on this one, the lowest first."""
        assert isinstance(man.place, OnBoard)
        x, y, level = man.place.x, man.place.y, man.place.level
        above = [
            (other.place.level, other.number, other)
            for other in self.men
            if isinstance(other.place, OnBoard)
            and other.place.level > level
            and _near(other.place, x, y)
        ]
        return tuple(other for _, _, other in sorted(above, key=lambda found: found[:2]))

    def _point(self, spot: Spot) -> Point:
        return point_of(spot) if isinstance(spot, str) else spot

    def _reed_of(self, square: str) -> int:
        if square not in self._index:
            raise HandError(f"{square} has no reed on this board")
        return self._index[square]


def point_of(square: str) -> Point:
    """The centre of a square named by coordinate: `c1` is (2.0, 0.0), `a10` is (0.0, 9.0)."""
    return float(ord(square[0]) - ord("a")), float(int(square[1:]) - 1)


def _near(place: OnBoard, x: float, y: float) -> bool:
    aside, along = place.x - x, place.y - y
    return aside * aside + along * along < HEAPED * HEAPED


def _name(man: Man) -> str:
    return f"{'white' if man.color is Color.WHITE else 'black'} man {man.number}"
