"""A disk for tests: LittleFS on MicroPython, a folder on CPython."""

import os
import sys

import engine_core  # noqa: F401

_BLOCK = const(4096)
_BLOCKS = const(40)
_PAGE = const(256)
_ERASED_PAGE = b"\xff" * _PAGE


class _Flash:
    """A small disk in a file that nobody sees: it takes nothing of the heap."""

    def __init__(self, blocks: int) -> None:
        path = "/tmp/companion-%d" % int.from_bytes(os.urandom(6), "little")
        self._file = open(path, "w+b")
        os.remove(path)  # pyright: ignore[reportUnknownMemberType]
        self._page = bytearray(_PAGE)
        self._blocks = blocks
        for block in range(blocks):
            self.ioctl(6, block)

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> int:
        """Fill a buffer."""
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)
        return 0

    def writeblocks(self, block: int, buffer: bytearray, offset: int = 0) -> int:
        """Program what was erased."""
        self._file.seek(block * _BLOCK + offset)
        for _ in range(0, len(buffer), _PAGE):
            self._file.readinto(self._page)
            assert self._page == _ERASED_PAGE, "not erased before"
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buffer)
        return 0

    def ioctl(self, operation: int, argument: int) -> int:
        """Geometry and erasing."""
        if operation == 6:
            self._file.seek(argument * _BLOCK)
            for _ in range(0, _BLOCK, _PAGE):
                self._file.write(_ERASED_PAGE)
        if operation == 4:
            return self._blocks
        return _BLOCK if operation == 5 else 0


class Disk:
    """Somewhere to write: `root`."""

    def __init__(self, blocks: int = _BLOCKS) -> None:
        if sys.implementation.name == "micropython":
            vfs = __import__("vfs")
            self.root = "/flash"
            self._flash = _Flash(blocks)
            vfs.VfsLfs2.mkfs(self._flash, progsize=_PAGE)
            vfs.mount(vfs.VfsLfs2(self._flash, progsize=_PAGE), self.root)
        else:
            self.root = __import__("tempfile").mkdtemp()

    def again(self) -> None:
        """Power off and on."""
        if sys.implementation.name == "micropython":
            vfs = __import__("vfs")
            vfs.umount(self.root)
            vfs.mount(vfs.VfsLfs2(self._flash, progsize=_PAGE), self.root)

    def remove(self) -> None:
        """Take it off."""
        if sys.implementation.name == "micropython":
            __import__("vfs").umount(self.root)
        else:
            __import__("shutil").rmtree(self.root)
