"""From sampled pictures to steady ones.

A square's new state counts once `samples` samples in a row agree on it. All squares are filtered
at once by arithmetic on whole pictures: the masks of squares that differed from the steady picture
are kept for the last samples, and a square that stands in all of them is ripe. A square that
flickers faster than that never changes the steady picture; it only shows in `calm` and `noise`.
"""


class Debounce:
    """The filter's state. `saw` takes one sample and says when the steady picture changed."""

    def __init__(self, samples: int = 3) -> None:
        if samples < 1:
            raise ValueError("at least one sample is needed")
        self.steady: int | None = None
        """The steady picture; None until the first `samples` samples agree."""
        self.noise = 0
        """How often a square began to change and fell back."""
        self._wanted = samples
        self._recent: list[tuple[int, int]] = []
        """(squares that differed, time) of the samples before this one, oldest first."""
        self._first: tuple[int, int, int] = (-1, 0, 0)
        """Until there is a steady picture: the last sample, when it was new, how often seen."""

    @property
    def calm(self) -> bool:
        """The last sample was the steady picture."""
        return self.steady is not None and not (self._recent and self._recent[-1][0])

    def saw(self, picture: int, at_ms: int) -> tuple[int, int] | None:
        """One sample. A new steady picture comes back with the time its change was first seen."""
        if self.steady is None:
            return self._start(picture, at_ms)
        change = picture ^ self.steady
        if not change and not self._recent:
            return None
        if self._recent:
            self.noise += (self._recent[-1][0] & ~change).bit_count()
        samples = [*self._recent, (change, at_ms)]
        ripe = change if len(samples) == self._wanted else 0
        for differed, _ in samples:
            ripe &= differed
        rest = [(differed & ~ripe, stamp) for differed, stamp in samples[1 - self._wanted :]]
        self._recent = rest if self._wanted > 1 and any(mask for mask, _ in rest) else []
        if not ripe:
            return None
        self.steady ^= ripe
        return self.steady, samples[0][1]

    def lost(self) -> None:
        """A sample is missing: what had begun to change must be seen anew."""
        self._recent = []
        self._first = (-1, 0, 0)

    def _start(self, picture: int, at_ms: int) -> tuple[int, int] | None:
        last, since_ms, times = self._first
        since_ms, times = (since_ms, times + 1) if picture == last else (at_ms, 1)
        self._first = (picture, since_ms, times)
        if times < self._wanted:
            return None
        self.steady = picture
        return picture, since_ms
