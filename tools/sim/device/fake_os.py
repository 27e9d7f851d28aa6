"""The disk on CPython: a folder of the computer is the root, for the module `os` and for `open`.

It keeps what matters of LittleFS: a file is changed when it is closed, whole or not at all. Until
then what is written goes to a file beside it, whose name ends in a sign of its own and is not
listed; a process that is killed leaves no more than that.
"""

import builtins
import io
import os as _host
import shutil
import sys

# Its own `open` is to stay the computer's: tracebacks read the sources with it.
import tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

_UNFINISHED = "~"
_BLOCK = 4096

_os: "Any" = _host
_open: "Any" = open
_root: "list[str]" = []

# Python's own modules look here as well.
for _name in dir(_host):
    if not _name.startswith("_"):
        setattr(sys.modules[__name__], _name, getattr(_host, _name))


def mount(folder: str) -> None:
    """Make a folder the root."""
    assert tokenize
    _root.append(folder)
    modules: Any = sys.modules
    modules["os"] = modules[__name__]
    untyped: Any = builtins
    untyped.open = open


def _there(path: str) -> str:
    return _root[0] + "/" + path.lstrip("/")


class _Written(io.FileIO):
    """A file that takes its place when it is closed."""

    def __init__(self, path: str, mode: str) -> None:
        self._path = path
        super().__init__(path + _UNFINISHED, mode)

    def close(self) -> None:
        """Put it in the place of the one that was there."""
        if not self.closed:
            super().close()
            _os.replace(self._path + _UNFINISHED, self._path)


def open(path: str, mode: str = "r") -> "IO[Any]":
    """Open a file on the disk, for reading or to be written."""
    place = _there(path)
    binary = "b" in mode
    plain = mode.replace("b", "").replace("t", "")
    if plain == "r":
        return _open(place, mode, encoding=None if binary else "utf-8")
    if plain[0] == "a" and not _os.path.exists(place):
        plain = "w" + plain[1:]
    if plain[0] != "w":
        with _open(place, "rb") as old, _open(place + _UNFINISHED, "wb") as new:
            shutil.copyfileobj(old, new)
    raw = _Written(place, plain)
    file: Any = io.BufferedRandom(raw) if "+" in plain else io.BufferedWriter(raw)
    return file if binary else io.TextIOWrapper(file, encoding="utf-8", newline="\n")


def listdir(path: str = "") -> "list[str]":
    """What a folder holds."""
    return [name for name in _os.listdir(_there(path)) if not name.endswith(_UNFINISHED)]


def mkdir(path: str) -> None:
    """Make a folder."""
    _os.mkdir(_there(path))


def remove(path: str) -> None:
    """Take a file away."""
    _os.remove(_there(path))


def rename(path: str, to: str) -> None:
    """Give a file another name, in the place of one that has it."""
    _os.replace(_there(path), _there(to))


def stat(path: str) -> "tuple[int, ...]":
    """What is known of a file or folder."""
    return _os.stat(_there(path))


def statvfs(path: str) -> "tuple[int, ...]":
    """How large the disk is, and how much of it is free: the computer's own."""
    total, _, free = shutil.disk_usage(_there(path))
    return (_BLOCK, _BLOCK, total // _BLOCK, free // _BLOCK, free // _BLOCK, 0, 0, 0, 0, 255)
