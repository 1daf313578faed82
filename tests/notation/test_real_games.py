"""Published collections of real games, replayed whole.

Sources of the files: english_tinsley from raven-checkers, the others from the test games of the PDN
standard's own repository.
"""

import pytest

from firmware.notation.pdn import (
    PdnMove,
    Report,
    check_pdn,
    decode_pdn,
    read_pdn,
    read_record,
    replay,
    write_pdn,
)
from firmware.rules import Ruleset, find_variant
from tests.notation.places import ENGLISH, INTERNATIONAL, RUSSIAN, corpus_file

FILES: list[tuple[str, Ruleset, int]] = [
    ("russian_abatsiev", RUSSIAN, 56),
    ("english_tinsley", ENGLISH, 724),
    ("czech_mrcd2007", find_variant("czech"), 102),
    ("italian_campionato_2005", find_variant("italian"), 53),
    ("english_inferno", ENGLISH, 68),
    ("international_wk2003", INTERNATIONAL, 23),
    ("international_nk2003_amsterdam", INTERNATIONAL, 33),
    ("international_dutch96h", INTERNATIONAL, 13),
    ("international_kurnik", INTERNATIONAL, 4),
    ("international_cat_b1", INTERNATIONAL, 37),
    ("international_pwcp_2", INTERNATIONAL, 51),
    ("syntax/delfts", INTERNATIONAL, 2),
]
MISPRINTS = {
    # 27-32 24-28 and so on: Black's king stands on 28 when 32-28 is printed for 28-32.
    "english_tinsley": ("game 541, line 5588, column 5: '32-28' is not legal: 32 is empty",),
    # The last move of the game; both take three men, and nothing follows that could settle it.
    "italian_campionato_2005": (
        "game 46, line 753, column 43: '3x26' fits 2 moves, 3x10x17x26 and 3x10x19x26: "
        "write the one meant in full",
    ),
}


def report(name: str, ruleset: Ruleset | None = None) -> Report:
    return check_pdn(decode_pdn(corpus_file(f"{name}.pdn")), ruleset)


@pytest.mark.parametrize(("name", "ruleset", "games"), FILES, ids=[name for name, *_ in FILES])
def test_every_game_can_be_replayed_but_for_misprints(
    name: str, ruleset: Ruleset, games: int
) -> None:
    found = report(name)
    assert found.games == games
    assert found.failures == MISPRINTS.get(name, ())
    assert found.guessed in (None, ruleset)


def test_the_misprint_is_one() -> None:
    """With 28-32 in its place the game can be played to its end."""
    text = decode_pdn(corpus_file("english_tinsley.pdn"))
    misprinted = "60. 32-28 24-27 61. 12-16 22-26\n62. 32-28"
    assert text.count(misprinted) == 1
    corrected = text.replace(misprinted, misprinted[:-5] + "28-32")
    assert check_pdn(corrected).failures == ()


@pytest.mark.parametrize(("name", "ruleset", "games"), FILES, ids=[name for name, *_ in FILES])
def test_a_real_game_written_anew_is_the_same_game(name: str, ruleset: Ruleset, games: int) -> None:
    for number, game in enumerate(read_pdn(decode_pdn(corpus_file(f"{name}.pdn"))), start=1):
        if any(f"game {number}," in misprint for misprint in MISPRINTS.get(name, ())):
            continue
        text = write_pdn(read_record(game, ruleset))
        (again,) = read_pdn(text)
        assert replay(again) == replay(game, ruleset)
        assert write_pdn(read_record(again)) == text


def test_a_game_of_which_no_move_is_known_is_an_empty_one() -> None:
    games = read_pdn(decode_pdn(corpus_file("russian_abatsiev.pdn")))
    lengths = [len(replay(game, RUSSIAN).plies) for game in games]
    assert lengths.count(0) == 1
    assert sum(lengths) == 2648


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *(("alphanumeric", 1), ("delfts", 2), ("fen", 3), ("gameterminator", 1)),
        *(("linecomment", 1), ("movestrength", 1), ("string", 1), ("unicode", 1)),
        ("variation", 1),
    ],
)
def test_each_pitfall_of_the_standards_own_samples_is_read(name: str, games: int) -> None:
    found = report(f"syntax/{name}")
    assert (found.games, found.failures) == (games, ())


def test_nested_comments_are_reported_with_line_and_column() -> None:
    """The standard's sample that every parser must reject."""
    assert report("syntax/nested_comment").failures == (
        "game 1, line 1, column 46: '}' is not understood: comments do not nest, "
        "and the one that began at line 1, column 25 has ended before",
    )


def test_as_many_moves_are_read_as_the_file_counts() -> None:
    """Czech games, with captures in full; eight were decided without a move."""
    games = read_pdn(decode_pdn(corpus_file("czech_mrcd2007.pdn")))
    counted = [int(game.value("PlyCount")) for game in games]
    assert [sum(isinstance(item, PdnMove) for item in game.items) for game in games] == counted
    assert counted.count(0) == 8


def test_tags_in_other_languages_are_kept() -> None:
    games = read_pdn(decode_pdn(corpus_file("italian_campionato_2005.pdn")))
    assert len(games) == 53
    assert games[0].value("Bianco") == "BORGHETTI Michele"
    assert {game.value("Risultato") for game in games} == {game.result for game in games}
