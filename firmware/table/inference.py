"""Which moves explain the picture.

Why this is right. The reeds show only which squares are filled, yet for one position and one legal
move the picture afterwards is known: what was filled, without the origin and the captured men,
with the target. So recognising a move is looking its picture up among the results of the legal
moves; no colour, no order of events and no delay takes part. Whatever the hand did in between
(slid, hesitated, bumped, took the men off first) leaves no trace in the answer.

Three things need more than the look-up:

* Two moves can share a result. Then `vacated`, the squares seen empty since the men last stood at
  rest, tells them apart: only the true move emptied all its squares. If it cannot, both come back
  and people are asked.
* Captured men may still stand. A picture that is a capture's result plus some of its captured men
  is *pending*. In games of free choice it may at the same time be the result of a shorter capture;
  that one is taken, and the longer kept only if the man was seen to land where the shorter does
  not go (`landed`).
* Hands overlap. A picture may be one move of the side on move and a reply, whole or begun. Moves
  are tried in turn order only, and a reply counts as begun only when a man of the replying side
  is off its square, so an own man still in the air is never taken for the foe's hand. Once a move
  has been seen standing (`stood`) and its man has not come back, no other man has made the move;
  while that man stands, what a reply to it explains is the reply and no other capture of its own.
* Contacts stick. Men do not multiply: a picture with more of them than there can be has a square
  that is filled for another reason than a man put down there. Which one the picture does not
  say, so each square without which it would make sense is `doubted` until it is seen empty, or the
  picture from before comes back. While one is, nothing is read into the picture.

What is certain is a tuple of *stories*: games that end in the present. There is one, save while a
pending capture's men have not shown yet which of several captures it was. Captured men of the last
ply that still stand are the story's *ghosts*; they are tolerated where they stand, also through a
reply, and drop out of the story when first seen off.
"""

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from firmware.rules import Game, Move, mask, squares


@dataclass(frozen=True, slots=True)
class Story:
    """One account of the game up to now."""

    game: Game
    ghosts: int = 0
    """Captured men that still stand."""

    @property
    def rest(self) -> int:
        """The picture of this story with no hand on the board."""
        return self.game.position.occupied | self.ghosts

    @property
    def last(self) -> Move:
        """The last ply, which must be a move."""
        ply = self.game.plies[-1]
        assert isinstance(ply, Move)
        return ply

    @property
    def owed(self) -> int:
        """Ghosts that the last ply itself captured: until they are off it is not finished."""
        if not self.ghosts or not isinstance(self.game.plies[-1], Move):
            return 0
        return self.ghosts & self.last.captured


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reeds showed since the men last stood at rest."""

    picture: int
    vacated: int = 0
    """Squares filled at rest that were seen empty."""
    landed: int = 0
    """Squares empty at rest that were seen filled."""
    lifted: int = 0
    """Squares seen empty at any time since the last certain move, put back or not."""
    stood: Move | None = None
    """The move that was seen standing alone before what may be a reply to it began."""
    moved: int | None = None
    """The square that the man of the last such move left, as long as it is empty."""
    returned: int = 0
    """Squares that this move has emptied, filled again while no other man was off its square."""
    doubted: int = 0
    """Squares empty at rest that are filled, of which `surplus` by no man of the game."""
    surplus: int = 0
    spare: int = 0
    """Men that an irregular move has left off the board, and that may come back."""
    trusted: int | None = None
    """The last picture before there was any doubt."""

    def saw(self, picture: int, rest: int, others: int = 0) -> "Seen":
        """The same with one more picture; at rest all is forgotten but what was lifted.

        A man that ends where it began shows the picture at rest before the captured men go. By
        other accounts of what was captured there are `others` more men than at rest.
        """
        if picture == rest:
            return Seen(picture, lifted=self.lifted, spare=self.spare)
        gone, new = rest & ~picture, picture & ~rest
        doubted = 0 if picture == self.trusted else self.doubted & new
        surplus = self.surplus if doubted else 0
        if (more := picture.bit_count() - self._most(picture, rest) - others) > surplus:
            doubted, surplus = doubted | new, more
        return replace(
            self,
            picture=picture,
            vacated=self.vacated | gone,
            landed=self.landed | new,
            lifted=self.lifted | gone,
            moved=self.moved if self.moved is not None and gone >> self.moved & 1 else None,
            returned=(self.returned | self._returning(picture, rest)) & picture,
            doubted=doubted,
            surplus=surplus,
            trusted=self.trusted if doubted else picture,
        )

    def _returning(self, picture: int, rest: int) -> int:
        move = self.stood
        if move is None or rest & ~self.picture & ~move.clears:
            return 0
        return move.clears & picture & ~self.picture

    def _most(self, picture: int, rest: int) -> int:
        """How many men there can be: those at rest, but for the captured men that have gone."""
        move = self.stood
        if move is not None and move.fills & picture:
            rest = rest & (picture | ~move.clears) | move.fills
        return rest.bit_count() + self.spare


class Kind(enum.Enum):
    """How a picture relates to the stories."""

    REST = enum.auto()
    """Nothing happened, or all was put back."""
    LEGAL = enum.auto()
    """A legal move of the side on move stands."""
    PENDING = enum.auto()
    """A legal capture stands, captured men are still there."""
    REPLIED = enum.auto()
    """A legal move stands and a whole reply of the other side after it."""
    REPLYING = enum.auto()
    """A legal move stands and the other side's hand has begun a reply."""
    ON_THE_WAY = enum.auto()
    """The hand of the side on move is at work on some legal move."""
    ASTRAY = enum.auto()
    """No legal move explains it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a picture means."""

    kind: Kind
    after: tuple[Story, ...] = ()
    """The stories after a move of the side on move, if the picture shows it made."""
    replied: tuple[tuple[Story, Story], ...] = ()
    """Stories after the move and after the reply too; but for REPLIED its captured men stand."""
    longer: tuple[Story, ...] = ()
    """LEGAL: pending longer captures that the same hand may still be about to finish."""
    base: Story | None = None
    """ASTRAY: a move that stood before and still does; only what differs from it is wrong."""


