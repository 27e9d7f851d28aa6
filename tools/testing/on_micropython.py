"""Runs code on MicroPython's unix port as it would run on a Pico: from bytecode, in a small heap.

What can be imported there is what lies on the device, and the folders a caller adds.
"""

import functools
import os
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools import bundle, venv

# A heap of so many KB on a 32-bit machine; the smallest in which a whole match has to pass.
HEAP_KW = 96

# Removed when Python ends.
_scratch: list[tempfile.TemporaryDirectory[str]] = []


class NoMicroPythonError(Exception):
    """There is no unix port on this machine."""


@functools.cache
def device_folder() -> Path:
    """Return a folder with what the checkout puts on a device, built once a process."""
    scratch = tempfile.TemporaryDirectory(prefix="companion-")
    _scratch.append(scratch)
    root = Path(scratch.name)
    for name, content in bundle.build(whole=True).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return root


def run(
    program: str | Path,
    *arguments: str,
    heap_kw: int = HEAP_KW,
    stdin: str | None = None,
    timeout: float = 60,
    folders: Iterable[Path] = (),
) -> subprocess.CompletedProcess[str]:
    """Run a script (a Path) or some lines of code (a str) and return how it ended.

    Modules are found among the device's files, in `folders` and beside a script. `timeout` is in
    seconds. After an exception the status is 1 and the traceback is at the end of `stdout`, which
    is where MicroPython writes it. The code runs in the folder of the device's files, which other
    runs share: it is not to write there.
    """
    micropython = venv.micropython()
    if micropython is None:
        raise NoMicroPythonError
    device = device_folder()
    paths = [str(folder.resolve()) for folder in folders]
    what = ["-c", program] if isinstance(program, str) else [str(program.resolve())]
    return subprocess.run(
        [str(micropython), "-X", f"heapsize={heap_kw}wK", *what, *arguments],
        cwd=device,
        env={**os.environ, "MICROPYPATH": ":".join([*paths, str(device), ".frozen"])},
        input=stdin if stdin is not None else "",
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
