"""The rules this project's own source keeps, each a function from a source to what breaks it.

A rule takes a ``Source`` and yields sentences that begin with ``file:line``. It knows nothing of
the tree on disk, so that a test can hand it a bad snippet and see it speak.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

RULES, NOTATION, TABLE = "firmware.rules", "firmware.notation", "firmware.table"
DEVICES, STATION, ERRORS = "firmware.devices", "firmware.station", "firmware.errors"
LINUX = "firmware.devices.linux"

ARROWS: Mapping[str, Collection[str]] = {
    ERRORS: (),
    RULES: (ERRORS,),
    NOTATION: (ERRORS, RULES),
    TABLE: (ERRORS, RULES, NOTATION),
    DEVICES: (ERRORS,),
    STATION: (ERRORS, RULES, NOTATION, TABLE, DEVICES, "hardware"),
    "firmware.console": (
        ERRORS,
        RULES,
        NOTATION,
        "firmware.station.config",
        "firmware.station.places",
        "firmware.station.protocol",
    ),
    "firmware": ("firmware", "hardware"),
    "host_sim": ("firmware", "hardware"),
    "hardware": (ERRORS, DEVICES),
}
"""What each layer may import of this project, besides itself.

A module belongs to the layer with the longest name that fits.
"""

PURE = (RULES, NOTATION, TABLE)
"""Layers that read no clock, file, pin, random source, environment or log."""

IMPURE_MODULES = (
    frozenset(("datetime", "random", "secrets", "time", "uuid"))
    | frozenset(("asyncio", "multiprocessing", "signal", "subprocess", "threading"))
    | frozenset(("io", "logging", "os", "pathlib", "socket", "sqlite3", "tempfile"))
)
IMPURE_CALLS = frozenset(("open", "print", "input", "exec", "eval", "__import__"))

HARDWARE_MODULES = frozenset(("smbus2", "gpiozero", "lgpio", "RPi", "pigpio", "spidev"))

LONGEST_FUNCTION = 70

MACHINE_PATH = re.compile(r"(?<![\w./<-])/(?:work|farm|root|home/(?!pi\b)\w+|Users/\w+)\b(?![-.])")


@dataclass(frozen=True)
class Source:
    """One Python file: ``module`` is its dotted name, ``file`` the name that messages use."""

    module: str
    text: str
    is_package: bool = False

    @property
    def file(self) -> str:
        """The path from the root of the project."""
        return self.module.replace(".", "/") + ("/__init__.py" if self.is_package else ".py")

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed file."""
        return ast.parse(self.text, self.file)

    def says(self, line: int, what: str) -> str:
        """Return one finding."""
        return f"{self.file}:{line}: {what}"

    def imports(self) -> Iterator[tuple[int, str]]:
        """Yield (line, dotted name) for every import anywhere in the file, relative ones resolved.

        ``from a import b`` yields ``a.b``, which names the module if ``b`` is one.
        """
        package = self.module.split(".") if self.is_package else self.module.split(".")[:-1]
        for node in ast.walk(self.tree):
            match node:
                case ast.Import(names=names):
                    for alias in names:
                        yield node.lineno, alias.name
                case ast.ImportFrom(module=module, names=names, level=level):
                    base = package[: len(package) - level + 1] if level else []
                    prefix = ".".join([*base, *([module] if module else [])])
                    for alias in names:
                        yield node.lineno, f"{prefix}.{alias.name}"


def within(name: str, layer: str) -> bool:
    """Whether the dotted ``name`` is ``layer`` or lies in it."""
    return name == layer or name.startswith(layer + ".")


def layer_of(name: str) -> str | None:
    """Return the layer a dotted name belongs to, ``None`` if it is not of this project."""
    return max((layer for layer in ARROWS if within(name, layer)), key=len, default=None)


def imports_against_the_arrows(source: Source) -> Iterator[str]:
    """An import that the layer of the importing module may not make."""
    here = layer_of(source.module)
    for line, name in source.imports():
        there = layer_of(name)
        if here is None or there is None or there == here:
            continue
        if not any(within(name, allowed) for allowed in ARROWS[here]):
            yield source.says(line, f"{here} may not import {name}")


def impure_pure_layers(source: Source) -> Iterator[str]:
    """A module of a pure layer that reaches for the outside world, or for a third-party package."""
    if not any(within(source.module, layer) for layer in PURE):
        return
    for line, name in source.imports():
        top = name.split(".")[0]
        if top in IMPURE_MODULES:
            yield source.says(line, f"a pure layer may not import {top}")
        elif top not in sys.stdlib_module_names and layer_of(name) is None:
            yield source.says(line, f"a pure layer may not import the package {top}")
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id=called)) if called in IMPURE_CALLS:
                yield source.says(node.lineno, f"a pure layer may not call {called}()")


