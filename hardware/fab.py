"""``python -m hardware.fab [FOLDER]``: what a maker of boards wants, and pictures; needs KiCad 9.

Gerbers with drill files in one zip a board, position files, STEP, the schematic as PDF, renders of
both sides, STL of the enclosure where OpenSCAD is there. Everything goes to ``build/fab`` unless
FOLDER is given. Exit 2 if KiCad is missing.
"""

import importlib.util
import shutil
import sys
import zipfile
from pathlib import Path

from hardware import tools
from hardware.check import KICAD

ENCLOSURE = Path(__file__).parent / "enclosure"
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    folder = Path(words[0]) if words else Path("build/fab")
    if tools.kicad() is None:
        tools.install()
    if tools.kicad() is None:
        print(tools.HOW)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("tile", "hub"):
        _board(name, folder)
    for source in sorted(ENCLOSURE.glob("*.scad")):
        if source.stem not in ("parts", "sizes"):
            _print(source, folder)
    for path in sorted(folder.iterdir()):
        if path.is_file():
            print(f"{path} {path.stat().st_size // 1024} kB")
    return 0


def _board(name: str, folder: Path) -> None:
    board, sheet = KICAD / f"{name}.kicad_pcb", KICAD / f"{name}.kicad_sch"
    plots = folder / f"{name}-gerbers"
    plots.mkdir(exist_ok=True)
    _kicad("pcb", "export", "gerbers", "--layers", LAYERS, "-o", plots, board)
    _kicad("pcb", "export", "drill", "-o", f"{plots}/", board)
    with zipfile.ZipFile(folder / f"{name}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as pack:
        for path in sorted(plots.iterdir()):
            pack.write(path, path.name)
    _reopened(folder / f"{name}-gerbers.zip")
    position = folder / f"{name}-positions.csv"
    _kicad("pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", position, board)
    _kicad("pcb", "export", "step", "--force", "-o", folder / f"{name}.step", board)
    _kicad("sch", "export", "pdf", "-o", folder / f"{name}.pdf", sheet)
    for side in ("top", "bottom"):
        picture = folder / f"{name}-{side}.png"
        _kicad(
            "pcb", "render", "--side", side, "-w", "1000", "--height", "1000", "-o", picture, board
        )


def _reopened(pack: Path) -> None:
    """Whether a reader that is not KiCad understands the gerbers: gerbonara, where it is there."""
    reader = (
        "import sys, warnings; warnings.simplefilter('ignore'); import gerbonara; "
        "stack = gerbonara.LayerStack.open(sys.argv[1]); (a, b), (c, d) = stack.board_bounds(); "
        "print(f'{c - a:.1f} x {d - b:.1f} mm, {len(stack.graphic_layers)} layers, '"
        "f'{sum(len(drill.objects) for drill in stack.drill_layers)} holes')"
    )
    if importlib.util.find_spec("gerbonara") is None:
        print(f"SKIP  {pack.name} was not opened again: pip install gerbonara")
        return
    done = tools.run(sys.executable, "-c", reader, pack)
    said = done.stdout.strip() or done.stderr.strip()
    print(f"{'OK  ' if done.returncode == 0 else 'FAIL'}  {pack.name}, by gerbonara: {said}")


def _kicad(*words: str | Path) -> None:
    done = tools.run("kicad-cli", *words)
    if done.returncode:
        print(f"kicad-cli {words[0]} {words[1]} {words[2]}: {done.stderr.strip()}", file=sys.stderr)


def _print(source: Path, folder: Path) -> None:
    """The STL of one part of the enclosure; a picture too, where there is a screen to draw on."""
    if shutil.which("openscad") is None:
        print(f"SKIP  {source.name}: OpenSCAD is not here (apt install openscad)")
        return
    if source.stem != "assembled":
        tools.run("openscad", "-q", "-o", folder / f"{source.stem}.stl", source)
    if shutil.which("xvfb-run") is not None:
        look = (
            "-q",
            "--imgsize=1000,700",
            "--viewall",
            "--autocenter",
            "--camera=0,0,0,55,0,35,900",
        )
        picture = folder / f"{source.stem}.png"
        colors = "--colorscheme=Tomorrow"
        tools.run("xvfb-run", "-a", "openscad", *look, colors, "-o", picture, source)


if __name__ == "__main__":
    sys.exit(main())
