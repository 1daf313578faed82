"""What is written behind a move to judge it: ``!?``, ``$7``, and the signs of printed collections.

Print has its own signs, and one sign means different things in different print. So what is not
PDN's own is mapped to one of its numeric glyphs (NAG) only where the source is declared; else its
text is kept, as a comment, which means nothing to a machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from firmware.rules import Color

Source: TypeAlias = Mapping[str, tuple[int, int]]
"""For each sign of a source the NAG it means behind White's move and behind Black's."""

DRAUGHTS_64: Source = MappingProxyType(
    {
        "!": (1, 1),  # 9.1.3 a good move
        "!!": (3, 3),  # 9.1.4 a very good one
        "?": (2, 2),  # 9.1.5 a bad one
        "??": (4, 4),  # 9.1.6 a very bad one
        # 9.1.7, 9.1.8: the reverse of chess, where !? is the bold move and ?! the doubtful one.
        "?!": (5, 5),  # looks weak, is strong
        "!?": (6, 6),  # looks strong, is weak
        "*": (7, 7),  # 9.1.9 the only move
        "=": (10, 10),  # 9.1.11 a draw
        "x": (18, 19),  # 9.1.2 the position is won; between squares it is a capture, 8.2.3
        "+": (20, 21),  # 9.1.10 the game is won
    }
)
"""FMJD's rules of draughts on 64 squares, section 9.

Points won or lost (``+1``, ``-2``, 9.1.12 and 9.1.13) and ``a.l.``, any move serves (9.1.14), have
no NAG and stay text.
"""

SOURCES: Mapping[str, Source] = MappingProxyType({"draughts64": DRAUGHTS_64})
"""Every source of signs that can be declared, by its key."""

FORCED = 7
"""The NAG for which files also have ``*`` glued to the move (PDN 3.0, restriction 3)."""

_SIGN = re.compile(r"\([!?*]+\)|[!?]+|[+-]\d|a\.[ ]?l\.|.")


class Signs(NamedTuple):
    """A move's signs: those PDN has, in its own form, and the others as text for a comment."""

    glued: str
    """Runs of ``!`` and ``?``, also in parentheses."""
    nags: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        """As PDN writes them behind a move, the glued ones first: ``!? $7``."""
        return " ".join(filter(None, (self.glued, *(f"${nag}" for nag in self.nags))))


def read_signs(
    strength: str, nags: Sequence[int], mover: Color, source: Source | None = None
) -> Signs:
    """What signs behind a move of ``mover`` mean, by the source they are of, if it is declared."""
    glued, numbers, texts = "", list(nags), []
    for sign in _SIGN.findall(strength):
        bare = sign.strip("()")
        if source and bare in source:
            numbers.append(source[bare][mover])
        elif "*" in bare:
            numbers.append(FORCED)
            glued += sign.replace("*", "").replace("()", "")
        elif bare[0] in "!?":
            glued += sign
        else:
            texts.append(sign)
    return Signs(glued, tuple(dict.fromkeys(numbers)), " ".join(texts))


def sign_of(nag: int, source: Source) -> str | None:
    """The sign by which a source prints a NAG; None if it has none."""
    return next((sign for sign, numbers in source.items() if nag in numbers), None)
