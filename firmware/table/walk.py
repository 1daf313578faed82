"""Trying the board: every contact is opened or closed once, every lamp is lit in both colours.

All squares are red at first. One turns green when its contact has changed, so a hand that walks a
magnet over the board sees which contact does not work, and which lamp. Contacts that change
together are wired together, or were covered by one hand.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Walk:
    """How far it has come, as physical pictures."""

    full: int
    """All squares."""
    picture: int
    felt: int = 0
    """Squares whose contact has changed."""

    @property
    def left(self) -> int:
        """Squares whose contact has not changed yet."""
        return self.full & ~self.felt

    def saw(self, picture: int) -> "Walk":
        """The same with one more picture."""
        return Walk(self.full, picture, self.felt | self.picture ^ picture)
