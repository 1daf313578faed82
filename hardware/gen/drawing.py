"""Drawings for people: a square's section, and a board wired by hand, seen from below."""

from html import escape
from typing import Final

from hardware.gen.enclosure import BOARD, under_plate
from hardware.physics import MAGNET, REED, SITE, ring

_STYLE: Final = (
    "text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#222}"
    ".s{font-size:11px}.w{fill:none;stroke-width:3}.p{fill:none;stroke:#222;stroke-width:2}"
)

READ, DRIVE, RED, GREEN, CATHODE = "#1f6fd0", "#8a5a2b", "#d02a2a", "#2a9a3a", "#222"


def _svg(width: float, height: float, title: str, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
    ground = f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>'
    lines = [head, f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>", ground, *parts]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    look = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{look}>{escape(words)}</text>'


def _wire(color: str, *points: tuple[float, float]) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline class="w" stroke="{color}" points="{path}"/>'


def _box(x: float, y: float, w: float, h: float, fill: str, line: str = "#222") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}" stroke="{line}"/>'


def section() -> str:
    """A square cut through the middle, to scale: man, magnet, plate, reed, tile, LEDs."""
    scale, middle, top = 9.0, 330.0, 110.0

    def x(mm: float) -> float:
        return middle + mm * scale

    def y(mm: float) -> float:
        return top + mm * scale

    half, radius, magnet = SITE.square / 2, SITE.man_diameter / 2, MAGNET.diameter / 2
    plate, reed_top = SITE.plate, SITE.plate + SITE.gap
    floor = SITE.plate + under_plate()
    circles = ring(MAGNET, REED, SITE)
    glass = reed_top + 3
    parts = [
        _box(x(-radius), y(-SITE.man_height), radius * 2 * scale, SITE.man_height * scale,
             "#f3e7c9"),
        _box(x(-magnet), y(-SITE.skin - MAGNET.thickness), MAGNET.diameter * scale,
             MAGNET.thickness * scale, "#9aa3ad"),
        _text(x(0), y(-SITE.skin - 0.8), f"magnet {MAGNET.diameter:g} x {MAGNET.thickness:g}", "s",
              "middle"),
        _text(x(0), y(-SITE.man_height) - 8,
              f"man {SITE.man_diameter:g} across, {SITE.man_height:g} high", anchor="middle"),
        _box(x(-half), y(0), SITE.square * scale, plate * scale, "#e3c48f"),
        _text(x(half) + 8, y(plate / 2) + 4, f"plate {plate:g}"),
        _box(x(-half), y(floor), SITE.square * scale, BOARD * scale, "#2c6b3f"),
        _text(x(half) + 8, y(floor + BOARD), "tile"),
        f'<rect x="{x(-1.1):g}" y="{y(glass):g}" width="{2.2 * scale:g}" height="{14 * scale:g}" '
        'rx="9" fill="#cfe6f5" stroke="#222"/>',
        _wire("#777", (x(0), y(reed_top)), (x(0), y(glass + 6.6))),
        _wire("#777", (x(0.3), y(glass + 5.8)), (x(0.3), y(floor + BOARD))),
        _wire("#c77b30", (x(0), y(reed_top)), (x(5.08), y(reed_top + 1)), (x(5.08), y(floor + 1))),
        _text(x(6), y(glass + 5), "copper wire from its top", "s"),
        _text(x(-1.8), y(glass + 9), "reed, standing", "s", "end"),
        _text(x(0.8), y(plate + SITE.gap / 2) + 4, f"{SITE.gap:g} mm free", "s"),
    ]  # fmt: skip
    for offset, color, name, beside, anchor in (
        (-19.0, GREEN, "green", -20.5, "end"),
        (-15.0, RED, "red", -13.5, "start"),
    ):
        parts += [
            _box(x(offset - 1.5), y(plate + 2), 3 * scale, 5.3 * scale, color),
            _wire("#777", (x(offset - 0.9), y(plate + 7.3)), (x(offset - 0.9), y(floor + 1))),
            _wire("#777", (x(offset + 0.9), y(plate + 7.3)), (x(offset + 0.9), y(floor + 1))),
            _text(x(beside), y(floor) - 8, name, "s", anchor),
        ]
    below = floor + BOARD + 4
    for radius_mm, words, color in (
        (circles.operate, f"felt with its centre up to {circles.operate:.1f} mm off", READ),
        (circles.release, f"let go at {circles.release:.1f} mm", DRIVE),
    ):
        parts.append(_wire(color, (x(-radius_mm), y(below)), (x(radius_mm), y(below))))
        parts.append(_text(x(0), y(below) - 5, words, "s", "middle"))
        below += 3
    return _svg(720, y(below), "A square, cut through the middle, to scale", parts)


def by_hand() -> str:
    """Four squares from below, wired without a printed board; joints numbered as in the README."""
    cell, left, top = 250.0, 90.0, 60.0
    parts = [_text(left, 28, "Four squares seen from BELOW: the a-file is at the right")]
    for column in range(2):
        x = left + column * cell
        for dx, color, name in ((60, READ, "read"), (150, RED, "red"), (205, GREEN, "green")):
            parts.append(_wire(color, (x + dx, top), (x + dx, top + 2 * cell)))
            file = "ba"[column]
            parts.append(_text(x + dx, top + 2 * cell + 18, f"{name} {file}", "s", "middle"))
    for row in range(2):
        y = top + row * cell
        for dy, color, name in ((120, DRIVE, "drive"), (225, CATHODE, "cathodes")):
            parts.append(_wire(color, (left, y + dy), (left + 2 * cell, y + dy)))
            parts.append(_text(left - 6, y + dy + 4, f"{name} {2 - row}", "s", "end"))
        for column in range(2):
            parts += _square(left + column * cell, y, cell, f"{'ba'[column]}{2 - row}")
    key = (
        "1 reed to read wire    2 reed to diode    3 diode's ring to drive wire",
        "4 red LED's long leg to red wire    5 green LED's long leg to green wire",
        "6 both short legs to the cathode wire (dark-square boards: red's to X, green's to Y)",
    )
    parts += [_text(30, top + 2 * cell + 44 + 19 * n, words) for n, words in enumerate(key)]
    return _svg(left + 2 * cell + 30, top + 2 * cell + 100, "A board wired by hand", parts)


def _joint(x: float, y: float, number: int) -> str:
    spot = f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="#ffd84d" stroke="#222"/>'
    return spot + _text(x, y + 4, str(number), "s", "middle")


def _square(x: float, y: float, cell: float, name: str) -> list[str]:
    """A square's parts: the reed stands in its middle, drawn folded over."""
    frame = f'<rect x="{x:g}" y="{y:g}" width="{cell:g}" height="{cell:g}" fill="none" '
    frame += 'stroke="#bbb" stroke-dasharray="5 5"/>'
    reed = [(x + 60, y + 70), (x + 120, y + 70)]
    diode = [(x + 120, y + 70), (x + 120, y + 120)]
    return [
        frame,
        _text(x + 10, y + 22, name),
        _wire("#777", *reed),
        f'<rect x="{x + 72:g}" y="{y + 61:g}" width="36" height="18" rx="8" fill="#cfe6f5" '
        'stroke="#222"/>',
        _text(x + 90, y + 56, "reed", "s", "middle"),
        _wire("#777", *diode),
        _box(x + 112, y + 84, 16, 22, "#333"),
        _box(x + 112, y + 100, 16, 4, "#eee"),
        _wire("#777", (x + 150, y + 165), (x + 178, y + 165), (x + 178, y + 225)),
        _wire("#777", (x + 205, y + 165), (x + 178, y + 165)),
        f'<circle cx="{x + 164:g}" cy="{y + 165:g}" r="9" fill="{RED}" stroke="#222"/>',
        f'<circle cx="{x + 191:g}" cy="{y + 165:g}" r="9" fill="{GREEN}" stroke="#222"/>',
        _joint(x + 60, y + 70, 1),
        _joint(x + 120, y + 70, 2),
        _joint(x + 120, y + 120, 3),
        _joint(x + 150, y + 165, 4),
        _joint(x + 205, y + 165, 5),
        _joint(x + 178, y + 225, 6),
    ]
