"""The chain of a game's record: every link is a digest of the one before and of its own row.

A row that is changed, left out, put in or moved no longer fits its link, and the first that does
not fit is named. A closed game is sealed: its last link and its status together, so that nothing
can be cut off its tail either. What no chain can show by itself is a record that was rewritten from
some row to its end, links and all; so the seal is printed (`python -m firmware games verify`),
short enough to be written on the score sheet.
"""

import hashlib

Values = tuple[int | str, ...]
"""A row's columns, all but its link, in the order of the table."""


def link(before: bytes, values: Values) -> bytes:
    """The SHA-256 digest that chains a row to the one `before`; `b""` for the first.

    Only the last of the values may contain a line break, so different rows are different texts.
    """
    row = "\n".join(map(str, values))
    return hashlib.sha256(before + row.encode("utf-8", "surrogatepass")).digest()


def short(seal: bytes) -> str:
    """A digest as people write it: its first 64 bits in groups of four hexadecimal digits."""
    text = seal.hex()[:16]
    return "-".join(text[place : place + 4] for place in range(0, 16, 4))
