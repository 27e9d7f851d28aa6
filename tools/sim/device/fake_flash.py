"""The flash of the simulated Pico: a block device, as `rp2.Flash`, on a file of the computer.

LittleFS on it is the device's own, so the file is an image that a Pico's flash can hold. Each
erase and each program is one write to the file, and nothing is held back: a process that is killed
leaves there what a Pico leaves when its power goes, at worst one block half written.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO
    from typing import Any

BLOCK = 4096
PAGE = 256
BLOCKS = 352  # a Pico's file system; a Pico W's has 212

# Typical times of a Pico's flash chip (W25Q16JV datasheet, 9.6).
_ERASE_US = 45000
_PROGRAM_US = 400  # a page

_ENOENT = 2
_EIO = 5
_ERASED = b"\xff" * BLOCK


class Flash:
    """The block device. `busy` is told the microseconds that an operation takes on a Pico.

    `lasting`: what was written also outlives the computer.
    """

    def __init__(self, file: "FileIO", busy: "Callable[[int], None]", lasting: bool) -> None:
        self._file = file
        self._busy = busy
        self._lasting = lasting
        self._blocks = file.seek(0, 2) // BLOCK

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> int:
        """Fill a buffer from a place in a block."""
        try:
            self._file.seek(block * BLOCK + offset)
            return 0 if self._file.readinto(buffer) == len(buffer) else -_EIO
        except OSError:
            return -_EIO

    def writeblocks(self, block: int, buffer: bytearray, offset: int = 0) -> int:
        """Program pages of an erased block."""
        self._busy(len(buffer) // PAGE * _PROGRAM_US)
        return self._write(block * BLOCK + offset, buffer)

    def ioctl(self, operation: int, argument: int) -> int:
        """The rest: 3 syncs, 4 and 5 ask for the geometry, 6 erases a block."""
        if operation == 3 and self._lasting:
            return self._sync()
        if operation == 4:
            return self._blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._busy(_ERASE_US)
            return self._write(argument * BLOCK, _ERASED)
        return 0

    def _write(self, at: int, data: "bytes | bytearray") -> int:
        try:
            self._file.seek(at)
            return 0 if self._file.write(data) == len(data) else -_EIO
        except OSError:
            return -_EIO

    def _sync(self) -> int:
        try:
            self._file.flush()  # on MicroPython this is fsync
            return 0
        except OSError:
            return -_EIO


def file_system(image: str, busy: "Callable[[int], None]", lasting: bool) -> "Any":
    """The LittleFS of an image, which is made if it is not there; `OSError` if it is none."""
    littlefs: Any = __import__("vfs").VfsLfs2
    if not _exists(image):
        # It gets its name when it is whole, for one that does not mount is never formatted.
        new = image + ".new"
        with open(new, "wb") as file:
            for _ in range(BLOCKS):
                file.write(_ERASED)
        with open(new, "r+b", 0) as file:
            littlefs.mkfs(Flash(file, lambda us: None, lasting), progsize=PAGE)
        os.rename(new, image)  # pyright: ignore[reportUnknownMemberType]
    return littlefs(Flash(open(image, "r+b", 0), busy, lasting), progsize=PAGE)


def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError as error:
        if error.errno != _ENOENT:
            raise
        return False
    return True
