"""The real installer in real trees of Debian 12 and 13, which Bookworm and Trixie are made of.

A tree stands for Raspberry Pi OS with its ``config.txt``, its ``raspi-config`` (as far as it tells
whether I2C is on) and its package python3-lgpio, which Debian itself does not have everywhere.
Trees are made by debootstrap, or copied from the folder that REEDBOARD_TREES names.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.setup import steps

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root, for chroot"),
    pytest.mark.skipif(
        shutil.which("debootstrap") is None, reason="needs debootstrap (apt install debootstrap)"
    ),
]

ROOT = Path(__file__).resolve().parents[2]
TREES = os.environ.get("REEDBOARD_TREES")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
UNWATCHED = ("proc", "sys", "dev", "tmp", "run", "var/cache", "var/log", "var/lib/apt")

INCLUDE = "python3,systemd,ca-certificates"

RASPI_CONFIG = r"""#!/bin/sh
[ "$1 $2" = "nonint get_i2c" ] || exit 2
if grep -q -E "^(device_tree_param|dtparam)=([^,]*,)*i2c(_arm)?(=(on|true|yes|1))?(,.*)?$" \
    /boot/firmware/config.txt
then echo 0; else echo 1; fi
"""
LGPIO = """Package: python3-lgpio
Version: 0.2.2-1
Architecture: all
Maintainer: nobody <nobody@example.org>
Description: stands for the pin library
"""


class Tree:
    """A system in a folder, and what is done in it."""

    def __init__(self, root: Path, suite: str) -> None:
        self.root = root
        if TREES is not None:
            subprocess.run(["cp", "-a", str(Path(TREES) / suite), str(root)], check=True)
        else:
            subprocess.run(
                ["debootstrap", "--variant=minbase", f"--include={INCLUDE}", suite, str(root)],
                check=True,
                capture_output=True,
            )
        shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
        if CERTIFICATES.exists():
            shutil.copyfile(CERTIFICATES, root / str(CERTIFICATES).lstrip("/"))
        self.put("boot/firmware/config.txt", (Path(__file__).parent / "config.txt").read_text())
        self.put("usr/bin/raspi-config", RASPI_CONFIG, 0o755)
        self.put("tmp/lgpio/DEBIAN/control", LGPIO)
        self.put("tmp/lgpio/usr/lib/python3/dist-packages/lgpio.py", "")
        self.run("dpkg-deb", "--build", "/tmp/lgpio", "/tmp/lgpio.deb")
        self.run("dpkg", "--install", "/tmp/lgpio.deb")

    def put(self, place: str, text: str, mode: int = 0o644) -> None:
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def run(self, *command: str) -> str:
        done = subprocess.run(
            ["chroot", str(self.root), *command], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stdout} {done.stderr}"
        return done.stdout

    def make(self, target: str) -> list[str]:
        done = subprocess.run(
            ["make", "--no-print-directory", target, f"DESTDIR={self.root}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    def files(self) -> dict[str, str]:
        """Path -> what is in it, for all that an installation could change."""
        found = {}
        for folder, inner, names in os.walk(self.root):
            here = Path(folder).relative_to(self.root)
            inner[:] = [name for name in inner if str(here / name) not in UNWATCHED]
            for name in names:
                path = Path(folder, name)
                if path.is_symlink():
                    found[str(here / name)] = os.readlink(path)
                elif path.is_file():
                    found[str(here / name)] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found


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
