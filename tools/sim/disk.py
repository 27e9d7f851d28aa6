"""The disk of a simulated device: a folder of this computer, for one simulator at a time.

On MicroPython it holds an image of the file system in a Pico's flash, which a Pico can be given
and `tools.pico.file_system` reads; on CPython, which has no LittleFS, the files themselves.
"""

import errno
import os
import time
from pathlib import Path

from tools.venv import try_lock

_IMAGE = "flash.img"
_FILES = "files"
_LOCK = "lock"

# A firmware whose simulator was killed ends within so many seconds, and then lets go.
_PATIENCE = 2.0
_AGAIN = 0.05

# What MicroPython says of an image that does not mount: its head is damaged, its size is another
# than it says (LittleFS: LFS_ERR_CORRUPT, LFS_ERR_INVAL), or there is less than a block.
_NO_FILE_SYSTEM = (84, errno.EINVAL, errno.EIO)


class DiskError(Exception):
    """The disk cannot be used; the message says why and what to do."""


class Disk:
    """The disk in `folder`, taken until `close` is called. `plain`: as files. Raises DiskError."""

    def __init__(self, folder: Path, plain: bool) -> None:
        self.folder = folder
        self.plain = plain
        self.path = folder / (_FILES if plain else _IMAGE)
        try:
            (self.path if plain else folder).mkdir(parents=True, exist_ok=True)
            self._lock = (folder / _LOCK).open("a")
            taken = self._take()
        except OSError as error:
            raise DiskError(self.words(error.errno or 0)) from error
        if not taken:
            self._lock.close()
            raise DiskError(
                f"The disk {folder} is in use by another simulator."
                " Stop that one, or take another folder: --disk FOLDER."
            )

    def _take(self) -> bool:
        patience = time.monotonic() + _PATIENCE
        while not try_lock(self._lock):
            if time.monotonic() > patience:
                return False
            time.sleep(_AGAIN)
        return True

    def close(self) -> None:
        """Let others have it."""
        self._lock.close()

    @property
    def lock(self) -> int:
        """The file that a process must inherit for the disk to stay taken while it lives."""
        return self._lock.fileno()

    def files(self) -> dict[str, bytes]:
        """Return what is on the disk: each file's content by its path."""
        if self.plain:
            found = sorted(path for path in self.path.rglob("*") if path.is_file())
            return {path.relative_to(self.path).as_posix(): path.read_bytes() for path in found}
        # Not everybody who runs the simulator has its library.
        from littlefs import LittleFSError

        from tools.pico import file_system

        try:
            return file_system.read(self.path.read_bytes()) if self.path.exists() else {}
        except (LittleFSError, ValueError) as error:
            raise DiskError(self.words(errno.EINVAL)) from error
        except OSError as error:
            raise DiskError(self.words(error.errno or 0)) from error

    def put(self, name: str, content: bytes) -> None:
        """Write a file of the disk's root, while no device runs on it. Raises DiskError."""
        try:
            if self.plain:
                (self.path / name).write_bytes(content)
                return
            from tools.pico import file_system

            if self.path.exists():
                image = file_system.put(self.path.read_bytes(), name, content)
            else:
                image = file_system.build({name: content})
        except OSError as error:
            raise DiskError(self.words(error.errno or 0)) from error
        self.save(image)

    def save(self, image: bytes) -> None:
        """Replace the image whole. Raises DiskError; then it is as it was."""
        unfinished = self.path.with_name(self.path.name + ".part")
        try:
            unfinished.write_bytes(image)
            unfinished.replace(self.path)
        except OSError as error:
            raise DiskError(
                f"The Pico's flash cannot be kept in {self.path}: {error.strerror}."
            ) from error

    def words(self, number: int) -> str:
        """Say why the disk cannot be used, and what to do; `number` is the error's."""
        if number in _NO_FILE_SYSTEM and not self.plain:
            return (
                f"{self.path} holds no file system that can be read; it was left as it is."
                " If there is a copy, put it in its place. To begin with an empty disk, move the"
                " file away, or take another folder: --disk FOLDER. Then switch on."
            )
        reason = os.strerror(number)
        return f"{self.folder} cannot be used as the device's disk: {reason}."
