"""Captured men that come off before the press, after it, in the reply, or after that: by chance.

One hand captures and leaves some of the men on, later takes them off in its own time; the other
replies meanwhile as it likes and presses when all are off. Whatever was signalled on the way, the
record is what was played (001 4.12, 5.4.11, 5.5): the capture and the reply, nothing set up.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import pytest

from firmware.errors import InvalidPosition
from firmware.notation.fen import write_fen
from firmware.rules import VARIANTS, Color, Game, Move, Position, Ruleset, mask, squares
from firmware.table import inputs as inp
from firmware.table.session import Session
from tests.table.test_any_leading import WIDE

KEYS: Final = ("russian", "brazilian", "turkish", "english", "frisian", "pool", "italian")
SECONDS_MS: Final = (100, 400, 900, 2000, 6000, 12_000)
TOUCHES_MS: Final = (80, 200, 300, 600, 1200)

Act = tuple[int, str, int]
"""When, `off` or `on` or `late` (a captured man comes off), and the square."""


def drawn_position(ruleset: Ruleset, random: Random) -> Game:
    """A few men anywhere, or a game drawn by chance."""
    if random.random() < 0.5:
        found = random.sample(range(len(ruleset.board.coords)), random.randrange(6, 14))
        half = len(found) // 2
        kings = mask(square for square in found if random.random() < 0.35)
        turn = random.choice(tuple(Color))
        try:
            start = Position.setup(ruleset, mask(found[:half]), mask(found[half:]), kings, turn)
            return Game.start(ruleset, start)
        except InvalidPosition:
            pass
    game = Game.start(ruleset)
    for _ in range(random.randrange(6, 50)):
        if game.moves:
            game = game.play(random.choice(game.moves))
    return Game.start(ruleset, game.position)


def drawn_plies(ruleset: Ruleset, random: Random) -> tuple[Game, Move, Move]:
    """A game, a capture of the side on move, and a reply."""
    while True:
        game = drawn_position(ruleset, random)
        captures = [move for move in game.moves if move.captured]
        if captures and game.outcome is None:
            capture = random.choice(captures)
            after = game.play(capture)
            if after.outcome is None:
                return game, capture, random.choice(after.moves)


def hand(move: Move, leaves: Sequence[int], random: Random) -> Iterator[tuple[str, int]]:
    """A move as a hand makes it: men off before or after, rests on the way."""
    men = [square for square in squares(move.captured) if square not in leaves]
    random.shuffle(men)
    early = [square for square in men if random.random() < 0.25 or square in move.path]
    yield from (("off", square) for square in early)
    yield "off", move.origin
    for square in move.path[1:-1] if random.random() < 0.4 else ():
        if square not in (move.origin, *early):
            yield from (("on", square), ("off", square))
    yield "on", move.target
    yield from (("off", square) for square in men if square not in early)


class Table:
    """A session with two players, who do what they have planned."""

    def __init__(self, game: Game, policy: str) -> None:
        self.session = Session(WIDE)
        self.now_ms = 0
        fen = write_fen(game.position)
        setup = inp.GameSetup(game.ruleset.key, fen, "600", policy, immediate=True)
        self.session.feed(inp.NewGame(setup, 0))
        self.show(game.position.occupied)

    def show(self, picture: int) -> None:
        self.picture = picture
        since_ms = self.now_ms
        self.wait(30)
        physical = self.session.layout.to_physical(picture)
        self.session.feed(inp.PictureSeen(physical, since_ms, self.now_ms))

    def wait(self, ms: int) -> None:
        self.now_ms += max(0, ms)
        self.session.advance(self.now_ms)

    def press(self, color: Color) -> None:
        left = self.session.layout.side(left=True) is color
        button = inp.Button.LEFT if left else inp.Button.RIGHT
        self.session.feed(inp.Pressed(button, True, self.now_ms))
        self.wait(90)
        self.session.feed(inp.Released(button, self.now_ms))

    def do(self, acts: list[Act]) -> None:
        """Both hands' acts in their order; where a man is to be put, one is first taken off."""
        acts = sorted(acts)
        start_ms = self.now_ms
        while acts:
            at_ms, what, square = acts.pop(0)
            there = self.picture >> square & 1
            if what == "on" and there:
                late = next(act for act in acts if act[1:] == ("late", square))
                acts.remove(late)
                acts.insert(0, (at_ms + 200, what, square))
                what = "late"
            elif what == "off" and not there:
                continue  # a man that is itself one of those that came off late
            self.wait(start_ms + at_ms - self.now_ms)
            self.show(self.picture ^ 1 << square)


def played(key: str, seed: int) -> tuple[Table, Game]:
    """What two hands have done, and the game as they have played it."""
    random = Random(f"{key} {seed}")
    game, capture, reply = drawn_plies(VARIANTS[key], random)
    men = mask(set(squares(capture.captured)) - set(capture.path))
    left = [square for square in squares(men) if random.random() < 0.7]
    table = Table(game, random.choice(("tournament", "tournament", "casual")))
    at_ms, acts = 0, list[Act]()
    for what, square in hand(capture, left, random):
        at_ms += random.choice(TOUCHES_MS)
        acts.append((at_ms, what, square))
    table.do(acts)
    table.wait(random.choice((50, 300, 1500)))
    table.press(game.turn)
    at_ms, acts = 0, []
    for square in left:
        at_ms += random.choice(SECONDS_MS)
        acts.append((at_ms, "late", square))
    at_ms = random.choice((100, 500, 2000, 7000, 15_000))
    for what, square in hand(reply, (), random):
        at_ms += random.choice(TOUCHES_MS)
        acts.append((at_ms, what, square))
    table.do(acts)
    table.wait(random.choice((100, 400, 2000)))
    table.press(game.turn.other)
    table.wait(random.choice((100, 40_000)))
    return table, game.play(capture).play(reply)


@pytest.mark.parametrize("key", KEYS)
def test_what_comes_off_late_was_captured_and_the_reply_is_the_reply(key: str) -> None:
    for seed in range(120):
        table, game = played(key, seed)
        assert table.picture == game.position.occupied, seed
        assert table.session.recorded.position == game.position, (seed, write_fen(game.first))
        assert all(isinstance(ply, Move) for ply in table.session.recorded.plies), seed
