"""A game with all that is written about it: what the PDN writer takes and the reader gives."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.rules import Game

UNFINISHED = "*"
"""The result of a game that is not over, or does not count."""
BOTH_LOST = "0-0"
"""The result where both players have lost."""


@dataclass(frozen=True)
class Note:
    """What is written behind one ply."""

    signs: str = ""
    """``!?`` and the like, then NAGs as ``$7``, a blank between them."""
    comment: str = ""
    """Without braces."""
    variations: tuple[Variation, ...] = ()
    """What might have been played in its place."""


NO_NOTE = Note()


@dataclass(frozen=True)
class Variation:
    """Other plies in place of one, up to where they can be followed."""

    game: Game
    """All plies from the start of the game on."""
    notes: tuple[Note, ...]
    """One for each ply of the variation itself, which are the last of ``game``."""
    remark: str = ""
    """A comment before its first ply."""

    @property
    def begins(self) -> int:
        """How many plies of ``game`` come before the variation."""
        return len(self.game.plies) - len(self.notes)


@dataclass(frozen=True)
class Record:
    """A game with what is written about it."""

    tags: tuple[tuple[str, str], ...]
    """Names and values, in any order; those that follow from the game are added by the writer."""
    game: Game
    comments: tuple[str, ...]
    """One for each ply, without braces; "" where there is none."""
    result: str
    """As ``result_text`` gives it, ``*`` while the game goes on."""
    remark: str = ""
    """A comment before the first ply."""
    signs: tuple[str, ...] = ()
    """As :attr:`Note.signs`, one for each ply; empty if no ply has any."""
    variations: tuple[tuple[Variation, ...], ...] = ()
    """One tuple for each ply; empty if no ply has any."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """The same, ply by ply."""
        plies = len(self.comments)
        return tuple(
            Note(signs, comment, variations)
            for signs, comment, variations in zip(
                self.signs or ("",) * plies,
                self.comments,
                self.variations or ((),) * plies,
                strict=True,
            )
        )
