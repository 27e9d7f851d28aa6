"""A device for tests of flash, pull and doctor: it runs what is sent to it on CPython, on a disk
that counts every change and can lose its power before any of them.

The disk is LittleFS's in what matters: a file changes when it is closed, whole or not at all; a
new one can be there empty before that; a rename replaces at once.
"""

import builtins
import io
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from tools.flash.failures import PulledFailure
from tools.flash.link import CodeError

BLOCK = 4096
RESTARTED = "MPY: soft reboot\n"
READY = "Biriba Companion: ready\n"


class Unplugged(BaseException):
    """The power has gone; no code on the device can catch it."""


class _Reset(BaseException):
    """The device restarts itself."""


class Disk:
    """Files by path, None for a folder."""

    def __init__(self, files: "dict[str, bytes] | None" = None, blocks: int = 352) -> None:
        self.entries: dict[str, bytes | None] = {}
        self.blocks = blocks
        self.changes = 0
        self.cut_before: int | None = None
        for path, content in (files or {}).items():
            at = path.find("/", 1)
            while at > 0:
                self.entries.setdefault(path[:at], None)
                at = path.find("/", at + 1)
            self.entries[path] = content

    def files(self) -> dict[str, bytes]:
        """Return the files alone."""
        return {path: data for path, data in self.entries.items() if data is not None}

    def change(self) -> None:
        """Count a change that is about to be made."""
        self.changes += 1
        if self.changes == self.cut_before:
            raise Unplugged

    def used(self) -> int:
        """Return the blocks in use."""
        return sum(2 if data is None else -(-len(data) // BLOCK) for data in self.entries.values())

    # What the device sees as `os` and `open`

    def _get(self, path: str) -> "bytes | None":
        if path == "/":
            return None
        if path.rstrip("/") not in self.entries:
            raise OSError(2, "ENOENT")
        return self.entries[path.rstrip("/")]

    def _below(self, path: str) -> list[str]:
        start = path.rstrip("/") + "/"
        return [name for name in self.entries if name.startswith(start)]

    def listdir(self, path: str = "/") -> list[str]:
        if self._get(path) is not None:
            raise OSError(20, "ENOTDIR")
        start = path.rstrip("/") + "/"
        return [n[len(start) :] for n in self._below(path) if "/" not in n[len(start) :]]

    def stat(self, path: str) -> tuple[int, ...]:
        data = self._get(path)
        return (0x4000 if data is None else 0x8000, 0, 0, 0, 0, 0, len(data or b""), 0, 0, 0)

    def statvfs(self, path: str) -> tuple[int, ...]:
        free = self.blocks - self.used()
        return (BLOCK, BLOCK, self.blocks, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, path: str) -> None:
        if path in self.entries:
            raise OSError(17, "EEXIST")
        self.change()
        self.entries[path] = None

    def rmdir(self, path: str) -> None:
        if self._get(path) is not None or self._below(path):
            raise OSError(39, "ENOTEMPTY")
        self.change()
        del self.entries[path]

    def remove(self, path: str) -> None:
        if self._get(path) is None:
            raise OSError(21, "EISDIR")
        self.change()
        del self.entries[path]

    def rename(self, path: str, to: str) -> None:
        data = self._get(path)
        if to in self.entries and ((self.entries[to] is None) != (data is None)):
            raise OSError(21, "EISDIR")
        if data is None and to in self.entries and self._below(to):
            raise OSError(39, "ENOTEMPTY")
        parent = to.rpartition("/")[0]
        if parent and self._get(parent) is not None:
            raise OSError(20, "ENOTDIR")
        self.change()
        for old in [path, *self._below(path)]:
            self.entries[to + old[len(path) :]] = self.entries.pop(old)

    def open(self, path: str, mode: str = "r") -> "io.BytesIO | io.StringIO":
        if "w" not in mode:
            data = self._get(path)
            if data is None:
                raise OSError(21, "EISDIR")
            return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())
        return _Written(self, path)


class _Written(io.BytesIO):
    """A file being written."""

    def __init__(self, disk: Disk, path: str) -> None:
        super().__init__()
        self._disk = disk
        self._path = path
        if path not in disk.entries:
            disk.change()
            disk.entries[path] = b""

    def __exit__(self, kind: "type[BaseException] | None", *rest: object) -> None:
        if kind is Unplugged:
            super().close()
        else:
            self.close()

    def close(self) -> None:
        data = self.getvalue()
        disk = self._disk
        old = disk.entries.get(self._path) or b""
        more = -(-len(data) // BLOCK) - -(-len(old) // BLOCK)
        if disk.used() + more > disk.blocks:
            super().close()
            raise OSError(28, "ENOSPC")
        disk.change()
        disk.entries[self._path] = data
        super().close()


class FakeLink:
    """A device with a disk, as `tools.flash.link.Link`. `cut_after` bytes from the laptop, or
    where the disk says so, the cable is pulled."""

    def __init__(
        self,
        disk: Disk,
        *,
        version: tuple[int, int, int] = (1, 26, 1),
        mpy: int = 6,
        platform: str = "rp2",
        cut_after: "int | None" = None,
    ) -> None:
        self.disk = disk
        self.received = 0
        self.sent_files: list[str] = []
        self.starts = 0
        self.closed = False
        self.answers: list[str] = []  # what `listen` gives besides
        # Further modules of the device; None for one that it has not.
        self.extra: dict[str, Any] = {"machine": SimpleNamespace(reset=self._reset)}
        self._cut_after = cut_after
        self._mpy = mpy
        self._gone = False
        self._chunks: Iterator[bytes] = iter(())
        self._printed = ""
        self._heard: list[str] = []
        implementation = SimpleNamespace(
            name="micropython", version=(*version, ""), _machine="Pico", _mpy=mpy | 0x1000
        )
        self._sys = SimpleNamespace(
            platform=platform,
            implementation=implementation,
            stdout=SimpleNamespace(write=len),
            stdin=SimpleNamespace(buffer=SimpleNamespace(read=self._read)),
        )
        self._names = self._fresh("link")

    def _fresh(self, name: str) -> dict[str, Any]:
        known = dict(vars(builtins))
        known.update(open=self.disk.open, print=self._print, __import__=self._import)
        return {"__name__": name, "__builtins__": known}

    def _print(self, *values: object, end: str = "\n") -> None:
        self._printed += " ".join(str(value) for value in values) + end

    def _import(self, name: str, *rest: Any) -> Any:
        if name == "os":
            return self.disk
        if name == "sys":
            return self._sys
        if name in self.extra:
            if self.extra[name] is None:
                raise ImportError(name)
            return self.extra[name]
        if name == "board":
            for path, data in self.disk.files().items():
                if path == "/board.mpy" and data[1] != self._mpy:
                    raise ValueError("incompatible .mpy file")
                if path == "/board.mpy":
                    return SimpleNamespace(NAME=data[4:].decode())
            raise ImportError(name)
        return builtins.__import__(name, *rest)

    def _reset(self) -> None:
        raise _Reset

    def _read(self, size: int) -> bytes:
        chunk = next(self._chunks)
        assert len(chunk) == size
        self.received += size
        if self._cut_after is not None and self.received > self._cut_after:
            raise Unplugged
        return chunk

    def _do(self, action: Callable[[], None]) -> str:
        self._printed = ""
        if self._gone:
            raise PulledFailure("pulled before")
        try:
            action()
        except Unplugged:
            self._gone = True
            raise PulledFailure("pulled") from None
        except Exception as error:
            raise CodeError(f"Traceback:\n{type(error).__name__}: {error}") from error
        return self._printed

    def run(self, code: str, on_line: "Callable[[str], None] | None" = None) -> str:
        printed = self._do(lambda: exec(code, self._names))
        if on_line is not None:
            for line in printed.splitlines():
                on_line(line)
        return printed

    def feed(self, code: str, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)

        def action() -> None:
            exec(code, self._names)
            assert next(self._chunks, None) is None, "more was sent than was asked for"

        self._do(action)
        self.sent_files.append(code.partition("'")[2].partition("'")[0])

    def boot(self) -> str:
        """Give the device power: main.py runs, and what it prints is returned."""
        self._printed = ""
        while True:
            code = self.disk.files().get("/main.py")
            if code is None:
                return self._printed
            try:
                exec(code, self._fresh("__main__"))
                return self._printed
            except _Reset:
                continue
            except Exception as error:
                return f"{self._printed}Traceback (most recent call last):\n{error!r}\n>>> "

    def start(self) -> None:
        if self._gone:
            raise PulledFailure("pulled before")
        self.starts += 1
        self._heard = [RESTARTED, self.boot(), *self.answers]

    def stop(self) -> None:
        self._names = self._fresh("link")

    def listen(self, seconds: float) -> str:
        return self._heard.pop(0) if self._heard else ""

    def close(self) -> None:
        self.closed = True
