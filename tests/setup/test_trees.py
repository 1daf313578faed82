"""The real installer in real trees of Debian 12 and 13, which Bookworm and Trixie are made of."""

from pathlib import Path

import pytest

from firmware.setup import steps
from tests.setup.debian import Tree, needs_trees

pytestmark = needs_trees


def changes(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def listed(lines: list[str]) -> set[str]:
    return {line.split()[-1].lstrip("/") for line in lines if " /" in line}


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_installed_twice_and_taken_out_again(suite: str, tmp_path: Path) -> None:
    tree = Tree(tmp_path / suite, suite)
    assert tree.run("raspi-config", "nonint", "get_i2c") == "1\n"

    first = tree.make("install")
    assert "installed package avahi-daemon" in first
    assert tree.run("raspi-config", "nonint", "get_i2c") == "0\n"
    assert first[-1] == "Start the machine anew: sudo reboot"

    # What is installed runs, as the users and in the groups that the services name.
    python = f"{steps.PREFIX}/bin/python"
    assert "russian" in tree.run("reedboard", "rules", "list")
    tree.run(python, "-c", "import lgpio, smbus2, gpiozero, starlette, uvicorn, segno")
    assert "i2c" in tree.run("id", "-nG", "reedboard").split()
    assert "reedboard" in tree.run("id", "-nG", "reedboard-console").split()
    for service in steps.SERVICES:
        assert tree.run("systemctl", "is-enabled", service) == "enabled\n"

    before = tree.files()
    assert tree.make("install") == ["Nothing had to be changed."]
    assert changes(before, tree.files()) == set()

    tree.put("var/lib/reedboard/games/game-00001.pdn", "a game")
    tree.put("etc/reedboard.toml", '[board]\nwiring = "10x10"\n')
    tree.make("uninstall")
    bare = tree.files()
    assert "var/lib/reedboard/games/game-00001.pdn" in bare
    assert (tree.root / "etc/reedboard.toml").read_text() == '[board]\nwiring = "10x10"\n'
    assert not any(name.startswith("opt/reedboard") for name in bare)
    assert tree.run("raspi-config", "nonint", "get_i2c") == "1\n"

    again = tree.make("install")
    changed = changes(bare, tree.files())
    wants = {name for name in changed if name.startswith("etc/systemd/system/multi-user.target")}
    rest = {name for name in changed - wants if not name.startswith("opt/reedboard/")}
    assert rest == listed(again) - {"opt/reedboard"}
    assert {Path(name).name for name in wants} == set(steps.SERVICES)
