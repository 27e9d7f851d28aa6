"""Checks what device code imports and uses, without running it.

Two things: the arrows between the folders (`engine_core` imports itself alone, `firmware` also
`engine_core`, a board nothing, and nothing on the device `tools`), and that a Pico's MicroPython
has what the code asks for. CPython runs the same files and would not notice.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

# What each folder of the device may import of the project.
ARROWS: dict[str, frozenset[str]] = {
    "engine_core": frozenset({"engine_core"}),
    "firmware": frozenset({"engine_core", "firmware"}),
    "boards": frozenset(),
}
_PROJECT = frozenset({*ARROWS, "tools", "host_tests"})

# The modules in MicroPython's firmware for RPI_PICO (RP2040, no network), by documented name.
MODULES = frozenset(
    """_onewire _thread array asyncio binascii builtins cmath collections cryptolib deflate dht
    ds18x20 errno framebuf gc hashlib heapq io json machine math micropython neopixel onewire os
    platform random re rp2 select struct sys time uctypes vfs""".split()
)

# Which board it is, only the device knows: /board.py there is one of the files in `boards/`, put
# there by the bundle and by the simulator.
_BOARD = "board"

# Only some implementations take these branches, so what they import need not exist on a Pico.
_NOT_ON_DEVICE = ("_TYPE_CHECKING", "cpython")

_METHODS = {
    name: f"MicroPython has no str.{name}"
    for name in (
        """ljust rjust zfill removeprefix removesuffix casefold capitalize title swapcase
        expandtabs translate maketrans isalnum isdecimal isidentifier isnumeric isprintable istitle
        isascii format_map""".split()
    )
} | {
    "bit_count": "MicroPython has no int.bit_count",
    "bit_length": "MicroPython has no int.bit_length",
    "frombytes": "MicroPython has no array.frombytes; use extend",
}

_NAMES = {
    "ascii": "MicroPython has no ascii()",
    "breakpoint": "MicroPython has no breakpoint()",
    "format": "MicroPython has no format(); use % or str.format",
    "vars": "MicroPython has no vars()",
}
# Named as `module.name` in the code, or imported from it.
_ATTRIBUTES = {
    ("os", "path"): "MicroPython has no os.path",
    ("os", "replace"): "MicroPython has no os.replace; os.rename replaces there",
    ("os", "environ"): "a Pico has no os.environ",
    ("os", "fsync"): "a Pico has no os.fsync; file.flush() writes out",
    ("sys", "argv"): "a Pico has no sys.argv",
    ("time", "monotonic"): "MicroPython has no time.monotonic; use ticks_ms and ticks_diff",
    ("time", "perf_counter"): "MicroPython has no time.perf_counter; use ticks_us and ticks_diff",
    ("json", "JSONDecodeError"): "MicroPython raises ValueError instead",
    ("math", "gcd"): "MicroPython has no math.gcd",
    ("math", "isqrt"): "MicroPython has no math.isqrt",
    ("random", "shuffle"): "MicroPython has no random.shuffle",
    ("struct", "iter_unpack"): "MicroPython has no struct.iter_unpack",
    ("collections", "Counter"): "MicroPython has no collections.Counter",
    ("collections", "defaultdict"): "MicroPython has no collections.defaultdict",
}
_KEYWORDS = {
    "split": "MicroPython's split takes no keywords; give the count as second argument",
    "rsplit": "MicroPython's rsplit takes no keywords; give the count as second argument",
    "zip": "MicroPython's zip takes no keywords",
    "encode": "MicroPython's encode takes no keywords",
    "decode": "MicroPython's decode takes no keywords",
    "from_bytes": "MicroPython's from_bytes takes no keywords",
    "int": "MicroPython's int takes no keywords",
    "sum": "MicroPython's sum takes no keywords",
}


@dataclass(frozen=True)
class Finding:
    """Something that must not be in device code, and where it is."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def check(root: Path) -> list[Finding]:
    """Return what is wrong in the device's folders under `root`."""
    found: list[Finding] = []
    for folder in ARROWS:
        for path in sorted((root / folder).rglob("*.py")):
            found += check_file(path, root)
    return found


def check_file(path: Path, root: Path) -> list[Finding]:
    """Return what is wrong in one file of the device, by line."""
    name = path.relative_to(root).as_posix()
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        return [Finding(name, error.lineno or 1, f"not Python: {error.msg}")]
    nodes = list(_walk(tree))
    found = [Finding(name, line, message) for line, message in _imports(nodes, name)]
    found += [Finding(name, line, message) for line, message in _syntax(ast.walk(tree))]
    found += [Finding(name, line, message) for line, message in _uses(nodes)]
    return sorted(found, key=lambda finding: (finding.line, finding.message))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that MicroPython runs: not the branches that only others take."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If) and _leaves_out_device(child.test):
            for other in child.orelse:
                yield other
                yield from _walk(other)
        else:
            yield from _walk(child)


def _leaves_out_device(test: ast.expr) -> bool:
    if isinstance(test, ast.Name):
        return test.id in _NOT_ON_DEVICE
    return (
        isinstance(test, ast.Compare)
        and len(test.ops) == 1
        and isinstance(test.ops[0], ast.Eq)
        and ast.unparse(test.left) == "sys.implementation.name"
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value in _NOT_ON_DEVICE
    )


