"""Which game a PDN file is about: the one its GameType names, or the one its moves fit best."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from firmware.errors import InvalidFen, InvalidMove, UnknownVariant
from firmware.notation.follow import Budget, follow
from firmware.notation.movetext import read_move
from firmware.notation.pdn_game import PdnGame, PdnMove
from firmware.rules import VARIANTS, Ruleset, find_variant

NAME_TAG = "Variant"
"""The tag of py-draughts that names a game; here where it has options, or another's number."""
FROM_POSITION = 99
"""The GameType by which lidraughts says "any game from a position of its own"."""
TRIED = 500
"""Plies played in trying readings of one game under one ruleset, for a guess."""
SAMPLE = 5
"""Games of a file that are looked at for a guess."""


def named_ruleset(game: PdnGame) -> Ruleset | None:
    """The likeliest of the :func:`candidates`; None where no tag names a game."""
    return next(iter(candidates(game)), None)


def candidates(game: PdnGame) -> tuple[Ruleset, ...]:
    """The rulesets that a game's tags can mean, the likeliest first; none if they name none.

    The number of the GameType decides: the rest of that tag is often wrong in published files
    (PlayOK writes N1 for 10x10), and is heard only where one number stands for several games, by
    the standard or by the programs that write it. Names in a ``Variant`` tag, which some programs
    add, and in place of the number are understood. Raises ``UnknownVariant`` for a number that no
    game here has.
    """
    name, value = game.value(NAME_TAG), game.value("GameType")
    tag = game.tag("GameType")
    number = _number(value)
    if not tag or number is None:
        return tuple(dict.fromkeys([*called(name), *called(value)]))
    if number == FROM_POSITION:
        return called(name)
    found = tuple(dict.fromkeys([*called(name), *_numbered(value)]))
    if not found:
        known = ", ".join(f"{number_of(rules)} {rules.title}" for rules in VARIANTS.values())
        raise UnknownVariant(
            f"{tag.place}: GameType {value!r} is no game known here; known are {known}"
        )
    return found


def name_needed(ruleset: Ruleset) -> str | None:
    """What the ``NAME_TAG`` has to say; None where the GameType says it all.

    That is the key of a ruleset with options, or the title where the GameType, read again, would
    first be taken for another game.
    """
    if ruleset.options:
        return ruleset.key
    numbered = _numbered(ruleset.notation.gametype)
    return ruleset.title if numbered and numbered[0].key != ruleset.key else None


def number_of(ruleset: Ruleset) -> int | None:
    """The number of a ruleset's GameType; None for a game that has none."""
    return _number(ruleset.notation.gametype)


def _number(gametype: str) -> int | None:
    found = re.match(r"[0-9]{1,4}(?![0-9])", gametype)
    return int(found[0]) if found else None


@lru_cache(maxsize=64)
def _numbered(gametype: str) -> tuple[Ruleset, ...]:
    """The rulesets a GameType can mean: those whose number it is, then those where it is used."""
    number = _number(gametype)
    found = [
        *(rules for rules in VARIANTS.values() if number_of(rules) == number),
        *(rules for rules in VARIANTS.values() if number in rules.notation.elsewhere),
    ]
    return tuple(sorted(found, key=lambda rules: _contradictions(rules, gametype)))


@lru_cache(maxsize=64)
def called(name: str) -> tuple[Ruleset, ...]:
    """The rulesets with this key or title, in capitals or not, signs and blanks left out.

    A key may name options: ``pool+white_first``.
    """
    if "+" in name:
        try:
            return (find_variant(name.strip()),)
        except UnknownVariant:
            return ()
    wanted = _letters(name)
    return tuple(
        rules
        for rules in VARIANTS.values()
        if wanted and wanted in (_letters(rules.key), _letters(rules.title))
    )


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def _contradictions(ruleset: Ruleset, gametype: str) -> tuple[bool, bool]:
    """How much of a GameType is not this ruleset's: the board, then anything at all."""
    own = ruleset.notation.gametype
    board = gametype.split(",")[2:4]
    return bool(board) and board != own.split(",")[2:4], own != gametype


def guess_ruleset(games: Sequence[PdnGame]) -> Ruleset:
    """The ruleset under which most of these games can be replayed, looking at the first few.

    Those on whose board a square that is named does not exist, or where the first move does not
    begin on a man of the side that begins, are not tried. First come those that write squares as
    the games do, in the order in which they are registered; the first that fits all games is taken.
    If none does, the number of plies that can be replayed counts too.
    """
    sample = [game for game in games if _moves(game) or game.value("FEN")][:SAMPLE]
    able = [rules for rules in VARIANTS.values() if all(_can_begin(game, rules) for game in sample)]
    fits: dict[Ruleset, tuple[int, int]] = {}
    for rules in sorted(able or VARIANTS.values(), key=lambda rules: _foreign(sample, rules)):
        fits[rules] = _fit(sample, rules)
        if fits[rules][0] == len(sample):
            return rules
    return max(fits, key=lambda rules: fits[rules])


def _fit(games: Iterable[PdnGame], ruleset: Ruleset) -> tuple[int, int]:
    """How many games, and how many plies in all, can be replayed."""
    whole = plies = 0
    for game in games:
        try:
            line = follow(game, ruleset, Budget(TRIED))
        except InvalidFen:
            continue
        whole += not line.stopped
        plies += len(line.plies)
    return whole, plies


def _foreign(games: Iterable[PdnGame], ruleset: Ruleset) -> int:
    """How many games name squares otherwise than the ruleset does, by letter or by number."""
    firsts = [moves[0].text for game in games if (moves := _moves(game))]
    return sum(text[0].isalpha() != ruleset.notation.algebraic for text in firsts)


def _can_begin(game: PdnGame, ruleset: Ruleset) -> bool:
    """Whether the ruleset's board has all the squares, and its start a man for the first move."""
    try:
        written = [read_move(ruleset, move.text) for move in _moves(game)]
    except InvalidMove:
        return False
    if game.value("FEN") or not written or not isinstance(game.items[0], PdnMove):
        return True
    men = ruleset.start[ruleset.first]
    if ruleset.moves_foes:
        men |= ruleset.start[ruleset.first.other]
    return any(men >> square & 1 for square in written[0].origins)


def _moves(game: PdnGame) -> list[PdnMove]:
    return [item for item in game.items if isinstance(item, PdnMove)]
