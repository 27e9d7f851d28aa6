"""Finds the MicroPython image (`RPI_PICO-*.uf2`) that the emulated Pico runs.

Images are not part of this project. `BIRIBA_PICO_UF2` names one; without it the newest image in
the emulator's cache, `~/.cache/rp2040py`, is taken.
"""

import os
import re
from pathlib import Path

VARIABLE = "BIRIBA_PICO_UF2"
HOW_TO = (
    "no MicroPython image for the emulated Pico: get RPI_PICO 1.22 or newer (.uf2) from "
    f"https://micropython.org/download/RPI_PICO/ and set {VARIABLE}=path/to/it.uf2"
)
OLDEST = (1, 22)


class NoImageError(Exception):
    """There is no firmware image; the message says in one line how to get one."""


def _version(path: Path) -> tuple[int, ...]:
    """Reads the version out of the download page's file names, `RPI_PICO-DATE-v1.26.1.uf2`."""
    found = re.fullmatch(r"RPI_PICO-\d+-v(\d+(?:\.\d+)*)\.uf2", path.name)
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def find_image(cache: Path | None = None) -> Path:
    """Returns the path of the image to run; `cache` stands in for the emulator's own in tests.

    Raises NoImageError where there is none, or where `BIRIBA_PICO_UF2` names no file.
    """
    named = os.environ.get(VARIABLE)
    if named:
        path = Path(named)
        if not path.is_file():
            raise NoImageError(f"{VARIABLE}={named} is no file; {HOW_TO}")
        return path
    folder = cache or Path.home() / ".cache" / "rp2040py"
    usable = [path for path in folder.glob("RPI_PICO-*.uf2") if _version(path) >= OLDEST]
    if not usable:
        raise NoImageError(HOW_TO)
    return max(usable, key=_version)


def lacks_image() -> str | None:
    """Returns why nothing can be emulated here and what to do, or None where it can."""
    try:
        find_image()
    except NoImageError as error:
        return str(error)
    return None
