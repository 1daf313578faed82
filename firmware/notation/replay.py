"""From a PDN game to the game that was played, and to a record that can be written again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware.errors import InvalidFen
from firmware.notation.follow import Budget, Line, follow, follow_on
from firmware.notation.pdn_game import (
    Item,
    PdnComment,
    PdnGame,
    PdnMove,
    PdnSetup,
    PdnUnknown,
    PdnVariation,
)
from firmware.notation.pdn_record import UNFINISHED, Note, Record, Variation
from firmware.notation.pdn_write import DERIVED_TAGS
from firmware.notation.signs import Source, read_signs
from firmware.notation.which import NAME_TAG, called, candidates, guess_ruleset
from firmware.rules import Game, Ruleset


def replay(game: PdnGame, ruleset: Ruleset | None = None) -> Game:
    """The game that a PDN game tells, up to the first move that nobody knows, if its end is
    unknown.

    Without a ruleset, the one its tags name, or failing that the one that fits best. Raises, with
    line and column in front: ``InvalidMove``, ``IllegalMove``, ``AmbiguousMove`` (also for a move
    that nobody wrote down and that the rest does not settle), ``InvalidFen``, ``UnknownVariant``,
    ``InvalidPdn`` for a game longer than any.
    """
    return follow_any(game, _rulesets(game, ruleset)).game


def read_record(
    game: PdnGame, ruleset: Ruleset | None = None, source: Source | None = None
) -> Record:
    """A PDN game with tags, comments, signs and variations, ready to be written.

    ``source`` says whose signs it has, where that is known. What cannot be followed of a variation
    is kept as a comment. Raises as :func:`replay`.
    """
    return record_under(game, _rulesets(game, ruleset), source)


def record_under(
    game: PdnGame, rulesets: Sequence[Ruleset], source: Source | None = None
) -> Record:
    """:func:`read_record` under the first of these rulesets that fits."""
    line = follow_any(game, rulesets)
    derived = DERIVED_TAGS | ({NAME_TAG} if called(game.value(NAME_TAG)) else set())
    remark, notes = _Notes(source).of(game.items, line, 0)
    return Record(
        tags=tuple((tag.name, tag.value) for tag in game.tags if tag.name not in derived),
        game=line.game,
        comments=tuple(note.comment for note in notes),
        result=game.result or UNFINISHED,
        remark=remark,
        signs=tuple(note.signs for note in notes),
        variations=tuple(note.variations for note in notes),
    )


def _rulesets(game: PdnGame, told: Ruleset | None) -> tuple[Ruleset, ...]:
    return (told,) if told else candidates(game) or (guess_ruleset((game,)),)


def follow_any(game: PdnGame, rulesets: Sequence[Ruleset]) -> Line:
    """The whole main line under the first of these rulesets that its moves fit.

    Raises as :func:`replay`: the error of the ruleset under which it came farthest.
    """
    failed: list[Line] = []
    wrong_start: InvalidFen | None = None
    for rules in rulesets:
        try:
            line = follow(game, rules)
        except InvalidFen as error:
            wrong_start = wrong_start or error
            continue
        if not line.stopped:
            return line
        failed.append(line)
    fault = max(failed, key=lambda line: len(line.plies)).error if failed else wrong_start
    assert fault is not None, "each ruleset has failed, for one of these reasons"
    raise fault


class _Notes:
    """Finds what is written about the plies of a line, variations and all."""

    def __init__(self, source: Source | None) -> None:
        self._source = source
        self._budget = Budget()

    def of(self, items: Sequence[Item], line: Line, begins: int) -> tuple[str, tuple[Note, ...]]:
        """The remark before ply ``begins`` of the line's game, and a note for each ply from it on.

        ``items`` are those that were followed to it.
        """
        plies = len(line.plies)
        comments: list[list[str]] = [[] for _ in range(plies + 1)]
        variations: list[list[Variation]] = [[] for _ in range(plies + 1)]
        signs = [""] * (plies + 1)
        ply = 0
        for index, item in enumerate(items):
            if line.stopped and index >= line.index:
                comments[ply].append(_words(items[index:]))
                break
            ply += index in line.sources
            match item:
                case PdnMove() | PdnSetup():
                    mover = line.game.positions[begins + max(ply - 1, 0)].turn
                    read = read_signs(item.strength, item.nags, mover, self._source)
                    signs[ply] = str(read)
                    comments[ply] += [read.text] if ply else [str(read), read.text]
                case PdnComment():
                    comments[ply].append(item.text)
                case PdnVariation():
                    told = self._variation(item, line.game, begins + ply - 1) if ply else None
                    if told:
                        variations[ply].append(told)
                    else:
                        comments[ply].append(f"({_words(item.items)})")
                case PdnUnknown():
                    pass
        remark, *texts = (" ".join(filter(None, parts)) for parts in comments)
        notes = zip(signs[1:], texts, map(tuple, variations[1:]), strict=True)
        return remark, tuple(Note(*note) for note in notes)

    def _variation(self, variation: PdnVariation, game: Game, shared: int) -> Variation | None:
        """The variation that leaves a game after ``shared`` plies; None if it has no legal ply."""
        base = game.take_back(len(game.plies) - shared)
        line = follow_on(variation.items, base, self._budget)
        if not line.plies:
            return None
        remark, notes = self.of(variation.items, line, shared)
        return Variation(line.game, notes, remark)


def _words(items: Iterable[Item]) -> str:
    """What a file says, as text for a comment."""
    return " ".join(filter(None, map(_text, items)))


def _text(item: Item) -> str:
    match item:
        case PdnMove() | PdnSetup():
            text = item.text if isinstance(item, PdnMove) else f'/FEN "{item.fen}"/'
            return " ".join([text + item.strength, *(f"${nag}" for nag in item.nags)])
        case PdnVariation(items=items):
            return f"({_words(items)})"
        case PdnComment(text=text) | PdnUnknown(text=text):
            return text
