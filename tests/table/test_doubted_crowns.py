"""A crown that the board has wrong: the move that shows it is irregular, and the crown is named.

Rank cannot be felt (001 3.5, 3.6); an arbiter may set or lift the crown and let the move be made.
"""

import pytest

from firmware.rules import VARIANTS, Color
from firmware.table import events as ev
from tests.table.board import Board


def detail(policy: str, fen: str | None, *acts: str, variant: str = "russian") -> str:
    board = Board(variant=variant, fen=fen, control="300", policy=policy).wait(200)
    for act in acts:
        (board.on if act[0] == "+" else board.off)(act[1:]).wait(300)
    board.press(Color.WHITE).wait(500)
    kind = ev.Irregular if policy == "tournament" else ev.Refused
    (said,) = board.take(kind)
    assert isinstance(said, ev.Irregular | ev.Refused)
    return said.detail


@pytest.mark.parametrize("policy", ["casual", "tournament"])
def test_a_man_that_moves_as_a_king_might_be_one(policy: str) -> None:
    assert detail(policy, "W:Wc3,g1:Bh8,a7", "-c3", "+f6").endswith("; set the crown of c3?")
    taken = detail(policy, "W:Wa1,g1:Be5,h8,a7", "-a1", "-e5", "+f6")
    assert taken.endswith("; set the crown of a1?")


def test_a_king_that_captures_less_than_it_must_might_be_a_man() -> None:
    """As a king c3 must go on over g7's file; as a man it has nothing more to take."""
    said = detail("tournament", "W:WKc3,g1:Bd4,g7,a7", "-c3", "-d4", "+e5")
    assert said.endswith("; lift the crown of c3?")


def test_what_no_crown_explains_raises_no_such_doubt() -> None:
    assert "crown" not in detail("tournament", "W:Wc3,g1:Bh8,a7", "-c3", "+c5")


SMALL = [key for key, game in VARIANTS.items() if max(game.board.width, game.board.height) == 8]


@pytest.mark.parametrize("variant", SMALL)
def test_in_no_game_is_a_crown_named_that_cannot_be(variant: str) -> None:
    """A man put down far from its square: Senegalese draughts and others have no kings at all."""
    board = Board(variant=variant, control="300", policy="casual").wait(200)
    session = board.session
    mover = session.belief.game.position
    man = (mover.own & -mover.own).bit_length() - 1
    empty = session.ruleset.board.full & ~mover.occupied
    picture = session.belief.rest & ~(1 << man) | (empty & -empty)
    board.show(session.layout.to_physical(picture))
    board.wait(300).press(mover.turn).wait(500)
    assert board.take(ev.Refused)
