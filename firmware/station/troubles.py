"""What is wrong with the board, part by part, and who is told when that changes."""

from collections.abc import Callable, Mapping
from typing import Any


class Troubles:
    """The faults that stand; `log` gets a line for the person who looks after the board."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self.standing: Mapping[str, str] = {}
        """Part -> what is wrong with it, as a sentence."""
        self._log = log

    def now(self, faults: Mapping[str, str | None]) -> list[dict[str, Any]]:
        """How things are; those that came or went since, as messages."""
        before = self.standing
        self.standing = found = {part: why for part, why in faults.items() if why}
        messages: list[dict[str, Any]] = []
        for part in sorted(before.keys() | found.keys()):
            if part not in found:
                messages.append({"kind": "fault_over", "part": part})
                self._log(f"{part}: works again")
            elif part not in before:
                messages.append({"kind": "fault", "part": part, "detail": found[part]})
                self._log(f"{part}: {found[part]}")
        return messages
