"""Four digits of seven segments on an HT16K33, wired as the common 4-digit backpacks are.

Anodes: segments a to g on ROW0 to ROW6, the decimal point on ROW7. Cathodes: the digits, left to
right, on COM0, COM1, COM3 and COM4; the colon between the second and the third is ROW1 of COM2
(Adafruit product 878 and its many copies).

      a
    f   b
      g
    e   c
      d     point
"""

from typing import Final

from firmware.devices.ht16k33 import RAM_BYTES, Ht16k33

DIGITS: Final = (0, 2, 6, 8)
"""RAM byte of each digit, left to right: the even byte of its COM."""
COLON: Final = (4, 0x02)
"""RAM byte and bit."""
POINT: Final = 0x80

_LIT: Final = {
    " ": "",
    "-": "g",
    "_": "d",
    "=": "dg",
    "0": "abcdef",
    "1": "bc",
    "2": "abdeg",
    "3": "abcdg",
    "4": "bcfg",
    "5": "acdfg",
    "6": "acdefg",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "A": "abcefg",
    "b": "cdefg",
    "C": "adef",
    "c": "deg",
    "d": "bcdeg",
    "E": "adefg",
    "F": "aefg",
    "G": "acdef",
    "H": "bcefg",
    "h": "cefg",
    "I": "ef",
    "i": "c",
    "J": "bcde",
    "L": "def",
    "n": "ceg",
    "O": "abcdef",
    "o": "cdeg",
    "P": "abefg",
    "q": "abcfg",
    "r": "eg",
    "S": "acdfg",
    "t": "defg",
    "U": "bcdef",
    "u": "cde",
    "y": "bcdfg",
}
GLYPHS: Final = {
    sign: sum(1 << "abcdefg".index(segment) for segment in segments)
    for sign, segments in _LIT.items()
}
"""Segments by character, a in bit 0. A letter that exists in one case only stands for both."""


def segments(text: str) -> bytes:
    """The chip's RAM for a text of at most four signs, set to the right.

    A point belongs to the sign before it and takes no place, nor does the colon, which can only
    stand before the last two signs: "5:00", "19.3", "A-1". Where a colon blinks, the text without
    it is the same text: "1:00", "100".
    """
    signs: list[int] = []
    colon = None
    for sign in text:
        if sign == ".":
            signs[-1] |= POINT
        elif sign == ":":
            colon = len(signs)
        else:
            signs.append(_glyph(sign))
    assert len(signs) <= len(DIGITS), f"{text!r} is too long for four digits"
    assert colon is None or colon == len(signs) - 2, f"the colon of {text!r} has no place"
    ram = bytearray(RAM_BYTES)
    for place, lit in zip(reversed(DIGITS), reversed(signs), strict=False):
        ram[place] = lit
    if colon is not None:
        ram[COLON[0]] = COLON[1]
    return bytes(ram)


def _glyph(sign: str) -> int:
    for form in (sign, sign.lower(), sign.upper()):
        if form in GLYPHS:
            return GLYPHS[form]
    raise AssertionError(f"{sign!r} cannot be shown on seven segments")


class SevenSegment(Ht16k33):
    """One player's display."""

    _text = ""

    def show(self, text: str) -> None:
        """What it should show, as `segments` describes it; `refresh` writes it."""
        if text != self._text:
            self.put(segments(text))
            self._text = text
