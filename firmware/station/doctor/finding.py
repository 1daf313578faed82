"""One line of what the doctor says."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A thing that was looked at. A hint is no failure: the board runs, but not at its best."""

    ok: bool
    what: str
    detail: str
    hint: bool = False

    def __str__(self) -> str:
        mark = "OK" if self.ok else "HINT" if self.hint else "FAIL"
        return f"{mark:<4}  {self.what}: {self.detail}"
