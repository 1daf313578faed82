"""The four digits as a player sees them, drawn from the chip's registers.

`tests/data/displays.txt` is the picture; `python -m tests.devices.test_glyphs` draws it anew.
The wiring of the backpack stands here a second time, so that a mistake in the driver's is seen.
"""

from pathlib import Path
from typing import Final

from firmware.devices.seven_segment import SevenSegment
from firmware.table.menu import MEANINGS, SURE_WORD
from tests.devices.fakes import FakeBus, FakeHt16k33

PICTURE: Final = Path(__file__).parents[1] / "data" / "displays.txt"

DIGIT_COMS: Final = (0, 1, 3, 4)
COLON_COM: Final = 2

TEXTS: Final = (
    *("0:12", "34:56", "7:89", "5:00", "5:00.", "500", "59:59", "1:05", "19.3", "19.3.", "0.0"),
    *("FLAG", "FLAG.", "turn", "ASH ", "1. 23", "2.  1", " rdY", "P  3", "P 12", "tESt"),
    *("----", "YES", "nO", "drAU", "AdJ", "Hint", "PAUS", "Go", "End", "LOSE", "PLAY", "SurE"),
    *("1-0", "t  7", "A  2", "f8h6", "bcq_", "Cc=y"),
)


def drawn(text: str) -> list[str]:
    """Three lines: what the registers light once `text` is shown."""
    chip = FakeHt16k33()
    display = SevenSegment(FakeBus({0x71: chip}), 0x71)
    display.show(text)
    display.refresh(0)
    lines = ["", "", ""]
    for place, com in enumerate(DIGIT_COMS):
        if place == 2:
            colon = (COLON_COM, 1) in chip.lit
            lines = [
                line + (" " if row == 0 or not colon else ".") for row, line in enumerate(lines)
            ]
        lit = ["abcdefgp"[row] for at, row in chip.lit if at == com]
        for row, part in enumerate(_digit(set(lit))):
            lines[row] += part
    return lines


def _digit(lit: set[str]) -> tuple[str, str, str]:
    """The usual lettering: a top, b upper right, c lower right, d bottom, and so on round."""

    def stroke(name: str, sign: str) -> str:
        return sign if name in lit else " "

    return (
        f" {stroke('a', '_')}  ",
        f"{stroke('f', '|')}{stroke('g', '_')}{stroke('b', '|')} ",
        f"{stroke('e', '|')}{stroke('d', '_')}{stroke('c', '|')}{stroke('p', '.')}",
    )


def picture() -> str:
    """All texts, one under the other, each beside its drawing."""
    blocks = []
    for text in dict.fromkeys(TEXTS):
        top, middle, bottom = drawn(text)
        words = f"{text!r:10}"
        lines = (f"{'':10}{top}", f"{words}{middle}", f"{'':10}{bottom}")
        blocks.append("\n".join(line.rstrip() for line in lines))
    return "\n".join(blocks) + "\n"


def test_every_text_that_is_shown_looks_as_it_did_when_somebody_looked() -> None:
    assert picture() == PICTURE.read_text(encoding="utf-8")


def test_every_line_of_a_menu_lights_something_on_four_digits() -> None:
    for word in (SURE_WORD, *(word for word, _ in MEANINGS.values())):
        assert "".join(drawn(word)).strip(), word


if __name__ == "__main__":
    print(picture(), end="")
