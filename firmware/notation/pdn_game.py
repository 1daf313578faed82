"""What a PDN file says about a game, as values: words with their places, no rule asked yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from firmware.notation.tokens import Place, Token, place_of


class PdnTag(NamedTuple):
    """``[name "value"]``, the value as text, without its quotes and escapes."""

    name: str
    value: str
    place: Place


class PdnMove(NamedTuple):
    """A move as it stands in the file, with its ``!?`` and the numbers of its ``$n``."""

    text: str
    whence: Place | Token
    """Its place, or the token of several moves that holds it."""
    strength: str = ""
    nags: tuple[int, ...] = ()
    ordinal: int = 0
    """Which of those moves it is."""

    @property
    def place(self) -> Place:
        """Where it begins."""
        whence = self.whence
        return whence if isinstance(whence, Place) else place_of(whence, self.ordinal)


class PdnUnknown(NamedTuple):
    """``...`` or ``- -``: a move nobody knows, or the gap before Black's first move."""

    text: str
    place: Place


class PdnSetup(NamedTuple):
    """``/FEN "..."/`` in the place of a move: from here on this is the position."""

    fen: str
    place: Place
    strength: str = ""
    nags: tuple[int, ...] = ()


class PdnComment(NamedTuple):
    """Running text, its white space drawn together; it belongs to what stands before it."""

    text: str
    place: Place


class PdnVariation(NamedTuple):
    """Other moves in place of the one before."""

    items: tuple[Item, ...]
    place: Place


Item = PdnMove | PdnUnknown | PdnSetup | PdnComment | PdnVariation


@dataclass(frozen=True, slots=True)
class PdnGame:
    """One game of a file: its tags, its body, the result that ends it or else its tag's, or ""."""

    tags: tuple[PdnTag, ...]
    items: tuple[Item, ...]
    result: str
    place: Place

    def tag(self, name: str) -> PdnTag | None:
        """The first tag of this name in upper or lower case, for files disagree (``Setup``)."""
        wanted = name.lower()
        return next((tag for tag in self.tags if tag.name.lower() == wanted), None)

    def value(self, name: str) -> str:
        """The value of a tag without blanks around it; "" if it is absent or says "unknown"."""
        tag = self.tag(name)
        value = tag.value.strip() if tag else ""
        return "" if value in ("?", "-") else value
