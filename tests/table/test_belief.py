"""A belief follows hands over several pictures."""

from firmware.notation.movetext import move_text
from firmware.table.belief import Belief
from firmware.table.inference import Kind
from tests.table.pictures import shown


def firsts(belief: Belief) -> set[str]:
    return {move_text(story.game.positions[-2], story.last) for story in belief.reading.after}


def test_a_capture_of_the_man_that_stood_does_not_make_it_another_move() -> None:
    """12-18 and 1x45 end in the picture of 12-45 and a white king lifted from 1."""
    belief = shown("international", "B:WK1:BK12,6", "-12 +18 -1 +45 -18")
    assert belief.reading.kind is Kind.REPLIED
    assert firsts(belief) == {"12-18"}


def test_a_move_changed_while_the_foe_has_lifted_is_no_longer_the_one_that_stood() -> None:
    """White tries b8-a7, Black lifts, White goes to h2 instead, Black lands on a7."""
    belief = shown("russian", "W:WKb8,a1:BKg1,h8", "-b8 +a7 -g1 -a7 +h2 +a7")
    assert belief.reading.kind is Kind.REPLIED
    assert firsts(belief) == {"b8-h2", "b8-a7"}


def test_ghosts_drop_out_when_first_seen_off() -> None:
    belief = shown("russian", "W:Wc3:Bd4,h8", "-c3 +e5")
    belief = belief.accept(belief.reading.after)
    assert belief.owed
    assert belief.certain == ()
    after = belief.saw(belief.seen.picture & ~belief.owed)
    assert after.owed == 0
    assert len(after.certain) == 1
