"""Move generation beside py-draughts.

Both run in fresh processes of the same interpreter and count the last ply in bulk.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.figure import Figure, interleaved

TITLE = "Move generation, beside py-draughts"

DEPTHS = {"russian": 8, "international": 7}
"""About a million leaves each."""

ROOT = Path(__file__).resolve().parents[2]
PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
OURS = (sys.executable, "-m", "tests.bench.perft_ours")
PEER = (str(PEER_PYTHON), str(ROOT / "tests" / "bench" / "perft_peer.py"))


def measure() -> Iterator[Figure]:
    """Yield leaves a second of both, their ratio, and how soon a ruleset is ready."""
    if not PEER_PYTHON.exists():
        sys.exit("bench: py-draughts has no environment yet; run it as `make bench`")
    for variant, depth in DEPTHS.items():
        yield from compare(variant, depth)
    for variant in DEPTHS:
        yield Figure(f"{variant}: from import to first moves", ready(variant), "ms", at_most=50)


def compare(variant: str, depth: int) -> Iterator[Figure]:
    """Yield the speed of both sides and how they relate. Exits if they count differently."""
    counts: set[float] = set()

    def rate(command: Sequence[str]) -> float:
        report = child(command, variant, depth)
        counts.add(report["leaves"])
        return report["leaves"] / report["seconds"]

    ours, peer = interleaved(lambda: rate(OURS), lambda: rate(PEER))
    if len(counts) != 1:
        sys.exit(f"bench: {variant} to depth {depth} was counted differently: {sorted(counts)}")
    yield Figure(f"{variant} to depth {depth}: Reedboard", ours, "leaves/s")
    yield Figure(f"{variant} to depth {depth}: py-draughts", peer, "leaves/s")
    yield Figure(f"{variant} to depth {depth}: ratio", ours / peer, "times", at_least=2.5)


def ready(variant: str) -> float:
    """Milliseconds from the import of the rules to the first position's legal moves."""
    (median,) = interleaved(lambda: child(OURS, variant, depth=1)["ready_ms"])
    return median


def child(command: Sequence[str], variant: str, depth: int) -> dict[str, float]:
    """Run one process to the end and return the report it prints."""
    done = subprocess.run(
        [*command, variant, str(depth)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    report: dict[str, float] = json.loads(done.stdout)
    return report
