"""What was played: the moves of a PDN game, judged by the rules."""

import time

import pytest

from firmware.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidFen,
    InvalidMove,
    InvalidPdn,
    ReedboardError,
    UnknownVariant,
)
from firmware.notation.fen import write_fen
from firmware.notation.movetext import long_text
from firmware.notation.pdn import (
    PdnGame,
    guess_ruleset,
    named_ruleset,
    numbered_moves,
    read_games,
    read_pdn,
    read_record,
    replay,
)
from firmware.rules import Color, Game, Move, Put
from tests.notation.places import BY_KEY, DATA, ENGLISH, INTERNATIONAL, RUSSIAN


def one(text: str) -> PdnGame:
    (game,) = read_pdn(text)
    return game


def full_texts(game: Game) -> list[str]:
    return [long_text(game.ruleset, ply) for ply in game.plies if isinstance(ply, Move)]


REAL_WORLD = {game.value("Event"): game for game in read_pdn((DATA / "real_world.pdn").read_text())}


@pytest.mark.parametrize("event", REAL_WORLD)
def test_every_oddity_of_real_files_is_taken(event: str) -> None:
    game = REAL_WORLD[event]
    played = replay(game)
    record = read_record(game)
    assert record.game == played
    assert len(record.comments) == len(played.plies)


def test_the_faults_of_real_files_are_told_game_by_game() -> None:
    told = []
    for found in read_games((DATA / "faults.pdn").read_text()):
        error: ReedboardError | None = found if isinstance(found, InvalidPdn) else None
        if isinstance(found, PdnGame):
            try:
                replay(found)
            except ReedboardError as raised:
                error = raised
        told.append((type(error).__name__, str(error).split(":")[0]))
    assert told == [
        ("InvalidPdn", "line 2, column 30"),
        ("IllegalMove", "line 7, column 4"),
        ("IllegalMove", "line 11, column 19"),
        ("NoneType", "None"),
        ("InvalidFen", "line 19, column 1"),
        ("UnknownVariant", "line 23, column 1"),
        ("InvalidPdn", "line 28, column 10"),
        ("AmbiguousMove", "line 33, column 4"),
    ]


def test_a_short_capture_means_the_one_that_lets_the_rest_be_replayed() -> None:
    """PDN 3.0 forbids the short form there; published files have it all the same."""
    fen = '[GameType "20"][FEN "W:WK47:B3,14,19,27,29,42"]'
    assert full_texts(replay(one(f"{fen} 1. 47x36 14-20")))[0] == "47x38x24x13x36"
    assert full_texts(replay(one(f"{fen} 1. 47x36 19-23")))[0] == "47x38x20x9x36"
    with pytest.raises(AmbiguousMove, match=r"^line 1, column 52: '47x36' fits 2 moves"):
        replay(one(f"{fen} 1. 47x36 3-8"))


def test_the_ends_of_a_single_jump_may_mean_another_if_the_rest_says_so() -> None:
    """A writer who keeps to the standard means the jump; not all do, and b8-h2 passes e5."""
    fen = '[GameType "25"][FEN "B:Wb4,e5,g5,g7,Kb8,Kh8:BKd6"]'
    assert full_texts(replay(one(f"{fen} 1... d6:a3"))) == ["d6:a3"]
    assert full_texts(replay(one(f"{fen} 1... d6:a3 2. b8-h2")))[0] == "d6:f4:h6:f8:a3"


def test_where_no_reading_lets_the_rest_be_replayed_the_farthest_one_is_told() -> None:
    text = '[GameType "20"][FEN "W:WK47:B3,14,19,27,29,42"] 1. 47x36 19-23 2. 36-22 3-12'
    with pytest.raises(IllegalMove, match=r"^line 1, column 73: '3-12' is not legal"):
        replay(one(text))


def test_a_move_nobody_wrote_down_is_found_if_the_rest_leaves_one() -> None:
    text = '[GameType "25"][FEN "W:Wc3:Bh6"] 1. ... h6-g5 2. b4-c5'
    assert numbered_moves(replay(one(text))) == "1. c3-b4 h6-g5 2. b4-c5"
    with pytest.raises(AmbiguousMove, match=r"'\.\.\.' fits 2 moves, c3-b4 and c3-d4"):
        replay(one('[GameType "25"][FEN "W:Wc3:Bh6"] 1. ... h6-g5'))


def test_a_gap_before_blacks_first_move_is_no_move() -> None:
    """PDN 3.0: ``1. ... 7-12`` is found for ``1... 7-12``."""
    game = replay(one('[GameType "25"][FEN "B:Wc3:Bh6"] 1. ... h6-g5'))
    assert numbered_moves(game) == "1... h6-g5"


def test_what_follows_the_last_known_move_may_stay_unknown() -> None:
    text = '[GameType "25"] 1. c3-d4 ' + " ".join(f"{n}. - -" for n in range(2, 400))
    assert numbered_moves(replay(one(text))) == "1. c3-d4"


