"""The words of a PDN file: tags, numbers, moves, results, comments, signs, each with its place.

Draughts makes this harder than chess does: ``1-1`` is a result and ``1-12`` is a move, ``1. - -``
is a move nobody wrote down, ``*`` ends a game but glued to a move calls it forced, and ``1- 6``
is one move with a blank in it. So the longest reading that is certain is tried first: a result
must end where no move could go on, a move is one word with its signs, and only then come the
single characters. Everything is matched forward from one position, never searched for again, so
time grows with the length of the text alone.

The grammar is the reading grammar of PDN 3.0 with the additions its pages name as seen in
practice, and a few met in published files (running text without braces, ``;`` comments as in PGN,
quotes inside a tag).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

# Blanks around a sign occur in print; with letters only on both sides, for `c5-b4x` is a judgement.
_SIGN = r"[-x:X×–—−]"
_LETTERED = r"[A-La-l](?:1[0-2]|[1-9])"
MOVE_PATTERN = (
    rf"(?:[A-La-l](?:1[0-2]|[1-9])?(?:(?:{_SIGN}|[ \t]+{_SIGN}[ \t]+)?{_LETTERED})+"
    rf"|\d{{1,2}}[ \t]*{_SIGN}[ \t]*\d{{1,2}}(?:(?:{_SIGN}|[ \t]+[x:X×])[ \t]*\d{{1,2}})*(?!\d)"
    r"|\d{4}(?![.\d]))"
)
"""A move in print: c3-d4, c3:e5:g7, c3d4, cd4, c:h4; 32-28, 06-11, 1- 6, 47x38x24; 3228."""

# A result ends here: nothing follows that would make it part of a move or of a longer number.
_RESULT = (
    r"(?:1[ ]1/2[ ]*-[ ]*1/2|1/2[ ]*-[ ]*1[ ]1/2|1/2(?:[ ]*-[ ]*1/2)?|½(?:[ ]*-[ ]*½)?"
    r"|1\+[ ]*-[ ]*1-|1-[ ]*-[ ]*1\+|[012]\.\d\d-[012]\.\d\d"
    r"|\d{1,2}[ ]?-[ ]?0|0[ ]?-[ ]?\d{1,2}|1[ ]?-[ ]?1)(?![\w/:+]|-\d)"
)

_SIGNS = r"[!?*=\#]+|[+-]\d(?![\w-])|\+|x(?!\w)|\([!?*]+\)|a\.[ ]?l\."
"""What is glued to a move to judge it: PDN's own, and those of printed collections."""


class Kind(enum.Enum):
    """What a token is.

    ``MOVES`` are several in a row in the plainest form, with their numbers, taken together because
    most of most files is that; ``ODD`` is a character that begins nothing PDN knows.
    """

    TAG = "tag"
    NUMBER = "number"
    MOVE = "move"
    MOVES = "moves"
    UNKNOWN = "unknown"
    RESULT = "result"
    STAR = "star"
    STRENGTH = "strength"
    NAG = "nag"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"
    SETUP = "setup"
    ODD = "odd"


class Place(NamedTuple):
    """Where a token begins; both count from 1, columns in characters."""

    line: int
    column: int

    def __str__(self) -> str:
        """For messages: ``line 3, column 5``."""
        return f"line {self.line}, column {self.column}"


class Token(NamedTuple):
    """One word of a PDN text.

    ``text`` is what matters of it: a comment without its braces, a set-up's FEN, a move without
    the sign glued to it, which is ``extra``; of a tag ``text`` is the name and ``extra`` the
    value.
    """

    kind: Kind
    text: str
    extra: str
    place: Place


# No result, and nothing behind it that could belong to the move.
_PLAIN_SQUARES = r"(?!1-1\s)[1-9]\d?[-x][1-9]\d?|[a-h][1-8][-:x][a-h][1-8]"
_PLAIN = re.compile(
    rf"(?:(?:\d+\.[ \t]*)?(?:{_PLAIN_SQUARES})[!?]{{0,2}}[ \t\n]+(?!{_SIGN})){{3,}}"
)
_PLAIN_MOVE = re.compile(rf"(?:\d+\.[ \t]*)?({_PLAIN_SQUARES})([!?]*)")

# Nothing in it to be unescaped.
_PLAIN_TAG = re.compile(r'\[([A-Za-z]\w*) "([^"\\\n]*)"\]')

