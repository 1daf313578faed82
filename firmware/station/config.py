"""The configuration: a TOML file read into frozen values, every key typed, bounded and optional.

A key that nobody knows stops the start with a sentence naming file, section and key: a misspelt
key that is silently ignored is found in the middle of a game. ``firmware/README.md`` shows every
key with its range and default in one block that can be copied.

The fields *are* the schema: a field's annotation says type and bounds, its default says what
happens when the key is absent. Adding a key is adding a field.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar, get_args, get_type_hints

from firmware.errors import ConfigError

_Section = TypeVar("_Section")


class Bound(Protocol):
    """What a value of the right type must also satisfy."""

    def complaint(self, value: Any) -> str | None:
        """What is wrong, to be read after "must be"; None when the value is good."""


@dataclass(frozen=True)
class Range:
    """A whole number from `low` to `high`, both allowed."""

    low: int
    high: int

    def complaint(self, value: Any) -> str | None:
        return None if self.low <= value <= self.high else f"from {self.low} to {self.high}"


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def complaint(self, value: Any) -> str | None:
        return None if value in self.words else "one of " + ", ".join(self.words)


@dataclass(frozen=True)
class Filled:
    """A text that is not empty and stays on one line."""

    def complaint(self, value: Any) -> str | None:
        good = bool(value.strip()) and value.isprintable()
        return None if good else "a text on one line, not empty"


@dataclass(frozen=True)
class OneLine:
    """A text on one line; it may be empty."""

    def complaint(self, value: Any) -> str | None:
        return None if value == "" or value.isprintable() else "a text on one line"


@dataclass(frozen=True)
class BoardConfig:
    """The hardware, and how often it is looked at."""

    wiring: Annotated[str, Filled()] = "8x8"
    bus: Annotated[str, Filled()] = "/dev/i2c-1"
    pins: Annotated[str, OneOf(("lgpio", "rpigpio", "native"))] = "lgpio"
    scan_ms: Annotated[int, Range(4, 50)] = 10
    debounce_samples: Annotated[int, Range(3, 20)] = 3


@dataclass(frozen=True)
class ShowConfig:
    """What players see and hear."""

    lights_brightness: Annotated[int, Range(1, 16)] = 8
    clock_brightness: Annotated[int, Range(1, 16)] = 12
    buzzer: bool = True


@dataclass(frozen=True)
class PowerConfig:
    """How a power board tells that the supply has failed or the battery is low.

    Pins are BCM numbers, 0 where there is none; `active` is the level that gives the sign.
    """

    fail_pin: Annotated[int, Range(0, 27)] = 0
    low_pin: Annotated[int, Range(0, 27)] = 0
    active: Annotated[str, OneOf(("low", "high"))] = "low"


@dataclass(frozen=True)
class FilesConfig:
    """Where things are kept; ``~`` is the home of the user who runs the station.

    An empty text means: the folder systemd gives the service (``StateDirectory=``,
    ``RuntimeDirectory=``), or else a folder of the user's own. `runtime` should be in memory
    (tmpfs): it is written four times a second while a clock runs.
    """

    data: Annotated[str, OneLine()] = ""
    runtime: Annotated[str, OneLine()] = ""
    socket: Annotated[str, OneLine()] = ""

    @property
    def data_dir(self) -> Path:
        """Holds the journal and the games."""
        given = self.data or os.environ.get("STATE_DIRECTORY", "~/reedboard")
        return Path(given).expanduser()

    @property
    def runtime_dir(self) -> Path:
        """Holds the heartbeat and, unless it is named, the socket."""
        user = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
        given = self.runtime or os.environ.get("RUNTIME_DIRECTORY", f"{user}/reedboard")
        return Path(given).expanduser()

    @property
    def socket_path(self) -> Path:
        """The Unix socket."""
        return Path(self.socket).expanduser() if self.socket else self.runtime_dir / "socket"


@dataclass(frozen=True)
class GameConfig:
    """What a new game is, where the one who asks for it does not say otherwise."""

    variant: Annotated[str, Filled()] = "russian"
    control: Annotated[str, Filled()] = "none"
    policy: Annotated[str, Filled()] = "casual"
    match: Annotated[str, OneLine()] = ""
    event: Annotated[str, OneLine()] = ""
    site: Annotated[str, OneLine()] = ""


@dataclass(frozen=True)
class ConsoleConfig:
    """The page for spectators, players and arbiters: ``python -m firmware console``."""

    host: Annotated[str, Filled()] = "0.0.0.0"
    port: Annotated[int, Range(1, 65535)] = 8080
    pin: Annotated[str, OneLine()] = ""
    """The hash that ``console --set-pin`` prints; empty: a new PIN is printed at each start."""
    delay_minutes: Annotated[int, Range(0, 60)] = 0
    confirm_results: bool = False
    open_games: bool = True
    """Players may begin a game from the page, without the PIN, while none is going on."""


@dataclass(frozen=True)
class Config:
    """All sections; every one may be absent."""

    board: BoardConfig = field(default_factory=BoardConfig)
    show: ShowConfig = field(default_factory=ShowConfig)
    power: PowerConfig = field(default_factory=PowerConfig)
    files: FilesConfig = field(default_factory=FilesConfig)
    game: GameConfig = field(default_factory=GameConfig)
    console: ConsoleConfig = field(default_factory=ConsoleConfig)


def load_config(path: Path | None) -> Config:
    """The configuration in the file at `path`, or the defaults where there is no path.

    Raises ConfigError naming the file and, where it applies, section and key.
    """
    if path is None:
        return Config()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{path}: the configuration cannot be read ({reason}).") from error
    return parse_config(text, str(path))


def parse_config(text: str, name: str) -> Config:
    """The configuration written in `text`; `name` is the file's name for the messages.

    Raises ConfigError.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: this is not TOML: {error}.") from error
    sections = get_type_hints(Config)
    chosen: dict[str, Any] = {}
    for section, keys in table.items():
        if section not in sections:
            what = "section" if isinstance(keys, dict) else "key outside a section"
            raise ConfigError(f"{name}: unknown {what} {section}{_nearest(section, sections)}")
        if not isinstance(keys, dict):
            raise ConfigError(f"{name}: {section} is a section; write [{section}] above its keys.")
        chosen[section] = _section(sections[section], keys, f"{name}, section [{section}]")
    return Config(**chosen)


def _section(kind: type[_Section], keys: Mapping[str, Any], where: str) -> _Section:
    hints = get_type_hints(kind, include_extras=True)
    for key, value in keys.items():
        if key not in hints:
            raise ConfigError(f"{where}: unknown key {key}{_nearest(key, hints)}")
        _judge(hints[key], value, f"{where}, key {key}")
    return kind(**keys)


def _judge(hint: Any, value: Any, where: str) -> None:
    wanted, *bounds = get_args(hint) or (hint,)
    # An exact comparison, because Python counts true and false as whole numbers.
    if type(value) is not wanted:
        words = {int: "a whole number", str: "a text in quotes", bool: "true or false"}
        raise ConfigError(f"{where}: {value!r} must be {words[wanted]}.")
    for bound in bounds:
        if (complaint := bound.complaint(value)) is not None:
            raise ConfigError(f"{where}: {value!r} must be {complaint}.")


def _nearest(word: str, known: Mapping[str, object]) -> str:
    import difflib  # only a misspelt file pays for it

    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    return "; known here: " + ", ".join(known) + "."