def test_many_doubts_at_once_are_refused_rather_than_searched_for_ever() -> None:
    began = time.monotonic()
    with pytest.raises(AmbiguousMove, match="doubtful moves"):
        replay(one('[GameType "20"] 1. ' + "... " * 40 + " 32-28"))
    assert time.monotonic() - began < 10


def test_a_game_longer_than_any_is_refused() -> None:
    text = '[GameType "25"][FEN "W:WKa1:BKa7"] ' + "a1-b2 a7-b8 b2-a1 b8-a7 " * 1300
    with pytest.raises(InvalidPdn, match="a game of more than 5000 plies is not replayed"):
        replay(one(text))


def test_a_set_up_is_a_ply_of_the_side_that_was_to_move() -> None:
    game = replay(one('[GameType "25"] 1. c3-d4 /FEN "W:Wd4:Bb8"/ {both agree} 2. d4-c5'))
    first, put, last = game.plies
    assert isinstance(first, Move)
    assert isinstance(last, Move)
    assert isinstance(put, Put)
    assert put.by is Color.BLACK
    assert write_fen(put.position) == "W:Wd4:Bb8"


def test_the_first_set_up_is_the_start_unless_a_tag_named_it() -> None:
    """PDN 3.0, setup commands: without a start the first set-up would be taken for it."""
    named = replay(one('[GameType "25"][FEN "W:Wc3:Bh8"] /FEN "B:Wd4:Bh8"/ 1... h8-g7'))
    assert [type(ply) for ply in named.plies] == [Put, Move]
    unnamed = replay(one('[GameType "25"] /FEN "B:Wd4:Bh8"/ 1... h8-g7'))
    assert [type(ply) for ply in unnamed.plies] == [Move]
    both = replay(one('[GameType "25"] /FEN "W:Wc3:Bh8"/ /FEN "B:Wd4:Bh8"/ 1... h8-g7'))
    assert both.plies == named.plies


def test_a_null_move_passes_the_turn() -> None:
    """PDN 3.0, extensions: ``/FEN "B::"/``."""
    game = replay(one('[GameType "25"] 1. c3-d4 /FEN "W::"/ 2. d4-c5'))
    assert game.positions[2].turn is Color.WHITE
    assert game.positions[2].white == game.positions[1].white


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        (
            '[GameType "25"]\n1. c3-d4 b6-c5 2. b2-c3',
            IllegalMove,
            "line 2, column 19: 'b2-c3' is not legal: a capture is compulsory, d4:b6",
        ),
        (
            '[GameType "25"]\n1. c3-d9',
            InvalidMove,
            "line 2, column 4: 'c3-d9' is no move: d9 is no square of Russian draughts",
        ),
        ('[FEN "W:Wc3:Bx"]\n1. c3-d4', InvalidFen, "line 1, column 1: FEN 'W:Wc3:Bx': 'x' is no"),
        ('1. c3-d4 /FEN "W:Wc3:Wd4"/', InvalidFen, "line 1, column 10: FEN 'W:Wc3:Wd4' names the"),
        (
            '[GameType "77"]',
            UnknownVariant,
            "line 1, column 1: GameType '77' is no game known here; known are 25 Russian",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(
    text: str, kind: type[ReedboardError], sentence: str
) -> None:
    with pytest.raises(kind) as caught:
        replay(one(text))
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("gametype", "key"),
    [
        ("20", "international"),
        ("20,W,10,10,N2,0", "international"),
        ("20,W,10,10,N1,0", "international"),  # as PlayOK writes it: the tail is not to be trusted
        ("21", "english"),
        ("25,W,8,8,A1,0", "russian"),
        ("Russian", "russian"),
        ("english draughts", "english"),
    ],
)
def test_the_number_of_the_game_type_decides(gametype: str, key: str) -> None:
    assert named_ruleset(one(f'[GameType "{gametype}"] *')) == BY_KEY[key]


@pytest.mark.parametrize("text", ["*", '[GameType ""] *', '[GameType "?"] *', '[GameType "x"] *'])
def test_a_game_may_not_say_what_it_is(text: str) -> None:
    (game,) = read_pdn(f'[Event "a"] {text}')
    assert named_ruleset(game) is None


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("1. c3-d4 d6-c5", RUSSIAN),
        ("1. 32-28 19-23", INTERNATIONAL),
        ("1. 11-15 23-18", ENGLISH),
        ('[FEN "W:W33:B11."] *', INTERNATIONAL),
        ('[FEN "W:Wc3:Bd6"] *', RUSSIAN),
        ('[FEN "B:W18,K2:B9,14"] 1. 14x23 2-6', ENGLISH),
        ("*", RUSSIAN),
    ],
)
def test_a_game_that_does_not_say_what_it_is_is_what_its_moves_fit(
    text: str, ruleset: object
) -> None:
    assert guess_ruleset(read_pdn(f'[Event "a"] {text}')) == ruleset
