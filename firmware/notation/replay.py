"""From a PDN game to the game that was played, and to a record that can be written again."""

from __future__ import annotations

from firmware.notation.follow import Line, follow
from firmware.notation.pdn_game import PdnComment, PdnGame
from firmware.notation.pdn_write import DERIVED_TAGS, UNFINISHED, Record
from firmware.notation.which import guess_ruleset, named_ruleset
from firmware.rules import Game, Ruleset


def replay(game: PdnGame, ruleset: Ruleset | None = None) -> Game:
    """The game that a PDN game tells, up to the first move that nobody knows, if its end is
    unknown.

    Without a ruleset, the one its GameType names, or failing that the one that fits best. Raises,
    with line and column in front: ``InvalidMove``, ``IllegalMove``, ``AmbiguousMove`` (also for a
    move that nobody wrote down and that the rest does not settle), ``InvalidFen``,
    ``UnknownVariant``, ``InvalidPdn`` for a game longer than any.
    """
    return _followed(game, ruleset).game


def read_record(game: PdnGame, ruleset: Ruleset | None = None) -> Record:
    """The main line of a PDN game with tags and comments, ready to be written.

    Raises as :func:`replay`.
    """
    line = _followed(game, ruleset)
    comments: dict[int, list[str]] = {}
    plies = 0
    for index, item in enumerate(game.items):
        plies += index in line.sources
        if isinstance(item, PdnComment):
            comments.setdefault(plies, []).append(item.text)
    joined = [" ".join(comments.get(ply, ())) for ply in range(len(line.game.plies) + 1)]
    return Record(
        tags=tuple((tag.name, tag.value) for tag in game.tags if tag.name not in DERIVED_TAGS),
        game=line.game,
        comments=tuple(joined[1:]),
        result=game.result or UNFINISHED,
        remark=joined[0],
    )


def _followed(game: PdnGame, ruleset: Ruleset | None) -> Line:
    line = follow(game, ruleset or named_ruleset(game) or guess_ruleset((game,)))
    if line.error:
        raise line.error
    return line
