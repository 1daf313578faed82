"""The picture says what was played; hands leave no trace in the answer."""

import random

import pytest

from firmware.notation.movetext import move_text
from firmware.rules import VARIANTS, Game, Move
from firmware.table.inference import Kind, Reading, Seen, Story, read
from tests.table.scene import Scene


def test_a_step_is_known_by_its_picture() -> None:
    scene = Scene().off("c3").on("d4")
    assert scene.reading.kind is Kind.LEGAL
    assert scene.texts(scene.reading.after) == {"c3-d4"}


def test_a_man_in_the_air_is_on_the_way() -> None:
    assert Scene().off("c3").reading.kind is Kind.ON_THE_WAY


def test_a_man_put_back_is_rest_and_forgotten() -> None:
    scene = Scene().off("c3").on("c3")
    assert scene.reading.kind is Kind.REST
    assert (scene.seen.vacated, scene.seen.landed) == (0, 0)
    assert scene.seen.lifted.bit_count() == 1


def test_a_step_backward_is_astray() -> None:
    scene = Scene().play("c3-d4").play("h6-g5").off("d4").on("c3")
    assert scene.reading.kind is Kind.ASTRAY


def test_a_quiet_move_while_a_capture_is_due_is_astray() -> None:
    scene = Scene("W:Wc3,g1:Bd4").off("g1").on("h2")
    assert scene.reading.kind is Kind.ASTRAY


@pytest.mark.parametrize("order", [["c3", "d4"], ["d4", "c3"]])
def test_a_capture_is_the_same_whichever_man_is_lifted_first(order: list[str]) -> None:
    scene = Scene("W:Wc3,g1:Bd4,h8").off(*order).on("e5")
    assert scene.texts(scene.reading.after) == {"c3:e5"}


def test_a_capture_with_its_man_still_on_is_pending() -> None:
    scene = Scene("W:Wc3,g1:Bd4,h8").off("c3").on("e5")
    reading = scene.reading
    assert reading.kind is Kind.PENDING
    assert scene.texts(reading.after) == {"c3:e5"}
    assert reading.after[0].owed.bit_count() == 1


def test_a_resting_place_inside_a_stroke_is_on_the_way() -> None:
    scene = Scene("W:Wc3:Bd4,d6,h8").off("c3").on("e5")
    assert scene.reading.kind is Kind.ON_THE_WAY


def test_a_shared_picture_is_told_apart_by_the_squares_seen_empty() -> None:
    """Two routes from g1 that take the same five men end on e3 (codex 1.6.2 diagram, A136)."""
    scene = Scene("W:WKg1:Bc5,c7,d6,e7,f2,f4,h2")
    scene.off("g1").on("e3").off("f2", "c5", "c7", "e7", "f4")
    assert scene.reading.kind is Kind.LEGAL
    assert len(scene.reading.after) == 1


def test_the_men_gone_tell_which_of_two_routes_it_was() -> None:
    """RoepStoep/lidraughts#16: 4x15 by 31 and 42, or by 27 and 38."""
    by_31 = Scene("W:WK4:B13,32,37,20", "international").off("4", "13", "37", "20").on("15")
    by_27 = Scene("W:WK4:B13,32,37,20", "international").off("4", "13", "32", "20").on("15")
    assert by_31.reading.kind is by_27.reading.kind is Kind.LEGAL
    assert by_31.texts(by_31.reading.after) != by_27.texts(by_27.reading.after)


def test_a_round_trip_needs_the_man_to_have_been_lifted() -> None:
    """A king that ends where it began: only captured men are gone (py-draughts PR#36)."""
    fen = "W:WK2:B7,8,17,18"
    assert Scene(fen, "international").off("7", "8", "17", "18").reading.kind is not Kind.LEGAL
    lifted = Scene(fen, "international").off("2", "7", "8", "17", "18").on("2")
    assert lifted.reading.kind is Kind.LEGAL


