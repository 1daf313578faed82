"""From the bytes of a PDN file to its text."""

import itertools


def decode_pdn(data: bytes) -> str:
    """The text of a PDN file.

    UTF-8 is the standard's encoding; a byte-order mark is obeyed. Older files are in a one-byte
    code that nothing names: Cyrillic words are unbroken runs of bytes from 0xC0 up, Western
    accents stand alone among plain letters, so where most high bytes have a high neighbour it is
    CP1251, otherwise Latin-1.
    """
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:].decode(encoding, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    high = [byte >= 0xC0 for byte in data]
    letters = sum(high)
    in_runs = sum(a and b for a, b in itertools.pairwise(high))
    if 2 * in_runs > letters:
        return data.decode("cp1251", errors="replace")
    return data.decode("latin-1")
