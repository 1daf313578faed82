"""The configuration is typed, bounded and complete, and an error names its place."""

from pathlib import Path

import pytest

from firmware.errors import ConfigError
from firmware.station.config import Config, load_config, parse_config


def test_without_a_file_every_key_has_its_default() -> None:
    config = load_config(None)
    assert config == Config() == parse_config("", "empty.toml")
    assert (config.board.wiring, config.board.scan_ms, config.game.variant) == (
        "8x8",
        10,
        "russian",
    )


def test_a_key_in_the_file_replaces_its_default_and_no_other() -> None:
    config = parse_config("[board]\nscan_ms = 20\n[show]\nbuzzer = false\n", "my.toml")
    assert config.board.scan_ms == 20
    assert config.board.debounce_samples == Config().board.debounce_samples
    assert config.show.buzzer is False
    assert config.game == Config().game


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[bord]\n", "my.toml: unknown section bord; did you mean board?"),
        (
            "[printer]\n",
            "my.toml: unknown section printer; known here: board, show, power, files,",
        ),
        ("scan_ms = 5\n", "my.toml: unknown key outside a section scan_ms; known here:"),
        ("board = 5\n", "my.toml: board is a section; write [board] above its keys."),
        (
            "[board]\nscan_msec = 5\n",
            "my.toml, section [board]: unknown key scan_msec; did you mean scan_ms?",
        ),
        (
            "[board]\nscan_ms = 1\n",
            "my.toml, section [board], key scan_ms: 1 must be from 4 to 50.",
        ),
        (
            "[board]\ndebounce_samples = 2\n",
            "my.toml, section [board], key debounce_samples: 2 must be from 3 to 20.",
        ),
        (
            "[board]\nscan_ms = true\n",
            "my.toml, section [board], key scan_ms: True must be a whole number.",
        ),
        (
            '[board]\npins = "wiringpi"\n',
            "my.toml, section [board], key pins: 'wiringpi' must be one of lgpio, rpigpio, native.",
        ),
        (
            "[board]\nbus = 1\n",
            "my.toml, section [board], key bus: 1 must be a text in quotes.",
        ),
        (
            '[board]\nbus = " "\n',
            "my.toml, section [board], key bus: ' ' must be a text on one line, not empty.",
        ),
        (
            '[game]\nevent = "a\\nb"\n',
            "my.toml, section [game], key event: 'a\\nb' must be a text on one line.",
        ),
        (
            '[show]\nbuzzer = "no"\n',
            "my.toml, section [show], key buzzer: 'no' must be true or false.",
        ),
        ("[board\n", "my.toml: this is not TOML: Expected ']' at the end of a table declaration"),
    ],
)
def test_a_wrong_file_is_refused_with_one_sentence_naming_its_place(
    text: str, complaint: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "my.toml")
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent\.toml: the configuration cannot be read"):
        load_config(tmp_path / "absent.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="it is not UTF-8 text"):
        load_config(tmp_path / "binary.toml")


def test_folders_come_from_the_file_then_from_systemd_then_from_the_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/pi")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1000")
    own = Config().files
    assert own.data_dir == Path("/home/pi/reedboard")
    assert own.socket_path == Path("/run/user/1000/reedboard/socket")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/reedboard")
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/reedboard")
    assert own.data_dir == Path("/var/lib/reedboard")
    assert own.socket_path == Path("/run/reedboard/socket")
    named = parse_config('[files]\ndata = "~/d"\nruntime = "/r"\nsocket = "/s"\n', "my.toml").files
    assert named.data_dir == Path("/home/pi/d")
    assert (named.runtime_dir, named.socket_path) == (Path("/r"), Path("/s"))