def test_a_reply_begun_is_not_taken_for_the_mover() -> None:
    scene = Scene().off("c3").on("d4").off("b6")
    assert scene.reading.kind is Kind.REPLYING
    assert scene.texts(scene.reading.after) == {"c3-d4"}


def test_both_plies_in_one_picture_are_found_in_turn_order() -> None:
    scene = Scene().off("c3", "f6").on("g5", "d4")
    assert scene.reading.kind is Kind.REPLIED
    assert scene.texts(scene.reading.after) == {"c3-d4"}
    assert scene.texts(tuple(second for _, second in scene.reading.replied)) == {"f6-g5"}


def test_a_recapture_onto_the_square_of_the_captured_man_is_a_whole_reply() -> None:
    scene = Scene("W:We3,f2,g1,h2:Bf4,h6,a7").off("e3").on("g5").off("f4")
    scene.off("h6").on("f4").off("g5")
    assert scene.reading.kind is Kind.REPLIED
    assert scene.texts(tuple(second for _, second in scene.reading.replied)) == {"h6:f4"}


def test_two_moves_of_one_side_are_never_a_story() -> None:
    assert Scene().off("c3", "e3").on("d4", "f4").reading.kind is Kind.ASTRAY


def test_a_man_on_a_square_outside_the_game_is_astray() -> None:
    scene = Scene()
    scene.seen = scene.seen.saw(scene.seen.picture | 1 << 40, scene.stories[0].rest)
    assert scene.reading.kind is Kind.ASTRAY


def test_a_short_capture_seen_to_go_farther_keeps_the_longer_story_open() -> None:
    """Free choice: h6:f8:d6:a3:c1:f4:b8 with only g7, e7, c7 off looks like h6:f8:d6:b8."""
    scene = Scene("W:Wg3,h6:Bc7,c5,g7,d2,a5,e7,b2").off("h6")
    for landing in ("f8", "d6", "a3", "c1", "f4"):
        scene.on(landing).off(landing)
    reading = scene.on("b8").off("g7", "e7", "c7").reading
    assert reading.kind is Kind.LEGAL
    assert {len(story.last.order) for story in reading.after} == {3}
    assert {len(story.last.order) for story in reading.longer} == {6}


def test_the_same_short_capture_shown_as_such_is_alone() -> None:
    scene = Scene("W:Wg3,h6:Bc7,c5,g7,d2,a5,e7,b2").off("h6")
    scene.on("f8").off("f8").on("d6").off("d6").on("b8").off("g7", "e7", "c7")
    assert scene.reading.longer == ()


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_picture_and_vacated_give_back_the_move_that_was_played(variant: str) -> None:
    """Every legal move of random games, made by a hand that lifts, lands and removes at random."""
    rng = random.Random(f"inference {variant}")
    game = Game.start(VARIANTS[variant])
    for _ in range(3000):
        if not game.moves or len(game.plies) > 150:
            game = Game.start(VARIANTS[variant])
        move = game.moves[int(rng.random() * len(game.moves))]
        reading = _made(game, move, rng)
        assert reading.kind is Kind.LEGAL, move_text(game.position, move)
        assert [story.last for story in reading.after] == [move]
        game = game.play(move)


def _made(game: Game, move: Move, rng: random.Random) -> Reading:
    story = Story(game)
    seen = Seen(story.rest)
    acts = [("off", move.origin)]
    for landing in move.path[1:-1]:
        acts += [("on", landing), ("off", landing)]
    acts.append(("on", move.target))
    removals = [square for square in move.order if not move.kept >> square & 1]
    while removals:
        square = removals.pop(int(rng.random() * len(removals)))
        # Where men leave as they are jumped, the capturing man may land where one has stood.
        landed = acts.index(("on", square)) if ("on", square) in acts else len(acts)
        acts.insert(int(rng.random() * (landed + 1)), ("off", square))
    if move.leaves:
        acts.append(("off", move.target))
    for act, square in acts:
        bit = 1 << square
        picture = seen.picture | bit if act == "on" else seen.picture & ~bit
        seen = seen.saw(picture, story.rest)
    return read((story,), seen)
