"""What other programs read in a PDN: each in a process of its own interpreter."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.peers import Peer, PeerMissing


def diagrams_seen_by(peer: Peer, games: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The FEN of every position that a peer sees in each game, given as its kind there and its PDN.

    After the last one that it can follow stands what it complains of. Skips the test if the peer
    cannot be installed.
    """
    script = Path(__file__).with_name(f"{peer.module}_child.py")
    try:
        python = peer.python()
    except PeerMissing as missing:
        pytest.skip(str(missing))
    done = subprocess.run(
        [python, script], input=json.dumps(games), capture_output=True, text=True, check=True
    )
    seen: list[list[str]] = json.loads(done.stdout)
    return seen
