"""A man that has gone and stands nowhere (001 5.3, 5.4.7): what people are told to look for."""

import pytest

from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.session import Session
from tests.table.board import SQUARES

DARK = tuple(name for name in SQUARES if (ord(name[0]) + int(name[1])) % 2 == 0)
"""Those of a board that has no reeds under its light squares."""


def told(wired: tuple[str, ...], policy: str, lands_on: str | None = None) -> str:
    """What is said when b6 is bumped away, perhaps to a light square, and c3-d4 is pressed."""
    session = Session(wired)
    setup = inp.GameSetup(control="300", policy=policy, immediate=True)
    session.feed(inp.NewGame(setup, 0))
    start = session.layout.to_physical(session.belief.rest)
    session.feed(inp.PictureSeen(start, 10, 40))

    def bit(name: str) -> int:
        return 1 << wired.index(name)

    bumped = start & ~bit("b6") | (bit(lands_on) if lands_on else 0)
    lifted = bumped & ~bit("c3")
    for at_ms, picture in ((100, bumped), (400, lifted), (700, lifted | bit("d4"))):
        session.feed(inp.PictureSeen(picture, at_ms, at_ms + 30))
    events = session.feed(inp.Pressed(inp.Button.LEFT, True, 1000)) + session.advance(2000)
    said = [event for event in events if isinstance(event, ev.Irregular | ev.Refused)]
    (event,) = said
    return event.detail


@pytest.mark.parametrize("policy", ["casual", "tournament"])
def test_where_light_squares_have_no_reeds_people_are_to_look_there(policy: str) -> None:
    assert told(DARK, policy).endswith("; man missing: light square?")


@pytest.mark.parametrize("policy", ["casual", "tournament"])
def test_where_they_have_the_board_says_which_it_is(policy: str) -> None:
    assert "b5" in told(SQUARES, policy, lands_on="b5")
    assert "light" not in told(SQUARES, policy, lands_on="b5")
    assert told(SQUARES, policy).endswith("; man missing")
