"""A scenario that is being played at the bench, line by line, in its own time."""

from collections.abc import Iterator
from dataclasses import dataclass

from host_sim.script import commands as c
from host_sim.script.runner import Runner


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a line."""

    line: int
    text: str
    was: str | None
    """None: done, or held; otherwise what is the case instead."""


class Playing:
    """Raises ScriptError or HandError from `go_on` for what no hand can do."""

    def __init__(self, script: c.Script, runner: Runner, now_ns: int) -> None:
        self._file = script.file
        self._steps = list(script.steps)
        self._runner = runner
        self._due_ns = now_ns
        self.failed = 0
        self.judged = 0

    @property
    def over(self) -> bool:
        """Every line is done."""
        return not self._steps

    @property
    def due_ns(self) -> int:
        """When the next line is due."""
        return self._due_ns

    def go_on(self, now_ns: int) -> Iterator[Told]:
        """Do the lines that are due."""
        while self._steps and self._due_ns <= now_ns:
            step = self._steps.pop(0)
            was = None
            if isinstance(step.command, c.Expectation):
                was = self._runner.judge(step.command)
                self.judged += 1
                self.failed += was is not None
            else:
                ends_ns = self._runner.act(step.command, step.pace_ms)
                self._due_ns = max(self._due_ns, ends_ns)
            yield Told(step.line, step.text, was)
