"""The search for plies that were made while nobody looked."""

from firmware.notation.fen import parse_fen
from firmware.notation.movetext import move_text, parse_move
from firmware.rules import Game, find_variant, mask
from firmware.table.catchup import MOST, SLICE, Search


def begun(variant: str = "russian", fen: str | None = None) -> Game:
    ruleset = find_variant(variant)
    return Game.start(ruleset, None if fen is None else parse_fen(fen, ruleset))


def after(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.play(parse_move(game.position, text))
    return game


def found(game: Game, picture: int) -> list[str]:
    search = Search.of(game, picture)
    for _ in range(MOST):
        if search.done:
            break
        search = search.go_on()
    assert search.done
    lines = []
    for line in search.found:
        texts, here = [], game
        for move in line:
            texts.append(move_text(here.position, move))
            here = here.play(move)
        lines.append(" ".join(texts))
    return lines


def test_one_ply_is_found() -> None:
    game = begun()
    assert found(game, after(game, "c3-d4").position.occupied) == ["c3-d4"]


def test_three_plies_with_captures_are_found() -> None:
    game = after(begun(), "c3-d4")
    end = after(game, "f6-e5", "d4:f6", "g7:e5")
    assert found(game, end.position.occupied) == ["f6-e5 d4:f6 g7:e5"]


def test_moves_that_may_have_been_made_in_either_order_are_two_stories() -> None:
    game = begun(fen="W:Wa1,g1:Bb8,h8")
    end = after(game, "a1-b2", "h8-g7", "g1-f2")
    lines = found(game, end.position.occupied)
    assert set(lines) == {"a1-b2 h8-g7 g1-f2", "g1-f2 h8-g7 a1-b2"}


def test_the_shortest_account_is_told() -> None:
    game = begun(fen="W:WKa1,h2:Ba7,h8")
    assert found(game, after(game, "a1-c3").position.occupied) == ["a1-c3"]


def test_what_no_play_explains_is_said_to_have_no_story() -> None:
    game = begun()
    assert found(game, game.position.occupied & ~0b1111) == []


def test_the_search_ends_however_many_kings_there_are() -> None:
    """And a slice of it never looks at more positions than it may."""
    kings = "WK1,K3,K5,K7,K9,K11:BK40,K42,K44,K46,K48,K50"
    game = begun("international", f"W:{kings}")
    search = Search.of(game, mask([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]))
    slices = 0
    while not search.done:
        before, search, slices = search.seen, search.go_on(), slices + 1
        assert search.seen - before <= SLICE
    assert search.seen <= MOST
    assert slices <= 2 * MOST
