"""What the notation tests share: rulesets, positions by FEN, and where real games are kept."""

import os
from pathlib import Path

import pytest

from firmware.notation.fen import parse_fen
from firmware.rules import Position, find_variant

RUSSIAN, INTERNATIONAL, ENGLISH = map(find_variant, ("russian", "international", "english"))
BY_KEY = {rules.key: rules for rules in (RUSSIAN, INTERNATIONAL, ENGLISH)}

DATA = Path(__file__).parent.parent / "data" / "pdn"
CORPUS = Path(
    os.environ.get("REEDBOARD_CORPUS")
    or Path(__file__).parent.parent.parent.parent / "shared" / "corpus"
)


def position(key: str, fen: str) -> Position:
    """The position of a FEN in the variant with this key."""
    return parse_fen(fen, find_variant(key))


def corpus_file(name: str) -> bytes:
    """A file of the collection of real games; skips the test where there is none."""
    path = CORPUS / name
    if not path.is_file():
        pytest.skip(f"no collection of real games at {CORPUS}; REEDBOARD_CORPUS names one")
    return path.read_bytes()
