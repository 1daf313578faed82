"""What one number of one seed draws: the game, the players, the hardware it is played on."""

from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from firmware.errors import InvalidPosition
from firmware.rules import Game, Position, Ruleset
from firmware.table.policy import find_policy
from host_sim.adapter import PROFILES
from host_sim.hands import STYLES, Style
from host_sim.match import Terms, control_for

T = TypeVar("T")

CONTROLS: Final = ("7200", "3600+5", "none")
"""Generous, so that games end on the board."""
ENDGAMES: Final = 0.2
"""Share of games that begin with kings alone: they are rare in random play and rich in captures."""
KINGS_MAX: Final = 6
"""Kings a side in such a game."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One game of a soak before it is played."""

    ruleset: Ruleset
    seed: int
    number: int
    profile: str
    terms: Terms
    styles: tuple[Style, Style]
    """White's and Black's."""
    start: Position | None
    faults: bool
    random: Random
    """For all that follows."""

    @property
    def chatters(self) -> bool:
        """A reed may still chatter when a man has long been put down."""
        return any(style.chatters for style in self.styles)

    @property
    def offends(self) -> bool:
        """Irregular moves are made as well, where the board can tell whose hand makes them."""
        return self.terms.policy != "casual" and not self.presses_first

    @property
    def presses_first(self) -> bool:
        """A reply does not begin before the press: nobody could tell it from the move."""
        return not self.ruleset.hand_shows

    @property
    def name(self) -> str:
        """Enough to play it again."""
        white, black = self.styles
        return (
            f"seed {self.seed}, game {self.number}, {self.ruleset.key}, {self.terms.policy}, "
            f"clock {self.terms.control}, {white.name} against {black.name}"
        )


def draw(ruleset: Ruleset, seed: int, number: int, policies: tuple[str, ...], faults: bool) -> Draw:
    """Everything about a game follows from these."""
    random = Random((seed << 32) + number)
    styles = tuple(STYLES.values())
    profile, control = _pick(random, tuple(PROFILES)), _control(ruleset, random)
    policy = _pick(random, policies)
    pair = (_pick(random, styles), _pick(random, styles))
    if not find_policy(policy).refuses and any(style.may for style in pair):
        # Without a clock a wrong placement at rest is an irregular move there.
        control = control if control != "none" else CONTROLS[0]
    return Draw(
        ruleset,
        seed,
        number,
        profile,
        Terms(control, policy=policy),
        pair,
        start=_kings(ruleset, random) if random.random() < ENDGAMES else None,
        faults=faults,
        random=random,
    )


def _control(ruleset: Ruleset, random: Random) -> str:
    """Without a clock only where a turn can be seen to end."""
    return control_for(ruleset, _pick(random, CONTROLS), CONTROLS[0])


def _pick(random: Random, among: tuple[T, ...]) -> T:
    return among[int(random.random() * len(among))]


def _kings(ruleset: Ruleset, random: Random) -> Position | None:
    """Some kings of both sides anywhere; None if that is no position to begin with."""
    white = _scatter(ruleset, random, 0)
    black = _scatter(ruleset, random, white)
    try:
        position = Position.setup(ruleset, white, black, white | black, ruleset.first)
    except InvalidPosition:
        return None
    return position if Game.start(ruleset, position).outcome is None else None


def _scatter(ruleset: Ruleset, random: Random, taken: int) -> int:
    picture = 0
    for _ in range(2 + int(random.random() * (KINGS_MAX - 1))):
        picture |= 1 << int(random.random() * ruleset.board.size)
    return picture & ~taken
