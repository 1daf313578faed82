"""Laws of notation that hold in every position and game of every variant."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.movetext import long_text, move_text, parse_move
from firmware.notation.pdn import (
    Record,
    clock_comment,
    guess_ruleset,
    numbered_moves,
    read_pdn,
    read_record,
    replay,
    write_pdn,
)
from firmware.rules import Color, Game, Position, legal_moves
from tests.rules.strategies import diagrams, positions, rulesets

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
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*", "4-6"])


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of random legal moves and now and then a set-up, from any position."""
    ruleset = draw(rulesets)
    first = draw(st.none() | diagrams().filter(lambda diagram: diagram.ruleset is ruleset))
    game = Game.start(ruleset, first)
    for choice in draw(st.lists(st.integers(0, 255), max_size=30)):
        if choice == 0:
            diagram = draw(diagrams().filter(lambda diagram: diagram.ruleset is ruleset))
            game = game.put(diagram, game.turn)
        elif game.moves:
            game = game.play(game.moves[choice % len(game.moves)])
    return game


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game with everything that can be written about it."""
    game = draw(games())
    comments = draw(st.lists(COMMENTS, min_size=len(game.plies), max_size=len(game.plies)))
    tags = draw(st.dictionaries(NAMES, WORDS, max_size=5))
    return Record(tuple(tags.items()), game, tuple(comments), draw(RESULTS), draw(WORDS))


@given(positions)
def test_a_diagram_survives_its_text(position: Position) -> None:
    text = write_fen(position)
    assert parse_fen(text, position.ruleset) == position
    assert write_fen(parse_fen(f" {text.lower()}. ", position.ruleset)) == text


@settings(max_examples=300)
@given(positions)
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


@settings(max_examples=100, deadline=None)
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


@settings(max_examples=50, deadline=None)
@given(games())
def test_numbers_and_moves_are_enough_to_play_a_game_again(game: Game) -> None:
    start = write_fen(game.first)
    (read,) = read_pdn(f'[FEN "{start}"] {numbered_moves(game)}')
    assert replay(read, game.ruleset) == game


@settings(max_examples=50, deadline=None)
@given(games())
def test_what_a_game_is_guessed_to_be_lets_it_be_replayed(game: Game) -> None:
    (read,) = read_pdn(f'[FEN "{write_fen(game.first)}"] {numbered_moves(game)}')
    assert len(replay(read, guess_ruleset((read,))).plies) == len(game.plies)
