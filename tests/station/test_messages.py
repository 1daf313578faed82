"""The firmware's README has a line for all that the doctor may find wrong, and no other line."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "firmware" / "README.md").read_text("utf-8")
SOURCES = (*(ROOT / "firmware/station/doctor").glob("*.py"), ROOT / "firmware/station/cli.py")
JUDGED = {"heat"}
"""Said through a helper, which gets the name as an argument."""
CAUSES = {"plug X", "drive line X", "read line X", "cathode line X", "anode line X", "X light X"}
"""Names that a line, a plug or a light gives itself."""


def names(node: ast.expr) -> str | None:
    """A finding's name as the README writes it, X for what varies; None if it is a call's."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            parts = [part.value if isinstance(part, ast.Constant) else "X" for part in values]
            return "".join(map(str, parts))
    return None


def findings() -> set[str]:
    """The name of each finding that the sources make."""
    found = JUDGED | CAUSES
    for source in SOURCES:
        for scope in ast.walk(ast.parse(source.read_text("utf-8"))):
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
                        value = bound.get(what.id, what) if isinstance(what, ast.Name) else what
                        found |= {name for name in (names(value),) if name is not None}
    return found


ROWS = re.findall(
    r"^\| (`[^|]+`) \| (.+) \|$", README[README.index("| name | when") :], re.MULTILINE
)
TABLE = {
    name: cure
    for row, cure in ROWS[: [row for row, _ in ROWS].index("`bus errors`") + 1]
    for name in re.findall("`([^`]+)`", row)
}


@pytest.mark.parametrize("name", sorted(findings()))
def test_a_finding_has_its_line_with_what_to_do(name: str) -> None:
    assert len(TABLE[name]) > 20


def test_the_table_names_no_finding_that_there_is_not() -> None:
    assert set(TABLE) == findings()
    assert len(TABLE) > 30