def _imports(nodes: Iterable[ast.AST], name: str) -> Iterator[tuple[int, str]]:
    package = name.split("/")[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _import(node, alias.name, package[0])
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                yield from _import(node, node.module or "", package[0])
            elif node.level > len(package):
                yield node.lineno, "the import leads out of the package"
        elif isinstance(node, ast.Call) and _called(node) in ("__import__", "import_module"):
            yield from _import_call(node, package[0])


def _import_call(node: ast.Call, folder: str) -> Iterator[tuple[int, str]]:
    """Judge `__import__(...)`, as far as its argument says where it leads."""
    if not node.args:
        return
    start = node.args[0]
    while isinstance(start, ast.BinOp):
        start = start.left
    if isinstance(start, ast.Constant) and isinstance(start.value, str):
        yield from _import(node, start.value, folder)


def _import(
    node: ast.Import | ast.ImportFrom | ast.Call, module: str, folder: str
) -> Iterator[tuple[int, str]]:
    top = module.partition(".")[0]
    if top in _PROJECT:
        if top not in ARROWS[folder]:
            may = " and ".join(sorted(ARROWS[folder])) or "nothing of the project"
            yield node.lineno, f"{folder} must not import {top}; it may import {may}"
    elif folder == "boards":
        yield node.lineno, "a board is data and imports nothing"
    elif top not in MODULES and (folder, module) != ("firmware", _BOARD):
        yield node.lineno, f"MicroPython on a Pico has no module {module}"


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _syntax(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Judge what MicroPython cannot even parse, in whichever branch it is."""
    for node in nodes:
        if isinstance(node, ast.Match):
            yield node.lineno, "MicroPython has no match statement"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            line = node.posonlyargs[0].lineno
            yield line, "MicroPython has no positional-only parameters (/)"
        elif sys.version_info >= (3, 11) and isinstance(node, ast.TryStar):
            yield node.lineno, "MicroPython has no except*"


def _uses(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        match node:
            case ast.JoinedStr():
                yield from _f_string(node)
            case ast.Call():
                yield from _call(node)
            case ast.Attribute() if isinstance(node.value, ast.Name):
                message = _ATTRIBUTES.get((node.value.id, node.attr))
                if message:
                    yield node.lineno, message
            case ast.Assign(targets=[ast.Name(id="TYPE_CHECKING")]):
                yield node.lineno, "_TYPE_CHECKING = const(0) leaves no trace in bytecode"
            case ast.Assign(targets=[ast.Name(id="_TYPE_CHECKING")]):
                if ast.unparse(node.value) != "const(0)":
                    yield node.lineno, "_TYPE_CHECKING = const(0) leaves no trace in bytecode"
            case ast.ClassDef() if node.keywords:
                yield node.lineno, "MicroPython's classes take no keywords, so no metaclass"
            case ast.Subscript(slice=ast.Slice(step=ast.expr()), ctx=ast.Store() | ast.Del()):
                yield node.lineno, "MicroPython reads slices with a step, but changes none"
            case ast.Import():
                for alias in node.names:
                    module, _, name = alias.name.partition(".")
                    message = _ATTRIBUTES.get((module, name))
                    if message:
                        yield node.lineno, message
            case ast.ImportFrom():
                for alias in node.names:
                    message = _ATTRIBUTES.get((node.module or "", alias.name))
                    if message:
                        yield node.lineno, message
            case _:
                pass


def _f_string(node: ast.JoinedStr) -> Iterator[tuple[int, str]]:
    for part in node.values:
        if not isinstance(part, ast.FormattedValue):
            continue
        if part.conversion == ord("a"):
            yield node.lineno, "MicroPython's f-strings have no !a"
        if isinstance(part.format_spec, ast.JoinedStr) and any(
            isinstance(inner, ast.FormattedValue) for inner in part.format_spec.values
        ):
            yield node.lineno, "MicroPython's f-strings take no expression in a format"


def _call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = _called(node)
    if isinstance(node.func, ast.Attribute):
        if name in _METHODS and not _is_own(node.func.value):
            yield node.lineno, _METHODS[name]
    elif name in _NAMES:
        yield node.lineno, _NAMES[name]
    if (
        node.keywords
        and name in _KEYWORDS
        and not (isinstance(node.func, ast.Attribute) and _is_own(node.func.value))
    ):
        yield node.lineno, _KEYWORDS[name]
    if name in ("isinstance", "issubclass") and isinstance(node.args[-1], ast.BinOp):
        yield node.lineno, f"MicroPython's {name} takes a tuple of types, no A | B"
    if name in ("startswith", "endswith") and node.args and isinstance(node.args[0], ast.Tuple):
        yield node.lineno, f"MicroPython 1.22's {name} takes no tuple"
    if name == "print" and any(k.arg == "flush" for k in node.keywords):
        yield node.lineno, "MicroPython's print has no flush"
    if name == "namedtuple" and any(k.arg == "defaults" for k in node.keywords):
        yield node.lineno, "MicroPython's namedtuple has no defaults"


def _is_own(value: ast.expr) -> bool:
    """Tell whether a method is called on `self`: a class's own methods may have any name."""
    return isinstance(value, ast.Name) and value.id == "self"


def main() -> int:
    """Print what is wrong in this checkout; status 1 if anything is."""
    findings = check(Path(__file__).resolve().parent.parent)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
