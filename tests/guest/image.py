"""What a virtual machine starts from: Debian's kernel, a disk with an installed tree, and between
the two a first system that loads modules and opens the disk.

Modules are loaded by hand, in the order in which they need each other, because the tree has neither
kmod nor udev: it is the smallest Debian in which the board can be installed.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.setup.debian import Tree

DISK_MB: Final = 1400
MODULES: Final = (
    *("virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "virtio_net"),
    *("xhci-pci", "i2c-dev", "i2c-tiny-usb"),
)
HERE: Final = Path(__file__).parent
LIBRARY: Final = HERE.parent / "station/library/lgpio.py"

INIT = """#!/bin/busybox sh
for program in mount insmod usleep chgrp chmod ip switch_root
do /bin/busybox ln -s busybox /bin/$program; done
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for module in {modules}; do insmod /modules/$module; done
for wait in 1 2 3 4 5 6 7 8 9 10; do [ -e /dev/i2c-0 ] || usleep 500000; done
mount -t ext4 /dev/vda /system
chgrp {i2c} /dev/i2c-0; chmod 660 /dev/i2c-0
ip link set lo up; ip addr add 10.0.2.15/24 dev eth0; ip link set eth0 up
for folder in proc sys dev; do mount --move /$folder /system/$folder; done
exec switch_root /system /lib/systemd/systemd
"""
RELAY = """[Service]
ExecStart=/usr/bin/python3 /opt/relay.py
"""
CONFIG = """[board]
bus = "/dev/i2c-0"

[files]
data = "/var/lib/reedboard"
runtime = "/run/reedboard"
"""


class Image:
    """Kernel, first system and disk in `folder`, made from a tree with the board installed."""

    def __init__(self, folder: Path, tree: Tree) -> None:
        self.kernel = self._kernel(folder)
        self.first = self._first_system(folder, _group(tree, "i2c"))
        tree.put("etc/reedboard.toml", CONFIG)
        tree.put("usr/lib/python3/dist-packages/lgpio.py", LIBRARY.read_text("utf-8"))
        tree.put("opt/relay.py", (HERE / "relay.py").read_text("utf-8"))
        tree.put("etc/systemd/system/relay.service", RELAY)
        wants = tree.root / "etc/systemd/system/multi-user.target.wants/relay.service"
        wants.symlink_to("../relay.service")
        self.disk = folder / "disk.img"
        _run("mkfs.ext4", "-q", "-d", str(tree.root), str(self.disk), f"{DISK_MB}M")

    def _kernel(self, folder: Path) -> Path:
        """Debian's own kernel, unpacked, not installed."""
        said = _run("apt-cache", "depends", "linux-image-amd64")
        found = re.search(r"Depends: (linux-image-\S+)", said)
        assert found is not None, said
        packages = folder / "packages"
        packages.mkdir()
        _run("apt-get", "download", found[1], folder=packages)
        (package,) = packages.iterdir()
        self._unpacked = folder / "kernel"
        _run("dpkg", "-x", str(package), str(self._unpacked))
        (kernel,) = (self._unpacked / "boot").glob("vmlinuz-*")
        return kernel

    def _first_system(self, folder: Path, i2c: int) -> Path:
        """An initramfs of busybox, these modules and a script."""
        top = folder / "first"
        for name in ("bin", "modules", "proc", "sys", "dev", "system"):
            (top / name).mkdir(parents=True)
        shutil.copy("/usr/bin/busybox", top / "bin/busybox")
        modules = self._modules()
        for module in modules:
            shutil.copy(module, top / "modules")
        names = " ".join(module.name for module in modules)
        (top / "init").write_text(INIT.format(modules=names, i2c=i2c))
        (top / "init").chmod(0o755)
        archive = folder / "first.cpio"
        with archive.open("wb") as file:
            names = "\n".join(str(path.relative_to(top)) for path in sorted(top.rglob("*")))
            command = ["busybox", "cpio", "-o", "-H", "newc"]
            subprocess.run(
                command, cwd=top, input=names.encode(), stdout=file, check=True, stderr=-3
            )
        return archive

    def _modules(self) -> list[Path]:
        """The files of the modules and of all they need, in the order of loading."""
        (base,) = (self._unpacked / "lib/modules").iterdir()
        _run("busybox", "depmod", "-b", str(self._unpacked), base.name)
        needs: dict[str, list[str]] = {}
        for line in (base / "modules.dep").read_text().splitlines():
            path, _, rest = line.partition(":")
            needs[path] = rest.split()
        by_name = {Path(path).name.partition(".")[0].replace("-", "_"): path for path in needs}
        order: dict[str, None] = {}

        def load(path: str) -> None:
            for other in needs[path]:
                load(other)
            order.setdefault(path)

        for name in MODULES:
            load(by_name[name.replace("-", "_")])
        return [base / path for path in order]


def _group(tree: Tree, name: str) -> int:
    for line in (tree.root / "etc/group").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split(":")[2])
    raise AssertionError(f"the installation makes the group {name}")


def _run(*command: str, folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout
