"""From PDN text to games: what a file says, before any rule is asked whether it can be true.

The reader is liberal, as PDN 3.0 advises: it takes results of any style, moves in any printed
form, foreign tag names, set-ups, variations inside variations, and keeps the raw text of
everything with its place. It is strict where going on would mean guessing: what is no word of PDN
is an error of that game, and reading resumes at the next tag that begins a line, so that one bad
game never hides the others.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import assert_never

from firmware.errors import InvalidPdn
from firmware.notation.pdn_game import (
    Item,
    PdnComment,
    PdnGame,
    PdnMove,
    PdnSetup,
    PdnTag,
    PdnUnknown,
    PdnVariation,
)
from firmware.notation.tokens import Kind, Place, Token, plain_moves, scan

DEEPEST = 100
"""Variations may nest this deep; published analysis stays under ten."""


def read_pdn(text: str) -> tuple[PdnGame, ...]:
    """All games of a PDN text.

    Raises ``InvalidPdn`` at the first token that cannot be understood, with its line and column.
    """
    games = []
    for found in read_games(text):
        if isinstance(found, InvalidPdn):
            raise found
        games.append(found)
    return tuple(games)


def read_games(text: str) -> Iterator[PdnGame | InvalidPdn]:
    """The games of a PDN text in order; one that cannot be understood is given as its error."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    draft: _Draft | None = None
    skipping = False
    for token in scan(text):
        begins_line = token.kind is Kind.TAG and token.place.column == 1
        if skipping and not begins_line:
            continue
        if draft is not None and draft.ends_before(token):
            yield draft.finished()
            draft = None
        if draft is None:
            draft = _Draft(token.place)
        try:
            draft.take(token)
            skipping = False
        except InvalidPdn as error:
            yield error
            draft, skipping = None, True
    if draft is not None and draft.is_game:
        yield draft.finished()


class _Draft:
    """A game being read: its tags so far, and the main line with the variations open inside it."""

    def __init__(self, place: Place) -> None:
        self.is_game = False  # a lone comment or a second terminator makes none
        self._has_body = False
        self._place = place
        self._tags: list[PdnTag] = []
        self._names: set[str] = set()
        self._levels = [_Level(place)]
        self._result: Token | None = None

    def ends_before(self, token: Token) -> bool:
        """Whether a token belongs to the next game.

        It does after a result, but for a comment in the same line; and a tag does after the first
        move, or where a new paragraph of tags repeats a name.
        """
        if self._result is not None:
            same_line = token.place.line == self._result.place.line
            return not (token.kind is Kind.COMMENT and same_line)
        if token.kind is not Kind.TAG or not self.is_game:
            return False
        if self._has_body:
            return True
        after_gap = token.place.line > self._tags[-1].place.line + 1
        return after_gap and token.text in self._names

    def take(self, token: Token) -> None:
        """Adds a token. Raises ``InvalidPdn`` for what cannot stand here."""
        level = self._levels[-1]
        match token.kind:
            case Kind.TAG:
                self._tags.append(PdnTag(token.text, token.extra, token.place))
                self._names.add(token.text)
            case Kind.NUMBER:
                pass
            case Kind.MOVES:
                level.add_all(token)
            case Kind.MOVE | Kind.UNKNOWN | Kind.SETUP | Kind.COMMENT:
                level.add(token)
            case Kind.STRENGTH | Kind.NAG:
                level.judge(token)
            case Kind.RESULT | Kind.STAR:
                if len(self._levels) > 1:
                    level.add(token)  # a verdict on the variation
                else:
                    self._result = token if self.is_game else None
                    return
            case Kind.OPEN:
                if len(self._levels) > DEEPEST:
                    raise _fault(token, f"variations nest deeper than {DEEPEST}")
                self._levels.append(_Level(token.place))
            case Kind.CLOSE:
                if len(self._levels) == 1:
                    raise _fault(token, "no variation is open here")
                self._levels.pop()
                self._levels[-1].items.append(PdnVariation(level.closed(), level.place))
            case Kind.ODD:
                raise _fault(token, token.extra or _EXPECTED.get(token.text, _EXPECTED[""]))
            case _:
                assert_never(token.kind)
        self.is_game |= token.kind is not Kind.COMMENT
        self._has_body |= token.kind not in (Kind.COMMENT, Kind.TAG)

    def finished(self) -> PdnGame | InvalidPdn:
        """The game, or what is wrong with its end."""
        if len(self._levels) > 1:
            place = self._levels[-1].place
            return InvalidPdn(
                f"{place}: '(' opens a variation that is not closed before the game ends"
            )
        terminator = "".join(self._result.text.split()) if self._result else ""
        game = PdnGame(tuple(self._tags), self._levels[0].closed(), terminator, self._place)
        return _with_result(game)


