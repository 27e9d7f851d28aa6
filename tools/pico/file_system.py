"""The Pico's file system as an image: built from files, and read back, on the host.

The geometry is the one MicroPython's RPI_PICO firmware formats its flash with: littlefs 2 in the
last 1408 KiB of the 2 MiB chip.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from littlefs import LittleFS
from littlefs.context import UserContext

BLOCK_SIZE = 4096
BLOCK_COUNT = 352
SIZE = BLOCK_SIZE * BLOCK_COUNT
START = 0xA0000
# What every supported firmware can mount; newer ones raise it to 2.1 with their first write.
_OLDEST_DISK_VERSION = 0x00020000
_NEWEST_DISK_VERSION = 0


def _open(buffer: bytearray, disk_version: int = _NEWEST_DISK_VERSION) -> Any:
    """Returns the LittleFS of a buffer, not yet mounted; its own types leave gaps."""
    return LittleFS(
        UserContext(buffer=buffer),
        mount=False,
        block_size=BLOCK_SIZE,
        block_count=BLOCK_COUNT,
        prog_size=256,
        read_size=32,
        cache_size=1024,
        lookahead_size=32,
        disk_version=disk_version,
    )


def build(files: Mapping[str, bytes]) -> bytes:
    """Returns a fresh image holding `files`, by path; folders come into being by themselves."""
    buffer = bytearray(b"\xff" * SIZE)
    system = _open(buffer, _OLDEST_DISK_VERSION)
    system.format()
    system.mount()
    for path, content in files.items():
        folder = str(PurePosixPath(path).parent)
        if folder != ".":
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(content)
    system.unmount()
    return bytes(buffer)


def put(image: bytes, path: str, content: bytes) -> bytes:
    """Returns the image with a file of its root written. Raises as `read` does, and where there
    is no room."""
    buffer = bytearray(image)
    system = _open(buffer)
    system.mount()
    with system.open(path, "wb") as file:
        file.write(content)
    system.unmount()
    return bytes(buffer)


def read(image: bytes | bytearray) -> dict[str, bytes]:
    """Returns every file of an image by its path, in order of path.

    Raises littlefs.LittleFSError when the image cannot be mounted.
    """
    if len(image) != SIZE:
        raise ValueError(f"a Pico's file system has {SIZE} bytes, not {len(image)}")
    system = _open(bytearray(image))
    system.mount()
    files: dict[str, bytes] = {}
    for folder, _folders, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    system.unmount()
    return dict(sorted(files.items()))
