"""Pictures and hands for tests of the pure table: squares by name, no chips."""

from firmware.notation.fen import parse_fen
from firmware.notation.movetext import move_text, parse_move
from firmware.notation.squares import parse_square
from firmware.rules import Game, find_variant
from firmware.table.inference import Reading, Seen, Story, read


class Scene:
    """A position and a hand over it; `after` strings tell what the readings lead to."""

    def __init__(self, fen: str | None = None, variant: str = "russian") -> None:
        self.ruleset = find_variant(variant)
        start = None if fen is None else parse_fen(fen, self.ruleset)
        self.stories: tuple[Story, ...] = (Story(Game.start(self.ruleset, start)),)
        self.seen = Seen(self.stories[0].rest)

    def off(self, *names: str) -> "Scene":
        """Lift men."""
        for name in names:
            self._show(self.seen.picture & ~(1 << parse_square(self.ruleset, name)))
        return self

    def on(self, *names: str) -> "Scene":
        """Put men down."""
        for name in names:
            self._show(self.seen.picture | 1 << parse_square(self.ruleset, name))
        return self

    def play(self, text: str) -> "Scene":
        """A move that is certain, as if pressed with all men right."""
        game = self.stories[0].game
        self.stories = (Story(game.play(parse_move(game.position, text))),)
        self.seen = Seen(self.stories[0].rest)
        return self

    @property
    def reading(self) -> Reading:
        """What the board means now."""
        return read(self.stories, self.seen)

    @staticmethod
    def texts(stories: tuple[Story, ...]) -> set[str]:
        """The last moves of the stories."""
        return {move_text(story.game.positions[-2], story.last) for story in stories}

    def _show(self, picture: int) -> None:
        self.seen = self.seen.saw(picture, self.stories[0].rest)
