"""Variations: kept, and written again in the canonical form (PDN 3.0, grammar)."""

import time

import pytest

from firmware.notation.pdn import (
    PdnGame,
    Record,
    numbered_moves,
    read_games,
    read_pdn,
    read_record,
    write_pdn,
)


def record_of(moves: str, tags: str = '[GameType "25"]') -> Record:
    (game,) = read_pdn(f"{tags} {moves}")
    return read_record(game)


def body(record: Record) -> str:
    return " ".join(write_pdn(record).split("\n\n", 1)[1].split())


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        (
            "1. cd4 (cb4 ba5) bc5 2. d:b6",
            "1. c3-d4 (1. c3-b4 b6-a5) 1... b6-c5 2. d4:b6 *",
        ),
        (
            "1. c3-d4 b6-c5 (1... b6-a5 2. d4-c5) 2. d4xb6",
            "1. c3-d4 b6-c5 (1... b6-a5 2. d4-c5) 2. d4:b6 *",
        ),
        (
            "1. c3-d4 (1. c3-b4! {solid} (1. g3-f4 (1. g3-h4?) 1... f6-g5)) b6-c5",
            "1. c3-d4 (1. c3-b4! {solid} (1. g3-f4 (1. g3-h4?) 1... f6-g5)) 1... b6-c5 *",
        ),
        (
            "1. c3-d4 (1. c3-b4) (1. a3-b4) {two} b6-c5",
            "1. c3-d4 {two} (1. c3-b4) (1. a3-b4) 1... b6-c5 *",
        ),
        ("1. c3-d4 ({instead} 1. c3-b4) b6-c5", "1. c3-d4 ({instead} 1. c3-b4) 1... b6-c5 *"),
        ("1. c3-d4 (1. c3-b4 1-0) b6-c5", "1. c3-d4 (1. c3-b4 {1-0}) 1... b6-c5 *"),
        ("1. c3-d4 f6-g5 (1... ... 2. d4-e5)", "1. c3-d4 f6-g5 {(... d4-e5)} *"),
    ],
)
def test_a_variation_is_written_with_numbers_in_standard_moves(
    written: str, canonical: str
) -> None:
    record = record_of(written)
    assert body(record) == canonical
    assert body(read_record(read_pdn(write_pdn(record))[0])) == canonical


def test_a_variation_begins_before_the_ply_it_replaces() -> None:
    record = record_of("1. c3-d4 b6-c5 (1... f6-g5 2. d4-e5 d6:f4) 2. d4:b6")
    (variation,) = record.variations[1]
    assert variation.begins == 1
    assert numbered_moves(variation.game) == "1. c3-d4 f6-g5 2. d4-e5 d6:f4"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1. c3-d4 (1. c3-c4? !) b6-c5", "1. c3-d4 {(c3-c4?!)} b6-c5 *"),
        (
            "1. c3-d4 (1. c3-b4 b6-b5 {bad} (1... d6-c5) $2) b6-c5",
            "1. c3-d4 (1. c3-b4 {b6-b5 $2 bad (d6-c5)}) 1... b6-c5 *",
        ),
        ("(1. c3-b4) 1. c3-d4", "{(c3-b4)} 1. c3-d4 *"),
    ],
)
def test_what_cannot_be_followed_of_a_variation_is_kept_as_a_comment(
    written: str, canonical: str
) -> None:
    assert body(record_of(written)) == canonical


def test_a_set_up_may_stand_in_a_variation() -> None:
    """PDN 3.0, setup commands: side steps to other positions are variations that begin so."""
    moves = '1. c3-d4 (/FEN "B:Wc3:Bh8"/ {compare} h8-g7) 1... b6-c5 *'
    assert body(record_of(moves)) == '1. c3-d4 (1. /FEN "B:Wc3:Bh8"/ {compare} h8-g7) 1... b6-c5 *'


def test_glyphs_may_stand_anywhere() -> None:
    """PDN 3.0, grammar: behind a set-up too, and before any move, where nothing can be judged."""
    moves = '$14 1. c3-d4 /FEN "W:Wd4:Bh8"/ ! $3 2. d4-c5'
    assert body(record_of(moves)) == '{$14} 1. c3-d4 /FEN "W:Wd4:Bh8"/! $3 2. d4-c5 *'
    moves = '/FEN "W:Wd4:Bh8"/ $14 1. d4-c5'
    assert body(record_of(moves)) == "{$14} 1. d4-c5 *"


def test_thousands_of_variations_with_doubts_are_given_up_soon() -> None:
    """The readings tried are bounded for all variations of a game together."""
    text = '[GameType "20"] 1. 32-28 ' + "(1. ... ... ... 20-24) " * 2000 + "19-23"
    began = time.monotonic()
    (game,) = read_games(text)
    assert isinstance(game, PdnGame)
    written = write_pdn(read_record(game))
    assert time.monotonic() - began < 20
    assert write_pdn(read_record(read_pdn(written)[0])) == written
