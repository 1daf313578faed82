"""The doctor's report can be sent to strangers: it holds findings, and nothing of who or where."""

import os
import platform
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.report import private_words, report
from tests.station.rig import Rig, rig_in

PRIVATE = (
    "annegret",  # user and home folder
    "kitchen-pi7",  # machine
    "192.168.178.23",
    "fe80::dea6:32ff:fe01:0203",
    "dc:a6:32:01:02:03",
    "Sparrow WLAN",
    "Annegret Vogel",
    "Bert Vogel",
    "Birthday match",
    "Garden house",
    "s3cret",
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with a board in it, on a machine with a name."""
    home = tmp_path / "home" / "annegret"
    home.mkdir(parents=True)
    for key, value in (("HOME", str(home)), ("USER", "annegret"), ("LOGNAME", "annegret")):
        monkeypatch.setenv(key, value)
    monkeypatch.setattr(platform, "node", lambda: "kitchen-pi7.lan")
    return home


def reported(home: Path, config: str) -> str:
    """The report of `doctor` on a board with this configuration."""
    (home / "board.toml").write_text(config, encoding="utf-8")
    out = home / "report.txt"
    arguments = ["doctor", "--config", str(home / "board.toml"), "--report", str(out)]
    assert main(arguments) == 1, "there is no bus here"
    return out.read_text("utf-8")


def test_a_report_of_a_board_with_games_names_nobody_and_no_place(home: Path) -> None:
    with rig_in(home) as rig:
        play(rig)
    text = reported(
        home,
        f'[board]\nbus = "{home}/i2c on kitchen-pi7"\n'
        f'[files]\ndata = "{home}/data"\nruntime = "/media/annegret/STICK/run"\n'
        '[game]\nevent = "Birthday match"\nsite = "Garden house"\n'
        '[console]\nhost = "192.168.178.23"\npin = "s3cret"\n',
    )
    assert not [word for word in PRIVATE if word in text]
    assert "FAIL  bus: ~/i2c on HOST is not there" in text
    assert "OK    data folder: ~/data\n" in text
    assert "OK    journal: 1 game" in text
    assert "/media/USER/STICK/run is on" in text


def play(rig: Rig) -> None:
    rig.set_up()
    rig.run(200)
    tags = {"White": "Annegret Vogel", "Black": "Bert Vogel", "Event": "Birthday match"}
    assert rig.ask("new_game", immediate=True, tags=tags)["ok"]
    rig.run(200)
    rig.station.close()
    rig.crash()


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('[console]\nport = "Sparrow WLAN"\n', "section [console], key port: '...' must be"),
        ('[game]\ncontrol = "s3cret"\n', "section [game], key control: time control '...'"),
        ('[game]\nsite = ["Garden house"]\n', "section [game], key site: ['...'] must be"),
        ("[board]\nscan_ms = 4000\n", "key scan_ms: 4000 must be from 4 to 50"),
    ],
)
def test_a_report_of_a_wrong_configuration_tells_the_key_and_no_words(
    home: Path, line: str, kept: str
) -> None:
    text = reported(home, line)
    assert kept in text
    assert not [word for word in PRIVATE if word in text]


def test_addresses_of_networks_are_taken_out_and_other_numbers_stay() -> None:
    told = (
        "at 192.168.178.23, fe80::dea6:32ff:fe01:0203 and dc:a6:32:01:02:03",
        "game at 1.6 ms, 688 a second, chip 0x20, version 2.0.1, displays 88:88, 10%",
    )
    text = report([Finding(True, "bus", detail) for detail in told], {})
    assert "OK    bus: at ADDRESS, ADDRESS and ADDRESS\n" in text
    assert f"OK    bus: {told[1]}\n" in text


def test_names_that_everybody_has_are_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a machine called `reedboard` would make every path unreadable."""
    monkeypatch.setattr(platform, "node", lambda: "reedboard")
    for key, value in (("HOME", "/home/pi"), ("USER", "pi"), ("LOGNAME", "pi")):
        monkeypatch.setenv(key, value)
    monkeypatch.setenv("SUDO_USER", "bert")
    assert private_words() == {"/home/pi": "~", "bert": "USER"}
    text = report(
        [Finding(True, "data folder", "/var/lib/reedboard, a pi for bert")], {"bert": "USER"}
    )
    assert text.endswith("OK    data folder: /var/lib/reedboard, a pi for USER\n")
    assert os.environ["SUDO_USER"] not in text
