"""Draws that people bring about, as data: an offer, a claim, and what the record says about one."""

from dataclasses import dataclass

from firmware.rules import Color, Game, Move, Outcome, Reason


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw that is offered and not answered yet."""

    color: Color
    when: str
    """A word of `articles.OFFER_TIMES`."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a record has to say about a claim."""

    outcome: Outcome | None
    """The draw, if the rules have it so."""
    reason: str
    article: str
    count: int
    limit: int
    plies: tuple[int, ...]
    """As in `events.DrawClaimed`."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that waits for the arbiter."""

    color: Color
    move: Move | None
    text: str
    """The entered move in the game's notation, or nothing."""
    evidence: Evidence
    known: bool
    """All that was played is in the record."""
    flagged: bool = False
    """The claimant's time ran out meanwhile."""


def evidence_of(game: Game) -> Evidence:
    """What the rules of drawing have to say about the position a game has come to."""
    outcome = game.outcome
    draw = outcome if outcome is not None and outcome.is_draw_rule else None
    best: tuple[int, int] | None = None
    for index, rule in enumerate(game.ruleset.draws):
        counter = rule.counter(game.tallies[-1][index], game.ruleset.plies_a_move)
        if counter and (best is None or counter.limit - counter.count < best[0]):
            best = counter.limit - counter.count, index
    if best is None:
        return Evidence(draw, "", "", 0, 0, ())
    rule, tally = game.ruleset.draws[best[1]], game.tallies[-1][best[1]]
    counter = rule.counter(tally, game.ruleset.plies_a_move)
    assert counter, "the rule that was found counts"
    last = len(game.plies)
    if counter.reason is Reason.REPETITION:
        stood = game.position
        plies = tuple(ply for ply, one in enumerate(game.positions) if one == stood)
    else:
        plies = (max(0, last - tally), last)
    reason = str(counter.reason.value)
    return Evidence(draw, reason, counter.article, counter.count, counter.limit, plies)


def drawing_moves(game: Game) -> tuple[Move, ...]:
    """The legal moves after which a draw could be claimed."""
    return tuple(move for move in game.moves if evidence_of(game.play(move)).outcome is not None)
