"""Hands plan what people do: legal moves made in many ways, and nothing else left changed."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from firmware.rules import VARIANTS, Game, find_variant, squares
from firmware.table.layout import coord_name
from host_sim.hands import STYLES, Fidget, Hand, Plan, Style, Turn, lasts_ms
from host_sim.hands.ranges import RANGES, habit
from host_sim.script import commands as c

GAMES = ("russian", "international", "english")


def plans(style: Style, variant: str, presses: bool = True) -> Iterator[tuple[Game, Plan]]:
    """The turns of a few random games by one hand: the game after each, and its plan."""
    random = Random(7)
    ruleset = find_variant(variant)
    hand = Hand(ruleset, random, style)
    for _ in range(3):
        game = Game.start(ruleset)
        while game.outcome is None and len(game.plies) < 60:
            move = game.moves[int(random.random() * len(game.moves))]
            plan = hand.plan(Turn(game, move, 1000, presses))
            game = game.play(move)
            yield game, plan


def stand(game: Game) -> set[str]:
    """Where men stand, by coordinate."""
    return {coord_name(game.ruleset.board.coords[s]) for s in squares(game.position.occupied)}


def done(before: set[str], plan: Plan) -> set[str]:
    """Where men stand when all acts are done; asserts that every hand finds its man."""
    men = set(before)
    for timed in plan.in_order():
        match timed.act:
            case c.Lift(square) | c.Take(square):
                assert square in men, timed
                men.remove(square)
            case c.Drop(square, _):
                assert square not in men, timed
                men.add(square)
            case c.Slide(path, _):
                assert path[0] in men, timed
                assert not men & set(path[1:]), timed
                men.remove(path[0])
                men.add(path[-1])
            case _:
                pass
    return men


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("name", sorted(STYLES))
def test_whatever_a_hand_does_the_move_and_nothing_else_comes_of_it(
    name: str, variant: str
) -> None:
    before: dict[int, set[str]] = {}
    for game, plan in plans(STYLES[name], variant):
        start = Game.start(game.ruleset) if len(game.plies) == 1 else None
        men = stand(start) if start else before[len(game.plies) - 1]
        assert done(men, plan) == stand(game)
        before[len(game.plies)] = stand(game)


@pytest.mark.parametrize("name", sorted(STYLES))
def test_a_press_comes_when_the_man_has_landed_or_just_before(name: str) -> None:
    for _, plan in plans(STYLES[name], "russian"):
        presses = [timed for timed in plan.acts if isinstance(timed.act, c.Press)]
        assert [timed.at_ms for timed in presses] == [plan.press_ms]
        assert plan.press_ms >= plan.landed_ms + RANGES["press_fast"].low_ms
        assert plan.press_ms >= plan.done_ms - 50


@pytest.mark.parametrize("name", sorted(STYLES))
def test_without_a_clock_nobody_presses_and_nothing_is_left_for_later(name: str) -> None:
    for _, plan in plans(STYLES[name], "russian", presses=False):
        assert not any(isinstance(timed.act, c.Press) for timed in plan.acts)
        late = [t for t in plan.acts if t.at_ms > plan.done_ms and isinstance(t.act, c.Take)]
        assert not late or plan.busy


def kinds(name: str) -> set[type[c.Act]]:
    return {type(timed.act) for _, plan in plans(STYLES[name], "russian") for timed in plan.acts}


def test_each_style_does_what_it_is_named_for() -> None:
    assert c.Slide in kinds("slider")
    assert c.Chatter in kinds("off-centre")
    assert not {c.Slide, c.Chatter} & kinds("tidy")
    for name, late in (("remove-late", True), ("foe-removes", True), ("tidy", False)):
        takes = [
            timed.at_ms > plan.press_ms
            for _, plan in plans(STYLES[name], "russian")
            for timed in plan.acts
            if isinstance(timed.act, c.Take)
        ]
        assert takes
        assert set(takes) == {late}


def test_a_hand_that_removes_first_has_taken_off_before_it_lifts() -> None:
    for _, plan in plans(STYLES["remove-first"], "international"):
        takes = [timed.at_ms for timed in plan.acts if isinstance(timed.act, c.Take)]
        lifts = [timed.at_ms for timed in plan.acts if isinstance(timed.act, c.Lift)]
        assert not takes or max(takes) <= min(lifts)


def test_a_slider_goes_over_the_corners_of_neighbours_too() -> None:
    ruleset = find_variant("russian")
    dark = {coord_name(coord) for coord in ruleset.board.coords}
    slides = [
        timed.act
        for _, plan in plans(STYLES["slider"], "russian")
        for timed in plan.acts
        if isinstance(timed.act, c.Slide)
    ]
    assert any(set(slide.squares) - dark for slide in slides)
    assert any(not set(slide.squares) - dark for slide in slides)
    for slide in slides:
        for one, other in pairwise(slide.squares):
            files, ranks = ord(one[0]) - ord(other[0]), int(one[1:]) - int(other[1:])
            assert max(abs(files), abs(ranks)) == 1, slide


def test_a_sweeper_knocks_over_three_men_or_more() -> None:
    swept = []
    for _, plan in plans(STYLES["sweeper"], "russian"):
        lifts = [t.at_ms for t in plan.acts if isinstance(t.act, c.Lift)]
        swept.append(sum(at_ms - lifts[0] <= 150 for at_ms in lifts))
    assert max(swept) >= 3


def test_only_styles_that_disturb_the_men_may_be_shown_anything() -> None:
    disturb = {Fidget.BUMP, Fidget.ASTRAY, Fidget.SWEEP, Fidget.ADJUST, Fidget.ADJUST_TWO}
    for style in STYLES.values():
        assert bool(style.may) is bool(disturb & set(style.fidgets)), style.name


@pytest.mark.parametrize("name", sorted(RANGES))
def test_a_habit_lies_inside_its_range_and_is_a_third_of_it_at_least(name: str) -> None:
    bounds = RANGES[name]
    for seed in range(50):
        low, high = habit(Random(seed), name)
        assert bounds.low_ms <= low < high <= bounds.high_ms
        assert high - low >= (bounds.high_ms - bounds.low_ms) // 3


def test_two_hands_of_one_style_have_habits_of_their_own() -> None:
    random = Random(3)
    assert habit(random, "carry") != habit(random, "carry")


def test_every_variant_can_be_played_by_every_style() -> None:
    for key in VARIANTS:
        for style in STYLES.values():
            game, plan = next(plans(style, key))
            assert done(stand(Game.start(game.ruleset)), plan) == stand(game)


def test_what_lasts_is_over_when_it_says() -> None:
    assert lasts_ms(c.Slide(("c3", "d3", "d4"), 80)) == 160
    assert lasts_ms(c.Chatter("c3", 10, 3)) == 60
    assert lasts_ms(c.Lift("c3")) == 0