def read(stories: Iterable[Story], seen: Seen) -> Reading:
    """The meaning of what was seen, given everything that is certain."""
    stories = tuple(stories)
    if any(_drop_ghosts(story, seen.picture).rest == seen.picture for story in stories):
        return Reading(Kind.REST)
    standing = _standing(stories, seen)
    if seen.doubted:
        return _astray(standing, seen)
    exact, pending = _moved(stories, seen)
    if exact and standing is not None and (answers := _answers(standing, exact, seen)):
        return Reading(Kind.REPLIED, (standing,), answers)
    if exact:
        return Reading(
            Kind.LEGAL, _told_apart(exact, seen, stories), longer=_unfinished(exact, pending, seen)
        )
    if pending:
        return Reading(Kind.PENDING, pending)
    pairs = _as_it_stood([pair for story in stories for pair in _replies(story, seen)], seen)
    first = _distinct(first for first, _ in pairs)
    whole = tuple((first, second) for first, second in pairs if second and not second.owed)
    if whole:
        return Reading(Kind.REPLIED, first, whole)
    begun = tuple((first, second) for first, second in pairs if second)
    if any(on_the_way(story, seen.picture) for story in stories):
        return Reading(Kind.ON_THE_WAY, first, begun)
    if pairs:
        return Reading(Kind.REPLYING, first, begun)
    if standing is not None and on_the_way(standing, seen.picture):
        return Reading(Kind.REPLYING, (standing,))
    return _astray(standing, seen)


def _astray(standing: Story | None, seen: Seen) -> Reading:
    """A move that stands is not asked back, unless nothing else is left to be put right."""
    if standing is None or seen.picture == standing.rest:
        return Reading(Kind.ASTRAY)
    stands = seen.picture >> standing.last.target & 1
    return Reading(Kind.ASTRAY, base=standing if stands else None)


def doubting(stories: tuple[Story, ...], seen: Seen) -> Seen:
    """A man too many has just shown: only squares without which it makes sense are doubted."""
    suspects = 0
    for square in squares(seen.doubted):
        without = replace(seen, picture=seen.picture & ~(1 << square), doubted=0, surplus=0)
        if read(stories, without).kind is not Kind.ASTRAY:
            suspects |= 1 << square
    return replace(seen, doubted=suspects or seen.doubted)


def being_captured(stories: Iterable[Story], seen: Seen) -> bool:
    """The man of the move that stood may be off because a reply begins by taking it off."""
    standing = _standing(stories, seen)
    return standing is not None and on_the_way(standing, seen.picture)


def consistent(stories: Iterable[Story], picture: int) -> tuple[Story, ...]:
    """The stories without the ghosts seen off."""
    return tuple(_drop_ghosts(story, picture) for story in stories)


def _drop_ghosts(story: Story, picture: int) -> Story:
    gone = story.ghosts & ~picture
    return replace(story, ghosts=story.ghosts ^ gone) if gone else story


def _moved(stories: Iterable[Story], seen: Seen) -> tuple[list[Story], tuple[Story, ...]]:
    """One ply on: stories whose captured men are all off, and those where some still stand."""
    exact: list[Story] = []
    pending: list[Story] = []
    for story in stories:
        for after in _next_stories(story, seen.picture):
            move = after.last
            if move.target == move.origin and not _off(move, seen):
                continue
            (pending if after.owed else exact).append(after)
    return exact, tuple(pending)


def _off(move: Move, seen: Seen) -> bool:
    """Its man was seen off its square."""
    return bool(seen.lifted >> move.origin & 1)


def _next_stories(story: Story, picture: int) -> Iterator[Story]:
    """The story with each move whose result is this picture, standing captured men aside."""
    for move in story.game.results.get(picture, ()):
        yield Story(story.game.play(move))
    for result, moves in story.game.results.items():
        extra = picture & ~result
        if result & ~picture or not extra:
            continue
        for move in moves:
            if not extra & ~(move.captured | story.ghosts):
                yield Story(story.game.play(move), extra)


