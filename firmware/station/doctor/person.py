"""Who sits at the keyboard during the guided walk."""

import select
import sys
import time

BAR: int = 32


class Keyboard:
    """A Person at this terminal. Raises nothing; an input that has ended gives up every wait."""

    def told(self, sentence: str) -> None:
        """See Person."""
        print(f"\n{sentence}  (Enter: go on without)", flush=True)

    def asked(self, question: str) -> str:
        """See Person."""
        print(f"\n{question}", end="", flush=True)
        return sys.stdin.readline().strip()

    def gives_up(self) -> bool:
        """See Person."""
        if not select.select([sys.stdin], [], [], 0)[0]:
            return False
        sys.stdin.readline()
        return True

    def shown(self, done: int, total: int) -> None:
        """See Person."""
        filled = BAR * done // total
        print(f"[{'#' * filled}{'.' * (BAR - filled)}] {done} of {total}", flush=True)

    def pause(self, ms: int) -> None:
        """See Person."""
        time.sleep(ms / 1000)
