"""What the firmware of the Raspberry Pi is told in ``config.txt``: I2C on, at 400 kHz.

The lines stand between two marks, so that they can be found and taken out again; every other line
stays as it is. They begin with ``[all]``, because a filter such as ``[pi4]`` holds up to the next
one, and stand at the end, because of two settings the later one counts.

Source: Raspberry Pi documentation, config.txt, "Conditional filters".
"""

from typing import Final

FIRST: Final = "# Reedboard: begin"
LAST: Final = "# Reedboard: end"
LINES: Final = (FIRST, "[all]", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", LAST)


def with_i2c(text: str) -> str:
    """The file with the bus switched on; given its own result it changes nothing."""
    before = without_i2c(text)
    if before and not before.endswith("\n"):
        before += "\n"
    return before + "\n".join(LINES) + "\n"


def without_i2c(text: str) -> str:
    """The file without those lines."""
    kept = []
    ours = False
    for line in text.splitlines(keepends=True):
        ours = ours or line.strip() == FIRST
        if not ours:
            kept.append(line)
        ours = ours and line.strip() != LAST
    return "".join(kept)
