"""Files, as safely as LittleFS has them: a file is changed when it is closed, whole or not at all.

An interrupt from the keyboard between opening and closing would close half a file: what was
begun is done again to the end before the interrupt goes on.
"""

import os

_FULL = const(28)  # ENOSPC
_USUAL = const(512)  # most files have less
_MOST = const(24576)  # bytes of a file; a match of 12 hands has 3500


def is_full(error: OSError) -> bool:
    """Whether a failed write found no room."""
    return error.errno == _FULL


def read(path: str) -> bytes:
    """All of a file, or as much as any of ours could be; empty if it is not there."""
    try:
        with open(path, "rb") as f:
            data = f.read(_USUAL)
            if len(data) == _USUAL:
                data += f.read(min(f.seek(0, 2), _MOST) - f.seek(_USUAL))
            return data
    except OSError:
        return b""


def read_part(path: str, at: int, length: int) -> bytes:
    """A part of a file, as much as is there."""
    try:
        with open(path, "rb") as f:
            f.seek(at)
            return f.read(min(length, _MOST))
    except OSError:
        return b""


def size(path: str) -> int:
    """Bytes of a file; 0 if it is not there."""
    try:
        return os.stat(path)[6]
    except OSError:
        return 0


def write(path: str, data: bytes) -> None:
    """A file's new contents in the place of the old."""
    interrupt = None
    while True:
        try:
            with open(path, "wb") as f:
                f.write(data)
            break
        except KeyboardInterrupt as pressed:
            interrupt = pressed
    if interrupt:
        raise interrupt


def append(path: str, at: int, data: bytes) -> None:
    """More at the end of a file of `at` bytes."""
    interrupt = None
    while size(path) <= at:
        try:
            with open(path, "ab") as f:
                f.write(data)
        except KeyboardInterrupt as pressed:
            interrupt = pressed
    if interrupt:
        raise interrupt


def names(folder: str) -> list[str]:
    """What a folder holds, in order; nothing if it is not there."""
    try:
        found = os.listdir(folder)
    except OSError:
        return []
    found.sort()
    return found


def make(folder: str) -> None:
    """A folder, if it is not there yet."""
    try:
        os.mkdir(folder)  # pyright: ignore[reportUnknownMemberType]
    except OSError:
        if not is_folder(folder):
            raise


def is_folder(path: str) -> bool:
    """Whether there is a folder of that name."""
    try:
        return os.stat(path)[0] & 0x4000 != 0
    except OSError:
        return False


def remove(path: str) -> None:
    """Take a file away, if it is there and goes."""
    try:
        os.remove(path)  # pyright: ignore[reportUnknownMemberType]
    except OSError:
        pass


def rename(path: str, to: str) -> None:
    """Another name for a file, in the place of one that has it; it stays if that fails."""
    try:
        os.rename(path, to)  # pyright: ignore[reportUnknownMemberType]
    except OSError:
        pass


def free(path: str) -> int:
    """Bytes that the disk can still take."""
    facts = os.statvfs(path or "/")  # pyright: ignore[reportUnknownMemberType]
    return facts[1] * facts[4]
