"""The disk under the journal: what SQLite asks of it, recorded, refused, or cut off by the power.

`vfs` stands between SQLite and the operating system, `record` keeps what passes and lets it fail,
`image` says what a disk may hold after a power cut at any moment of the record.
"""

from host_sim.disk.image import Image, Link, Op, Sync, Truncate, Unlink, Write
from host_sim.disk.record import Disk, Failure
from host_sim.disk.vfs import installed, missing

__all__ = [
    "Disk",
    "Failure",
    "Image",
    "Link",
    "Op",
    "Sync",
    "Truncate",
    "Unlink",
    "Write",
    "installed",
    "missing",
]