def _told_apart(stories: list[Story], seen: Seen, before: tuple[Story, ...]) -> tuple[Story, ...]:
    """Of several moves with one picture, those that emptied just the squares seen empty.

    Of stories `before` that left the men otherwise, what was seen since one of them tells nothing.
    """
    if len(stories) == 1 or len({story.rest for story in before}) > 1:
        return _distinct(stories)
    fitting = [s for s in stories if not s.last.clears & ~seen.vacated] or stories
    fitting = [s for s in fitting if s.last.origin != s.last.target] or fitting
    return _distinct(fitting)


def _unfinished(exact: list[Story], pending: tuple[Story, ...], seen: Seen) -> tuple[Story, ...]:
    """Pending captures that the landings seen speak for and every exact move's path against."""
    if not pending or any(not seen.landed & ~mask(story.last.path) for story in exact):
        return ()
    return tuple(s for s in pending if not seen.landed & ~mask(s.last.path))


_Pair = tuple[Story, Story | None]


def _replies(story: Story, seen: Seen) -> Iterator[_Pair]:
    """(story after a move, story after a reply, or None if the man is still on its way)."""
    picture = seen.picture
    foes = story.game.position.foe
    for result, moves in story.game.results.items():
        missing = result & ~picture
        for move in moves:
            begun = missing & foes & ~move.fills
            if begun & (begun - 1):
                continue  # a reply lifts one man of its own side
            if not seen.vacated >> move.origin & 1 and move.origin != move.target:
                continue  # its man was never off its square
            ghosts = (move.captured | story.ghosts) & picture & ~(result | seen.vacated)
            if (picture & ~(result | ghosts)).bit_count() > 1 or not (begun or ghosts or missing):
                continue
            # A stroke may end where it began, or where a man has been taken off.
            if not (picture | seen.landed | seen.lifted) >> move.target & 1:
                continue
            first = Story(story.game.play(move), ghosts)
            replies = list(_next_stories(first, picture))
            for second in replies:
                if move.clears & second.last.fills & ~seen.vacated:
                    continue  # where the reply landed, the man had first to be seen off
                if second.last.origin == second.last.target and not _off(second.last, seen):
                    continue  # a stroke that ends where it began lifts its man all the same
                yield replace(first, ghosts=second.ghosts & ~second.owed), second
            if not replies and begun and on_the_way(first, picture):
                yield first, None


def _as_it_stood(pairs: list[_Pair], seen: Seen) -> list[_Pair]:
    """Of several first moves, the one that was seen standing before the reply began, if any was.

    While its man has not been off its square since, no other move can have been the first; while
    it has not come back to where it was, no move of another man.
    """
    stands = seen.stood is not None and seen.picture >> seen.stood.target & 1
    same = [pair for pair in pairs if pair[0].last == seen.stood]
    if same or stands:
        return same
    return [pair for pair in pairs if seen.moved in (None, pair[0].last.origin)]


def _answers(
    standing: Story, exact: Iterable[Story], seen: Seen
) -> tuple[tuple[Story, Story], ...]:
    """Whole replies to the move that stands, with what a second move of its own side would leave.

    Its man stays where it is and has made its move; only other captured men would tell that second
    move, and the hand that changed its mind about them would have put one back first.
    """
    if not seen.picture >> standing.last.target & 1:
        return ()
    strange = seen.landed & ~mask(standing.last.path)
    if any(story.last == standing.last or strange & mask(story.last.path) for story in exact):
        return ()
    replies = _next_stories(standing, seen.picture)
    return tuple(
        (standing, second)
        for second in replies
        if not second.owed and seen.vacated >> second.last.origin & 1
        if not second.last.fills & seen.returned
    )


def _standing(stories: Iterable[Story], seen: Seen) -> Story | None:
    """The story with the move that was seen standing.

    A reply may begin with the men it captures; then no man of its own side is off its square yet.
    """
    move = seen.stood
    if move is None:
        return None
    for story in stories:
        if move in story.game.moves:
            return Story(story.game.play(move), story.ghosts & seen.picture & ~move.fills)
    return None


def on_the_way(story: Story, picture: int) -> bool:
    """Some legal move of the side on move passes through this picture."""
    rest = story.rest
    missing, extra = rest & ~picture, picture & ~rest
    return any(
        not missing & ~(move.clears | 1 << move.origin | story.ghosts)
        and (not extra or (missing >> move.origin & 1 and not extra & ~mask(move.path)))
        for move in story.game.moves
    )


def _distinct(stories: Iterable[Story]) -> tuple[Story, ...]:
    """Without accounts that end in the same plies and ghosts."""
    found: dict[tuple[object, int], Story] = {}
    for story in stories:
        found.setdefault((story.game.plies[-2:], story.ghosts), story)
    return tuple(found.values())
