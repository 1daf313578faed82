"""What was done at the bench, as a scenario that does it again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from host_sim.script import commands as c
from host_sim.script.setting import Setting
from host_sim.script.writing import Name, lines_of

LONG_MS = 300
"""A button held longer than this is written down as held."""


@dataclass(slots=True)
class Notebook:
    """Lines with their times, since the game was begun."""

    setting: Setting
    name: Name
    """The scenario's name of a square, given its coordinate as White sees it."""
    began_ms: int
    lines: list[tuple[int, str]] = field(default_factory=list)

    def note(self, act: c.Act, at_ms: int) -> None:
        """Something was done."""
        for line in lines_of(act, self.name):
            self.lines.append((at_ms, line))

    def text(self, now_ms: int) -> str:
        """The scenario: set-up, start, and everything since with the waits in between."""
        lines = [*set_up(self.setting), "pace none", "start"]
        at_ms = self.began_ms
        for then_ms, line in self.lines:
            if then_ms > at_ms:
                lines.append(f"wait {then_ms - at_ms}ms")
                at_ms = then_ms
            lines.append(line)
        if now_ms > at_ms:
            lines.append(f"wait {now_ms - at_ms}ms")
        return "\n".join(lines) + "\n"


def set_up(setting: Setting) -> Sequence[str]:
    """The lines that say how a game was set up."""
    lines = [
        f"board {setting.board_name}",
        f"game {setting.ruleset.key}",
        f"clock {setting.control}",
        f"policy {setting.policy}",
    ]
    if setting.fen is not None:
        lines.append(f"fen {setting.fen}")
    if setting.options:
        lines.append(f"option {' '.join(sorted(setting.options))}")
    return lines