def third_party_in_firmware(source: Source) -> Iterator[str]:
    """A package from outside in the firmware; ``linux.py`` alone may have one, one of the Pi's."""
    if not within(source.module, "firmware") or within(source.module, "firmware.console"):
        return
    for line, name in source.imports():
        top = name.split(".")[0]
        if top in sys.stdlib_module_names or layer_of(name) is not None:
            continue
        if source.module != LINUX or top not in HARDWARE_MODULES:
            yield source.says(line, f"only {LINUX} may import a package, and only the Pi's: {top}")


def asks_for_a_variant(source: Source, names: Collection[str]) -> Iterator[str]:
    """A comparison of a variant's name with a literal, by ``==``, ``in``, ``match`` or a prefix.

    ``names`` are the keys and titles of all variants. Any comparison with one of them counts, and
    so does any of the ``.key``, ``.title`` or ``.gametype`` of a ruleset with some literal.
    """
    for node in ast.walk(source.tree):
        match node:
            case ast.Compare(left=left, comparators=comparators):
                operands = [left, *comparators]
            case ast.Match(subject=subject, cases=cases):
                operands = [
                    subject,
                    *(pattern for case in cases for pattern in _values(case.pattern)),
                ]
            case ast.Call(
                func=ast.Attribute(value=value, attr="startswith" | "endswith"), args=[prefix, *_]
            ):
                operands = [value, prefix]
            case _:
                continue
        literals = {text for operand in operands for text in _literals(operand)}
        if literals & set(names) or (literals and any(map(_is_variant_name, operands))):
            yield source.says(node.lineno, "a variant is data; never ask its name")


def _values(pattern: ast.pattern) -> Iterator[ast.expr]:
    """The literals in a ``case``, also inside ``|`` and sequences."""
    for node in ast.walk(pattern):
        if isinstance(node, ast.MatchValue):
            yield node.value


def _literals(node: ast.expr) -> Iterator[str]:
    """The strings that an operand is or holds."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            for element in elements:
                yield from _literals(element)


def _is_variant_name(node: ast.expr) -> bool:
    """Whether an operand reads like ``ruleset.key`` or ``game.ruleset.notation.gametype``."""
    match node:
        case ast.Attribute(attr="gametype"):
            return True
        case ast.Attribute(
            value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr="key" | "title"
        ):
            return owner in ("ruleset", "variant", "rules")
    return False


def long_functions(source: Source) -> Iterator[str]:
    """A function that does not fit on a screen: its lines without docstring and inner functions."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
            (lines := _own_lines(node)) > LONGEST_FUNCTION
        ):
            yield source.says(node.lineno, f"{node.name} has {lines} lines")


def _own_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    inner: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node is not function:
            inner.update(_span(node))
    if ast.get_docstring(function, clean=False) is not None:
        inner.update(_span(function.body[0]))
    return len(set(_span(function)) - inner)


def _span(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def mocks(source: Source) -> Iterator[str]:
    """An import of a mocking library: this project has fakes."""
    for line, name in source.imports():
        if any(within(name, library) for library in ("unittest.mock", "mock", "pytest_mock")):
            yield source.says(line, "fakes, not mocks")


def sleeping_tests(source: Source) -> Iterator[str]:
    """A test that sleeps, under whatever name; a measurement of load has to keep a pace."""
    if not within(source.module, "tests") or within(source.module, "tests.bench"):
        return
    for line, name in source.imports():
        if name in ("time.sleep", "asyncio.sleep"):
            yield source.says(line, "tests do not sleep")
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time" | "asyncio"), attr="sleep")):
                yield source.says(node.lineno, "tests do not sleep")


def swallowed_errors(source: Source) -> Iterator[str]:
    """An ``except`` that would also catch a bug."""
    for node in ast.walk(source.tree):
        match node:
            case ast.ExceptHandler(type=None | ast.Name(id="Exception" | "BaseException")):
                yield source.says(node.lineno, "catch what can happen, not everything")


def unexplained_silence(source: Source) -> Iterator[str]:
    """A ``type: ignore`` or ``noqa`` with no reason beside it."""
    for number, line in enumerate(source.text.splitlines(), 1):
        if re.search(r"#\s*(type:\s*ignore|noqa)\b(\[[^]]*\]|:\s*[A-Z0-9, ]+)?\s*$", line):
            yield source.says(number, "say why the checker is silenced")


def machine_paths(file: str, text: str) -> Iterator[str]:
    """A path of somebody's machine, in any tracked text file."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := MACHINE_PATH.search(line):
            yield f"{file}:{number}: a path of one machine: {found[0]}"
