"""When to try again what has just failed."""


class Backoff:
    """Waits that double from `first_ms` to `most_ms` while the failures last."""

    def __init__(self, first_ms: int = 10, most_ms: int = 250) -> None:
        self._first_ms = first_ms
        self._most_ms = most_ms
        self._wait_ms = first_ms
        self.due_ms: int | None = None
        """When the next attempt is due; None while all is well."""

    def holds(self, now_ms: int) -> bool:
        """Whether it is too early for another attempt."""
        return self.due_ms is not None and now_ms < self.due_ms

    def failed(self, now_ms: int) -> None:
        """An attempt failed."""
        self.due_ms = now_ms + self._wait_ms
        self._wait_ms = min(2 * self._wait_ms, self._most_ms)

    def succeeded(self) -> None:
        """An attempt succeeded; the next failure waits the shortest time again."""
        self.due_ms = None
        self._wait_ms = self._first_ms
