"""A tree of Debian that stands for Raspberry Pi OS, and what is done in it.

It has a ``config.txt``, a ``raspi-config`` (as far as it tells whether I2C is on) and a package
python3-lgpio, which Debian itself does not have everywhere. Trees are made by debootstrap, or
copied from the folder that REEDBOARD_TREES names.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

needs_trees = [
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
