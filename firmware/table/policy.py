"""How strict the table is: what it refuses, what it shows, and what ends a game by itself."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from firmware.errors import InputError


@dataclass(frozen=True, slots=True)
class Policy:
    """How strict a table is: casual, training or tournament."""

    name: str
    refuses: bool
    """An irregular press does not count: the clock stays, lights show the way back. Otherwise it
    is signalled, the clock passes, and the other side decides."""
    notes_touches: bool
    """Touched men that were not moved are noted."""
    hints: bool
    """What could have been played is shown."""
    draws_end: bool
    """A draw rule that is reached ends the game after a notice; otherwise it allows a claim."""
    shows_last_move: bool
    """The last move's squares are lit until the next lift."""


CASUAL: Final = Policy(
    "casual",
    refuses=True,
    notes_touches=False,
    hints=False,
    draws_end=True,
    shows_last_move=True,
)
TRAINING: Final = replace(CASUAL, name="training", notes_touches=True, hints=True)
TOURNAMENT: Final = Policy(
    "tournament",
    refuses=False,
    notes_touches=True,
    hints=False,
    draws_end=False,
    shows_last_move=False,
)

POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {policy.name: policy for policy in (CASUAL, TRAINING, TOURNAMENT)}
)


def find_policy(name: str) -> Policy:
    """The policy of that name. Raises InputError naming those there are."""
    policy = POLICIES.get(name)
    if policy is None:
        raise InputError(
            f"policy {name!r} is not available; choose one of: {', '.join(sorted(POLICIES))}"
        )
    return policy


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the table waits, in milliseconds."""

    touch_ms: int = 250
    """A man seen away this long counts as touched."""
    landing_ms: int = 60
    """After a press, men still landing belong to the side that pressed."""
    debounce_ms: int = 40
    """A change that began before a moment has been reported at most this long after it."""
    settle_ms: int = 1000
    """Rest that makes a move provisional without a clock, and ends a game without a press."""
    final_ms: int = 5000
    """Without a clock a provisional move is final after this."""
    grace_ms: int = 700
    """A wrong picture at rest this long is shown."""
    removal_pause_ms: int = 5000
    """After a press: how long captured men may still come off and change which capture it was."""
    removal_begun_ms: int = 30_000
    """Before a press: captured men begun to be taken off and left for so long were left."""
    in_hand_ms: int = 30_000
    """A man that was lifted so long ago is in no hand any more."""
    hold_ms: int = 2000
    """A button held this long says yes."""
    crowning_ms: int = 15_000
    """A new king off its square this long is not being crowned any more."""
    adjust_ms: int = 15_000
    """Announced adjusting is over when the men have stood right for so long."""
    notice_ms: int = 5000
    """A draw rule that was reached is announced this long before it ends the game."""
    lost_ms: int = 500
    """The board has not been readable for so long that people are told."""
    counts_ms: int = 5000
    """Stages and moves are shown this long when somebody asks for them."""
    late_ms: int = 30
    """A press may be reported this much after its stamp; a flag waits for it."""
