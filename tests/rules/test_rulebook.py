"""Positions of the rule texts: what is legal there, what follows, how it ends."""

import pytest

from firmware.notation.fen import parse_fen
from firmware.rules import Color, Game, Reason
from tests.rules.data import Case, cases, effect, effects, legal_effects, named_move

CASES = cases()


def having(field: str) -> list[Case]:
    return [case for case in CASES if getattr(case, field)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_exactly_these_moves_are_legal(case: Case) -> None:
    assert legal_effects(case.position) == effects(case.position, case.legal), case.claim


@pytest.mark.parametrize("case", CASES, ids=str)
def test_exactly_these_captures_crown(case: Case) -> None:
    position = case.position
    crowning = {
        (move.origin, move.target, move.captured)
        for move in Game.start(case.ruleset, position).moves
        if move.crowned and move.captured
    }
    assert crowning == effects(position, case.crowns), case.claim


@pytest.mark.parametrize("case", having("includes"), ids=str)
def test_what_the_text_allows(case: Case) -> None:
    assert effects(case.position, case.includes) <= legal_effects(case.position), case.claim


@pytest.mark.parametrize("case", having("excludes"), ids=str)
def test_what_the_text_forbids(case: Case) -> None:
    assert not effects(case.position, case.excludes) & legal_effects(case.position), case.claim


@pytest.mark.parametrize("case", having("replies"), ids=str)
def test_captures_in_reply(case: Case) -> None:
    for text, captures in case.replies.items():
        after = case.position.after(named_move(case.position, text))
        assert {found for found in legal_effects(after) if found and found[2]} == effects(
            after, captures
        ), case.claim


@pytest.mark.parametrize("case", having("line"), ids=str)
def test_a_line_is_played_and_ends_where_it_should(case: Case) -> None:
    game = Game.start(case.ruleset, case.position)
    for ply, text in enumerate(case.line):
        if case.legal_before_each:
            expected = effects(game.position, case.legal_before_each[ply])
            assert legal_effects(game.position) == expected, (ply, case.claim)
        else:
            assert len(game.moves) == case.choices_before_each[ply], (ply, case.claim)
        game = game.play(named_move(game.position, text))
    assert game.position == parse_fen(case.final, case.ruleset), case.claim
    assert legal_effects(game.position) == effects(game.position, case.legal_at_the_end)


@pytest.mark.parametrize("case", having("drawn_after"), ids=str)
def test_each_draw_rule_is_full_at_its_ply(case: Case) -> None:
    game = Game.start(case.ruleset, case.position)
    full: dict[str, int] = {}
    for ply, text in enumerate(case.line, 1):
        game = game.play(named_move(game.position, text))
        for counter in game.counters:
            if counter.count >= counter.limit:
                full.setdefault(counter.reason, ply)
    expected = {reason: ply for reason, ply in case.drawn_after.items() if ply is not None}
    assert full == expected, case.claim


@pytest.mark.parametrize("case", having("outcome"), ids=str)
def test_the_side_that_cannot_move_has_lost(case: Case) -> None:
    game = Game.start(case.ruleset, case.position)
    for text in case.line:
        game = game.play(named_move(game.position, text))
    winner, reason = case.outcome
    assert game.outcome is not None
    assert game.outcome.winner is Color[winner.upper()]
    assert game.outcome.reason is Reason(reason)
    assert not game.outcome.is_draw_rule


def test_a_move_to_a_square_not_played_on_is_no_move() -> None:
    assert effect(CASES[0].position, "e3-e4") is None
