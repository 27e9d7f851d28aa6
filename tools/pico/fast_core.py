"""Rebuilds the emulator's compiled core for this interpreter, which makes it some four times
faster with the same emulated timings.

The wheel's core is built for Python's stable ABI and so calls into the interpreter for what the
full API does inline; the C files it was made from lie beside it. They are compiled once, in some
twenty seconds, into the user's cache. Without a compiler or Python's headers the wheel's own core
is used. `BIRIBA_PICO_CORE=wheel` asks for that, too.
"""

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

VARIABLE = "BIRIBA_PICO_CORE"
SLOW = (
    "The emulated Pico is four times slower than it could be here: a C compiler and Python's "
    "headers are not there (Debian, Ubuntu: apt install gcc python3-dev)."
)
_PACKAGE = "rp2040py.native."
_SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


class CoreFinder:
    """An import hook: answers for the core's modules with the ones built here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(_PACKAGE):
            return None
        built = self.folder / (name.removeprefix(_PACKAGE) + _SUFFIX)
        return importlib.util.spec_from_file_location(name, built) if built.exists() else None


def _sources() -> list[Path]:
    package = importlib.util.find_spec("rp2040py")
    if package is None or package.origin is None:
        return []
    return sorted((Path(package.origin).parent / "native").glob("*.c"))


def _cache() -> Path:
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "biriba-companion" / f"rp2040py-{importlib.metadata.version('rp2040py')}"


def build(sources: Sequence[Path], folder: Path) -> bool:
    """Compiles C files to modules in a new folder; false where that cannot be done.

    They are made in a folder beside it that is renamed at the end, so that a build that fails or
    is cut short leaves nothing that would be used.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    headers = Path(sysconfig.get_paths()["include"])
    if not sources or compiler is None or not (headers / "Python.h").exists():
        return False
    print("building the emulator's fast core (once, about 20 s)", file=sys.stderr)
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=folder.parent))

    def compile_one(source: Path) -> int:
        flags = ["-O3", "-fwrapv", "-DNDEBUG", "-shared", "-fPIC", "-w", f"-I{headers}"]
        target = scratch / (source.stem + _SUFFIX)
        command = [compiler, *flags, "-o", str(target), str(source)]
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode

    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            if any(pool.map(compile_one, sources)):
                return False
        try:
            scratch.rename(folder)
        except OSError:
            # Another process was quicker; its build is as good.
            return folder.exists()
        return True
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def use() -> bool:
    """Makes later imports of the emulator use the fast core; True when they will.

    Must run before anything imports rp2040py.
    """
    if any(isinstance(finder, CoreFinder) for finder in sys.meta_path):
        return True
    if os.environ.get(VARIABLE) == "wheel" or "rp2040py" in sys.modules:
        return False
    folder = _cache() / _SUFFIX.strip(".")
    try:
        if not folder.exists() and not build(_sources(), folder):
            return False
    except OSError:
        # A home that cannot be written to is no reason not to emulate.
        return False
    sys.meta_path.insert(0, CoreFinder(folder))
    return True
