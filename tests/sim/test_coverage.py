"""Nothing asked of the board is without its scenario: situations, reports, rules, hard cases.

Scenarios are known by their names, statements of the rule texts by the numbers in their heads.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.sim.test_scenarios import FOLDER, SCENARIOS

SITUATIONS = (
    *(f"{number:02}" for number in range(1, 66) if number not in (26, 47)),
    *("11b", "24a", "26", "26a", "26b", "47a", "47b"),
    *(f"{number:02}" for number in range(66, 84)),
)
"""Rows of the table of situations that hands and presses can show."""

REPORTS = (
    *(1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 25, 28, 29, 30),
    *(32, 33, 34, 35, 36, 37, 38, 40, 41, 42, 43, 45, 47),
)
ELSEWHERE: Mapping[int, str] = {
    27: "another server restarted the game; the board takes none from a network: FEEDS",
    39: "a pin library fails at the start: tests/station/test_cli.py",
    49: "a feed after a lost connection: FEEDS, and the socket's in tests/station/test_server.py",
}
"""Reports that no board of men and buttons can show, and why, or where they are shown."""

FEEDS = (6, 14, 20, 22, 23, 24, 25, 27, 43, 49)
"""Reports about feeds and pages: each has a test of the console, most a scenario of the board."""

CLAUSES = range(1, 15)
"""Of 5.4 in the FMJD rules for 64 squares."""

STATEMENTS = (
    *("B013", "B014", "B017", "B018", "B019", "B020", "B021", "B022", "B023", "B024", "B031"),
    *("B040", "B041", "B043", "B050", "B051", "B052", "B053", "B054", "B055", "B056", "B057"),
    *("B061", "B065", "B067", "B068", "B069", "B094", "B095", "B096", "B099", "B102", "B104"),
    *("B105", "B106", "B107"),
)
"""Statements of the rule texts told as acts of hands, words and buttons."""
WORDS = ("B001", "B002", "B008", "B012", "B039", "B186")
"""Statements about what a board must recognise that are told in words alone."""

UNSEEN: Mapping[str, tuple[str, str]] = {
    "B014": ("expect note crown_missing", "a stack leaves the contact closed: never a signal"),
    "B023": ("expect refused adjust_not_on_move", "whose hand adjusts is known by its button only"),
    "B024": ("expect note foe_man_touched", "a reed feels a lift, not whose hand it was"),
    "B069": ("expect irregular 5.4.7", "a man bumped to a light square is one that is missing"),
}
"""What no reed can see as the text has it: the line that stands for it, and the reason."""


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.scenario").read_text(encoding="utf-8")


def citing(statement: str) -> list[str]:
    """The scenarios whose head names a statement."""
    heads = {name: text_of(name).split("\n\n")[0] for name in SCENARIOS}
    return [
        name
        for name, text in heads.items()
        if any(line.startswith("#") and statement in line for line in text.splitlines())
    ]


@pytest.mark.parametrize("row", SITUATIONS)
def test_each_situation_of_play_has_a_scenario(row: str) -> None:
    assert any(name.startswith(f"decision-{row}-") for name in SCENARIOS)


def test_each_report_has_a_scenario_or_a_reason() -> None:
    for number in REPORTS:
        assert any(name.startswith(f"report-{number:02}-") for name in SCENARIOS), number
    for number in ELSEWHERE:
        assert not any(name.startswith(f"report-{number:02}-") for name in SCENARIOS), number


@pytest.mark.parametrize("number", FEEDS)
def test_each_report_about_feeds_and_pages_has_a_test_of_the_console(number: int) -> None:
    tests = Path(__file__).parents[1]
    files = (tests / "console" / "test_reports.py", tests / "browser" / "test_console.py")
    source = "".join(file.read_text("utf-8") for file in files)
    assert f"def test_report_{number:02}_" in source


@pytest.mark.parametrize("statement", (*STATEMENTS, *WORDS))
def test_each_statement_of_the_rule_texts_has_a_scenario(statement: str) -> None:
    assert citing(statement)


@pytest.mark.parametrize("statement", UNSEEN)
def test_what_no_reed_can_see_is_said_as_far_as_it_can_be(statement: str) -> None:
    line, why = UNSEEN[statement]
    assert any(line in text_of(name) for name in citing(statement)), why


@pytest.mark.parametrize("number", CLAUSES)
def test_each_clause_about_irregular_moves_has_two_scenarios(number: int) -> None:
    assert sum(name.startswith(f"clause-5.4.{number}-") for name in SCENARIOS) >= 2


@pytest.mark.parametrize("game", ["russian", "international"])
@pytest.mark.parametrize("number", range(1, 11))
def test_each_of_the_hardest_situations_is_shown_twice_on_both_boards(
    number: int, game: str
) -> None:
    assert sum(name.startswith(f"hard-{number:02}-{game}-") for name in SCENARIOS) >= 2
