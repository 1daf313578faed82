"""The services as systemd itself judges them (systemd-analyze(1))."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import firmware.setup.steps as steps
from firmware.station.config import parse_config

FILES = Path(steps.__file__).parent / "files"
WORST = 3.0

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian: systemd)"
)


@pytest.fixture(params=steps.SERVICES)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The service, its program being one that exists here."""
    name: str = request.param
    text = (FILES / name).read_text("utf-8")
    path = tmp_path / name
    path.write_text(text.replace(f"{steps.PREFIX}/bin/python", "/bin/true"), encoding="utf-8")
    return path


@needs_systemd
def test_systemd_finds_nothing_wrong(unit: Path) -> None:
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_a_break_in_would_not_reach_far(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level is not None
    assert float(level[1]) <= WORST


def settings(service: str) -> set[str]:
    return set((FILES / service).read_text("utf-8").splitlines())


def test_the_station_is_watched_restarted_and_keeps_its_heartbeat() -> None:
    assert {
        "Type=notify",
        "WatchdogSec=10",
        "Restart=always",
        "RuntimeDirectoryPreserve=yes",
        "SupplementaryGroups=i2c gpio",
    } <= settings("reedboard.service")


def test_the_station_may_ask_whether_the_clock_was_set() -> None:
    """ProtectClock would refuse adjtimex(2), and every game would have an unknown date."""
    lines = settings("reedboard.service")
    assert not any(line.startswith("ProtectClock") for line in lines)
    (allowed,) = [line for line in lines if line.startswith("SystemCallFilter=@")]
    assert {"adjtimex", "clock_adjtime"} <= set(allowed.split("=")[1].split())


def test_both_services_run_as_users_of_their_own_in_the_group_of_the_socket() -> None:
    users = (FILES / "users.conf").read_text("utf-8")
    for service, user in zip(steps.SERVICES, ("reedboard", "reedboard-console"), strict=True):
        assert {f"User={user}", "Group=reedboard"} <= settings(service)
        assert f"\nu {user} -" in users


def test_the_configuration_that_is_installed_is_one_and_its_folders_are_the_service_s() -> None:
    config = parse_config((FILES / "reedboard.toml").read_text("utf-8"), "reedboard.toml")
    assert str(config.files.data_dir) == steps.GAMES
    assert config.files.socket_path == Path("/run/reedboard/socket")
    assert {"StateDirectory=reedboard", "RuntimeDirectory=reedboard"} <= settings(
        "reedboard.service"
    )
