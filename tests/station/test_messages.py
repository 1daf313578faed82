"""The firmware's README has a line for everything the doctor may find wrong."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "firmware" / "README.md").read_text("utf-8")
SOURCES = ("doctor.py", "guide.py", "cli.py")


def names(node: ast.expr) -> str:
    """A finding's name as the README writes it: what varies is one word."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            parts = [part.value if isinstance(part, ast.Constant) else "X" for part in values]
            return "".join(map(str, parts))
    raise AssertionError(ast.dump(node))


def findings() -> set[str]:
    """The name of each finding that the sources make, as far as they write it."""
    found = set()
    for name in SOURCES:
        tree = ast.parse((ROOT / "firmware/station" / name).read_text("utf-8"))
        for scope in ast.walk(tree):
            if not isinstance(scope, ast.FunctionDef):
                continue
            bound = {
                target.id: node.value
                for node in ast.walk(scope)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for node in ast.walk(scope):
                match node:
                    case ast.Call(func=ast.Name(id="Finding"), args=[_, what, *_]):
                        value = bound[what.id] if isinstance(what, ast.Name) else what
                        found.add(names(value))
    return found


TABLE = dict(re.findall(r"^\| `([^`|]+)` \| (.+) \|$", README, re.MULTILINE))


@pytest.mark.parametrize("name", sorted(findings()))
def test_a_finding_has_its_line_with_what_to_do(name: str) -> None:
    assert len(TABLE[name]) > 20
