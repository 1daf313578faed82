"""Laws of notation that hold in every position and game of every variant."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.movetext import long_text, move_text, parse_move
from firmware.notation.pdn import (
    Note,
    Record,
    Variation,
    clock_comment,
    guess_ruleset,
    numbered_moves,
    read_pdn,
    read_record,
    replay,
    write_pdn,
)
from firmware.rules import Color, Game, Position, Ruleset, legal_moves
from tests.rules.optional import OPTIONAL
from tests.rules.strategies import diagrams, played, positions, rulesets

optional = st.sampled_from(OPTIONAL)
"""Every variant with each of its options."""

WORDS = st.text(
    st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="{}"), max_size=20
).map(lambda text: " ".join(text.split()))
COMMENTS = WORDS | st.builds(
    clock_comment,
    st.integers(0, 40_000_000),
    st.integers(0, 40_000_000),
    st.none() | st.sampled_from(Color),
)
NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,12}", fullmatch=True)
SIGNS = st.builds(
    lambda glued, nags: " ".join(filter(None, [glued, *(f"${nag}" for nag in nags)])),
    st.sampled_from(["", "", "!", "!?", "??", "(?)"]),
    st.lists(st.integers(0, 255), unique=True, max_size=2),
)
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "4-6"])


@st.composite
def games(draw: st.DrawFn, among: st.SearchStrategy[Ruleset] = rulesets) -> Game:
    """A game of random legal moves and now and then a set-up, from any position."""
    ruleset = draw(among)
    first = draw(st.none() | diagrams(among=st.just(ruleset)))
    game = Game.start(ruleset, first)
    for choice in draw(st.lists(st.integers(0, 255), max_size=30)):
        if choice == 0:
            game = game.put(draw(diagrams(among=st.just(ruleset))), game.turn)
        elif game.moves:
            game = game.play(game.moves[choice % len(game.moves)])
    return game


def variations(draw: st.DrawFn, game: Game, ply: int, depth: int) -> tuple[Variation, ...]:
    """What might have been played in place of a ply, to be nested ``depth`` more times."""
    if depth == 0 or draw(st.integers(0, 9)) > 0:
        return ()
    shared = game = game.take_back(len(game.plies) - ply)
    for choice in draw(st.lists(st.integers(0, 255), min_size=1, max_size=4)):
        if game.moves:
            game = game.play(game.moves[choice % len(game.moves)])
    own = len(game.plies) - len(shared.plies)
    if own == 0:
        return ()
    notes = tuple(
        Note(draw(SIGNS), draw(COMMENTS), variations(draw, game, ply + index, depth - 1))
        for index in range(own)
    )
    return (Variation(game, notes, draw(WORDS)), *variations(draw, shared, ply, depth - 1))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game with everything that can be written about it."""
    game = draw(games(among=rulesets | optional))
    plies = len(game.plies)
    return Record(
        tags=tuple(draw(st.dictionaries(NAMES, WORDS, max_size=5)).items()),
        game=game,
        comments=tuple(draw(st.lists(COMMENTS, min_size=plies, max_size=plies))),
        result=draw(RESULTS),
        remark=draw(WORDS),
        signs=tuple(draw(st.lists(SIGNS, min_size=plies, max_size=plies))),
        variations=tuple(variations(draw, game, ply, depth=2) for ply in range(plies)),
    )


@given(positions)
def test_a_diagram_survives_its_text(position: Position) -> None:
    text = write_fen(position)
    assert parse_fen(text, position.ruleset) == position
    assert write_fen(parse_fen(f" {text.lower()}. ", position.ruleset)) == text


@settings(max_examples=300)
@given(positions | played(among=optional))
def test_every_legal_move_survives_its_text(position: Position) -> None:
    moves = legal_moves(position)
    texts = [move_text(position, move, moves) for move in moves]
    assert len(set(texts)) == len(moves)
    for move, text in zip(moves, texts, strict=True):
        assert move_text(position, move) == text
        for form in (text, long_text(position.ruleset, move), text.upper(), f" {text} "):
            assert parse_move(position, form) == move
        other_sign = text.translate(str.maketrans(":x", "x:"))
        assert parse_move(position, other_sign) == move


@settings(max_examples=200)
@given(positions)
def test_every_landing_of_a_capture_may_be_written_down(position: Position) -> None:
    names = [write_name(position, square) for square in range(position.ruleset.board.size)]
    for move in legal_moves(position):
        text = position.ruleset.notation.capture.join(names[square] for square in move.path)
        assert parse_move(position, text) == move


def write_name(position: Position, square: int) -> str:
    """The other kind of name than the variant's own: numbers for letters, letters for numbers."""
    if position.ruleset.notation.algebraic:
        return str(square + 1)
    file, rank = position.ruleset.board.coords[square]
    return f"{chr(ord('a') + file)}{rank + 1}"


@settings(max_examples=100)
@given(records())
def test_a_record_survives_its_text(record: Record) -> None:
    text = write_pdn(record)
    (read,) = read_pdn(text)
    again = read_record(read)
    assert write_pdn(again) == text
    assert again.game == record.game
    assert again.comments == record.comments
    assert again.result == record.result
    assert again.remark == record.remark
    assert again.notes == record.notes


@settings(max_examples=50)
@given(games())
def test_numbers_and_moves_are_enough_to_play_a_game_again(game: Game) -> None:
    start = write_fen(game.first)
    (read,) = read_pdn(f'[FEN "{start}"] {numbered_moves(game)}')
    assert replay(read, game.ruleset) == game


@settings(max_examples=50)
@given(games())
def test_what_a_game_is_guessed_to_be_lets_it_be_replayed(game: Game) -> None:
    (read,) = read_pdn(f'[FEN "{write_fen(game.first)}"] {numbered_moves(game)}')
    assert len(replay(read, guess_ruleset((read,))).plies) == len(game.plies)
