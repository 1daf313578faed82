"""The pages on configuration and socket are the reference of both, so they must be complete."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

from firmware.devices.linux import PIN_LIBRARIES
from firmware.station.api import INPUTS, OTHERS
from firmware.station.config import Config, OneOf, Range, parse_config

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
README = (FIRMWARE / "README.md").read_text("utf-8")
SOCKET = (FIRMWARE / "station" / "SOCKET.md").read_text("utf-8")
BLOCK = re.search(r"```toml\n(.*?)```", README, re.DOTALL)


def bounds() -> dict[str, Any]:
    """Key -> its bound."""
    found = {}
    for section in get_type_hints(Config).values():
        for key, hint in get_type_hints(section, include_extras=True).items():
            found[key] = next(iter(getattr(hint, "__metadata__", ())), None)
    return found


def test_the_block_shows_every_key_with_its_default() -> None:
    assert BLOCK is not None
    assert parse_config(BLOCK[1], "README.md") == Config()
    shown = re.findall(r"^(\w+) = ", BLOCK[1], re.MULTILINE)
    assert shown == [
        key.name for section in get_type_hints(Config).values() for key in fields(section)
    ]


def test_the_block_says_every_range_and_every_choice() -> None:
    assert BLOCK is not None
    lines = {line.split(" ", 1)[0]: line for line in BLOCK[1].splitlines() if " = " in line}
    for key, bound in bounds().items():
        match bound:
            case Range():
                assert f"# {bound.low} to {bound.high}" in lines[key]
            case OneOf():
                assert all(word in lines[key] for word in bound.words)
            case _:
                pass


def test_the_pin_libraries_of_the_configuration_are_those_that_can_be_opened() -> None:
    assert bounds()["pins"] == OneOf(PIN_LIBRARIES)


def test_every_command_of_the_socket_is_described() -> None:
    for command in (*OTHERS, *INPUTS):
        assert f"`{command}`" in SOCKET