class _Level:
    """The main line or one variation, with the signs that still belong to its last move."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.items: list[Item] = []
        self._judged = -1  # the last move or set-up
        self._strength: list[str] = []
        self._nags: list[int] = []

    def add(self, token: Token) -> None:
        match token.kind:
            case Kind.MOVE:
                self._begin(PdnMove(token.text, token.place, token.extra))
            case Kind.SETUP:
                self._begin(PdnSetup(token.text, token.place))
            case Kind.UNKNOWN:
                self.items.append(PdnUnknown(token.text, token.place))
            case _:
                text = " ".join(token.text.split())
                if text:
                    self.items.append(PdnComment(text, token.place))

    def add_all(self, token: Token) -> None:
        """Adds several moves in a row."""
        self._settle()
        self.items += [
            PdnMove(squares, token, sign, (), ordinal)
            for ordinal, (squares, sign) in enumerate(plain_moves(token))
        ]
        self._judged = len(self.items) - 1

    def judge(self, token: Token) -> None:
        if self._judged < 0:
            if token.kind is Kind.STRENGTH:
                raise _fault(token, "there is no move before it to judge")
            self.items.append(PdnComment(f"${token.text}", token.place))
        elif token.kind is Kind.NAG:
            self._nags.append(int(token.text))
        else:
            self._strength.append(token.text)

    def closed(self) -> tuple[Item, ...]:
        self._settle()
        return tuple(self.items)

    def _begin(self, item: PdnMove | PdnSetup) -> None:
        """Adds what the signs that follow will judge."""
        self._settle()
        self._judged = len(self.items)
        self.items.append(item)

    def _settle(self) -> None:
        """Gives the signs that have come to what they judge."""
        if self._strength or self._nags:
            judged = self.items[self._judged]
            assert isinstance(judged, PdnMove | PdnSetup)
            strength = "".join([judged.strength, *self._strength])
            self.items[self._judged] = judged._replace(strength=strength, nags=tuple(self._nags))
        self._strength, self._nags = [], []


_EXPECTED = {
    "": "expected a move, a move number with its dot, a comment, a result or a tag",
    "[": 'a tag is written [Name "value"]',
    "/": 'a set-up is written /FEN "B:W31-50:B1-18,20"/',
    "}": "no comment is open here",
}


def _fault(token: Token, reason: str) -> InvalidPdn:
    return InvalidPdn(f"{token.place}: {token.text!r} is not understood: {reason}")


def _with_result(game: PdnGame) -> PdnGame:
    """Takes the result from the tag where no token, or only ``*``, ended the game.

    A match score (``4-6``, ``1-12``) looks like a move: as the last word of a game, equal to the
    game's own Result tag, it is the result.
    """
    if game.result not in ("", "*"):
        return game
    result = "".join(game.value("Result").split())
    items = game.items
    if not game.result and items and isinstance(items[-1], PdnMove) and items[-1].text == result:
        items = items[:-1]
    return dataclasses.replace(game, items=items, result=result or game.result)