_WORD = re.compile(
    r"""
      (?P<skip>     [\s\ufeff]+ | (?<!\S)%[^\n]* )
    | (?P<tag>      \[\s*(?P<name>[^\W\d]\w*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\] )
    | (?P<loose>    (?<![^\n])\[\s*(?P<loose_name>[^\W\d]\w*)[ \t]*"(?P<loose_value>[^\n]*)"[ \t]*\]
                    (?=[ \t]*(?:\n|\Z)) )
    | (?P<line>     (?<!\S);(?P<line_text>[^\n]*) )
    | (?P<setup>    /\s*FEN\s*"(?P<fen>[^"\n]*)"\s*/ )
    | (?P<result>   RESULT )
    | (?P<number>   \d+\.+ )
    | (?P<move>     (?P<squares> MOVE )(?P<sign>(?:SIGNS)*) )
    | (?P<unknown>  \.{3,} | -[ \t]*- )
    | (?P<star>     \* )
    | (?P<strength> [!?]+ | \([!?*]+\) | (?<!\S)(?:[=\#+]|[+-]\d|x|a\.[ ]?l\.)(?!\S) )
    | (?P<nag>      \$(?P<glyph>\d{1,3})(?!\d) )
    | (?P<open>     \( )
    | (?P<close>    \) )
    | (?P<words>    [^\W\d_]{4,}(?:[ \t]+[^\W\d_]+(?!\w))*[.,;!?]* )
    | (?P<odd>      \w+ | . )
    """.replace("RESULT", _RESULT)
    .replace("MOVE", MOVE_PATTERN)
    .replace("SIGNS", _SIGNS),
    re.VERBOSE,
)

# Groups that are not named as their kind: the kind, the group of the text, that of the extra.
_READING: dict[str, tuple[Kind, str, str | None]] = {
    "tag": (Kind.TAG, "name", "value"),
    "loose": (Kind.TAG, "loose_name", "loose_value"),
    "line": (Kind.COMMENT, "line_text", None),
    "words": (Kind.COMMENT, "words", None),
    "setup": (Kind.SETUP, "fen", None),
    "move": (Kind.MOVE, "squares", "sign"),
    "nag": (Kind.NAG, "glyph", None),
}
_ESCAPED = re.compile(r"\\(.)")


def scan(text: str) -> Iterator[Token]:
    """The tokens of ``text`` in order; line ends must be ``\\n``. Raises nothing.

    What begins no word of PDN comes out as ``ODD``, its ``extra`` saying more where there is more.
    """
    position = line_start = 0
    line = 1
    last_brace = text.rfind("}")
    nested: Place | None = None  # where a comment began that has an opening brace inside
    while position < len(text):
        place = Place(line, position - line_start + 1)
        if text[position].isdecimal() and (plain := _PLAIN.match(text, position)):
            yield Token(Kind.MOVES, plain[0], "", place)
            end = plain.end()
        elif text[position] == "{":
            end = text.find("}", position) if position < last_brace else -1
            if end < 0:
                yield Token(Kind.ODD, "{", "this comment is never closed", place)
                position += 1
                continue
            yield Token(Kind.COMMENT, text[position + 1 : end], "", place)
            nested = place if "{" in text[position + 1 : end] else None
            end += 1
        elif text[position] == "[" and (tag := _PLAIN_TAG.match(text, position)):
            yield Token(Kind.TAG, tag[1], tag[2], place)
            end = tag.end()
        else:
            word = _WORD.match(text, position)
            assert word is not None, "the last alternative takes any character"
            end = word.end()
            token = _token(word, place, nested)
            if token is not None:
                yield token
        while end < len(text) and text[end].isspace():
            end += 1
        newlines = text.count("\n", position, end)
        if newlines:
            line += newlines
            line_start = text.rfind("\n", position, end) + 1
        position = end


def plain_moves(token: Token) -> list[tuple[str, str]]:
    """Each move of a token of ``MOVES``: its squares and its sign."""
    return _PLAIN_MOVE.findall(token.text)


def place_of(token: Token, ordinal: int) -> Place:
    """Where one of the moves of a token of ``MOVES`` begins; worked out only if that is asked."""
    found = next(islice(_PLAIN_MOVE.finditer(token.text), ordinal, None))
    before = token.text[: found.start(1)]
    newlines = before.count("\n")
    column = len(before) - before.rfind("\n") if newlines else token.place.column + len(before)
    return Place(token.place.line + newlines, column)


def _token(word: re.Match[str], place: Place, nested: Place | None) -> Token | None:
    group = word.lastgroup
    assert group is not None
    if group == "skip":
        return None
    kind, text_group, extra_group = _READING.get(group) or (Kind(group), group, None)
    text, extra = word[text_group], word[extra_group] if extra_group else ""
    if group == "tag":
        extra = _ESCAPED.sub(r"\1", extra)
    if kind is Kind.ODD and nested:
        extra = f"comments do not nest, and the one that began at {nested} has ended before"
    return Token(kind, text, extra, place)
