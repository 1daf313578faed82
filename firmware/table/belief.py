"""What the table holds for true: the stories up to now, and what was seen since.

A value. `saw` adds a picture, `accept` makes a move of the last reading part of the story. Plies
that every story shares, and whose captured men are off or have been replied to, are *certain*:
they belong in the record and do not change any more.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from firmware.rules import Color, Game, Put
from firmware.rules.game import Ply
from firmware.table.inference import (
    Kind,
    Reading,
    Seen,
    Story,
    being_captured,
    consistent,
    doubting,
    on_the_way,
    read,
)


@dataclass(frozen=True, slots=True)
class Belief:
    """Accounts of the game and the meaning of the present picture under them."""

    stories: tuple[Story, ...]
    seen: Seen
    reading: Reading

    @classmethod
    def of(cls, game: Game, picture: int) -> "Belief":
        """Certainty about a game, whatever the board shows."""
        return _reread((Story(game),), Seen(picture))

    @property
    def game(self) -> Game:
        """The game by the first story: the only one, unless a capture is undecided."""
        return self.stories[0].game

    @property
    def turn(self) -> Color:
        """The side on move. All stories have the same."""
        return self.game.turn

    @property
    def rest(self) -> int:
        """The picture with no hand on the board."""
        return self.stories[0].rest

    @property
    def ghosts(self) -> int:
        """Captured men that should come off, as far as every story agrees."""
        return _common(story.ghosts for story in self.stories)

    @property
    def owed(self) -> int:
        """Those of them that the last ply captured."""
        return _common(story.owed for story in self.stories)

    @property
    def missing(self) -> int:
        """Squares that should be filled and are not."""
        return self._right & ~self.seen.picture

    @property
    def extra(self) -> int:
        """Squares that are filled and should not be."""
        return self.seen.picture & ~self._right

    @property
    def _right(self) -> int:
        """The squares that should be filled; a move that stands is not asked back."""
        game = self.game if self.reading.base is None else self.reading.base.game
        return game.position.occupied

    @property
    def certain(self) -> tuple[Ply, ...]:
        """The plies that are final."""
        plies = self.game.plies
        if len(self.stories) > 1:
            others = [story.game.plies for story in self.stories]
            shared = [len(set(each)) == 1 for each in zip(*others, strict=False)]
            return plies[: shared.index(False) if False in shared else len(shared)]
        return plies[:-1] if self.stories[0].owed else plies

    @property
    def told(self) -> bool:
        """By one story all captured men are off, by the others some are on and a hand replies.

        If the last man off comes down again, it was lifted for the reply.
        """
        if len(self.stories) == 1:
            return False  # as nearly always; this is asked at every step
        resting = [story for story in self.stories if story.rest == self.seen.picture]
        others = [story for story in self.stories if story not in resting]
        if len(resting) != 1 or not others or resting[0].owed:
            return False
        return all(story.owed for story in others)

    def saw(self, picture: int, lifted: int = 0) -> "Belief":
        """The belief with one more picture, and with squares that were seen empty meanwhile."""
        stories = consistent(self.stories, picture)
        off = lifted & self.rest
        before = replace(self.seen, lifted=self.seen.lifted | off, vacated=self.seen.vacated | off)
        seen = self._in_doubt(stories, _saw(stories, before, picture))
        seen, reading = _read(stories, seen)
        if reading.kind is Kind.REST:
            stories = _at_rest(stories, picture)
        return Belief(stories, seen, reading)

    def _in_doubt(self, stories: tuple[Story, ...], seen: Seen) -> Seen:
        """What was seen, with the squares in doubt that the last picture has brought about.

        A man too many is one reason. The other: the man that stood is being captured, and a square
        is filled that the capturing man does not come by. Its own side has not moved meanwhile.
        """
        before = self.seen
        if seen.surplus > before.surplus:
            return doubting(stories, seen)
        new = seen.picture & ~before.picture & ~stories[0].rest
        stood = before.stood
        if not new or stood is None or seen.picture >> stood.target & 1:
            return seen
        if not self.game.position.foe & ~before.picture & ~stood.clears:
            return seen  # no hand of the other side is at work
        if being_captured(self.stories, before) and not being_captured(stories, seen):
            return replace(seen, doubted=new, surplus=1, trusted=before.picture)
        return seen

    def accept(self, stories: tuple[Story, ...]) -> "Belief":
        """The belief after these stories have been made true by a press, a rest or a reply."""
        assert stories, "a belief without a story"
        # A reply that began before may already have lifted its man and brought it back.
        lifted = self.seen.lifted & stories[0].game.position.own
        spare = 0
        if any(isinstance(ply, Put) for ply in stories[0].game.plies[-1:]):
            men = self.rest.bit_count() + self.seen.spare
            spare = max(0, men - stories[0].rest.bit_count())
        return _reread(stories, Seen(self.seen.picture, lifted=lifted, spare=spare))

    def looked_away(self) -> "Belief":
        """The belief after a time in which anything may have been lifted and put down unseen."""
        seen = replace(self.seen, vacated=-1, landed=-1, lifted=-1)
        return replace(self, seen=seen, reading=read(self.stories, seen))

    def settle(self) -> "Belief":
        """Only the stories that need no more men to come off and show no hand, if there are any."""
        done = tuple(story for story in self.stories if not story.owed)
        done = tuple(story for story in done if story.rest == self.seen.picture) or done
        return replace(self, stories=done) if done else self


def _at_rest(stories: tuple[Story, ...], picture: int) -> tuple[Story, ...]:
    """The accounts by which no hand is on the board, and those by which one may be.

    A man that one account has captured may by another have been lifted for the reply.
    """
    return tuple(story for story in stories if story.rest == picture or on_the_way(story, picture))


def _saw(stories: tuple[Story, ...], seen: Seen, picture: int) -> Seen:
    men = [story.rest.bit_count() for story in stories]
    return seen.saw(picture, stories[0].rest, max(men) - men[0])


def _reread(stories: tuple[Story, ...], seen: Seen) -> Belief:
    stories = consistent(stories, seen.picture)
    seen = _saw(stories, seen, seen.picture)
    return Belief(stories, *_read(stories, doubting(stories, seen) if seen.surplus else seen))


def _read(stories: tuple[Story, ...], seen: Seen) -> tuple[Seen, Reading]:
    reading = read(stories, seen)
    match reading.kind:
        case Kind.LEGAL if len(reading.after) == 1:
            move = reading.after[0].last
            # Where a captured man has not been seen off, the moving man may as well be in the air.
            if not any(move.fills & story.ghosts for story in stories):
                seen = replace(seen, stood=move, moved=move.origin)
        case Kind.REPLYING | Kind.REPLIED:
            pass
        case _ if seen.doubted:
            pass
        case _ if seen.stood and not seen.picture >> seen.stood.target & 1:
            if not being_captured(stories, seen):
                seen = replace(seen, stood=None)
    return seen, reading


def _common(masks: Iterable[int]) -> int:
    common = -1
    for mask in masks:
        common &= mask
    return common
