"""KiCad's text format: atoms, strings, nesting, and identifiers that are the same every time."""

from typing import Final
from uuid import UUID, uuid5

from hardware.gen.model import Point

Node = str | float | int | tuple["Node", ...]
"""A list, its first element the name; a str is quoted unless it is a Word or that name."""

VERSION_SCHEMATIC: Final = 20250114
VERSION_BOARD: Final = 20241229
_SPACE: Final = UUID("6f0c1c5e-6b1b-5f0c-9d3a-3f7d0a5d2a11")


class Word(str):
    """A str that is written without quotes."""

    __slots__ = ()


def identifier(*names: object) -> str:
    """The uuid of whatever is called so; the same names give the same one."""
    return str(uuid5(_SPACE, "/".join(map(str, names))))


def number(value: float) -> str:
    """At most four decimals, no trailing zeros, never -0."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _atom(node: str | float | int) -> str:
    if isinstance(node, Word):
        return str(node)
    if isinstance(node, str):
        escaped = node.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return number(node)


def write(node: Node, depth: int = 0) -> str:
    """A node as text: short lists on one line, others one element a line."""
    if not isinstance(node, tuple):
        return _atom(node)
    head, *rest = node
    parts = [str(head), *(write(part, depth + 1) for part in rest)]
    line = f"({' '.join(parts)})"
    if len(line) + depth <= 100 and "\n" not in line:
        return line
    indent = "\n" + "\t" * (depth + 1)
    flat: list[str] = [f"({parts[0]}"]
    for part, source in zip(parts[1:], rest, strict=True):
        flat.append((indent if isinstance(source, tuple) else " ") + part)
    return "".join(flat) + "\n" + "\t" * depth + ")"


def at(point: Point, angle: float | None = None) -> Node:
    """A place."""
    return ("at", *point) if angle is None else ("at", *point, angle)


def font(size: float, *more: Node) -> Node:
    """The look of a text."""
    return ("effects", ("font", ("size", size, size), ("thickness", size * 0.15)), *more)


def stroke(width: float) -> Node:
    """The look of a line."""
    return ("stroke", ("width", width), ("type", Word("default")))
